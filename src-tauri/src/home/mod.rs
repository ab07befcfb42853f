//! At home on a desktop: one instance, what it was handed, the tray, notifications.
//!
//! Words come from the page, which speaks the person's language; what is counted and told
//! is decided there too, from what the desk says. Nothing here reads a counterparty's text.

pub mod arrivals;
pub mod demo;
pub mod drawing;
pub mod instance;
pub mod notify;
pub mod spelling;
pub mod tray;
