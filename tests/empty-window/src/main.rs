//! A Tauri window with nothing in it: what the application's window is measured beside.

fn main() -> tauri::Result<()> {
    tauri::Builder::default().run(tauri::generate_context!())
}
