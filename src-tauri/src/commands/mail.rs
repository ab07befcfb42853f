//! Mailboxes, and mails that wait to be sorted.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{MailAnswer, MailFate, MailForm, MailGuess, MailTested, MailView, Review};

use super::{Asked, Told, off_the_window};

#[tauri::command]
#[specta::specta]
pub async fn mail_view(at: Asked<'_>) -> Told<MailView> {
    at.desk()?.mail_view()
}

#[tauri::command]
#[specta::specta]
pub async fn guess_mail(at: Asked<'_>, address: String) -> Told<MailGuess> {
    Ok(at.desk()?.guess_mail(&address))
}

#[tauri::command]
#[specta::specta]
pub async fn test_mail(at: Asked<'_>, form: MailForm) -> Told<MailTested> {
    at.desk()?.test_mail(&form).await
}

#[tauri::command]
#[specta::specta]
pub async fn add_mail(at: Asked<'_>, form: MailForm) -> Told<MailView> {
    at.desk()?.add_mail(form).await
}

#[tauri::command]
#[specta::specta]
pub async fn pause_mail(at: Asked<'_>, id: String, paused: bool) -> Told<MailView> {
    at.desk()?.pause_mail(&id, paused)
}

#[tauri::command]
#[specta::specta]
pub async fn retry_mail(at: Asked<'_>) -> Told<MailView> {
    at.desk()?.retry_mail()
}

#[tauri::command]
#[specta::specta]
pub async fn trust_mail(at: Asked<'_>, id: String, authserv: String) -> Told<MailView> {
    at.desk()?.trust_mail(&id, &authserv)
}

#[tauri::command]
#[specta::specta]
pub async fn remove_mail(at: Asked<'_>, id: String) -> Told<MailView> {
    at.desk()?.remove_mail(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn assign_mail(at: Asked<'_>, mail: String, deal: String) -> Told<()> {
    at.desk()?.assign_mail(&mail, &deal)
}

#[tauri::command]
#[specta::specta]
pub async fn mail_answer(at: Asked<'_>, mail: String) -> Told<MailAnswer> {
    at.desk()?.mail_answer(&mail)
}

#[tauri::command]
#[specta::specta]
pub async fn review_mail(at: Asked<'_>, form: MailAnswer) -> Told<Review> {
    let desk = at.desk()?.clone();
    off_the_window(move || desk.review_mail(&form)).await
}

#[tauri::command]
#[specta::specta]
pub async fn send_mail(at: Asked<'_>, ticket: String, released: Vec<u32>) -> Told<MailFate> {
    at.desk()?.send_mail_releasing(&ticket, &released).await
}

#[tauri::command]
#[specta::specta]
pub async fn settle_mail(at: Asked<'_>, decision: String, arrived: bool) -> Told<()> {
    at.desk()?.settle_mail(&decision, arrived)
}
