//! One scene after the other: drawn, pictured, held to the rules.
#![allow(clippy::print_stdout, reason = "what it found is what it is run for")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::Client;
use serde_json::{Value, json};
use walk::{Driver, Fault};

use crate::Arguments;

/// Where Debian's and Ubuntu's `WebKitGTK` keeps its plain browser, by architecture.
const BROWSERS: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
];

/// How long a scene may take to stand. Only a broken one waits so long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The window's usual size, and what is left of it for the page at 200 %.
const SIZES: [(u32, u32, &str); 2] = [(1280, 800, ""), (640, 400, "-200")];

/// Draws them all; true where no rule is broken.
///
/// # Errors
/// Where a scene does not stand in time.
pub async fn draw(arguments: &Arguments, address: &str) -> Result<bool, Fault> {
    let browser = browser()?;
    let driver = Driver::start(&browser, &arguments.out.join("driver.log"), &[]).await?;
    let client = driver.open_as("MiniBrowser", &[OsString::from("--automation")]).await?;
    let drawn = every(&client, arguments, address).await;
    let closed = client.close().await.map_err(Fault::cannot("closing the window"));
    drop(driver);
    let held = drawn?;
    closed?;
    Ok(held)
}

async fn every(client: &Client, arguments: &Arguments, address: &str) -> Result<bool, Fault> {
    goto(client, &format!("{address}?list&language={}", arguments.language)).await?;
    let names =
        client.execute("return window.scenes", vec![]).await.map_err(Fault::cannot("the scenes' names"))?;
    let names: Vec<String> = serde_json::from_value(names).map_err(Fault::cannot("the scenes' names"))?;
    let wanted = |name: &&String| {
        arguments.only.is_empty() || arguments.only.iter().any(|part| name.as_str() == part.as_str())
    };
    let mut broken = 0_usize;
    let mut drawn = 0_usize;
    for (width, height, mark) in SIZES {
        if !mark.is_empty() && !arguments.rules {
            break;
        }
        resize(client, width, height).await?;
        for name in names.iter().filter(wanted) {
            for theme in ["light", "dark"] {
                let axe = if arguments.rules { "&axe" } else { "" };
                let language = &arguments.language;
                goto(client, &format!("{address}?picture={name}&theme={theme}&language={language}{axe}"))
                    .await?;
                let found = text(client, "#axe").await?;
                for line in found.lines() {
                    println!("✗ {name}, {theme}, {width} wide: {line}");
                    broken += 1;
                }
                shoot(client, &arguments.out.join(format!("{name}-{theme}{mark}.png"))).await?;
                drawn += 1;
            }
        }
    }
    println!("{drawn} pictures in {}; {broken} broken rules", arguments.out.display());
    Ok(broken == 0 && drawn > 0)
}

fn browser() -> Result<PathBuf, Fault> {
    let found = BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    found.ok_or_else(|| Fault::new("WebKitGTK's plain browser", BROWSERS.join(" or "), "neither is there"))
}

/// Loads a page and waits until it says that it stands.
async fn goto(client: &Client, address: &str) -> Result<(), Fault> {
    client.goto(address).await.map_err(Fault::cannot(address))?;
    let stands = "const done = arguments[0];
        const look = () => document.documentElement.dataset.stands
            ? requestAnimationFrame(() => requestAnimationFrame(() => done()))
            : setTimeout(look, 20);
        look();";
    match tokio::time::timeout(PATIENCE, client.execute_async(stands, vec![])).await {
        Ok(done) => done.map(drop).map_err(Fault::cannot(address)),
        Err(_) => Err(Fault::new(address, "it stands", format!("not within {PATIENCE:?}"))),
    }
}

/// Makes the page itself, without the browser's frame, so large.
async fn resize(client: &Client, width: u32, height: u32) -> Result<(), Fault> {
    let mut outer = (width, height);
    for _ in 0..4 {
        client.set_window_size(outer.0, outer.1).await.map_err(Fault::cannot("the window's size"))?;
        tokio::time::sleep(Duration::from_millis(150)).await;
        let inner = client
            .execute("return [innerWidth, innerHeight]", vec![])
            .await
            .map_err(Fault::cannot("the page's size"))?;
        let side = |at: usize| inner.get(at).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        let (Some(wide), Some(high)) = (side(0), side(1)) else { break };
        if (wide, high) == (width, height) {
            return Ok(());
        }
        outer = ((outer.0 + width).saturating_sub(wide), (outer.1 + height).saturating_sub(high));
    }
    Ok(())
}

async fn text(client: &Client, selector: &str) -> Result<String, Fault> {
    let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
    let found =
        client.execute(script, vec![json!(selector)]).await.map_err(Fault::cannot(selector.to_owned()))?;
    Ok(found.as_str().unwrap_or_default().to_owned())
}

async fn shoot(client: &Client, path: &Path) -> Result<(), Fault> {
    let hide = "document.querySelector('#axe')?.remove()";
    client.execute(hide, vec![]).await.map_err(Fault::cannot("the report"))?;
    let picture = client.screenshot().await.map_err(Fault::cannot("a screenshot"))?;
    std::fs::write(path, picture).map_err(Fault::cannot(path.display()))
}
