//! What the desk's own agent reads and does.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AgentView, HaltView, ModeForm, ModelForm, ModelView, RuleView};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn correct_tactic(
    at: Asked<'_>,
    deal: String,
    entry: String,
    family: String,
    instead: Option<String>,
) -> Told<()> {
    at.opened().await?.correct_tactic(&deal, &entry, &family, instead.as_deref()).await
}

#[tauri::command]
#[specta::specta]
pub async fn rule(at: Asked<'_>, rule: String) -> Told<RuleView> {
    Ok(at.opened().await?.rule(&rule))
}

#[tauri::command]
#[specta::specta]
pub async fn halt(at: Asked<'_>) -> Told<HaltView> {
    at.opened().await?.halt()
}

#[tauri::command]
#[specta::specta]
pub async fn resume(at: Asked<'_>) -> Told<HaltView> {
    at.opened().await?.resume()
}

#[tauri::command]
#[specta::specta]
pub async fn halt_view(at: Asked<'_>) -> Told<HaltView> {
    at.opened().await?.halt_view()
}

#[tauri::command]
#[specta::specta]
pub async fn set_mode(at: Asked<'_>, deal: String, form: ModeForm) -> Told<()> {
    at.opened().await?.set_mode(&deal, &form).await
}

#[tauri::command]
#[specta::specta]
pub async fn make_agent(at: Asked<'_>) -> Told<AgentView> {
    at.opened().await?.make_agent().await
}

#[tauri::command]
#[specta::specta]
pub async fn agent_view(at: Asked<'_>) -> Told<AgentView> {
    at.opened().await?.agent_view()
}

#[tauri::command]
#[specta::specta]
pub async fn model_view(at: Asked<'_>) -> Told<ModelView> {
    at.opened().await?.model_view()
}

#[tauri::command]
#[specta::specta]
pub async fn set_model(at: Asked<'_>, form: ModelForm) -> Told<ModelView> {
    at.opened().await?.set_model(&form)
}
