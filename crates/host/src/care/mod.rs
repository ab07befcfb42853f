//! What an operator does so that nothing is lost: backing up, restoring, checking.

pub mod backup;
pub mod check;
mod disk;

pub use backup::{Carried, backup, restore};
pub use check::{Checked, State, check};
pub use disk::refuse_network_drive;
