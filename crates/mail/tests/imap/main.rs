//! Mailboxes behind a real Dovecot: what is kept, what is left alone, and what happens
//! when the line, the folder or the server is not as one would wish.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod bearer;
mod cut;
mod ground;
mod large;
mod liar;
mod login;
mod renumbered;
mod sync;
