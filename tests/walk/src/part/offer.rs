//! The deal: the mails, the session that waits, the offers that are held.

use crate::fault::{Fault, holds, same};
use crate::part::door::Vendor;
use crate::stage::Stage;
use crate::window::{tid, tids};

/// What stands on the thread; the mark of what is new since the last look is none of it.
const ENTRIES: &str = "[data-testid=\"timeline\"] > li[data-kind]";

/// A thread is drawn from its end; then it says that nothing of it is still to come.
const WHOLE: &str = "[data-testid=\"timeline\"][aria-busy=\"false\"]";

/// Before anything came over the protocol: the deal with its mails.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn mails_alone(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("deal");
    stage.window.see(&tids("deal-row-")).await?;
    stage.window.shoot_both("today-quiet").await?;
    stage.window.click(&tids("deal-row-")).await?;
    let mails = format!("{ENTRIES}[data-kind=\"mail\"]");
    stage
        .window
        .until("two mails in the thread", async || {
            let count = stage.window.count(&mails).await?;
            Ok(if count == 2 { Ok(()) } else { Err(count.to_string()) })
        })
        .await?;
    let heading = stage.window.text(&tid("deal-heading")).await?;
    same("the deal", &"Contoso CRM renewal".to_owned(), &heading)?;
    let words = stage.window.text(&tid("timeline")).await?;
    holds("the first mail", words.contains("500 seats"), "its words", &words)?;
    stage.window.shoot_both("deal-mails").await?;
    stage.held("the demo's deal holds two mails and no event yet");
    Ok(())
}

/// Opens the deal from the column at the side.
///
/// # Errors
/// Where it is not there.
pub async fn open_deal(stage: &Stage) -> Result<(), Fault> {
    stage.window.click(&tids("nav-deal-")).await?;
    stage.window.see(WHOLE).await.map(drop)
}

/// Every entry of the thread: kind and number of the event.
///
/// # Errors
/// Where the thread is not there.
pub async fn thread(stage: &Stage) -> Result<Vec<String>, Fault> {
    stage.window.see(WHOLE).await?;
    stage.window.attributes(ENTRIES, &["data-testid", "data-kind", "data-seq"]).await
}

/// Step 4: the session belongs to no known deal, waits, and is assigned.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn sort(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("4 sort");
    stage.window.click(&tid("nav-today")).await?;
    let row = tids("unsorted-row-");
    let words = stage.window.text(&row).await?;
    holds("the unsorted session", words.contains("Contoso Seller Agent"), "the agent's name", &words)?;
    let suggested = tids("unsorted-suggested-");
    let words = stage.window.text(&suggested).await?;
    holds("the suggestion", words.contains("Contoso CRM renewal"), "the vendor's deal", &words)?;
    stage.window.shoot_both("unsorted").await?;
    stage.held("the session waits in Unsorted, with the vendor's deal suggested");
    stage.window.click(&suggested).await?;
    stage.window.see(&tid("screen-deal")).await?;
    stage.guide_stands("sort", "done").await?;
    stage.held("the session is assigned by the person");
    Ok(())
}

/// Step 5: the first offer is held, beside the verified ledger.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn first_held(stage: &mut Stage, vendor: &Vendor) -> Result<(), Fault> {
    stage.begin("5 offer");
    held_with(stage, "600000").await?;
    let kinds = stage.window.attributes(ENTRIES, &["data-kind"]).await?;
    let mail_before =
        kinds.iter().position(|kind| kind == "mail") < kinds.iter().position(|kind| kind == "offer");
    holds("the thread", mail_before, "mail before the offer", kinds.join(", "))?;
    let hold = tid("hold");
    let line = stage.window.text(&format!("{hold} {}", tid("offer-line-0"))).await?;
    for wanted in ["CRM Enterprise seats", "500", "1,200.00", "seat/year"] {
        holds("the line", line.contains(wanted), wanted, &line)?;
    }
    let term = stage.window.attribute(&format!("{hold} {}", tid("offer-term-total")), "data-value").await?;
    same("the total over the term", &"1800000".to_owned(), &term)?;
    let differs = stage.window.attribute(&format!("{hold} {}", tid("offer-stated")), "data-differs").await?;
    same("the stated total differs", &"false".to_owned(), &differs)?;
    let rest = stage.window.text(&tid("hold-expires")).await?;
    holds("the countdown", rest.chars().any(|sign| sign.is_ascii_digit()), "days and hours", &rest)?;
    stage.window.shoot_both("deal-held").await?;
    stage.held(&format!("the offer is held: {line:?}, 600,000 a year, 1,800,000 over the term, {rest}"));
    ledger_is_green(stage, vendor).await
}

/// The ledger card: the verdict, and the key that was verified.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn ledger_is_green(stage: &mut Stage, vendor: &Vendor) -> Result<(), Fault> {
    let card = tids("ledger-");
    stage.window.attribute_is(&format!("{card} {}", tid("verdict")), "data-outcome", "green").await?;
    let print = stage.window.attribute(&format!("{card} {}", tid("fingerprint")), "data-value").await?;
    same("the counterparty's fingerprint beside the thread", &vendor.fingerprint, &print)?;
    let words = stage.window.text(&card).await?;
    holds("the ledger card", words.contains("Olivia Owner"), "who verified the vendor", &words)?;
    stage.held("the ledger is green, under the fingerprint that was verified");
    Ok(())
}

/// Step 6: the vendor's first revision, cheaper than before.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn revised(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("6 revised");
    held_with(stage, "570000").await?;
    let line = format!("{} {}", tid("hold"), tid("offer-line-0"));
    stage.window.attribute_is(&format!("{line} [data-change]"), "data-change", "down").await?;
    let words = stage.window.text(&line).await?;
    holds("the line", words.contains("1,140.00"), "1,140.00", &words)?;
    stage.window.shoot_both("deal-revised").await?;
    stage.held(&format!("the vendor came back at 1,140.00, down since its last offer: {words:?}"));
    Ok(())
}

/// The vendor's second revision: cheaper seats, with a new line.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn third(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("6 third");
    held_with(stage, "565000").await?;
    let line = format!("{} {}", tid("hold"), tid("offer-line-1"));
    stage.window.attribute_is(&format!("{line} [data-change]"), "data-change", "new").await?;
    stage.window.shoot_both("deal-third").await?;
    stage.held("the vendor came back once more: 565,000 a year, premier support is new in it");
    Ok(())
}

/// Waits until an offer of this annual total is held.
async fn held_with(stage: &Stage, annual: &str) -> Result<(), Fault> {
    let total = format!("{} {}", tid("hold"), tid("offer-annual"));
    stage.window.attribute_is(&total, "data-value", annual).await
}
