//! Exact decimals and currencies: sums that neither round nor overflow silently.
