//! The organisation's people: how they come and go, and what they say to each other.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{
    AnswerForm, AppView, InvitationView, KeyPlace, MadeInvitation, PeopleView, Review, RoleView,
};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn read_invitation(at: Asked<'_>, text: String) -> Told<InvitationView> {
    at.desk()?.read_invitation(&text)
}

#[tauri::command]
#[specta::specta]
pub async fn join(
    at: Asked<'_>,
    text: String,
    name: String,
    place: KeyPlace,
    passphrase: Option<String>,
) -> Told<AppView> {
    at.desk()?.join(&text, name, place, passphrase).await
}

#[tauri::command]
#[specta::specta]
pub async fn rotate_key(at: Asked<'_>, passphrase: Option<String>) -> Told<AppView> {
    at.desk()?.rotate_key(passphrase).await
}

#[tauri::command]
#[specta::specta]
pub async fn people(at: Asked<'_>) -> Told<PeopleView> {
    at.desk()?.people_view()
}

#[tauri::command]
#[specta::specta]
pub async fn invite(at: Asked<'_>, name: String, roles: Vec<RoleView>, days: u32) -> Told<MadeInvitation> {
    at.desk()?.invite(&name, &roles, days).await
}

#[tauri::command]
#[specta::specta]
pub async fn withdraw_invitation(at: Asked<'_>, id: String) -> Told<PeopleView> {
    at.desk()?.withdraw_invitation(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn give_roles(at: Asked<'_>, person: String, roles: Vec<RoleView>) -> Told<PeopleView> {
    at.desk()?.give_roles(&person, &roles).await
}

#[tauri::command]
#[specta::specta]
pub async fn let_go(at: Asked<'_>, person: String) -> Told<PeopleView> {
    at.desk()?.let_go(&person).await
}

#[tauri::command]
#[specta::specta]
pub async fn name_stand_in(
    at: Asked<'_>,
    to: String,
    deal: Option<String>,
    until: String,
) -> Told<PeopleView> {
    at.desk()?.name_stand_in(&to, deal.as_deref(), &until).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_four_eyes(at: Asked<'_>, on: bool) -> Told<PeopleView> {
    at.desk()?.set_four_eyes(on).await
}

#[tauri::command]
#[specta::specta]
pub async fn hand_over_deal(at: Asked<'_>, deal: String, to: String) -> Told<()> {
    at.desk()?.hand_over_deal(&deal, &to).await
}

#[tauri::command]
#[specta::specta]
pub async fn comment(at: Asked<'_>, deal: String, text: String) -> Told<()> {
    at.desk()?.comment(&deal, &text)
}

#[tauri::command]
#[specta::specta]
pub async fn propose(at: Asked<'_>, session: String, answer: AnswerForm) -> Told<()> {
    at.desk()?.propose(&session, &answer)
}

#[tauri::command]
#[specta::specta]
pub async fn review_draft(at: Asked<'_>, deal: String, draft: String) -> Told<Review> {
    at.desk()?.review_draft(&deal, &draft)
}
