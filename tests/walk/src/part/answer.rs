//! Answers: two that are stopped, two counters, the acceptance.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::fault::{Fault, holds, same};
use crate::part::first_run::Person;
use crate::stage::Stage;
use crate::window::{tid, tids};

const PRICE: &str = "form-line-0-unit_price";
const TERM: &str = "form-term_months";

/// What was accepted.
pub struct Accepted {
    /// The hash that the close names.
    pub offer: String,
}

/// A message that tells the mandate's target does not leave.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn secret_is_stopped(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("5 screen");
    let window = &mut stage.window;
    window.click(&tid("hold-message")).await?;
    window.fill(&tid("message-body"), "Between us: our target is 525,000 a year.").await?;
    window.click(&tid("form-review")).await?;
    window.attribute_is(&tid("review-screen"), "data-outcome", "blocked").await?;
    window.attribute_is(&tid("review-obstacle"), "data-code", "screen_blocked").await?;
    let open = window.enabled(&tid("review-approve")).await?;
    holds("approving", !open, "it cannot be approved", "it can")?;
    window.shoot_both("secret-stopped").await?;
    window.click(&tid("answer-cancel")).await?;
    window.gone(&tid("answer-dialog")).await?;
    stage.held("a message with the secret target is stopped by the screen and cannot be approved");
    Ok(())
}

/// A counter above the walk-away price cannot be approved.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn beyond_walk_away_is_stopped(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("5 guard");
    let window = &mut stage.window;
    window.press("c").await?;
    window.see(&tid("answer-dialog")).await?;
    window.fill(&tid(PRICE), "1180").await?;
    window.click(&tid("form-review")).await?;
    window.attribute_is(&tid("review-guard-walk_away"), "data-blocks", "true").await?;
    window.attribute_is(&tid("review-obstacle"), "data-code", "outside_mandate").await?;
    let open = window.enabled(&tid("review-approve")).await?;
    holds("approving", !open, "it cannot be approved", "it can")?;
    window.shoot_both("beyond-walk-away").await?;
    let found = window.text(&tid("review-guard-walk_away")).await?;
    window.click(&tid("answer-cancel")).await?;
    window.gone(&tid("answer-dialog")).await?;
    stage.held(&format!("a counter of 590,000 cannot be approved: {found:?}"));
    Ok(())
}

/// The counter: written on the offer's own form, seen exactly, approved.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn counter(stage: &mut Stage, person: &Person) -> Result<(), Fault> {
    stage.begin("5 counter");
    let window = &mut stage.window;
    window.press("c").await?;
    window.see(&tid("answer-dialog")).await?;
    window.fill(&tid(PRICE), "1003.20").await?;
    window.fill(&tid(TERM), "24").await?;
    window.attribute_is(&tid("form-total"), "data-value", "501600").await?;
    window.shoot_both("counter-form").await?;
    stage.held("the counter is written on the offer's form: 1,003.20 a seat, 24 months, 501,600 a year");

    let window = &mut stage.window;
    window.click(&tid("form-review")).await?;
    let payload = exact(window, 0).await?;
    for wanted in ["\"unit_price\":1003.2}", "\"term_months\":24"] {
        holds("the payload", payload.contains(wanted), wanted, &payload)?;
    }
    let signer = format!("{} {}", tid("review-signer"), tid("fingerprint"));
    let signs = window.attribute(&signer, "data-value").await?;
    same("the key that signs", &person.fingerprint, &signs)?;
    window.shoot_both("counter-review").await?;
    stage.held("the review shows the exact bytes, their hash, and whose key signs");

    let window = &mut stage.window;
    window.click(&tid("review-approve")).await?;
    sent(window).await?;
    window.shoot("counter-sent").await?;
    window.click(&tid("result-done")).await?;
    window.gone(&tid("answer-dialog")).await?;
    stage.guide_stands("counter", "done").await?;
    stage.held("the counter was approved and stands on the ledger");
    Ok(())
}

/// The second counter, without the mouse.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn counter_by_keys(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("6 counter");
    let window = &mut stage.window;
    window.press("c").await?;
    window.see(&tid(PRICE)).await?;
    window.fill(&tid(PRICE), "1045.60").await?;
    window.attribute_is(&tid("form-total"), "data-value", "522800").await?;
    window.press_go().await?;
    let payload = exact(window, 0).await?;
    holds("the payload", payload.contains("\"unit_price\":1045.6}"), "1045.6", &payload)?;
    window.attribute_is(&tid("review-approve"), "aria-keyshortcuts", "Control+Enter").await?;
    window.press_go().await?;
    sent(window).await?;
    window.press_go().await?;
    window.gone(&tid("answer-dialog")).await?;
    stage.held("a second counter, 1,045.60 a seat, went out by keys alone");
    Ok(())
}

/// The acceptance: two events, one decision.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn accept(stage: &mut Stage, person: &Person) -> Result<Accepted, Fault> {
    stage.begin("6 accept");
    let window = &mut stage.window;
    window.press("a").await?;
    window.see(&tid("review-signer")).await?;
    let signer = format!("{} {}", tid("review-signer"), tid("fingerprint"));
    let signs = window.attribute(&signer, "data-value").await?;
    same("the key that signs", &person.fingerprint, &signs)?;
    same("events of an acceptance", &2, &window.count(&tid("review-payload")).await?)?;
    let (terms, close) = (exact(window, 0).await?, exact(window, 1).await?);
    for wanted in ["\"unit_price\":1088}", "\"unit_price\":21000}"] {
        holds("our equal counter", terms.contains(wanted), wanted, &terms)?;
    }
    let offer = close.strip_prefix("{\"reason\":\"accepted ").and_then(|rest| rest.strip_suffix("\"}"));
    let offer = offer.ok_or_else(|| Fault::new("the close", "accepted <hash>", &close))?.to_owned();
    window.shoot_both("accept-review").await?;
    stage.held(&format!("the acceptance is two events: the vendor's own terms, and the close {close}"));

    let window = &mut stage.window;
    window.click(&tid("review-approve")).await?;
    sent(window).await?;
    window.click(&tid("result-done")).await?;
    window.gone(&tid("answer-dialog")).await?;
    window.see(&format!("{} [data-state=\"accepted\"]", tid("screen-deal"))).await?;
    window.see("[data-testid=\"timeline\"] > li[data-kind=\"close\"]").await?;
    stage.guide_stands("accept", "done").await?;
    stage
        .window
        .attribute_is(&format!("{} {}", tids("ledger-"), tid("verdict")), "data-outcome", "green")
        .await?;
    stage.window.shoot_both("deal-accepted").await?;
    stage.held("approved: the deal shows accepted, the ledger is green");
    Ok(Accepted { offer })
}

async fn sent(window: &crate::window::Window) -> Result<(), Fault> {
    window.attribute_is(&tid("approved-result"), "data-kind", "sent").await
}

/// The payload as the review shows it; its hash is computed here and held against the
/// one that is shown.
async fn exact(window: &crate::window::Window, at: usize) -> Result<String, Fault> {
    window.see(&tid("review-payload")).await?;
    let payload = window.content(&tid("review-payload"), at).await?;
    let shown = window.content(&tid("review-hash"), at).await?;
    let hash = Sha256::digest(payload.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    same("the payload's hash, computed by the walk", &hash, &shown.replace(char::is_whitespace, ""))?;
    Ok(payload)
}
