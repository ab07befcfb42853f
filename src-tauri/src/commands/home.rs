//! At home on a desktop. Words come from the page's catalog, counts from what it was told.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{Broken, LinkTarget, Problem, ProblemCode};
use serde::Deserialize;
use specta::Type;
use tauri::{AppHandle, State, WebviewWindow};
use tauri_plugin_autostart::ManagerExt as _;

use super::{Asked, Told};
use crate::home::arrivals::{Arrival, Arrivals};
use crate::home::tray::TrayWords;
use crate::home::{demo, notify, spelling, tray};

/// What waits, and the words for it.
#[derive(Deserialize, Type)]
pub struct Waiting {
    count: u32,
    title: String,
    open: String,
    quit: String,
}

#[tauri::command]
#[specta::specta]
pub async fn arrivals(kept: State<'_, Arrivals>) -> Told<Vec<Arrival>> {
    Ok(kept.take())
}

#[tauri::command]
#[specta::specta]
pub async fn follow_link(at: Asked<'_>, link: String) -> Told<LinkTarget> {
    at.opened().await?.follow_link(&link)
}

#[tauri::command]
#[specta::specta]
pub async fn notify_person(app: AppHandle, title: String, body: String, link: Option<String>) -> Told<()> {
    notify::show(app, &title, &body, link).await;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn show_waiting(app: AppHandle, waiting: Waiting) -> Told<()> {
    let words = TrayWords { open: waiting.open, quit: waiting.quit };
    let shown = app.clone();
    // The tray's library wants the thread that draws.
    let told = app.run_on_main_thread(move || {
        if let Err(error) = tray::waiting(&shown, waiting.count, &waiting.title, &words) {
            tracing::warn!(%error, "the count is not shown");
        }
    });
    told.map_err(|_| Problem::new(ProblemCode::Defect).with("reference", "tray"))
}

#[tauri::command]
#[specta::specta]
pub async fn check_spelling(window: WebviewWindow, languages: Vec<String>) -> Told<()> {
    spelling::check(&window, languages);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn autostart(app: AppHandle) -> Told<bool> {
    app.autolaunch().is_enabled().map_err(trouble)
}

#[tauri::command]
#[specta::specta]
pub async fn set_autostart(app: AppHandle, on: bool) -> Told<bool> {
    let starter = app.autolaunch();
    if on { starter.enable() } else { starter.disable() }.map_err(trouble)?;
    starter.is_enabled().map_err(trouble)
}

fn trouble(error: tauri_plugin_autostart::Error) -> Problem {
    tracing::error!(%error, "autostart");
    Problem::broken(ProblemCode::FileTrouble, Broken::System).with("path", "autostart")
}

#[tauri::command]
#[specta::specta]
pub async fn open_demo() -> Told<()> {
    demo::open()
}
