//! One file a table: its SQL, its row, its reader and its writer.

pub mod adcp;
pub mod agent_answers;
pub mod benchmarks;
pub mod corrections;
pub mod deals;
pub mod disputes;
pub mod events;
pub mod findings;
pub mod ledger;
pub mod ledger_pending;
pub mod mail_accounts;
pub mod mail_fetched;
pub mod mail_folders;
pub mod mail_out;
pub mod mail_places;
pub mod mail_quotes;
pub mod mail_words;
pub mod mails;
pub mod mandates;
pub mod outbox;
pub mod parley_released;
pub mod parleys;
pub mod pins;
pub mod readings;
pub mod sealed_mandates;
pub mod seen;
pub mod sessions;
pub mod settings;
pub mod stops;

/// Step `n` (from 1) is what brings a database of version `n - 1` to `n`. A step that has
/// landed is frozen: what changes later is a further step.
pub(crate) const STEPS: &[&[&str]] = &[
    &[
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
    ],
    &[sealed_mandates::SQL],
    &[benchmarks::SQL],
    &[mail_accounts::SQL, mail_folders::SQL, mail_places::SQL],
    &[mail_out::SQL],
    &[parleys::SQL],
    &[seen::SQL, findings::SQL],
    &[ledger_pending::SQL],
    &[mail_quotes::SQL, mail_fetched::SQL],
    &[adcp::SQL],
    &[readings::SQL, corrections::SQL, agent_answers::SQL],
    &[parley_released::SQL],
    &[mail_words::SQL],
    &[outbox::UNTRIED],
    &[deals::BY_DOMAIN, ledger::BY_KIND],
    &[stops::SQL],
];
