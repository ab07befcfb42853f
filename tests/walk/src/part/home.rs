//! At home on the desktop: a second start hands over to the first window.

use std::ffi::OsStr;
use std::process::Stdio;

use crate::fault::{Fault, holds};
use crate::stage::Stage;
use crate::window::{tid, tids};

/// Starts the application once more on the same workspace, as a desktop does for a file or
/// a link; it must end by itself.
async fn second_start(stage: &Stage, handed: impl AsRef<OsStr>) -> Result<(), Fault> {
    let started = tokio::process::Command::new(&stage.places.app)
        .arg("--workspace")
        .arg(&stage.places.workspace)
        .arg(handed)
        .stdin(Stdio::null())
        .status()
        .await
        .map_err(Fault::cannot("a second start"))?;
    holds("the second start", started.success(), "it ends well", started.to_string())
}

/// A file and links are handed over to the window that is open.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn handed_over(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("home");
    let file = stage.places.out("theirs.anp.json");
    std::fs::write(&file, "{\"no\": \"log\"}").map_err(Fault::cannot(file.display()))?;
    second_start(stage, &file).await?;
    let verdict = format!("{} {}", tid("screen-verify"), tid("verdict"));
    stage.window.see(&verdict).await?;
    let name = stage.window.text(&tid("verify-file-name")).await?;
    holds("the judged file", name.contains("theirs.anp.json"), "the one that was handed over", &name)?;
    stage.held("a file given to a second start is judged in the first window");

    let link = stage.window.attribute(&tids("nav-deal-"), "data-testid").await?.replacen("nav-deal-", "", 1);
    second_start(stage, format!("countersign://deal/{link}")).await?;
    stage.window.attribute_is(&tid("screen-deal"), "data-deal", &link).await?;
    stage.held("a link opens its deal");
    stage.window.click(&tid("nav-today")).await?;
    second_start(stage, "countersign://deal/11111111-2222-4333-8444-555555555555").await?;
    stage.window.see(&tid("problem-gone")).await?;
    stage.window.shoot_both("link-to-nothing").await?;
    stage.held("a link to something that is not here tells nothing but that");
    Ok(())
}
