//! Two desks negotiate over a server that misbehaves.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

mod races;
mod screened;
mod table;
mod weather;
