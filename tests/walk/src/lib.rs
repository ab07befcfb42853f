//! The demo, walked in the real window as a person would: by clicks and keys alone.
//! What is read back is what stands on the screen, and afterwards what stands on disk.

mod arguments;
mod driver;
mod fault;
mod part;
mod processes;
mod record;
mod report;
mod scenario;
mod stage;
mod window;

pub use arguments::{Arguments, Scenario, Usage};
pub use driver::Driver;
pub use fault::Fault;
pub use scenario::walk;
