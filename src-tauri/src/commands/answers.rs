//! Answers: written, reviewed, approved.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AnswerForm, Approved, CleanEndView, OfferForm, OutsideScannerForm, Review, ScreeningView};

use super::{Asked, Told, off_the_window};

#[tauri::command]
#[specta::specta]
pub async fn counter_form(at: Asked<'_>, session: String) -> Told<OfferForm> {
    at.opened().await?.counter_form(&session)
}

#[tauri::command]
#[specta::specta]
pub async fn review(at: Asked<'_>, session: String, answer: AnswerForm, typing: bool) -> Told<Review> {
    let desk = at.opened().await?.clone();
    off_the_window(
        move || {
            if typing { desk.review_typed(&session, &answer) } else { desk.review(&session, &answer) }
        },
    )
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn approve(at: Asked<'_>, ticket: String, released: Vec<u32>) -> Told<Approved> {
    at.opened().await?.approve_releasing(&ticket, &released).await
}

#[tauri::command]
#[specta::specta]
pub async fn screening_view(at: Asked<'_>) -> Told<ScreeningView> {
    let desk = at.opened().await?.clone();
    off_the_window(move || desk.screening_view()).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_outside_scanner(at: Asked<'_>, form: OutsideScannerForm) -> Told<ScreeningView> {
    at.opened().await?.set_outside_scanner(form).await
}

#[tauri::command]
#[specta::specta]
pub async fn clean_ends(at: Asked<'_>, deal: String) -> Told<Vec<CleanEndView>> {
    at.opened().await?.clean_ends(&deal)
}

#[tauri::command]
#[specta::specta]
pub async fn take_back(at: Asked<'_>, decision: String) -> Told<()> {
    at.opened().await?.take_back(&decision).await
}
