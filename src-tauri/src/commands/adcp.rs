//! A deal's seller of media.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AdcpForm, AdcpReview, AdcpRevision, AdcpSellerForm, AdcpState, AdcpView, AdcpWords};

use super::{Asked, Told, off_the_window};

#[tauri::command]
#[specta::specta]
pub async fn adcp_view(at: Asked<'_>, deal: String) -> Told<AdcpView> {
    at.opened().await?.adcp_view(&deal)
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_set_seller(at: Asked<'_>, form: AdcpSellerForm) -> Told<AdcpView> {
    at.opened().await?.adcp_set_seller(&form).await
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_ask_seller(at: Asked<'_>, deal: String) -> Told<AdcpView> {
    at.opened().await?.adcp_ask_seller(&deal).await
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_words(at: Asked<'_>, deal: String, form: AdcpRevision) -> Told<AdcpWords> {
    at.opened().await?.adcp_words(&deal, &form)
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_review(at: Asked<'_>, deal: String, form: AdcpForm) -> Told<AdcpReview> {
    let desk = at.opened().await?.clone();
    off_the_window(move || desk.adcp_review(&deal, &form)).await
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_send(at: Asked<'_>, ticket: String, released: Vec<u32>) -> Told<AdcpState> {
    at.opened().await?.adcp_send(&ticket, &released).await
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_repeat(at: Asked<'_>, deal: String, key: String) -> Told<AdcpState> {
    at.opened().await?.adcp_repeat(&deal, &key).await
}

#[tauri::command]
#[specta::specta]
pub async fn adcp_give_up(at: Asked<'_>, deal: String, key: String) -> Told<AdcpState> {
    at.opened().await?.adcp_give_up(&deal, &key).await
}
