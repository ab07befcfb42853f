//! A campaign of USD 50,000 bought of a seller of media, who is the training seller in a process of
//! its own; and a liar, who is caught.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::fault::{Fault, holds, same};
use crate::stage::Stage;
use crate::window::{Window, tid, tids};

/// The training seller; ends when dropped.
pub struct Shop {
    url: String,
    token: String,
    _process: Child,
}

impl Shop {
    /// `countersign sandbox adcp`, as a person starts it, on a free port.
    async fn open(stage: &Stage, profile: &str) -> Result<Self, Fault> {
        let program = stage.places.command_line();
        let mut process = Command::new(&program)
            .args(["sandbox", "adcp", "--port", "0", "--profile", profile])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(Fault::cannot(program.display()))?;
        let says = process.stdout.take().ok_or_else(|| Fault::new(profile, "its first line", "no output"))?;
        let line = BufReader::new(says).lines().next_line().await.map_err(Fault::cannot(profile))?;
        let ready: Value = serde_json::from_str(&line.unwrap_or_default()).map_err(Fault::cannot(profile))?;
        let told = |name: &str| {
            let text = ready.get(name).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| Fault::new(profile, name.to_owned(), &ready))
        };
        Ok(Self { url: told("url")?, token: told("token")?, _process: process })
    }
}

/// The honest seller: asked, refined, compared, held, bought.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn bought(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("media");
    let shop = Shop::open(stage, "honest").await?;
    deal_with(stage, &shop, "Acme Outdoor Q4 media").await?;
    let card = stage.window.text(&tid("adcp-seller")).await?;
    for wanted in ["AdCP 3.2", "Total budget", "at most 3 alternatives", "requests for 24 hours"] {
        holds("the seller's card", card.contains(wanted), wanted, &card)?;
    }
    stage.window.shoot_both("media-seller").await?;
    stage.held("the deal has a seller, whose declaration stands beside it");
    first_draft(stage).await?;
    stage.window.shoot_both("media-first-draft").await?;
    refined(stage, "answered").await?;
    compared(stage).await?;
    held(stage).await?;
    accepted(stage).await
}

/// A new deal, and the seller that it is given.
async fn deal_with(stage: &mut Stage, shop: &Shop, title: &str) -> Result<(), Fault> {
    let window = &mut stage.window;
    window.click(&tid("nav-deals")).await?;
    window.click(&tid("deal-new")).await?;
    window.fill(&tid("deal-title"), title).await?;
    window.fill(&tid("deal-vendor"), "StreamHaus").await?;
    window.click(&tid("deal-make")).await?;
    window.click(&tid("adcp-give-seller")).await?;
    // All but address and token, which are this seller's own.
    window.click(&tid("adcp-practice")).await?;
    window.fill(&tid("adcp-field-url"), &shop.url).await?;
    window.fill(&tid("adcp-field-token"), &shop.token).await?;
    window.click(&tid("adcp-seller-save")).await?;
    window.gone(&tid("adcp-seller-dialog")).await?;
    window.see(&tid("adcp-place")).await.map(drop)
}

/// Writes a brief, up to the review of the request that it makes.
async fn briefed(window: &Window) -> Result<(), Fault> {
    window.click(&tid("adcp-request")).await?;
    window.fill(&tid("adcp-field-brief"), "Acme Outdoor, fourth quarter: reach hikers in October.").await?;
    window.click(&tid("form-review")).await
}

async fn first_draft(stage: &mut Stage) -> Result<(), Fault> {
    let window = &mut stage.window;
    briefed(window).await?;
    let payload = window.text(&tid("review-payload")).await?;
    holds("the request", payload.contains("acmeoutdoor.example"), "the brand", &payload)?;
    sent(window, "answered").await?;
    window.attribute_is(&tid("adcp-exchange-1"), "data-state", "answered").await?;
    let total = window.text(&tid("adcp-compare")).await?;
    holds("the first draft", total.contains("USD 60,000.00"), "USD 60,000.00", &total)?;
    stage.held("a brief brought a first draft of USD 60,000.00, whose digest was recomputed");
    Ok(())
}

/// Typed requirements: what the scenario of the guide asks for.
async fn refined(stage: &mut Stage, outcome: &str) -> Result<(), Fault> {
    let window = &mut stage.window;
    window.click(&tid("adcp-act-revise-1")).await?;
    window.fill(&tid("adcp-field-budget-max-0"), "50000").await?;
    window.fill(&tid("adcp-field-cpm-max-0"), "18").await?;
    window.fill(&tid("adcp-field-alternatives-0"), "3").await?;
    let product = |id: &str| format!("{}[data-product=\"{id}\"]", tids("adcp-field-product-0-"));
    window.select(&product("premium_video_q4"), "include").await?;
    window.select(&product("display_standard_q4"), "omit").await?;
    window.shoot_both("media-requirements").await?;
    let flight = window.count(&tid("adcp-dimension-flight-0")).await?;
    same("typed fields for what the seller does not declare", &0, &flight)?;
    window.click(&tid("form-review")).await?;
    let payload = window.text(&tid("review-payload")).await?;
    holds("the request", payload.contains("\"max\":50000"), "the ceiling as a number", &payload)?;
    sent(window, outcome).await?;
    stage.held("typed requirements left after a review of their exact bytes");
    Ok(())
}

async fn compared(stage: &mut Stage) -> Result<(), Fault> {
    let window = &mut stage.window;
    let here = |what: &str| format!("{} {what}", tid("adcp-exchange-2"));
    window.attribute_is(&tid("adcp-exchange-2"), "data-state", "answered").await?;
    same("drafts side by side", &3, &window.count(&here("thead th")).await?)?;
    let cells = window.attributes(&here(&tid("adcp-cell")), &["data-met", "data-claim"]).await?;
    // Budget, price, two products, alternatives: five requirements at three drafts.
    same("requirements that were recomputed", &vec!["met met".to_owned(); 15], &cells)?;
    let digests = window.attributes(&here(&tid("adcp-digest")), &["data-holds"]).await?;
    same("digests that hold", &vec!["true".to_owned(); 3], &digests)?;
    window.shoot_both("media-compared").await?;
    stage.held("three drafts stand side by side: 15 requirements recomputed, three digests the same");
    Ok(())
}

async fn held(stage: &mut Stage) -> Result<(), Fault> {
    let window = &mut stage.window;
    window.click(&tid("adcp-act-finalize-2")).await?;
    window.click(&tid("form-review")).await?;
    sent(window, "answered").await?;
    let hold = format!("{} {}", tid("adcp-held-5"), tid("adcp-hold"));
    window.attribute_is(&hold, "data-phase", "calm").await?;
    let left = window.text(&hold).await?;
    holds("the countdown", left.chars().any(|sign| sign.is_ascii_digit()), "minutes", &left)?;
    window.shoot_both("media-held").await?;
    stage.held(&format!("the first of them is held: {left}"));
    Ok(())
}

async fn accepted(stage: &mut Stage) -> Result<(), Fault> {
    let window = &mut stage.window;
    let here = format!("{} {}", tid("adcp-exchange-3"), tid("adcp-digest"));
    let words = window.text(&here).await?;
    let digest = words.split_whitespace().find(|word| word.starts_with("sha256:")).unwrap_or_default();
    window.click(&tid("adcp-held-accept-5")).await?;
    let payload = window.text(&tid("review-payload")).await?;
    let bound = format!("\"proposal_terms_digest\":\"{digest}\"");
    holds("the acceptance", !digest.is_empty() && payload.contains(&bound), &bound, &payload)?;
    window.shoot_both("media-accept").await?;
    // By keys alone: to the signature, and past the moment in which it can be taken back.
    window.press_go().await?;
    window.see(&tid("undo-now")).await?;
    window.press_go().await?;
    window.attribute_is(&tid("adcp-outcome"), "data-kind", "answered").await?;
    window.press_go().await?;
    window.gone(&tid("adcp-dialog")).await?;
    window.attribute_is(&tid("adcp-buy"), "data-ended", "false").await?;
    window.see("[data-stage=\"accepted\"]").await?;
    window.shoot_both("media-bought").await?;
    stage.held("accepted by keys alone, with the digest that was shown: the media buy stands");
    Ok(())
}

/// Releases what the screen holds, as its owner may, then signs and sends, and closes the dialog.
async fn sent(window: &Window, outcome: &str) -> Result<(), Fault> {
    window.see(&tid("review-payload")).await?;
    for number in 0..window.count(&tids("review-release-")).await? {
        window.click(&tid(&format!("review-release-{number}"))).await?;
    }
    window.click(&tid("review-approve")).await?;
    window.click(&tid("undo-now")).await?;
    window.attribute_is(&tid("adcp-outcome"), "data-kind", outcome).await?;
    window.click(&tid("result-done")).await?;
    window.gone(&tid("adcp-dialog")).await
}

/// A seller whose draft is above the ceiling, and who says that it is not.
///
/// # Errors
/// Where the lie is not shown, or anything can be done with it.
pub async fn liar_is_caught(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("media liar");
    let shop = Shop::open(stage, "over-budget").await?;
    deal_with(stage, &shop, "Acme Outdoor at another seller").await?;
    first_draft(stage).await?;
    refined(stage, "faulty").await?;
    let window = &mut stage.window;
    let here = |what: &str| format!("{} {what}", tid("adcp-exchange-2"));
    window.attribute_is(&here(&tid("adcp-verdict")), "data-holds", "false").await?;
    let faults = window.text(&here(&tid("adcp-faults"))).await?;
    let said = "A requirement and what is said of it do not fit";
    holds("the verdict", faults.contains(said), said, &faults)?;
    let against = here(&format!("{}[data-contradicts=\"true\"]", tid("adcp-cell")));
    let cell = window.text(&against).await?;
    holds("the lie's cell", cell.contains("not met"), "not met", &cell)?;
    let drafts = window.count(&here("[data-stage]")).await?;
    holds("the liar's drafts", drafts > 0, "some", drafts.to_string())?;
    same("of them usable", &0, &window.count(&here("[data-stage]:not([data-stage=\"faulty\"])")).await?)?;
    same("buttons in the liar's answer", &0, &window.count(&here(&tids("adcp-act-"))).await?)?;
    window.shoot_both("media-liar").await?;
    stage.held(&format!("a lying answer is shown red and has no button: {cell:?}"));
    Ok(())
}

/// A seller who does what it is asked and drops the line before its answer.
///
/// # Errors
/// Where the doubt is not shown, or is not settled.
pub async fn doubt_is_settled(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("media doubt");
    let shop = Shop::open(stage, "drops-answer").await?;
    deal_with(stage, &shop, "Acme Outdoor over a bad line").await?;
    let window = &mut stage.window;
    briefed(window).await?;
    sent(window, "doubt").await?;
    stage.held("no answer came: the request is shown as in doubt, not as failed and not as done");
    // The same bytes go again by themselves.
    let window = &mut stage.window;
    window.attribute_is(&tid("adcp-exchange-1"), "data-state", "answered").await?;
    let drafts = window.count(&format!("{} thead th", tid("adcp-exchange-1"))).await?;
    same("drafts of a request that was sent twice", &1, &drafts)?;
    let words = window.text(&tid("adcp-exchange-1")).await?;
    holds("the settled request", words.contains("The answer holds."), "The answer holds.", &words)?;
    window.shoot("media-doubt-settled").await?;
    stage.held("the same bytes settled it: one draft came of it");
    Ok(())
}
