//! Native notifications.

use notify_rust::Notification;
use tauri::AppHandle;
use tauri_specta::Event as _;

use super::arrivals::{Arrival, Arrivals, ArrivedEvent};
use super::instance::forward;

/// How the desktop names the application, and its icon.
const NAME: &str = "Countersign";
const ICON: &str = "countersign-desktop";

/// Longest line that is shown, in characters.
const MOST: usize = 200;

/// Shows a notification; who clicks it finds the window at the link's place.
///
/// A desktop that shows none is no trouble: everything told here stands on *Today* as well.
pub async fn show(app: AppHandle, title: &str, body: &str, link: Option<String>) {
    let mut notification = Notification::new();
    // Some desktops read markup in the body; in the title none does. Names go there alone.
    notification.appname(NAME).icon(ICON).summary(&short(title)).body(&without_markup(&short(body)));
    notification.action("default", NAME);
    let Ok(shown) = notification.show_async().await else { return };
    // It waits for as long as the notification stands.
    std::thread::spawn(move || {
        shown.wait_for_action(|action| {
            if action == "default" {
                forward(&app);
                if let Some(link) = link {
                    tauri::Manager::state::<Arrivals>(&app).put([Arrival::Link { link }]);
                    let _ = ArrivedEvent.emit(&app);
                }
            }
        });
    });
}

fn short(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(MOST).collect()
}

fn without_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_is_one_short_line_without_markup() {
        assert_eq!(without_markup("<b>a & b</b>"), "&lt;b&gt;a &amp; b&lt;/b&gt;");
        assert_eq!(short("a\nb\u{7}"), "ab");
        assert_eq!(short(&"ü".repeat(900)).chars().count(), MOST);
    }
}
