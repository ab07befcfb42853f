//! Evidence taken out of a desk, and checked without it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use anp::checkpoint::Checkpoint;
use anp::event::Actor;
use anp::verify::{Outcome, Pin, Trust};
use desk::view::{AnswerForm, DifferenceView, ScreenOutcome, VerdictOutcome};
use desk::{Disclose, Work, export_workspace, sessions_in};
use evidence::bundle;
use ground::{Ground, message};
use support::client::{now, offer};
use support::people;

/// What Contoso's lawyers know who have compared the fingerprints.
fn pins(ground: &Ground) -> Trust {
    let platform = ground.host.platform_fingerprint;
    let vendor = people::contoso_agent().fingerprint();
    Trust {
        pins: vec![
            Pin { party: Actor::VendorAgent, fingerprint: vendor },
            Pin { party: Actor::Buyer, fingerprint: platform },
        ],
        ..Trust::default()
    }
}

#[tokio::test]
async fn a_deal_is_taken_out_and_holds_elsewhere() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.answer(&session, &ground.counter(&session, "1045.6")).await;
    contoso.say(&session, "offer", &offer(1080.0)).await.ok();
    ground.held(&deal, 5).await;
    ground.answer(&session, &AnswerForm::Accept).await;

    let saved = ground.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
    let bytes = std::fs::read(&saved.path).unwrap();
    let verdict = bundle::check(&bytes, &pins(&ground)).verdict;
    assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
    let notes: Vec<&str> = verdict.notes.iter().map(|note| note.detail.as_str()).collect();
    let open = [
        "opening is the host's claim",
        "no seen head or checkpoint",
        "are the host's word",
        // What was read of the offer may not have its place yet.
        "no place on the ledger yet",
    ];
    assert!(notes.iter().all(|note| open.iter().any(|words| note.contains(words))), "{notes:?}");

    // The log is the vendor's own, byte for byte; the decisions are told, the mandate is not.
    let read = bundle::read(&bytes).unwrap();
    assert_eq!(read.log().unwrap(), contoso.log(&session).await.ok().body);
    let decisions = String::from_utf8(read.entry("decisions.json").unwrap().to_vec()).unwrap();
    assert_eq!(decisions.matches(r#""payload":"{"#).count(), 2);
    assert!(decisions.contains(r#""kind":"mandate""#));
    let all: String =
        read.names().map(|name| String::from_utf8_lossy(read.entry(name).unwrap()).into_owned()).collect();
    assert!(!all.contains("568000") && !all.contains("525000"), "the mandate's figures stay here");

    // Whoever holds the checkpoint can prove a rewrite.
    let beside = std::path::Path::new(&saved.path).with_extension("checkpoint.txt");
    let checkpoint = Checkpoint::read(&std::fs::read(beside).unwrap()).unwrap();
    assert_eq!(checkpoint.session().as_str(), session);
    assert_eq!(checkpoint.key().fingerprint(), people::olivia().fingerprint());
    assert_eq!(
        read.entry("checkpoints/001.txt").map(|note| Checkpoint::read(note).unwrap()),
        Some(checkpoint)
    );

    // The window judges the bundle as the command line does.
    let judged = ground.desk.verify_file(std::path::Path::new(&saved.path), &Work::unwatched()).unwrap();
    assert_eq!((judged.session.as_deref(), judged.known_session), (Some(session.as_str()), true));
    assert_eq!(judged.verdict.outcome, VerdictOutcome::Green);

    offline(&ground, &session);
    compared(&ground, &session, &bytes);
}

/// The same from the workspace alone, without a host and without a key.
fn offline(ground: &Ground, session: &str) {
    let workspace = ground.folder.path().join("desk");
    for (disclose, told) in [(Disclose::Decisions, 2), (Disclose::Nothing, 0)] {
        let bytes = export_workspace(&workspace, session, disclose, now()).unwrap();
        assert_eq!(bytes, export_workspace(&workspace, session, disclose, at_of(&bytes)).unwrap());
        let verdict = bundle::check(&bytes, &pins(ground)).verdict;
        assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
        for words in ["nobody signed the list of files", "the exporting desk's own copy"] {
            assert!(verdict.notes.iter().any(|note| note.detail.contains(words)), "{verdict:#?}");
        }
        let read = bundle::read(&bytes).unwrap();
        let decisions = String::from_utf8(read.entry("decisions.json").unwrap().to_vec()).unwrap();
        assert_eq!(decisions.matches(r#""payload":"{"#).count(), told);
    }
    assert!(export_workspace(&workspace, "no-such-session", Disclose::Nothing, now()).is_err());
    let held = sessions_in(&workspace).unwrap();
    assert_eq!(held.iter().map(|held| held.session.as_str()).collect::<Vec<_>>(), [session]);
    assert!(sessions_in(&workspace.join("none")).is_err());
    assert!(export_workspace(&workspace.join("none"), session, Disclose::Nothing, now()).is_err());
    assert!(!workspace.join("none").exists());
}

/// The time at which a bundle was made.
fn at_of(bytes: &[u8]) -> anp::time::Moment {
    let about = bundle::read(bytes).unwrap().entry("about.json").unwrap().to_vec();
    let about = anp::json::parse_flawless(&about).unwrap();
    anp::time::Moment::parse(about.get("exported_at").unwrap().as_text().unwrap()).unwrap()
}

fn compared(ground: &Ground, session: &str, bytes: &[u8]) {
    let theirs = ground.folder.path().join("theirs.zip");
    std::fs::write(&theirs, bytes).unwrap();
    let same = ground.desk.diff_file(session, &theirs, &Work::unwatched()).unwrap();
    assert!(same.same && same.difference.is_none());
    let log = String::from_utf8(bundle::log_of(bytes).unwrap()).unwrap();
    let doctored = log.replacen("1045.6", "1054.6", 1);
    let other =
        ground.desk.diff_bytes(session, "theirs.json", doctored.as_bytes(), &Work::unwatched()).unwrap();
    let Some(DifferenceView::Event { seq: 4, members }) = other.difference else { panic!("{other:?}") };
    assert_eq!(members[0].path, "payload.line_items[0].unit_price");
    assert_eq!((members[0].ours.as_deref(), members[0].theirs.as_deref()), (Some("1045.6"), Some("1054.6")));
    assert!(ground.desk.diff_bytes(session, "none", b"{}", &Work::unwatched()).is_err());
}

/// A checkpoint goes out as any message does: reviewed, screened, approved.
#[tokio::test]
async fn a_checkpoint_is_handed_over_by_the_normal_way() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // An export has kept one of this head already, made at another time.
    ground.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    let form = ground.desk.checkpoint_message(&session).unwrap();
    let review = ground.review(&session, &form);
    assert_eq!((review.obstacle.as_ref(), review.screen.outcome), (None, ScreenOutcome::Passed));
    assert_eq!(ground.answer(&session, &form).await, 4);
    let log = contoso.log(&session).await.json();
    let body = log["events"][3]["payload"]["body"].as_str().unwrap().to_owned();
    let from = body.find("COUNTERSIGN/1 checkpoint").unwrap();
    let note: String = body.get(from..).unwrap().split_inclusive('\n').take(7).collect();
    let checkpoint = Checkpoint::read(note.as_bytes()).unwrap();
    assert_eq!((checkpoint.head().seq, checkpoint.session().as_str()), (3, session.as_str()));
    assert_eq!(checkpoint.head().hash.to_string(), log["events"][2]["event_hash"].as_str().unwrap());
}

/// What the host rewrote is exported as it stands, red, with the version that was
/// verified here beside it.
#[tokio::test]
async fn a_dispute_is_exported_with_both_versions() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.answer(&session, &message("We are thinking about it.")).await;
    ground
        .line
        .alters(|route, body| if route.contains("/log") { body.replacen("1140", "1141", 1) } else { body });
    let saved = ground.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Red);
    let bytes = std::fs::read(&saved.path).unwrap();
    let judged = bundle::check(&bytes, &pins(&ground));
    assert!(judged.verdict.faults.iter().all(|fault| fault.seq == Some(3)), "{:#?}", judged.verdict.faults);
    let read = bundle::read(&bytes).unwrap();
    let text = |name: &str| String::from_utf8(read.entry(name).unwrap().to_vec()).unwrap();
    assert!(text("log.anp.json").contains("1141"));
    assert!(text("versions/001.anp.json").contains("1140"), "what was verified");
    assert!(text("versions/002.anp.json").contains("1141"), "what was refused");
    assert!(read.entry("checkpoints/001.txt").is_none(), "nothing is signed over it");
}
