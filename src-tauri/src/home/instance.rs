//! One window a workspace: a second start brings the first one forward and hands over what
//! it was given.

use std::path::Path;

use sha2::{Digest as _, Sha256};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager as _, Wry};
use tauri_specta::Event as _;

use super::arrivals::{Arrivals, ArrivedEvent, handed};
use crate::arguments::Arguments;

/// The plugin that finds the first window of the same workspace.
///
/// Two workspaces stand side by side; one workspace twice would be two desks on one
/// database.
pub fn plugin(arguments: &Arguments) -> TauriPlugin<Wry> {
    tauri_plugin_single_instance::Builder::new()
        .dbus_id(name_of(arguments))
        .callback(|app, words, folder| handed_over(app, words, &folder))
        .build()
}

/// A second start of the same workspace: its words, and the folder in which it was said.
fn handed_over(app: &AppHandle, words: Vec<String>, folder: &str) {
    forward(app);
    let words = words.into_iter().skip(1).map(Into::into);
    // Whoever types nonsense is told by the second start itself, before it comes here.
    let Ok(arguments) = Arguments::read(words) else { return };
    app.state::<Arrivals>().put(arguments.handed.iter().map(|word| handed(word, Path::new(folder))));
    // A page that is not there yet fetches it when it is.
    let _ = ArrivedEvent.emit(app);
}

/// Brings the window before the others. A desktop that forbids it leaves it where it is.
pub fn forward(app: &AppHandle) {
    let Some(window) = app.get_webview_window("main") else { return };
    let _ = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus());
}

/// The workspace's name on the session bus.
fn name_of(arguments: &Arguments) -> String {
    let workspace = match &arguments.workspace {
        None if arguments.demo => "demo".to_owned(),
        None => "desk".to_owned(),
        Some(folder) => {
            let whole = std::fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
            let whole = whole.unwrap_or_else(|_| folder.clone());
            let digest = Sha256::digest(whole.as_os_str().as_encoded_bytes());
            digest.iter().take(8).fold("w".to_owned(), |name, byte| format!("{name}{byte:02x}"))
        }
    };
    format!("app.countersign.desktop.{workspace}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_workspace_has_a_name_of_its_own() {
        let of = |workspace: Option<&str>, demo| {
            name_of(&Arguments { demo, workspace: workspace.map(Into::into), ..Arguments::default() })
        };
        let names = [of(None, false), of(None, true), of(Some("/a"), false), of(Some("/b"), false)];
        for (at, name) in names.iter().enumerate() {
            assert!(names.iter().skip(at + 1).all(|other| other != name), "{name} twice");
            assert!(name.split('.').all(|part| !part.starts_with(|sign: char| sign.is_ascii_digit())));
        }
        assert_eq!(of(Some("/a/../a"), false).len(), of(Some("/a"), false).len());
    }
}
