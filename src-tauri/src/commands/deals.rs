//! Deals.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use desk::Desk;
use desk::view::{
    DealForm, DealView, DealsAsked, DealsPage, FoundView, MandateForm, MandateView, OfferPlace, OfferView,
    SavedTable, SeenMark, TableForm, TableKind, TodayView,
};

use super::{Asked, Told, looked};

#[tauri::command]
#[specta::specta]
pub async fn today(at: Asked<'_>) -> Told<TodayView> {
    looked(&at, Desk::today).await
}

#[tauri::command]
#[specta::specta]
pub async fn deals(at: Asked<'_>, asked: DealsAsked) -> Told<DealsPage> {
    looked(&at, move |desk| desk.deals(&asked)).await
}

#[tauri::command]
#[specta::specta]
pub async fn deal(at: Asked<'_>, id: String) -> Told<DealView> {
    at.shows(&id);
    looked(&at, move |desk| desk.deal(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn make_deal(at: Asked<'_>, form: DealForm) -> Told<String> {
    at.opened().await?.make_deal(&form)
}

#[tauri::command]
#[specta::specta]
pub async fn set_mandate(at: Asked<'_>, deal: String, form: MandateForm) -> Told<MandateView> {
    at.opened().await?.set_mandate(&deal, &form)
}

#[tauri::command]
#[specta::specta]
pub async fn assign_session(at: Asked<'_>, session: String, deal: String) -> Told<()> {
    at.opened().await?.assign_session(&session, &deal)
}

#[tauri::command]
#[specta::specta]
pub async fn mark_seen(at: Asked<'_>, deal: String, marks: Vec<SeenMark>) -> Told<()> {
    at.opened().await?.mark_seen(&deal, &marks)
}

#[tauri::command]
#[specta::specta]
pub async fn compare_offers(at: Asked<'_>, from: OfferPlace, to: OfferPlace) -> Told<OfferView> {
    looked(&at, move |desk| desk.compare_offers((&from.session, from.seq), (&to.session, to.seq))).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_table(at: Asked<'_>, table: TableForm, kind: TableKind) -> Told<SavedTable> {
    at.opened().await?.save_table(&table, kind, None)
}

#[tauri::command]
#[specta::specta]
pub async fn find(at: Asked<'_>, question: String) -> Told<FoundView> {
    looked(&at, move |desk| desk.find(&question)).await
}
