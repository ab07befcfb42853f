//! What the page may ask and do. Each command looks its subject up again: the page
//! brings ids and forms, never authority.

pub mod answers;
pub mod deals;
pub mod evidence;
pub mod frame;
pub mod mail;
pub mod org;
pub mod rules;

type Asked<'a> = tauri::State<'a, crate::opened::Opened>;
type Told<T> = Result<T, desk::view::Problem>;
