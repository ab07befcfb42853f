//! Answers: written, reviewed, approved.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{AnswerForm, Approved, OfferForm, Review};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn counter_form(at: Asked<'_>, session: String) -> Told<OfferForm> {
    at.desk()?.counter_form(&session)
}

#[tauri::command]
#[specta::specta]
pub async fn review(at: Asked<'_>, session: String, answer: AnswerForm) -> Told<Review> {
    at.desk()?.review(&session, &answer)
}

#[tauri::command]
#[specta::specta]
pub async fn approve(at: Asked<'_>, ticket: String) -> Told<Approved> {
    at.desk()?.approve(&ticket).await
}
