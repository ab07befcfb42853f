//! The window: Tauri around the desk. Commands of a few lines, events that say only
//! *what* changed; the host for one person runs inside, on loopback, and is talked to
//! over HTTP like any other.

mod arguments;
mod browser;
pub mod commands;
mod demo_vendor;
mod embedded;
mod home;
mod opened;
mod window;

pub use arguments::{Arguments, Usage};
pub use home::instance::begin_anew;
pub use window::{bindings, open};
