//! Typed negotiations, and the channel that carries them.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AgentPubView, ParleyAct, ParleyDone, ParleyForm, ParleyView};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn agentpub_view(at: Asked<'_>) -> Told<AgentPubView> {
    at.desk()?.agentpub_view()
}

#[tauri::command]
#[specta::specta]
pub async fn set_agentpub(at: Asked<'_>, base: String, key: String) -> Told<AgentPubView> {
    at.desk()?.set_agentpub(&base, key).await
}

#[tauri::command]
#[specta::specta]
pub async fn leave_agentpub(at: Asked<'_>) -> Told<AgentPubView> {
    at.desk()?.leave_agentpub().await
}

#[tauri::command]
#[specta::specta]
pub async fn parleys(at: Asked<'_>, deal: String) -> Told<Vec<ParleyView>> {
    at.desk()?.parleys(&deal)
}

#[tauri::command]
#[specta::specta]
pub async fn begin_parley(at: Asked<'_>, form: ParleyForm) -> Told<String> {
    at.desk()?.begin_parley(&form)
}

#[tauri::command]
#[specta::specta]
pub async fn parley_act(
    at: Asked<'_>,
    session: String,
    act: ParleyAct,
    released: Vec<u32>,
) -> Told<ParleyDone> {
    at.desk()?.parley_act(&session, &act, &released)
}

#[tauri::command]
#[specta::specta]
pub async fn release_parley(
    at: Asked<'_>,
    session: String,
    message: String,
    released: Vec<u32>,
) -> Told<ParleyDone> {
    at.desk()?.release_parley(&session, &message, &released)
}

#[tauri::command]
#[specta::specta]
pub async fn say_again(at: Asked<'_>, session: String) -> Told<bool> {
    at.desk()?.say_again(&session).await
}
