//! The organisation: its channel and its vendors.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{ChannelView, EnvelopeView, VendorView};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn vendors(at: Asked<'_>) -> Told<Vec<VendorView>> {
    Ok(at.desk()?.vendors())
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
pub async fn set_channel(at: Asked<'_>, enabled: bool) -> Told<ChannelView> {
    at.desk()?.set_channel(enabled).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_envelope(at: Asked<'_>, envelope: EnvelopeView) -> Told<ChannelView> {
    at.desk()?.set_envelope(&envelope).await
}
