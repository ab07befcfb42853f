//! What the usual tasks cost, counted in interactions: a click, a key chord, a text typed
//! into a field, a file dropped. Reading costs nothing; each task begins on *Today*.

use rusqlite::Connection;

use crate::fault::{Fault, holds};
use crate::part::evidence::drop_text;
use crate::part::offer::open_deal;
use crate::stage::Stage;
use crate::window::{tid, tids};

/// A task with its bound.
struct Task {
    name: &'static str,
    most: u32,
    took: u32,
}

/// All of them, and then the table.
///
/// # Errors
/// Where one does not come to its end, or needs more than its bound.
pub async fn counted(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("tasks");
    let mut tasks = vec![
        approve_proposal(stage).await?,
        take_out_bundle(stage).await?,
        last_price(stage).await?,
        foreign_log(stage).await?,
    ];
    tasks.extend(channel(stage).await?);
    stage.held("the usual tasks, in interactions:");
    for task in &tasks {
        stage.held(&format!("{:<52} {:>2} of at most {}", task.name, task.took, task.most));
    }
    for task in tasks {
        holds(task.name, task.took <= task.most, &format!("at most {}", task.most), task.took.to_string())?;
    }
    Ok(())
}

async fn begin(stage: &mut Stage) -> Result<(), Fault> {
    stage.window.click(&tid("nav-today")).await?;
    stage.window.see(&tid("screen-today")).await?;
    stage.window.count_from_here();
    Ok(())
}

async fn approve_proposal(stage: &mut Stage) -> Result<Task, Fault> {
    begin(stage).await?;
    let window = &mut stage.window;
    window.click(&tids("deal-row-")).await?;
    window.click(&tid("hold-counter")).await?;
    window.click(&tid("form-review")).await?;
    window.click(&tid("review-approve")).await?;
    let took = window.interactions();
    // It leaves by itself when the moment to take it back has passed.
    window.see(&tid("undo-back")).await?;
    window.attribute_is(&tid("approved-result"), "data-kind", "sent").await?;
    window.click(&tid("result-done")).await?;
    window.gone(&tid("answer-dialog")).await?;
    Ok(Task { name: "open the new offer, approve the proposed counter", most: 4, took })
}

async fn take_out_bundle(stage: &mut Stage) -> Result<Task, Fault> {
    begin(stage).await?;
    let window = &mut stage.window;
    window.click(&tids("deal-row-")).await?;
    window.click(&tid("evidence-export")).await?;
    window.attribute_is(&tid("evidence-verdict"), "data-outcome", "green").await?;
    Ok(Task { name: "take out an evidence bundle", most: 3, took: window.interactions() })
}

async fn last_price(stage: &mut Stage) -> Result<Task, Fault> {
    begin(stage).await?;
    let window = &mut stage.window;
    window.click(&tid("find-open")).await?;
    window.fill(&tid("find-field"), "CRM-ENT").await?;
    let words = window.text(&format!("{}[data-kind=\"offer\"]", tids("find-hit-"))).await?;
    let took = window.interactions();
    holds("the offer that was found", words.contains("USD"), "the price of the line", &words)?;
    window.shoot_both("found").await?;
    window.press_escape().await?;
    window.gone(&tid("find-field")).await?;
    Ok(Task { name: "find the last price of a SKU", most: 3, took })
}

async fn foreign_log(stage: &mut Stage) -> Result<Task, Fault> {
    open_deal(stage).await?;
    stage.window.click(&tid("save-log")).await?;
    let path = stage.window.attribute(&tid("saved-path"), "data-path").await?;
    let text = std::fs::read_to_string(&path).map_err(Fault::cannot(&path))?;
    begin(stage).await?;
    let window = &mut stage.window;
    window.click(&tid("nav-verify")).await?;
    window.see(&tid("verify-drop")).await?;
    drop_text(window, &tid("verify-drop"), "theirs.json", &text).await?;
    let verdict = format!("{} {}", tid("screen-verify"), tid("verdict"));
    window.attribute_is(&verdict, "data-outcome", "green").await?;
    // The drop is made by a script and not counted there.
    Ok(Task { name: "verify a log of somebody else", most: 2, took: window.interactions() + 1 })
}

async fn channel(stage: &mut Stage) -> Result<[Task; 2], Fault> {
    stage.window.click(&tid("nav-settings")).await?;
    let before = stage.window.text(&tid("channel-handle")).await?;
    begin(stage).await?;
    let window = &mut stage.window;
    window.click(&tid("nav-settings")).await?;
    window.click(&tid("channel-switch")).await?;
    window.attribute_is(&tid("channel-switch"), "aria-checked", "false").await?;
    window.gone(&tid("channel-handle")).await?;
    let off = window.interactions();
    window.click(&tid("channel-switch")).await?;
    window.attribute_is(&tid("channel-switch"), "aria-checked", "true").await?;
    let after = window.text(&tid("channel-handle")).await?;
    let rotated = window.interactions();
    holds("the handle", before != after, "another than before", &after)?;
    Ok([
        Task { name: "switch the channel off", most: 3, took: off },
        Task { name: "have its handle rotated", most: 3, took: rotated },
    ])
}

/// The ledger card's other buttons: the record is compared with the vendor's, and a
/// checkpoint is handed over.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn evidence_buttons(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("evidence");
    open_deal(stage).await?;
    let window = &mut stage.window;
    window.click(&tid("evidence-export")).await?;
    let bundle = window.attribute(&tid("evidence-path"), "data-path").await?;
    holds("the bundle", std::path::Path::new(&bundle).exists(), "a file", &bundle)?;
    window.click(&tid("save-log")).await?;
    let path = window.attribute(&tid("saved-path"), "data-path").await?;
    let text = std::fs::read_to_string(&path).map_err(Fault::cannot(&path))?;
    drop_text(window, &tid("evidence"), "theirs.json", &text).await?;
    window.attribute_is(&tid("difference"), "data-same", "true").await?;
    stage.held("the record dropped on the ledger card is the same");

    let window = &mut stage.window;
    window.click(&tid("evidence-checkpoint")).await?;
    window.click(&tid("form-review")).await?;
    window.click(&tid("review-approve")).await?;
    window.click(&tid("undo-now")).await?;
    window.attribute_is(&tid("approved-result"), "data-kind", "sent").await?;
    window.shoot("checkpoint-sent").await?;
    window.click(&tid("result-done")).await?;
    window.gone(&tid("answer-dialog")).await?;
    stage.held("a checkpoint was handed over as a message");
    Ok(())
}

/// The host's record is changed behind its back: the next look at it is a dispute, whose
/// two versions are saved, and which stands until somebody has looked.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn dispute_buttons(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("dispute");
    let database = stage.places.workspace.join("host").join("host.sqlite");
    let changing = |error: rusqlite::Error| Fault::new(database.display(), "it can be changed", error);
    let changed = Connection::open(&database)
        .and_then(|db| {
            db.execute(
                "UPDATE events SET payload = replace(payload, '\"unit_price\":1088', '\"unit_price\":1089')",
                [],
            )
        })
        .map_err(changing)?;
    holds("events of the host", changed > 0, "some to change", "none")?;
    open_deal(stage).await?;
    let window = &mut stage.window;
    window.click(&tid("save-log")).await?;
    window.see(&tid("dispute")).await?;
    window.shoot_both("disputed").await?;
    window.click(&tid("dispute-save")).await?;
    let path = window.attribute(&tid("dispute-path"), "data-path").await?;
    holds("the saved version", std::path::Path::new(&path).exists(), "a file", &path)?;
    window.click(&tid("dispute-look")).await?;
    window.gone(&tid("dispute")).await?;
    stage.held(&format!(
        "a changed record is in dispute; both versions are saved ({path}), and it was looked at"
    ));
    Ok(())
}
