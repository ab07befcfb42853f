//! Benchmarks and proposals.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    reason = "the desk's documentation holds"
)]

use std::path::Path;

use desk::view::{BenchmarkImport, ProposalView, TableChoices, TablePreview};
use tauri_plugin_dialog::{DialogExt as _, FilePath};

use super::{Asked, Told, worked};

#[tauri::command]
#[specta::specta]
pub async fn choose_table(app: tauri::AppHandle) -> Told<Option<String>> {
    let chosen = tauri::async_runtime::spawn_blocking(move || {
        app.dialog().file().add_filter("CSV, XLSX", &["csv", "tsv", "txt", "xlsx"]).blocking_pick_file()
    });
    let chosen = chosen.await.ok().flatten().map(FilePath::into_path);
    Ok(chosen.and_then(Result::ok).map(|path| path.to_string_lossy().into_owned()))
}

#[tauri::command]
#[specta::specta]
pub async fn preview_table(
    at: Asked<'_>,
    path: String,
    choices: Option<TableChoices>,
    work: String,
) -> Told<TablePreview> {
    worked(&at, work, move |desk, work| desk.preview_table(Path::new(&path), choices.as_ref(), work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn import_benchmarks(
    at: Asked<'_>,
    path: String,
    choices: TableChoices,
    work: String,
) -> Told<BenchmarkImport> {
    worked(&at, work, move |desk, work| desk.import_benchmarks(Path::new(&path), &choices, work)).await
}

#[tauri::command]
#[specta::specta]
pub async fn benchmark_imports(at: Asked<'_>) -> Told<Vec<BenchmarkImport>> {
    at.opened().await?.benchmark_imports()
}

#[tauri::command]
#[specta::specta]
pub async fn forget_benchmarks(at: Asked<'_>, id: String) -> Told<()> {
    at.opened().await?.forget_benchmarks(&id)
}

#[tauri::command]
#[specta::specta]
pub async fn proposals(at: Asked<'_>, session: String) -> Told<Vec<ProposalView>> {
    at.opened().await?.proposals(&session)
}
