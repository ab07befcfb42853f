//! What carries a negotiation's messages: taken at least once, in any order, or not at all.

use std::future::Future;
use std::pin::Pin;

/// An answer that comes.
pub(crate) type Coming<'a, T> = Pin<Box<dyn Future<Output = Result<T, ChannelTrouble>> + Send + 'a>>;

/// A message on its way out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parcel<'a> {
    /// The other side's address.
    pub(crate) to: &'a str,
    /// The same for the same message, however often it is sent.
    pub(crate) name: &'a str,
    /// The message as canonical JSON.
    pub(crate) message: &'a str,
}

/// A message that came.
#[derive(Debug, Clone)]
pub(crate) struct Letter {
    /// The channel's id of it.
    pub(crate) id: String,
    /// The sender's address, by the channel's word.
    pub(crate) from: String,
    /// The thread.
    pub(crate) thread: String,
    /// As it came.
    pub(crate) text: String,
    /// What it says, or why it is refused.
    pub(crate) says: Result<parley::envelope::Envelope, parley::envelope::Fault>,
}

/// What came since a cursor.
#[derive(Debug)]
pub(crate) struct Post {
    /// In the channel's order.
    pub(crate) letters: Vec<Letter>,
    /// Where to go on.
    pub(crate) cursor: String,
}

/// Why a channel did not do it. Whether a message arrived all the same is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChannelTrouble {
    /// It could not be reached, broke off, or has trouble of its own.
    Down,
    /// It asks to be left alone for so many milliseconds.
    Busy(i64),
    /// It refuses this desk, or this message for good.
    Refused,
    /// It answered something else than was agreed.
    Confused,
}

/// A channel. It may lose, repeat, reorder and delay; it need not be believed.
pub(crate) trait Channel: Send + Sync {
    /// Hands a message over.
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Coming<'a, ()>;

    /// Reads what came since a cursor; the empty one stands before everything.
    fn read<'a>(&'a self, cursor: &'a str) -> Coming<'a, Post>;
}
