//! The organisation: its channel and its vendors.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AppView, ChannelView, CodeTyped, EnvelopeView, VendorView};

use super::{Asked, Told, looked};

#[tauri::command]
#[specta::specta]
pub async fn vendors(at: Asked<'_>) -> Told<Vec<VendorView>> {
    looked(&at, |desk| Ok(desk.vendors())).await
}

#[tauri::command]
#[specta::specta]
pub async fn verify_vendor(at: Asked<'_>, agent_id: String, fingerprint: String) -> Told<Vec<VendorView>> {
    at.desk()?.verify_vendor(&agent_id, &fingerprint).await
}

#[tauri::command]
#[specta::specta]
pub async fn revoke_vendor(at: Asked<'_>, agent_id: String) -> Told<Vec<VendorView>> {
    at.desk()?.revoke_vendor(&agent_id).await
}

#[tauri::command]
#[specta::specta]
pub async fn ask_vendor_code(at: Asked<'_>, agent_id: String, fingerprint: String) -> Told<Vec<VendorView>> {
    at.desk()?.ask_vendor_code(&agent_id, &fingerprint).await
}

#[tauri::command]
#[specta::specta]
pub async fn dismiss_refused(at: Asked<'_>) -> Told<AppView> {
    at.desk()?.dismiss_refused()
}

#[tauri::command]
#[specta::specta]
pub async fn type_vendor_code(at: Asked<'_>, agent_id: String, code: String) -> Told<CodeTyped> {
    at.desk()?.type_vendor_code(&agent_id, &code).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_channel(at: Asked<'_>, enabled: bool) -> Told<ChannelView> {
    at.desk()?.set_channel(enabled).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_envelope(at: Asked<'_>, envelope: EnvelopeView) -> Told<ChannelView> {
    at.desk()?.set_envelope(&envelope).await
}
