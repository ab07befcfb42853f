//! ANP/0.1 from bytes to proven values: canonical JSON, keys, signed requests, offers, the ledger and its verdict.
