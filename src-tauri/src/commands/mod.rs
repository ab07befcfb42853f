//! What the page may ask and do. Each command looks its subject up again: the page
//! brings ids and forms, never authority.

pub mod adcp;
pub mod agent;
pub mod answers;
pub mod deals;
pub mod evidence;
pub mod frame;
pub mod home;
pub mod mail;
pub mod org;
pub mod parley;
pub mod people;
pub mod quorum;
pub mod rules;

type Asked<'a> = tauri::State<'a, crate::opened::Opened>;
type Told<T> = Result<T, desk::view::Problem>;

/// Work that is known under the name that the page gave it, and holds up no other command.
async fn worked<T: Send + 'static>(
    at: &Asked<'_>,
    name: String,
    work: impl FnOnce(&desk::Desk, &desk::Work) -> Told<T> + Send + 'static,
) -> Told<T> {
    let desk = at.opened().await?.clone();
    off_the_window(move || work(&desk, &desk.work(&name))).await
}

/// What the desk knows. Of thousands of deals it takes a moment to tell; other commands go on.
async fn looked<T: Send + 'static>(
    at: &Asked<'_>,
    look: impl FnOnce(&desk::Desk) -> Told<T> + Send + 'static,
) -> Told<T> {
    let desk = at.opened().await?.clone();
    off_the_window(move || look(&desk)).await
}

/// Work that waits, for the screen in its own process above all, holds up no other command.
async fn off_the_window<T: Send + 'static>(work: impl FnOnce() -> Told<T> + Send + 'static) -> Told<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(desk::view::Problem::new(desk::view::ProblemCode::Defect)))
}
