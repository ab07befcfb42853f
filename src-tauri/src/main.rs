//! The window. It shows and passes on; it decides nothing and holds no secret.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let opened =
        tauri::Builder::default().plugin(tauri_plugin_dialog::init()).run(tauri::generate_context!());
    match opened {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("countersign-desktop: the window could not be opened: {error}");
            ExitCode::FAILURE
        }
    }
}
