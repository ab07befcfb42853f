//! The parts of a walk, in the order in which a person meets them.

pub mod answer;
pub mod door;
pub mod evidence;
pub mod first_run;
pub mod home;
pub mod mail;
pub mod media;
pub mod offer;
pub mod races;
pub mod tasks;
