//! The frame: who is here, the key, the demo's guide.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::Desk;
use desk::view::{AppView, GuideView, KeyPlace, KeyView, WorkView};

use super::{Asked, Told, looked};

#[tauri::command]
#[specta::specta]
pub async fn app_view(at: Asked<'_>) -> Told<AppView> {
    looked(&at, Desk::app_view).await
}

/// The first screen stands: what waited for it begins.
#[tauri::command]
#[specta::specta]
pub fn first_screen(at: Asked<'_>) {
    at.first_screen();
}

#[tauri::command]
#[specta::specta]
pub async fn key_view(at: Asked<'_>) -> Told<KeyView> {
    at.opened().await?.key_view().await
}

#[tauri::command]
#[specta::specta]
pub async fn make_key(
    at: Asked<'_>,
    name: String,
    place: KeyPlace,
    passphrase: Option<String>,
) -> Told<AppView> {
    at.opened().await?.make_key(name, place, passphrase).await
}

#[tauri::command]
#[specta::specta]
pub async fn unlock(at: Asked<'_>, passphrase: String) -> Told<AppView> {
    at.opened().await?.unlock(passphrase).await
}

#[tauri::command]
#[specta::specta]
pub async fn retry_keychain(at: Asked<'_>) -> Told<AppView> {
    at.opened().await?.open_key().await
}

#[tauri::command]
#[specta::specta]
pub async fn guide_act(at: Asked<'_>, step: String) -> Told<GuideView> {
    at.opened().await?.guide_act(&step).await
}

#[tauri::command]
#[specta::specta]
pub async fn work_view(at: Asked<'_>, work: String) -> Told<Option<WorkView>> {
    Ok(at.opened().await?.work_view(&work))
}

#[tauri::command]
#[specta::specta]
pub async fn stop_work(at: Asked<'_>, work: String) -> Told<()> {
    at.opened().await?.stop_work(&work);
    Ok(())
}
