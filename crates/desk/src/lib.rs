//! One file per thing that people do; owns clock, transactions and polling; turns
//! channels into one timeline.
//!
//! The desk trusts no host, its own included: it talks to it over HTTP alone, verifies
//! every chain itself, keeps a replica, and knows the heads and keys it has seen.

mod adcp;
mod agent;
mod approve;
mod aside;
mod benchmarks;
mod beside_view;
mod boot;
mod bundle;
mod changed;
mod channel;
mod clean_end;
mod compare;
mod deals;
mod dispute;
mod drafting;
mod evidence;
mod export;
mod fault;
mod find;
mod glance;
mod guard_view;
mod guide;
mod host_client;
mod host_words;
mod intake;
mod join;
mod kept_logs;
mod keys;
mod ledger;
mod link;
mod mail_quotes;
mod mail_sort;
mod mailbox;
mod mailboxes;
mod mandate;
mod model;
mod needs;
mod offer_view;
mod office;
mod outbox;
mod own_record;
mod parley;
mod past;
mod people;
mod poll;
mod quorum;
mod reading;
mod replica;
mod review;
mod rotate;
mod scenario;
mod screening;
mod seen;
mod send;
mod settle;
mod sources;
mod state;
mod survey;
mod table;
mod take_back;
mod terms;
mod timeline;
mod today;
mod trouble;
mod unfit;
mod vendor_codes;
mod vendors;
pub mod view;
mod wire_form;
mod work;

pub use boot::{HostPlace, Workspace};
pub use bundle::Disclose;
pub use changed::{Changed, Topic};
pub use export::{Held, export_deal_of, export_workspace, sessions_in};
#[cfg(feature = "fault-injection")]
pub use fault::Point as CrashPoint;
pub use guide::{DemoVendor, VendorStarter};
pub use keys::Enrolment;
pub use mail::oauth::{Browser, NoBrowser, PageWords};
pub use sources::Sources;
pub use state::Desk;
pub use work::Work;
