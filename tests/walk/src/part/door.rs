//! The org owner's part: the channel, the invitation, the vendor's key.

use std::time::Duration;

use serde_json::Value;

use crate::fault::{Fault, holds, same};
use crate::stage::Stage;
use crate::window::{tid, tids};

/// A vendor as it stood on the Vendors screen.
pub struct Vendor {
    /// Its key's fingerprint.
    pub fingerprint: String,
}

/// Step 1: on; the handle is minted.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn switch_on(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("1 channel");
    stage.window.click(&tid("nav-settings")).await?;
    stage.window.attribute_is(&tid("channel-switch"), "aria-checked", "false").await?;
    let before = stage.window.count(&tid("channel-handle")).await?;
    same("handles before the channel is on", &0, &before)?;
    stage.held("the channel is off, and there is no handle");
    stage.guide_acts("channel").await?;
    stage.window.attribute_is(&tid("channel-switch"), "aria-checked", "true").await?;
    let handle = stage.window.text(&tid("channel-handle")).await?;
    holds("the handle", handle.starts_with("anp_org_"), "anp_org_…", &handle)?;
    stage.guide_stands("channel", "done").await?;
    stage.window.shoot_both("channel-on").await?;
    stage.held(&format!("the channel is on: {handle}"));
    Ok(())
}

/// Step 2: the vendor's agent, a process of its own, registers.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn invite(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("2 invite");
    stage.guide_acts("invite").await?;
    stage.guide_stands("invite", "done").await?;
    let application = stage.driver.application()?;
    let agents = crate::processes::descendants(application, &stage.places.command_line());
    same("vendor's agents as processes of their own", &1, &agents.len())?;
    stage.held("the vendor's agent runs as another process and has registered");
    Ok(())
}

/// Step 3: name, contact and fingerprint are looked at, and the key is verified.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn verify(stage: &mut Stage) -> Result<Vendor, Fault> {
    stage.begin("3 verify");
    let window = &mut stage.window;
    window.click(&tid("nav-vendors")).await?;
    let row = tids("vendor-row-");
    window.attribute_is(&row, "data-status", "sandbox").await?;
    let words = window.text(&row).await?;
    for wanted in ["Contoso Seller Agent", "Contoso", "sales@contoso.example"] {
        holds("the waiting vendor", words.contains(wanted), wanted, &words)?;
    }
    let print = format!("{row} {}", tid("fingerprint"));
    let fingerprint = window.attribute(&print, "data-value").await?;
    window.shoot_both("vendor-waits").await?;
    let own = own_fingerprint(stage).await?;
    same("the vendor's fingerprint, as its own process says it", &own, &fingerprint)?;
    stage.held(&format!("Contoso Seller Agent waits, sales@contoso.example, {fingerprint}"));

    let window = &mut stage.window;
    window.click(&tid("vendor-verify")).await?;
    let asked = window.attribute(&format!("[role=\"dialog\"] {}", tid("fingerprint")), "data-value").await?;
    same("the fingerprint in the question", &fingerprint, &asked)?;
    window.shoot("vendor-question").await?;
    window.click(&tid("vendor-verify-confirm")).await?;
    window.attribute_is(&row, "data-status", "verified").await?;
    window.gone("[role=\"dialog\"]").await?;
    let status = window.text(&tid("vendor-status")).await?;
    holds("who verified the vendor", status.contains("Olivia Owner"), "Olivia Owner", &status)?;
    window.shoot_both("vendor-verified").await?;
    stage.guide_stands("verify", "done").await?;
    stage.held("the vendor is verified by the person's hand");
    Ok(Vendor { fingerprint })
}

/// What the vendor's process itself said when it registered.
async fn own_fingerprint(stage: &Stage) -> Result<String, Fault> {
    let path = stage.places.vendor("steps.jsonl");
    let until = tokio::time::Instant::now() + Duration::from_secs(30);
    loop {
        let text = std::fs::read_to_string(&path).map_err(Fault::cannot(path.display()))?;
        let said = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .find(|step| step.get("step").and_then(Value::as_str) == Some("registered"))
            .and_then(|step| step.get("fingerprint").and_then(Value::as_str).map(str::to_owned));
        if let Some(said) = said {
            return Ok(said);
        }
        if tokio::time::Instant::now() > until {
            return Err(Fault::new(path.display(), "the step `registered`", text));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
