//! Embeds the page and the capabilities into the window's binary.

use std::path::Path;

fn main() {
    // Tauri's own message names a path and no remedy; whoever calls cargo by
    // hand on a fresh clone meets this one first.
    let page = Path::new("../ui/dist/index.html");
    println!("cargo::rerun-if-changed=../ui/dist/index.html");
    if !page.is_file() {
        println!(
            "cargo::error=the page is not built: ui/dist/index.html is missing. \
             `cargo xtask run` builds everything in order; by hand: cd ui && npm ci && npm run build"
        );
        return;
    }
    tauri_build::build();
}
