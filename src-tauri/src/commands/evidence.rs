//! Evidence: logs saved, logs judged.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use std::path::{Path, PathBuf};

use desk::Disclose;
use desk::view::{AnswerForm, FileVerdict, RecordDiff, Saved};
use tauri::async_runtime::block_on;
use tauri_plugin_dialog::{DialogExt as _, FilePath};

use super::{Asked, Told, worked};

#[tauri::command]
#[specta::specta]
pub async fn save_log(at: Asked<'_>, session: String, path: Option<String>, work: String) -> Told<Saved> {
    worked(&at, work, move |desk, work| block_on(desk.save_log(&session, path.map(PathBuf::from), work)))
        .await
}

#[tauri::command]
#[specta::specta]
pub async fn verify_file(at: Asked<'_>, path: String, work: String) -> Told<FileVerdict> {
    worked(&at, work, move |desk, work| desk.verify_file(Path::new(&path), work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn verify_text(at: Asked<'_>, name: String, text: String, work: String) -> Told<FileVerdict> {
    worked(&at, work, move |desk, work| desk.verify_text(&name, &text, work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn verify_bytes(at: Asked<'_>, name: String, bytes: Vec<u8>, work: String) -> Told<FileVerdict> {
    worked(&at, work, move |desk, work| desk.verify_bytes(&name, &bytes, work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_evidence(
    at: Asked<'_>,
    session: String,
    path: Option<String>,
    work: String,
) -> Told<Saved> {
    worked(&at, work, move |desk, work| block_on(desk.export(&session, path.map(PathBuf::from), work))).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_deal_evidence(
    at: Asked<'_>,
    deal: String,
    votes: bool,
    path: Option<String>,
    work: String,
) -> Told<Saved> {
    let disclose = if votes { Disclose::Votes } else { Disclose::Decisions };
    worked(&at, work, move |desk, work| desk.export_deal(&deal, disclose, path.map(PathBuf::from), work))
        .await
}

#[tauri::command]
#[specta::specta]
pub async fn checkpoint_message(at: Asked<'_>, session: String) -> Told<AnswerForm> {
    at.desk()?.checkpoint_message(&session)
}

#[tauri::command]
#[specta::specta]
pub async fn diff_file(at: Asked<'_>, session: String, path: String, work: String) -> Told<RecordDiff> {
    worked(&at, work, move |desk, work| desk.diff_file(&session, Path::new(&path), work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn diff_bytes(
    at: Asked<'_>,
    session: String,
    name: String,
    bytes: Vec<u8>,
    work: String,
) -> Told<RecordDiff> {
    worked(&at, work, move |desk, work| desk.diff_bytes(&session, &name, &bytes, work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn raw_event(at: Asked<'_>, session: String, seq: u32) -> Told<String> {
    at.desk()?.raw_event(&session, seq)
}

#[tauri::command]
#[specta::specta]
pub async fn choose_log(app: tauri::AppHandle) -> Told<Option<String>> {
    let (chosen, answer) = tokio::sync::oneshot::channel();
    app.dialog().file().add_filter("Session log or evidence bundle", &["json", "zip"]).pick_file(|path| {
        let _ = chosen.send(path);
    });
    Ok(text_of(answer.await.ok().flatten()))
}

#[tauri::command]
#[specta::specta]
pub async fn choose_save(app: tauri::AppHandle, session: String) -> Told<Option<String>> {
    let (chosen, answer) = tokio::sync::oneshot::channel();
    app.dialog().file().set_file_name(format!("{session}.anp.json")).save_file(|path| {
        let _ = chosen.send(path);
    });
    Ok(text_of(answer.await.ok().flatten()))
}

fn text_of(path: Option<FilePath>) -> Option<String> {
    path.and_then(|path| path.into_path().ok()).map(|path| path.display().to_string())
}

#[tauri::command]
#[specta::specta]
pub async fn save_dispute(at: Asked<'_>, session: String) -> Told<Vec<String>> {
    at.desk()?.save_dispute(&session)
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_dispute(at: Asked<'_>, session: String) -> Told<()> {
    at.desk()?.look_at_dispute(&session)
}
