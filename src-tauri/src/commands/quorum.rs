//! Votes: what is demanded, asked, cast, and done with what passed.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::view::{ParleyAct, ParleyDone, QuorumRuleForm, QuorumRulesView, Review, VoteView};

use super::{Asked, Told};

#[tauri::command]
#[specta::specta]
pub async fn quorum_rules(at: Asked<'_>) -> Told<QuorumRulesView> {
    at.desk()?.quorum_rules()
}

#[tauri::command]
#[specta::specta]
pub async fn set_quorum_rules(at: Asked<'_>, rules: Vec<QuorumRuleForm>) -> Told<QuorumRulesView> {
    at.desk()?.set_quorum_rules(&rules).await
}

#[tauri::command]
#[specta::specta]
pub async fn votes(at: Asked<'_>, deal: String) -> Told<Vec<VoteView>> {
    at.desk()?.votes(&deal)
}

#[tauri::command]
#[specta::specta]
pub async fn ask_vote(at: Asked<'_>, ticket: String) -> Told<String> {
    at.desk()?.ask_vote(&ticket).await
}

#[tauri::command]
#[specta::specta]
pub async fn ask_vote_on_act(at: Asked<'_>, session: String, act: ParleyAct) -> Told<String> {
    at.desk()?.ask_vote_on_act(&session, &act).await
}

#[tauri::command]
#[specta::specta]
pub async fn ask_vote_on_kept(at: Asked<'_>, session: String) -> Told<String> {
    at.desk()?.ask_vote_on_kept(&session).await
}

#[tauri::command]
#[specta::specta]
pub async fn cast_ballot(
    at: Asked<'_>,
    deal: String,
    proposal: String,
    choice: String,
    reason: String,
) -> Told<VoteView> {
    at.desk()?.cast_ballot(&deal, &proposal, &choice, &reason).await
}

#[tauri::command]
#[specta::specta]
pub async fn advise_vote(
    at: Asked<'_>,
    deal: String,
    proposal: String,
    agent: String,
    choice: String,
    reason: String,
    read: String,
) -> Told<VoteView> {
    at.desk()?.advise_vote((&deal, &proposal), &agent, &choice, &reason, &read).await
}

#[tauri::command]
#[specta::specta]
pub async fn remind_voters(at: Asked<'_>, deal: String, proposal: String) -> Told<VoteView> {
    at.desk()?.remind_voters(&deal, &proposal).await
}

#[tauri::command]
#[specta::specta]
pub async fn review_voted(at: Asked<'_>, deal: String, proposal: String) -> Told<Review> {
    at.desk()?.review_voted(&deal, &proposal)
}

#[tauri::command]
#[specta::specta]
pub async fn do_voted(at: Asked<'_>, deal: String, proposal: String) -> Told<ParleyDone> {
    at.desk()?.do_voted(&deal, &proposal)
}
