//! The first run: whose key, and where it is kept.

use crate::fault::{Fault, holds, same};
use crate::stage::Stage;
use crate::window::tid;

const NAME: &str = "Olivia Owner";
const PASSPHRASE: &str = "correct horse battery staple";

/// The person at the window.
pub struct Person {
    /// Her key's fingerprint, as she saw it when it was made.
    pub fingerprint: String,
}

/// Makes the key in the system's keychain.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn key_in_keychain(stage: &mut Stage) -> Result<Person, Fault> {
    stage.begin("first run");
    let window = &mut stage.window;
    window.see(&tid("stage-key_needed")).await?;
    window.shoot_both("first-run").await?;
    window.fill(&tid("key-name"), NAME).await?;
    window.choose("key-place-keychain").await?;
    window.click(&tid("key-make")).await?;
    made(stage, "keychain").await
}

/// There is no keychain: the person is told so, and chooses a file under a passphrase.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn key_in_file(stage: &mut Stage) -> Result<Person, Fault> {
    stage.begin("no keychain");
    let window = &mut stage.window;
    window.see(&tid("stage-key_needed")).await?;
    let place = window.see(&tid("key-place-keychain")).await?;
    let offered = place.is_enabled().await.map_err(Fault::cannot("the keychain's choice"))?;
    holds("the keychain", !offered, "it cannot be chosen", "it can")?;
    let file = window.see(&tid("key-place-passphrase_file")).await?;
    let chosen = file.is_selected().await.map_err(Fault::cannot("the file's choice"))?;
    holds("the key file", !chosen, "nothing is chosen for the person", "the file is chosen already")?;
    let words = window.text(&tid("stage-key_needed")).await?;
    holds("the keychain", words.contains("There is none on this machine"), "its absence is said", &words)?;
    window.shoot("no-keychain").await?;
    window.fill(&tid("key-name"), NAME).await?;
    holds("making a key", !window.enabled(&tid("key-make")).await?, "not before a place is chosen", "it is")?;
    stage.held("without a Secret Service the first run says so and chooses nothing by itself");

    let window = &mut stage.window;
    window.choose("key-place-passphrase_file").await?;
    window.fill(&tid("key-passphrase"), PASSPHRASE).await?;
    window.fill(&tid("key-passphrase-again"), PASSPHRASE).await?;
    window.shoot("key-file").await?;
    window.click(&tid("key-make")).await?;
    made(stage, "key file").await
}

async fn made(stage: &mut Stage, place: &str) -> Result<Person, Fault> {
    let window = &mut stage.window;
    window.see(&tid("stage-key_made")).await?;
    let fingerprint = window.attribute(&tid("person-fingerprint"), "data-value").await?;
    let shown = fingerprint.chars().filter(char::is_ascii_hexdigit).count();
    holds("the fingerprint", shown >= 64, "64 hex digits", &fingerprint)?;
    window.shoot("key-made").await?;
    window.click(&tid("key-continue")).await?;
    window.see(&tid("screen-today")).await?;
    stage.held(&format!("{NAME}'s key is made ({place}): {fingerprint}"));
    Ok(Person { fingerprint })
}

/// After a start anew: a wrong passphrase has its own message, the right one opens.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn passphrase_asked_again(stage: &mut Stage) -> Result<(), Fault> {
    let window = &mut stage.window;
    window.see(&tid("stage-passphrase_needed")).await?;
    window.fill(&tid("unlock-passphrase"), "not the one").await?;
    window.click(&tid("unlock")).await?;
    window.see(&tid("problem-passphrase_wrong")).await?;
    window.shoot("wrong-passphrase").await?;
    stage.held("started again: it asks for the passphrase, and a wrong one has its own message");
    let window = &mut stage.window;
    window.fill(&tid("unlock-passphrase"), PASSPHRASE).await?;
    window.press(&char::from(fantoccini::key::Key::Enter).to_string()).await?;
    window.see(&tid("screen-today")).await?;
    stage.held("the right one opens");
    Ok(())
}

/// The fingerprint that Settings shows.
///
/// # Errors
/// Where there is none, or the name is not the person's.
pub async fn fingerprint_in_settings(stage: &mut Stage) -> Result<String, Fault> {
    let window = &stage.window;
    window.click(&tid("nav-settings")).await?;
    let screen = window.text(&tid("screen-settings")).await?;
    same("the person's name in Settings", &true, &screen.contains(NAME))?;
    window.attribute(&tid("person-fingerprint"), "data-value").await
}
