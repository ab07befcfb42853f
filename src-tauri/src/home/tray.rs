//! The icon in the tray, where the desktop has one, and the counts beside the window's name.

use tauri::menu::{Menu, MenuItem};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager as _, Wry};

use super::instance::forward;

/// The icon's name within the application.
const TRAY: &str = "main";

/// Words of the icon's menu, in the person's language.
pub struct TrayWords {
    /// Brings the window forward.
    pub open: String,
    /// Ends the application.
    pub quit: String,
}

/// Shows how much waits: in the window's title, on its icon in the dock, in the tray.
///
/// # Errors
/// Where the window system refuses the title.
pub fn waiting(app: &AppHandle, count: u32, title: &str, words: &TrayWords) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window("main") {
        window.set_title(title)?;
        // Docks that know no badges are no trouble.
        let _ = window.set_badge_count((count > 0).then(|| i64::from(count)));
    }
    let shown = (count > 0).then(|| count.to_string());
    if let Some(tray) = app.tray_by_id(TRAY) {
        let _ = tray.set_title(shown.as_deref());
        let _ = tray.set_menu(Some(menu(app, words)?));
        return Ok(());
    }
    if has_tray() {
        raise(app, shown.as_deref(), &menu(app, words)?);
    }
    Ok(())
}

fn menu(app: &AppHandle, words: &TrayWords) -> tauri::Result<Menu<Wry>> {
    let open = MenuItem::with_id(app, "open", &words.open, true, None::<&str>)?;
    let quit = MenuItem::with_id(app, "quit", &words.quit, true, None::<&str>)?;
    Menu::with_items(app, &[&open, &quit])
}

/// Raises the icon. The library behind it is looked for while it runs, and panics where it
/// is not installed: then there is no icon, and that is all.
fn raise(app: &AppHandle, shown: Option<&str>, menu: &Menu<Wry>) {
    let mut builder =
        TrayIconBuilder::with_id(TRAY).menu(menu).tooltip("Countersign").on_menu_event(|app, event| {
            if event.id() == "quit" {
                app.exit(0);
            } else {
                forward(app);
            }
        });
    if let Some(icon) = app.default_window_icon() {
        builder = builder.icon(icon.clone());
    }
    if let Some(shown) = shown {
        builder = builder.title(shown);
    }
    let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| builder.build(app)));
    if !matches!(built, Ok(Ok(_))) {
        tracing::info!("the desktop has a tray, and its library is not installed");
    }
}

/// Whether this desktop shows icons in a tray.
#[cfg(target_os = "linux")]
fn has_tray() -> bool {
    let asked = || {
        let bus = zbus::blocking::Connection::session()?;
        let bus = zbus::blocking::fdo::DBusProxy::new(&bus)?;
        Ok::<_, zbus::Error>(bus.name_has_owner("org.kde.StatusNotifierWatcher".try_into()?)?)
    };
    asked().unwrap_or(false)
}

#[cfg(not(target_os = "linux"))]
fn has_tray() -> bool {
    true
}
