//! Media bought by typed proposals (AdCP 3.2). What a request and an answer may be is the crate `adcp`'s to
//! say; here are the line to the seller, the record of what was asked and answered, and people's acts.

mod book;
mod form;
mod glance;
mod line;
mod on_table;
mod review;
mod scenario;
mod seller;
mod send;
mod settle;
mod show;
mod show_answer;
mod show_proposal;
mod timeline;
mod visit;
mod voted;
mod wire;

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Notify;
use zeroize::Zeroizing;

use crate::view::Problem;
pub(crate) use book::Book;
pub(crate) use glance::{MediaGlance, MediaGlances, of_media};
pub(crate) use review::PendingRequest;
pub(crate) use scenario::tell;

/// What changes while the desk runs and need not be remembered.
pub(crate) struct Adcp {
    /// Sellers' tokens, by the sellers' ids.
    tokens: Mutex<HashMap<String, Zeroizing<String>>>,
    /// A token that a test holds in the keychain's place.
    held: Mutex<Option<Zeroizing<String>>>,
    patience: Mutex<Duration>,
    /// HTTP clients: for sellers on this machine, and for others.
    clients: Mutex<HashMap<bool, reqwest::Client>>,
    /// Reviews that wait, by their tickets.
    reviews: Mutex<HashMap<String, PendingRequest>>,
    /// Sellers' troubles, by their deals.
    problems: Mutex<HashMap<String, Problem>>,
    /// How far this clock is ahead of the sellers', in milliseconds, by their deals.
    clocks: Mutex<HashMap<String, i64>>,
    /// What lists need of each deal's dealings.
    glances: Mutex<MediaGlances>,
    /// One request is sent at a time.
    alone: tokio::sync::Mutex<()>,
    /// Something is due sooner than was known.
    hurry: Notify,
}

impl Default for Adcp {
    fn default() -> Self {
        Self {
            tokens: Mutex::default(),
            held: Mutex::default(),
            patience: Mutex::new(seller::PATIENCE),
            clients: Mutex::default(),
            reviews: Mutex::default(),
            problems: Mutex::default(),
            clocks: Mutex::default(),
            glances: Mutex::default(),
            alone: tokio::sync::Mutex::default(),
            hurry: Notify::new(),
        }
    }
}
