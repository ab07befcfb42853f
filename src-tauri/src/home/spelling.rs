//! Spelling is checked where the page asks for it: in drafts. The engine uses the
//! dictionaries that the system has; without any it marks nothing.

use tauri::WebviewWindow;

/// Lets the engine check in the languages of the page and of the system.
pub fn check(window: &WebviewWindow, languages: Vec<String>) {
    #[cfg(target_os = "linux")]
    {
        use webkit2gtk::{WebContextExt as _, WebViewExt as _};
        // An engine that cannot be reached checks nothing, and nothing else suffers.
        let _ = window.with_webview(move |view| {
            if let Some(context) = view.inner().context() {
                let languages: Vec<&str> = languages.iter().map(String::as_str).collect();
                context.set_spell_checking_languages(&languages);
                context.set_spell_checking_enabled(!languages.is_empty());
            }
        });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (window, languages);
}
