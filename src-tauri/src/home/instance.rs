//! One window a workspace: a second start brings the first one forward and hands over what
//! it was given.

use std::path::Path;
use std::time::Duration;

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

/// The window is closed: who starts now is not sent here any more.
pub fn give_up(window: &tauri::Window) {
    tauri_plugin_single_instance::destroy(window);
}

/// Set by a start that was begun anew: how often.
pub(super) const ANEW: &str = "COUNTERSIGN_ANEW";

/// How often a start meets a window that closes before it gives up.
const MOST: u8 = 10;

/// Between two of them.
const CLOSING: Duration = Duration::from_millis(200);

/// Begins this start anew where the window that was met closed while it was spoken to: whoever closes
/// the window and opens it again at once gets one. Returns where that is not what went wrong.
pub fn begin_anew(error: &tauri::Error) {
    let met = std::env::var(ANEW).ok().and_then(|times| times.parse().ok()).unwrap_or(0);
    if !closing(error) || met >= MOST {
        return;
    }
    std::thread::sleep(CLOSING);
    #[cfg(unix)]
    if let Ok(program) = std::env::current_exe() {
        use std::os::unix::process::CommandExt as _;
        let mut anew = std::process::Command::new(program);
        // It returns only where the program cannot be run, and then the first error is told.
        let _ = anew.args(std::env::args_os().skip(1)).env(ANEW, (met + 1).to_string()).exec();
    }
}

fn closing(error: &tauri::Error) -> bool {
    matches!(error, tauri::Error::PluginInitialization(plugin, _) if plugin == "single-instance")
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
    fn a_start_is_begun_anew_for_a_window_that_closes_alone() {
        let of = |plugin: &str| tauri::Error::PluginInitialization(plugin.into(), "gone".into());
        assert!(closing(&of("single-instance")));
        assert!(!closing(&of("opening")));
        assert!(!closing(&tauri::Error::WindowNotFound));
    }

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
