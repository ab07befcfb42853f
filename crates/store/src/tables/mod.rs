//! One file a table: its SQL, its row, its reader and its writer.

pub mod deals;
pub mod disputes;
pub mod events;
pub mod ledger;
pub mod mails;
pub mod mandates;
pub mod outbox;
pub mod pins;
pub mod sessions;
pub mod settings;

/// Version 1. Frozen: what follows gets migrations of its own.
pub(crate) const MIGRATIONS: &[&str] = &[
    settings::SQL,
    deals::SQL,
    mandates::SQL,
    pins::SQL,
    sessions::SQL,
    events::SQL,
    disputes::SQL,
    mails::SQL,
    outbox::SQL,
    ledger::SQL,
];
