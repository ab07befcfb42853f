//! Two people at two windows negotiate over the test server and meet both races: neither
//! window may say deal where the other says none, and what is not known yet is said in words.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use support::agentpub::{AgentPub, Profile};
use tokio::time::Instant;

use crate::arguments::Arguments;
use crate::driver::Driver;
use crate::fault::{Fault, holds, same};
use crate::stage::{Places, Stage, curtain, ended, shots, started};
use crate::window::{Window, tid};

/// How long what both sides must come to may take: messages are sent again ever more seldom.
const PATIENCE: Duration = Duration::from_mins(3);

/// How long the offer of the second race lives, in seconds. An accept is sent again for a minute before it
/// is left to a person, and the offer must end within that minute.
const SHORT_LIFE_S: i64 = 55;

/// How long other offers live.
const LONG_LIFE_S: i64 = 30 * 60;

/// Nothing comes through to the service.
const DOWN: Profile =
    Profile { drops: 100, loses: 0, repeats: 0, delays: 0, busy: 0, fails: 0, drops_answers: 0 };

/// Somebody with a window and an account.
struct Person {
    name: &'static str,
    handle: &'static str,
    key: &'static str,
    opens: bool,
    rule: &'static str,
    limit: &'static str,
}

const SELLER: Person = Person {
    name: "Sam Seller",
    handle: "seller@theirs",
    key: "key-of-the-seller",
    opens: true,
    rule: "at_least",
    limit: "100",
};

const BUYER: Person = Person {
    name: "Olivia Owner",
    handle: "buyer@ours",
    key: "key-of-the-buyer",
    opens: false,
    rule: "at_most",
    limit: "200",
};

/// Both windows.
struct Table<'a> {
    buyer: &'a mut Window,
    seller: &'a mut Window,
}

/// Opens the second window beside the first, with a home of its own, and walks with both.
///
/// # Errors
/// What stood elsewhere than expected, in either.
pub async fn in_two_windows(stage: &mut Stage, arguments: &Arguments) -> Result<(), Fault> {
    stage.begin("two windows");
    let accounts = [SELLER, BUYER].map(|person| (person.handle, person.key));
    let service = AgentPub::start(&accounts, Profile::default(), 7).await;
    let out = arguments.out.join("seller");
    let places = Places { workspace: out.join("workspace"), app: arguments.app.clone(), out, demo: false };
    let (driver, mut seller) = beside(&places).await?;
    let walked = walk(stage, &mut seller, &service).await;
    if walked.is_err() {
        // The first window's picture is taken by whoever hears of the fault.
        let _ = seller.shoot("broke").await;
    }
    let closed = ended(seller, &started(&driver, &places)).await;
    drop(driver);
    walked?;
    stage.begin("close");
    stage.held(&format!("the seller's window: {}", closed?));
    Ok(())
}

/// The second person's window: another home, another workspace.
async fn beside(places: &Places) -> Result<(Driver, Window), Fault> {
    let home = places.out("home");
    for folder in [&home, &shots(&places.out)] {
        std::fs::create_dir_all(folder).map_err(Fault::cannot(folder.display()))?;
    }
    curtain(places, &own_home(&home), 0).await
}

fn own_home(home: &Path) -> Vec<(&'static str, OsString)> {
    let below = |name: &str| home.join(name).into_os_string();
    vec![
        ("HOME", home.into()),
        ("XDG_CACHE_HOME", below(".cache")),
        ("XDG_CONFIG_HOME", below(".config")),
        ("XDG_DATA_HOME", below(".local/share")),
    ]
}

async fn walk(stage: &mut Stage, seller: &mut Window, service: &AgentPub) -> Result<(), Fault> {
    tokio::try_join!(settles_in(&stage.window, &BUYER, service), settles_in(seller, &SELLER, service))?;
    stage.held("two people at two windows, each with a home, a key and an account of their own");
    plain(stage, seller).await?;
    live_offer(stage, seller, service).await?;
    expiry(stage, seller, service).await?;
    let outcomes =
        async |window: &Window| window.attributes("[data-phase]", &["data-testid", "data-phase"]).await;
    let (ours, theirs) = (outcomes(&stage.window).await?, outcomes(seller).await?);
    same("the outcomes in both windows", &theirs, &ours)?;
    holds("the outcomes", ours.len() == 3, "three negotiations", format!("{ours:?}"))?;
    stage.held(&format!("both windows show the same three outcomes: {}", ours.join(", ")));
    Ok(())
}

/// A key, an account at the service, a deal.
async fn settles_in(window: &Window, person: &Person, service: &AgentPub) -> Result<(), Fault> {
    window.click(&tid("choose-found")).await?;
    window.fill(&tid("key-name"), person.name).await?;
    window.choose("key-place-keychain").await?;
    window.click(&tid("key-make")).await?;
    window.see(&tid("stage-key_made")).await?;
    window.click(&tid("key-continue")).await?;
    window.see(&tid("screen-today")).await?;
    window.click(&tid("nav-settings")).await?;
    window.fill(&tid("agentpub-base"), &service.base).await?;
    window.fill(&tid("agentpub-key"), person.key).await?;
    window.click(&tid("agentpub-join")).await?;
    window.attribute_is(&tid("agentpub-state"), "data-state", "joined").await?;
    window.click(&tid("nav-deals")).await?;
    window.click(&tid("deal-new")).await?;
    window.fill(&tid("deal-title"), "Delivery window").await?;
    window.fill(&tid("deal-vendor"), if person.opens { "Fabrikam" } else { "Contoso" }).await?;
    window.click(&tid("deal-make")).await?;
    window.see(&tid("parley-begin")).await.map(drop)
}

/// Without a race: the accept lands in time, and both are certain.
async fn plain(stage: &mut Stage, seller: &mut Window) -> Result<(), Fault> {
    stage.begin("no race");
    let table = Table { buyer: &mut stage.window, seller };
    table.begins("neg_plain").await?;
    offers(table.seller, LONG_LIFE_S).await?;
    accepts(table.buyer).await?;
    signs(table.buyer).await?;
    table.both_come_to("accepted").await?;
    let transcripts = async |window: &Window| window.attribute(&tid("parley-transcript"), "data-value").await;
    let (ours, theirs) = (transcripts(table.buyer).await?, transcripts(table.seller).await?);
    same("the transcript in both windows", &theirs, &ours)?;
    table.buyer.gone(&tid("parley-uncertain")).await?;
    table.leaves().await?;
    stage.held(&format!("an accept in time is a deal in both windows, with one transcript: {ours}"));
    Ok(())
}

/// The seller withdraws while the buyer accepts: neither has heard of the other's act.
async fn live_offer(stage: &mut Stage, seller: &mut Window, service: &AgentPub) -> Result<(), Fault> {
    stage.begin("live offer");
    let mut table = Table { buyer: &mut stage.window, seller };
    table.begins("neg_live").await?;
    offers(table.seller, LONG_LIFE_S).await?;
    accepts(table.buyer).await?;
    table.seller.click(&tid("parley-act-withdraw")).await?;
    service.behaves(DOWN);
    tokio::try_join!(signs(table.buyer), signs(table.seller))?;
    tokio::try_join!(comes_to(table.buyer, "accept_sent"), comes_to(table.seller, "withdrawn"))?;
    let words = not_certain(table.buyer).await?;
    let waits = table.seller.text(&tid("parley-unsent")).await?;
    holds("the seller's window", waits.contains("not left yet"), "that its word has not left", &waits)?;
    table.shoot("live-offer-race").await?;
    service.behaves(Profile::default());
    table.both_come_to("withdrawn").await?;
    table.certain_again().await?;
    table.shoot("live-offer-race-over").await?;
    table.leaves().await?;
    stage.held(&format!("withdrawn here, accepted there, neither heard: the buyer reads {words:?}"));
    stage.held("once both were heard: withdrawn in both windows, and nothing uncertain is left");
    Ok(())
}

/// The buyer accepts in time; the accept lands after the offer has ended.
async fn expiry(stage: &mut Stage, seller: &mut Window, service: &AgentPub) -> Result<(), Fault> {
    stage.begin("expiry");
    let mut table = Table { buyer: &mut stage.window, seller };
    table.begins("neg_late").await?;
    let ends = Instant::now() + Duration::from_secs(SHORT_LIFE_S.unsigned_abs());
    offers(table.seller, SHORT_LIFE_S).await?;
    accepts(table.buyer).await?;
    service.behaves(DOWN);
    signs(table.buyer).await?;
    holds("the accept", Instant::now() < ends, "it is signed before the offer ends", "too late")?;
    comes_to(table.buyer, "accept_sent").await?;
    comes_to(table.seller, "expired").await?;
    let here = phase(table.buyer).await?;
    same("the buyer's window when the seller's clock has run out", &"accept_sent".to_owned(), &here)?;
    let words = not_certain(table.buyer).await?;
    table.shoot("expiry-race").await?;
    service.behaves(Profile::default());
    table.both_come_to("expired").await?;
    table.certain_again().await?;
    let told = table.buyer.text(&tid("parley-dialog")).await?;
    holds("the buyer's window", told.contains("expired_at"), "the cause that the seller named", &told)?;
    table.shoot("expiry-race-over").await?;
    table.leaves().await?;
    stage.held(&format!("accepted in time and landed late: until it is heard the buyer reads {words:?}"));
    stage.held("once it was heard: expired in both windows, with the seller's cause at the buyer's");
    Ok(())
}

impl Table<'_> {
    /// Both begin one negotiation, each with caps of their own.
    async fn begins(&self, session: &str) -> Result<(), Fault> {
        tokio::try_join!(
            begins(self.buyer, &BUYER, (SELLER.handle, session)),
            begins(self.seller, &SELLER, (BUYER.handle, session)),
        )?;
        Ok(())
    }

    async fn both_come_to(&self, wanted: &str) -> Result<(), Fault> {
        tokio::try_join!(comes_to(self.buyer, wanted), comes_to(self.seller, wanted))?;
        Ok(())
    }

    /// Nothing is said to be uncertain any more, and nothing waits, in neither window.
    async fn certain_again(&self) -> Result<(), Fault> {
        for window in [&*self.buyer, &*self.seller] {
            window.gone(&tid("parley-uncertain")).await?;
            window.gone(&tid("parley-unsent")).await?;
        }
        Ok(())
    }

    async fn shoot(&mut self, name: &str) -> Result<(), Fault> {
        self.buyer.shoot_both(name).await?;
        self.seller.shoot_both(name).await
    }

    /// Both close the negotiation's dialog.
    async fn leaves(&self) -> Result<(), Fault> {
        for window in [&*self.buyer, &*self.seller] {
            window.press_escape().await?;
            window.gone(&tid("parley-dialog")).await?;
        }
        Ok(())
    }
}

/// Fixes the caps and begins.
async fn begins(window: &Window, person: &Person, (peer, session): (&str, &str)) -> Result<(), Fault> {
    window.click(&tid("parley-begin")).await?;
    window.fill(&tid("parley-peer"), peer).await?;
    window.fill(&tid("parley-session"), session).await?;
    window.fill(&tid("parley-deadline"), &in_seconds(2 * 60 * 60)).await?;
    if person.opens {
        window.click(&tid("parley-opens")).await?;
    }
    window.fill(&tid("parley-member-0"), "price_cents").await?;
    window.pick(&tid("parley-rule-0"), person.rule).await?;
    window.fill(&tid("parley-limit-0"), person.limit).await?;
    window.click(&tid("parley-start")).await?;
    window.see(&tid("parley-dialog")).await.map(drop)
}

async fn offers(window: &Window, life_s: i64) -> Result<(), Fault> {
    window.click(&tid("parley-act-offer")).await?;
    window.fill(&tid("parley-terms"), r#"{"price_cents":150}"#).await?;
    window.fill(&tid("parley-expires"), &in_seconds(life_s)).await?;
    signs(window).await?;
    comes_to(window, "offered").await
}

/// Chooses to accept, as soon as there is an offer; it is not signed yet.
async fn accepts(window: &Window) -> Result<(), Fault> {
    comes_to(window, "offered").await?;
    window.click(&tid("parley-act-accept")).await
}

async fn signs(window: &Window) -> Result<(), Fault> {
    window.click(&tid("parley-do")).await
}

async fn phase(window: &Window) -> Result<String, Fault> {
    window.attribute(&tid("parley-phase"), "data-phase").await
}

/// Waits until a window stands there.
async fn comes_to(window: &Window, wanted: &str) -> Result<(), Fault> {
    let until = Instant::now() + PATIENCE;
    loop {
        let found = phase(window).await?;
        if found == wanted {
            return Ok(());
        }
        if Instant::now() > until {
            return Err(Fault::new("the negotiation", wanted, found));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// What a window says is not certain.
async fn not_certain(window: &Window) -> Result<String, Fault> {
    let words = window.text(&tid("parley-uncertain")).await?;
    holds("the window", words.contains("not certain"), "what is not certain, in words", &words)?;
    Ok(words)
}

/// A time as it can be typed.
fn in_seconds(seconds: i64) -> String {
    support::client::now().plus_millis(seconds * 1000).to_text()
}
