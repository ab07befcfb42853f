//! What a negotiation says passes the screen, when it is decided and when it is sent.

use std::time::Duration;

use desk::view::{MandateForm, ParleyAct, ParleyDone, ParleyPhase, ProblemCode, ScreenOutcome, ScreenView};
use support::agentpub::Profile;

use crate::table::Table;

/// The bound of the buyer at this table, which is nobody's business but the buyer's.
const LIMIT: &str = "1250000";

async fn table(session: &str) -> Table {
    let table = Table::new(Profile::default(), 1, 0).await;
    table.seller.desk.begin_parley(&table.seller.form(session, "buyer@ours")).unwrap();
    let mut form = table.buyer.form(session, "seller@theirs");
    LIMIT.clone_into(&mut form.bounds[0].limit);
    table.buyer.desk.begin_parley(&form).unwrap();
    table.seller.offer(session, 1_400_000, 60).unwrap();
    table.turns(2).await;
    table
}

fn counter(table: &Table, note: &str) -> ParleyAct {
    ParleyAct::Offer {
        terms: r#"{"price_cents":1040000}"#.to_owned(),
        expires_at: table.clock.text_in(90),
        note: note.to_owned(),
    }
}

fn walk_away(limit: &str) -> MandateForm {
    MandateForm {
        currency: "USD".to_owned(),
        target_annual: "1000000".to_owned(),
        walk_away_annual: limit.to_owned(),
        ..MandateForm::default()
    }
}

fn stopped(done: ParleyDone) -> ScreenView {
    let ParleyDone::Stopped { screen, .. } = done else { panic!("{done:?}") };
    screen
}

/// Neither a note nor a member of the terms tells the bound, and nobody can release it.
#[tokio::test]
async fn a_bound_leaves_in_no_words_and_nothing_was_done() {
    let table = table("told").await;
    for note in ["We stop at 1.25 million.", "<!-- 1250000 -->", "MTI1MDAwMA=="] {
        let screen = stopped(table.buyer.desk.parley_act("told", &counter(&table, note), &[]).unwrap());
        assert_eq!(screen.outcome, ScreenOutcome::Blocked, "{note}");
        let again = table.buyer.desk.parley_act("told", &counter(&table, note), &[0]).unwrap();
        assert_eq!(stopped(again).outcome, ScreenOutcome::Blocked, "{note}");
    }
    let terms = format!(r#"{{"price_cents":1040000,"remark":"cap {LIMIT}"}}"#);
    let act = ParleyAct::Offer { terms, expires_at: table.clock.text_in(90), note: String::new() };
    let screen = stopped(table.buyer.desk.parley_act("told", &act, &[]).unwrap());
    assert_eq!((screen.outcome, screen.marks[0].place.as_str()), (ScreenOutcome::Blocked, "terms.remark"));
    table.turns(3).await;
    assert_eq!(table.seller.one("told").round, 1, "the seller heard of no counter");
}

/// What a person has to look at leaves by that person's word, all of it or nothing.
#[tokio::test]
async fn what_is_held_leaves_once_all_of_it_is_released() {
    let table = table("held").await;
    let act = counter(&table, "The old contract came to 777,777 dollars and the one before to 654,321.");
    let screen = stopped(table.buyer.desk.parley_act("held", &act, &[]).unwrap());
    assert_eq!(screen.outcome, ScreenOutcome::Held);
    let all: Vec<u32> = (0..).take(screen.marks.len()).collect();
    assert!(all.len() > 1);
    for named in [&all[1..], &[all.clone(), vec![99]].concat()] {
        assert_eq!(
            stopped(table.buyer.desk.parley_act("held", &act, named).unwrap()).outcome,
            ScreenOutcome::Held
        );
    }
    assert_eq!(table.buyer.desk.parley_act("held", &act, &all).unwrap(), ParleyDone::Done);
    table.turns(3).await;
    let seller = table.seller.one("held");
    assert_eq!(seller.round, 2);
    assert!(seller.said.iter().any(|said| said.note.as_deref().is_some_and(|note| note.contains("777,777"))));
}

/// When the screen does not run nothing is decided, and what was decided before waits for it.
#[tokio::test]
async fn without_the_screen_nothing_of_a_negotiation_leaves() {
    let table = table("down").await;
    let missing = std::path::PathBuf::from("/nowhere/countersign-scan");
    let broken = |desk: &desk::Desk| desk.screen_by(missing.clone(), Duration::from_secs(10));
    let mended = |desk: &desk::Desk| {
        desk.screen_by(env!("CARGO_BIN_EXE_countersign-scan").into(), Duration::from_mins(1));
    };
    broken(&table.buyer.desk);
    let act = counter(&table, "Thank you.");
    assert_eq!(table.buyer.desk.parley_act("down", &act, &[]).unwrap_err().code, ProblemCode::ScreenDown);
    let left = table.buyer.desk.parley_act("down", &ParleyAct::Withdraw, &[]);
    assert_eq!(left.unwrap_err().code, ProblemCode::ScreenDown);
    mended(&table.buyer.desk);
    assert_eq!(table.buyer.desk.parley_act("down", &act, &[]).unwrap(), ParleyDone::Done);
    broken(&table.buyer.desk);
    table.turns(3).await;
    assert_eq!(table.seller.one("down").round, 1, "nothing left while the screen was down");
    mended(&table.buyer.desk);
    table.turns(6).await;
    let seller = table.seller.one("down");
    assert_eq!((seller.round, seller.phase), (2, ParleyPhase::Offered));
}

/// What was decided before it became confidential is kept at the sending, and its person sees that and why.
#[tokio::test]
async fn what_the_screen_keeps_at_the_sending_is_seen() {
    let table = table("kept").await;
    let act = counter(&table, "Thank you.");
    assert_eq!(table.buyer.desk.parley_act("kept", &act, &[]).unwrap(), ParleyDone::Done);
    let missing = std::path::PathBuf::from("/nowhere/countersign-scan");
    table.buyer.desk.screen_by(missing, Duration::from_secs(10));
    table.turns(2).await;
    let kept = table.buyer.one("kept");
    assert_eq!((kept.unsent, kept.held.map(|problem| problem.code)), (1, Some(ProblemCode::ScreenDown)));
    table.buyer.desk.screen_by(env!("CARGO_BIN_EXE_countersign-scan").into(), Duration::from_mins(1));
    assert_eq!(table.buyer.one("kept").held, None);
    // The mandate's owner makes the counter's very price the limit: nothing of it leaves now.
    table.buyer.desk.set_mandate(&table.buyer.deal, &walk_away("1040000")).unwrap();
    table.turns(3).await;
    let kept = table.buyer.one("kept");
    assert_eq!((kept.unsent, kept.held.map(|problem| problem.code)), (1, Some(ProblemCode::ScreenBlocked)));
    assert_eq!(table.seller.one("kept").round, 1, "the seller heard of no counter");
}

fn said(table: &Table, sql: &str) -> Vec<String> {
    let db = table.buyer.db();
    let mut query = db.prepare(sql).unwrap();
    let rows = query.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

/// A message that was decided and whose release does not count any more, as where the person goes on with
/// another key, waits for that person: all that is held of it or nothing, and by who decides alone.
#[tokio::test]
async fn what_is_held_at_the_sending_leaves_by_its_persons_word() {
    let table = table("later").await;
    let buyer = &table.buyer;
    let act = counter(&table, "The old contract came to 777,777 dollars and the one before to 654,321.");
    let screen = stopped(buyer.desk.parley_act("later", &act, &[]).unwrap());
    let all: Vec<u32> = (0..).take(screen.marks.len()).collect();
    assert_eq!(buyer.desk.parley_act("later", &act, &all).unwrap(), ParleyDone::Done);
    buyer.db().execute("DELETE FROM parley_released", []).unwrap();
    table.turns(3).await;
    assert_eq!(table.seller.one("later").round, 1, "the seller heard of no counter");
    // That it is held is noted once at the desk and once at the sending, however often that is tried.
    let stops = said(&table, "SELECT said FROM stops ORDER BY rowid");
    assert_eq!(stops.len(), 2, "{stops:?}");
    let waits = buyer.one("later");
    assert_eq!(waits.held.unwrap().code, ProblemCode::ScreenHeld);
    let kept = waits.kept.unwrap();
    assert_eq!((kept.screen.outcome, kept.screen.marks.len()), (ScreenOutcome::Held, all.len()));
    assert!(kept.message.contains("777,777"));
    let release = |id: &str, named: &[u32]| buyer.desk.release_parley("later", id, named);
    for named in [&[][..], &all[1..], &[all.clone(), vec![99]].concat()] {
        assert_eq!(stopped(release(&kept.id, named).unwrap()).outcome, ScreenOutcome::Held);
    }
    assert_eq!(release(&"0".repeat(64), &all).unwrap_err().code, ProblemCode::Gone);
    let owned_by = |key: anp::keys::SecretKey| {
        let key = key.fingerprint().to_string();
        buyer.db().execute("UPDATE deals SET owner_fingerprint = ?1", [key]).unwrap();
    };
    owned_by(support::people::pat());
    assert_eq!(release(&kept.id, &all).unwrap_err().code, ProblemCode::NotOwner);
    owned_by(support::people::olivia());
    table.turns(2).await;
    assert_eq!(table.seller.one("later").round, 1);
    assert_eq!(release(&kept.id, &all).unwrap(), ParleyDone::Done);
    table.turns(3).await;
    assert_eq!(table.seller.one("later").round, 2);
    assert_eq!((buyer.one("later").held, buyer.one("later").kept), (None, None));
    // The release is stated as every act is; who tries another tells nothing new.
    let acts = said(&table, "SELECT payload FROM ledger_pending WHERE kind = 'parley_act'");
    let released = acts.iter().find(|act| act.contains(r#""act":"release""#)).unwrap();
    assert!(released.contains(&kept.id) && released.contains(r#""place":"note""#), "{released}");
    let stops = said(&table, "SELECT said FROM stops ORDER BY rowid");
    assert_eq!(stops.len(), 2, "{stops:?}");
    assert!(stops[0].contains(r#""when":"deciding""#) && stops[1].contains(r#""when":"sending""#));
    for text in acts.iter().chain(&stops) {
        assert!(!text.contains("777,777") && !text.contains("654,321"), "{text}");
    }
}

/// What blocks is released by nobody, at the sending as little as before.
#[tokio::test]
async fn what_blocks_at_the_sending_nobody_releases() {
    let table = table("never").await;
    let buyer = &table.buyer;
    assert_eq!(buyer.desk.parley_act("never", &counter(&table, "Thanks."), &[]).unwrap(), ParleyDone::Done);
    buyer.desk.set_mandate(&buyer.deal, &walk_away("1040000")).unwrap();
    table.turns(2).await;
    let kept = buyer.one("never").kept.unwrap();
    assert_eq!(kept.screen.outcome, ScreenOutcome::Blocked);
    let all: Vec<u32> = (0..).take(kept.screen.marks.len()).collect();
    let screen = stopped(buyer.desk.release_parley("never", &kept.id, &all).unwrap());
    assert_eq!(screen.outcome, ScreenOutcome::Blocked);
    table.turns(3).await;
    assert_eq!(table.seller.one("never").round, 1);
    assert!(said(&table, "SELECT message FROM parley_released").is_empty());
}

/// A member's name is words of a person's: a secret in it is told by no ledger. Terms beyond the bounds are
/// told, too.
#[tokio::test]
async fn no_word_of_the_guards_holds_a_members_name() {
    let table = table("names").await;
    let terms = |terms: &str| ParleyAct::Offer {
        terms: terms.to_owned(),
        expires_at: table.clock.text_in(90),
        note: String::new(),
    };
    let desk = &table.buyer.desk;
    let named = terms(r#"{"cap at 1250000":"x","price_cents":1040000}"#);
    assert_eq!(stopped(desk.parley_act("names", &named, &[]).unwrap()).outcome, ScreenOutcome::Blocked);
    let beyond = terms(r#"{"price_cents":1250001}"#);
    assert_eq!(desk.parley_act("names", &beyond, &[]).unwrap_err().code, ProblemCode::OutsideMandate);
    let stops = said(&table, "SELECT said FROM stops ORDER BY rowid");
    assert_eq!(stops.len(), 2, "{stops:?}");
    assert!(stops[0].contains(r#""place":"terms","rule":"screen/secret_figure""#), "{stops:?}");
    assert!(stops[1].contains("guard/negotiation_bounds"), "{stops:?}");
    assert!(!stops.concat().contains("125000"), "{stops:?}");
}
