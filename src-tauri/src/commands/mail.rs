//! Mailboxes, and mails that wait to be sorted.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{
    BrowserWords, MailAnswer, MailFate, MailForm, MailGuess, MailSignedIn, MailTested, MailView, QuoteTerms,
    Review, TableChoices, TablePreview,
};

use super::{Asked, Told, off_the_window, worked};
use crate::browser::SystemBrowser;

#[tauri::command]
#[specta::specta]
pub async fn mail_view(at: Asked<'_>) -> Told<MailView> {
    at.opened().await?.mail_view()
}

#[tauri::command]
#[specta::specta]
pub async fn guess_mail(at: Asked<'_>, address: String) -> Told<MailGuess> {
    Ok(at.opened().await?.guess_mail(&address))
}

#[tauri::command]
#[specta::specta]
pub async fn find_mail(at: Asked<'_>, address: String) -> Told<MailGuess> {
    Ok(at.opened().await?.find_mail(&address).await)
}

#[tauri::command]
#[specta::specta]
pub async fn sign_in_mail(at: Asked<'_>, form: MailForm, words: BrowserWords) -> Told<MailSignedIn> {
    at.opened().await?.sign_in_mail(&form, &SystemBrowser(words)).await
}

#[tauri::command]
#[specta::specta]
pub async fn sign_in_mail_again(at: Asked<'_>, id: String, words: BrowserWords) -> Told<MailView> {
    at.opened().await?.sign_in_mail_again(&id, &SystemBrowser(words)).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_mail_sign_in(at: Asked<'_>) -> Told<()> {
    at.opened().await?.cancel_mail_sign_in();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn test_mail(at: Asked<'_>, form: MailForm) -> Told<MailTested> {
    at.opened().await?.test_mail(&form).await
}

#[tauri::command]
#[specta::specta]
pub async fn add_mail(at: Asked<'_>, form: MailForm) -> Told<MailView> {
    at.opened().await?.add_mail(form).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_quote(
    at: Asked<'_>,
    mail: String,
    part: String,
    choices: Option<TableChoices>,
    work: String,
) -> Told<TablePreview> {
    worked(&at, work, move |desk, work| desk.preview_quote(&mail, &part, choices.as_ref(), work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn import_quote(
    at: Asked<'_>,
    mail: String,
    part: String,
    choices: TableChoices,
    terms: QuoteTerms,
    work: String,
) -> Told<()> {
    worked(&at, work, move |desk, work| desk.import_quote(&mail, &part, &choices, &terms, work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn fetch_attachment(at: Asked<'_>, mail: String, part: String) -> Told<String> {
    at.opened().await?.fetch_attachment(&mail, &part).await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_attachment(at: Asked<'_>, mail: String, part: String) -> Told<()> {
    at.opened().await?.stop_attachment(&mail, &part);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn pause_mail(at: Asked<'_>, id: String, paused: bool) -> Told<MailView> {
    at.opened().await?.pause_mail(&id, paused)
}

#[tauri::command]
#[specta::specta]
pub async fn retry_mail(at: Asked<'_>) -> Told<MailView> {
    at.opened().await?.retry_mail()
}

#[tauri::command]
#[specta::specta]
pub async fn trust_mail(at: Asked<'_>, id: String, authserv: String) -> Told<MailView> {
    at.opened().await?.trust_mail(&id, &authserv)
}

#[tauri::command]
#[specta::specta]
pub async fn remove_mail(at: Asked<'_>, id: String) -> Told<MailView> {
    at.opened().await?.remove_mail(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn assign_mail(at: Asked<'_>, mail: String, deal: String) -> Told<()> {
    at.opened().await?.assign_mail(&mail, &deal)
}

#[tauri::command]
#[specta::specta]
pub async fn mail_answer(at: Asked<'_>, mail: String) -> Told<MailAnswer> {
    at.opened().await?.mail_answer(&mail)
}

#[tauri::command]
#[specta::specta]
pub async fn review_mail(at: Asked<'_>, form: MailAnswer) -> Told<Review> {
    let desk = at.opened().await?.clone();
    off_the_window(move || desk.review_mail(&form)).await
}

#[tauri::command]
#[specta::specta]
pub async fn send_mail(at: Asked<'_>, ticket: String, released: Vec<u32>) -> Told<MailFate> {
    at.opened().await?.send_mail_releasing(&ticket, &released).await
}

#[tauri::command]
#[specta::specta]
pub async fn settle_mail(at: Asked<'_>, decision: String, arrived: bool) -> Told<()> {
    at.opened().await?.settle_mail(&decision, arrived)
}
