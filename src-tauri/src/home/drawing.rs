//! How the page is drawn. The engine hands the page's layers to the graphics card; on a machine
//! without one that is done by the processor instead, by a compiler of shaders, which takes a hundred
//! megabytes and a good part of each frame. Such a machine (a virtual desktop, mostly) draws directly.

use tauri::WebviewWindow;

/// Set to `layers`, the page is drawn in layers whatever the machine has.
const ASKED: &str = "COUNTERSIGN_DRAWING";

/// Before the window system is spoken to: where there is no card it is not asked for one, which would
/// load the compiler of shaders only to find that out.
pub fn prepare() {
    #[cfg(target_os = "linux")]
    if draws_directly() {
        // No other thread has begun yet that could read it. Without it the start is slower, that is all.
        let _ = webkit2gtk::glib::setenv("GDK_GL", "disable", false);
    }
}

/// Lets the engine draw in the way that suits the machine; before the page is loaded.
pub fn suit(window: &WebviewWindow) {
    #[cfg(target_os = "linux")]
    {
        use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt as _};
        if !draws_directly() {
            return;
        }
        // An engine that cannot be reached draws as it always does.
        let _ = window.with_webview(|view| {
            if let Some(settings) = view.inner().settings() {
                settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
            }
        });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = window;
}

#[cfg(target_os = "linux")]
fn draws_directly() -> bool {
    !has_graphics_card() && std::env::var_os(ASKED).is_none_or(|asked| asked != "layers")
}

/// Whether the kernel offers a card that draws.
#[cfg(target_os = "linux")]
fn has_graphics_card() -> bool {
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    nodes.into_iter().any(|node| node.file_name().to_string_lossy().starts_with("renderD"))
}
