//! The evidence: saved, judged here, judged by the command line, held against the vendor's own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::fault::{Fault, holds, same};
use crate::part::answer::Accepted;
use crate::part::offer;
use crate::stage::Stage;
use crate::window::{Theme, tid, tids};

/// The price in our first counter, and what it is altered to.
const DIGIT: (&str, &str) = ("1003.2", "1003.3");

/// The saved log.
pub struct Saved {
    path: PathBuf,
    text: String,
    log: Value,
}

impl Saved {
    fn events(&self) -> &[Value] {
        self.log.get("events").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The number of the first event whose text holds something.
    fn first_with(&self, wanted: &str) -> Result<u64, Fault> {
        let event = self.events().iter().find(|event| event.to_string().contains(wanted));
        let seq = event.and_then(|event| event.get("seq")?.as_u64());
        seq.ok_or_else(|| Fault::new("the saved log", format!("an event with {wanted}"), "none"))
    }
}

/// Step 6: one click saves the log; what was accepted is what the vendor offered last.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn save(stage: &mut Stage, accepted: &Accepted) -> Result<Saved, Fault> {
    stage.begin("6 save");
    stage.window.click(&tid("save-log")).await?;
    let path = PathBuf::from(stage.window.attribute(&tid("saved-path"), "data-path").await?);
    stage.window.attribute_is(&tid("saved-verdict"), "data-outcome", "green").await?;
    let text = std::fs::read_to_string(&path).map_err(Fault::cannot(path.display()))?;
    let log = serde_json::from_str(&text).map_err(Fault::cannot(path.display()))?;
    let saved = Saved { path, text, log };
    let last = saved.events().iter().rfind(|event| {
        let is = |key, wanted: &[&str]| {
            event.get(key).and_then(Value::as_str).is_some_and(|text| wanted.contains(&text))
        };
        is("actor", &["vendor_agent"]) && is("kind", &["offer", "counter_offer"])
    });
    let hash = last.and_then(|event| event.get("event_hash")?.as_str()).unwrap_or_default().to_owned();
    same("the hash of the vendor's last offer", &hash, &accepted.offer)?;
    stage.guide_stands("save", "done").await?;
    stage.window.shoot("log-saved").await?;
    stage.held(&format!("the log is saved and green: {}", saved.path.display()));
    keep(&saved.path, &stage.places.out("saved-log.json"))?;
    Ok(saved)
}

/// The guide's last step judges the saved log and its own altered copy.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn guide_checks(stage: &mut Stage, saved: &Saved) -> Result<(), Fault> {
    stage.begin("6 guide");
    let first = saved.first_with("\"unit_price\"")?;
    stage.guide_acts("check").await?;
    let outcome = stage.window.text(&tid("guide-outcome")).await?;
    same("the guide's outcome", &format!("green; red at event {first}"), &outcome)?;
    stage.guide_stands("check", "done").await?;
    stage.held(&format!("the guide's last step says: {outcome}"));
    Ok(())
}

/// `countersign verify`, which knows nothing but the file.
///
/// # Errors
/// What it said instead.
pub fn command_line(stage: &mut Stage, saved: &Saved) -> Result<(), Fault> {
    stage.begin("6 verify");
    let program = stage.places.command_line();
    let (code, said) = judged(&program, &saved.path)?;
    same("the exit code for the saved log", &Some(0), &code)?;
    let field = |said: &Value, name: &str| said.get(name).cloned().unwrap_or_default();
    same("its verdict", &json!("green"), &field(&said, "verdict"))?;
    same("its events", &json!(saved.events().len()), &field(&said, "event_count"))?;
    stage.held(&format!("`countersign verify` says green: {} events", saved.events().len()));

    let seq = saved.first_with(DIGIT.0)?;
    let altered = stage.places.out("altered-log.json");
    std::fs::write(&altered, saved.text.replacen(DIGIT.0, DIGIT.1, 1))
        .map_err(Fault::cannot(altered.display()))?;
    let (code, said) = judged(&program, &altered)?;
    same("the exit code for the altered copy", &Some(1), &code)?;
    same("its verdict", &json!("red"), &field(&said, "verdict"))?;
    let fault = said.pointer("/faults/0").cloned().unwrap_or_default();
    same("the event of its first fault", &json!(seq), &field(&fault, "seq"))?;
    stage.held(&format!(
        "one digit changed ({} to {}): red at event {seq}, check {}",
        DIGIT.0,
        DIGIT.1,
        field(&fault, "check")
    ));
    Ok(())
}

fn judged(program: &Path, log: &Path) -> Result<(Option<i32>, Value), Fault> {
    let done = Command::new(program)
        .arg("verify")
        .arg(log)
        .arg("--json")
        .stdin(Stdio::null())
        .output()
        .map_err(Fault::cannot(program.display()))?;
    let said = serde_json::from_slice(&done.stdout)
        .map_err(|error| Fault::new("what it said", "JSON", format!("{error}: {done:?}")))?;
    Ok((done.status.code(), said))
}

/// The vendor's process saved the log too: byte for byte the same.
///
/// # Errors
/// Where it never came, or differs.
pub async fn vendors_own(stage: &mut Stage, saved: &Saved) -> Result<(), Fault> {
    stage.begin("6 vendor");
    let path = stage.places.vendor("vendor-log.json");
    let whole = async || match std::fs::read_to_string(&path) {
        Ok(text) if text.ends_with('}') || text.ends_with("}\n") => Ok(Ok(text)),
        Ok(text) => Ok(Err(format!("{} bytes of it", text.len()))),
        Err(error) => Ok(Err(error.to_string())),
    };
    let own = stage.window.until("the vendor's own log is there", whole).await?;
    holds("the vendor's own log", own == saved.text, "byte for byte the desk's", "another")?;
    keep(&path, &stage.places.out("vendor-log.json"))?;
    stage.held(&format!("the vendor's own log is the same, byte for byte: {} bytes", own.len()));
    Ok(())
}

/// The screen on which anybody's log is judged: by its path, and dropped on the window.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn judged_in_the_window(stage: &mut Stage, saved: &Saved) -> Result<(), Fault> {
    stage.begin("6 window");
    let window = &mut stage.window;
    let verdict = format!("{} {}", tid("screen-verify"), tid("verdict"));
    window.click(&tid("nav-verify")).await?;
    window.fill(&tid("verify-path"), &saved.path.to_string_lossy()).await?;
    window.click(&tid("verify-go")).await?;
    window.attribute_is(&verdict, "data-outcome", "green").await?;
    window.shoot_both("verify-green").await?;

    let seq = saved.first_with(DIGIT.0)?;
    let altered = stage.places.out("altered-log.json");
    let text = std::fs::read_to_string(&altered).map_err(Fault::cannot(altered.display()))?;
    drop_text(window, &tid("verify-drop"), "altered-log.json", &text).await?;
    window.attribute_is(&verdict, "data-outcome", "red").await?;
    let name = window.text(&tid("verify-file-name")).await?;
    same("the file that is judged", &"altered-log.json".to_owned(), &name)?;
    let run = format!("{} li[data-state=\"fault\"]", tid("screen-verify"));
    window.attribute_is(&run, "data-from", &seq.to_string()).await?;
    window.shoot_both("verify-red").await?;
    stage.held(&format!(
        "the window says green of the saved log, and red at event {seq} of the copy dropped on it"
    ));
    Ok(())
}

/// Drops a file with this text on a part of the page.
///
/// # Errors
/// Where the page does not take it.
pub async fn drop_text(
    window: &crate::window::Window,
    selector: &str,
    name: &str,
    text: &str,
) -> Result<(), Fault> {
    // WebDriver cannot carry a file across the window's edge: the drop itself is made by a script.
    let drop = "const [selector, name, text] = arguments;
        const carried = new DataTransfer();
        carried.items.add(new File([text], name, { type: 'application/json' }));
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried });
        const target = document.querySelector(selector);
        target.dispatchEvent(event);
        return event.dataTransfer?.files.length ?? 0;";
    let carried = window.script(drop, vec![json!(selector), json!(name), json!(text)]).await?;
    same("files carried by the drop", &json!(1), &carried)
}

/// The dark theme, chosen in Settings, over every screen.
///
/// # Errors
/// Where a screen does not come.
pub async fn every_screen(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("screens");
    for theme in [Theme::Dark, Theme::Light] {
        stage.window.click(&tid("nav-settings")).await?;
        stage.window.choose(&format!("theme-{}", theme.name())).await?;
        stage.window.attribute_is("html", "data-theme", theme.name()).await?;
        for screen in ["settings", "today", "deals", "vendors", "verify"] {
            stage.window.click(&tid(&format!("nav-{screen}"))).await?;
            stage.window.see(&tid(&format!("screen-{screen}"))).await?;
            stage.window.shoot(&format!("{screen}-{}", theme.name())).await?;
        }
        offer::open_deal(stage).await?;
        stage.window.see(&tids("ledger-")).await?;
        stage.window.shoot(&format!("deal-{}", theme.name())).await?;
    }
    stage.held("every screen in the dark and the light theme, chosen in Settings");
    Ok(())
}

fn keep(from: &Path, to: &Path) -> Result<(), Fault> {
    std::fs::copy(from, to).map(drop).map_err(Fault::cannot(to.display()))
}
