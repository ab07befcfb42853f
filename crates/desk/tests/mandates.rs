//! The mandate: sealed at rest, stated on the ledger without its figures, and asked again before
//! anything is sent.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use desk::view::{AnswerForm, Approved, EntryBody, LineLimitForm, MandateForm, OutgoingState, ProblemCode};
use ground::{Ground, message, ours};
use support::ledgers::{self, entries};
use support::line::Fate;

const APPEND: &str = "POST /api/buyer/v1/sessions/";

/// Everything set that can be; its figures stand nowhere else in these tests.
fn full() -> MandateForm {
    MandateForm {
        budget_annual: "598765".to_owned(),
        lines: vec![LineLimitForm {
            name: "CRM-ENT".to_owned(),
            by_sku: true,
            once: false,
            target: "1012.34".to_owned(),
            walk_away: "1123.45".to_owned(),
        }],
        shortest_term_months: "12".to_owned(),
        payment_days_least: "30".to_owned(),
        uplift_percent_most: "3".to_owned(),
        notice_days_most: "90".to_owned(),
        conditions_refused: vec!["auto-renewal".to_owned()],
        may_discuss: vec!["pricing".to_owned()],
        may_disclose: vec!["number of seats".to_owned()],
        authority: "bind_with_human_approval".to_owned(),
        deadline: "2099-01-01T00:00:00Z".to_owned(),
        concessions_shrink: true,
        not_against_oneself: true,
        ..ground::mandate("513579", "567891")
    }
}

/// Everything that the desk's folder holds, as one heap of bytes.
fn on_disk(ground: &Ground) -> Vec<u8> {
    let folder = ground.folder.path().join("desk");
    let mut heap = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            heap.extend(std::fs::read(path).unwrap());
        }
    }
    heap
}

fn holds(heap: &[u8], text: &str) -> bool {
    heap.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn a_mandate_rests_sealed_and_is_stated_without_its_figures() {
    let ground = Ground::new().await;
    let deal = ground.deal();
    let view = ground.desk.set_mandate(&deal, &full()).unwrap();
    assert_eq!((view.version, &view.form), (2, &full()));
    assert!(view.text.contains("USD 567,891.00") && view.text.contains("Olivia"), "{}", view.text);
    ground.stated().await;
    let secrets = ["513579", "567891", "598765", "1012.34", "1123.45", "auto-renewal"];
    let heap = on_disk(&ground);
    for secret in secrets {
        assert!(!holds(&heap, secret), "{secret} lies on the disk");
    }
    assert!(holds(&heap, &deal), "the folder is the one that is meant");
    let stated = entries(&ground.db(), &deal).into_iter().rfind(|entry| entry.kind == "mandate").unwrap();
    assert_eq!(stated.payload["commitment"], view.commitment.as_str());
    assert_eq!(stated.payload["frame"]["may_discuss"][0], "pricing");
    assert_eq!(stated.payload["version"], 2);
    for secret in secrets {
        assert!(!stated.payload.to_string().contains(secret));
    }
    assert!(!format!("{view:?} {:?}", full()).contains("567891"));
    ledgers::assert_sound(&ground.db());
    // Opened again it is the same, and other bytes in its place do not open.
    let ground = ground.reopened(|_| {}).await;
    let again = ground.desk.deal(&deal).unwrap().mandate.unwrap();
    assert_eq!((again.version, &again.form, &again.commitment), (2, &view.form, &view.commitment));
    let swap = "UPDATE sealed_mandates SET sealed =
                (SELECT sealed FROM sealed_mandates WHERE version = 1) WHERE version = 2";
    ground.db().execute(swap, []).unwrap();
    let shown = ground.desk.deal(&deal).unwrap();
    assert!(shown.mandate.is_none() && shown.mandate_sealed);
}

#[tokio::test]
async fn with_a_mandate_that_does_not_open_nothing_leaves() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    ground.db().execute("UPDATE sealed_mandates SET sealed = x'00'", []).unwrap();
    for form in [ground.counter(&session, "1045.6"), AnswerForm::Accept, message("Thank you.")] {
        let problem = ground.desk.review(&session, &form).unwrap_err();
        assert_eq!(problem.code, ProblemCode::MandateSealed);
    }
    let outcome = ground.desk.approve(&review.ticket).await.unwrap_err();
    assert_eq!(outcome.code, ProblemCode::MandateSealed);
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn mandates_of_an_earlier_version_are_sealed_and_leave_the_disk() {
    let ground = Ground::new().await;
    let deal = ground.deal();
    let ground = ground
        .reopened(|ground| {
            let db = ground.db();
            db.execute("DELETE FROM sealed_mandates", []).unwrap();
            let plain = "INSERT INTO mandates (deal, version, currency, target_annual, walk_away_annual,
                             longest_term_months, most_rounds, made_at)
                         VALUES (?1, ?2, 'USD', ?3, ?4, 36, 6, '2026-01-01T00:00:00.000Z')";
            db.execute(plain, rusqlite::params![deal, 1, "513579", "567891"]).unwrap();
            db.execute(plain, rusqlite::params![deal, 2, "524680", "578902"]).unwrap();
            drop(db);
            assert!(holds(&on_disk(ground), "578902"));
        })
        .await;
    let mandate = ground.desk.deal(&deal).unwrap().mandate.unwrap();
    assert_eq!((mandate.version, mandate.walk_away_annual.as_deref()), (2, Some("578902")));
    assert_eq!((mandate.longest_term_months, mandate.most_rounds), (Some(36), Some(6)));
    let heap = on_disk(&ground);
    for secret in ["513579", "567891", "524680", "578902"] {
        assert!(!holds(&heap, secret), "{secret} still lies on the disk");
    }
    let kept: u32 =
        ground.db().query_row("SELECT count(*) FROM sealed_mandates", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 2);
}

#[tokio::test]
async fn every_part_of_the_mandate_guards_a_counter() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.desk.set_mandate(&deal, &full()).unwrap();
    let rules = |change: &dyn Fn(&mut desk::view::OfferForm)| {
        let AnswerForm::Counter { mut form } = ground.counter(&session, "1045.6") else { panic!() };
        change(&mut form);
        let review = ground.review(&session, &AnswerForm::Counter { form });
        let blocking = review.guard.iter().filter(|finding| finding.blocks);
        blocking.map(|finding| finding.rule.clone()).collect::<Vec<_>>()
    };
    assert_eq!(rules(&|_| {}), [""; 0]);
    let condition =
        |text: &'static str| move |form: &mut desk::view::OfferForm| form.conditions.push(text.to_owned());
    assert_eq!(rules(&condition("Net 14")), ["payment"]);
    assert_eq!(rules(&condition("Prices rise by 5 % a year")), ["uplift"]);
    assert_eq!(rules(&condition("180 days' notice")), ["notice"]);
    assert_eq!(rules(&condition("Renews automatically")), ["condition_refused"]);
    assert_eq!(rules(&|form| "seat/week".clone_into(&mut form.lines[0].unit)), ["unit", "line_basis"]);
    assert_eq!(rules(&|form| "6".clone_into(&mut form.term_months)), ["term"]);
    assert_eq!(rules(&|form| "2099-02-01T00:00:00Z".clone_into(&mut form.expires_at)), ["deadline"]);
    // Two counters in a row without a word of theirs.
    ground.answer(&session, &ground.counter(&session, "1045.6")).await;
    let again = ground.review(&session, &ground.counter(&session, "1046"));
    assert_eq!(
        again.guard.iter().map(|finding| finding.rule.as_str()).collect::<Vec<_>>(),
        ["against_oneself"]
    );
}

/// The mandate counts as it is at the moment of sending, for what is sent again too.
#[tokio::test]
async fn what_the_mandate_forbids_by_now_is_not_sent_again() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.line.decides(|_| Fate::Lost);
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    assert!(matches!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    ground.desk.set_mandate(&deal, &ground::mandate("500000", "510000")).unwrap();
    ground.line.is_honest();
    let refused = |desk: &desk::Desk| stands(desk, &deal, OutgoingState::Refused).then_some(());
    ground.until("it is not sent", refused).await;
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn a_counter_is_not_sent_again_after_its_own_expiry() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.line.decides(|_| Fate::Lost);
    let AnswerForm::Counter { mut form } = ground.counter(&session, "1045.6") else { panic!() };
    let soon = support::client::now().millis() + 60_000;
    form.expires_at = anp::time::Moment::from_millis(soon).to_text();
    let review = ground.review(&session, &AnswerForm::Counter { form });
    assert!(matches!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    let ground = ground
        .reopened(|ground| {
            ground.line.is_honest();
            ground.clock.ahead_by(61_000);
        })
        .await;
    let refused = |desk: &desk::Desk| stands(desk, &deal, OutgoingState::Refused).then_some(());
    ground.until("it is not sent", refused).await;
    assert!(ours(&contoso.log(&session).await).is_empty());
}

/// Turned away at the door on the second attempt, nothing is known of the first.
#[tokio::test]
async fn a_refusal_of_the_second_attempt_says_nothing_of_the_first() {
    let refusals =
        [(429, "too_many"), (503, "clock_behind"), (408, ""), (401, "refused"), (403, "no"), (404, "gone")];
    for (status, code) in refusals {
        let ground = Ground::new().await;
        let contoso = ground.contoso().await;
        let deal = ground.deal();
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        let appends = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&appends);
        let body = format!(r#"{{"error":{{"code":"{code}","message":"x"}},"protocol":"ANP/0.1"}}"#);
        ground.line.decides(move |route| {
            if !route.starts_with(APPEND) {
                return Fate::Passes;
            }
            // The first is lost on its way, the second is turned away, the third arrives.
            match counted.fetch_add(1, Ordering::SeqCst) {
                0 => Fate::Lost,
                1 => Fate::Answered(status, body.clone()),
                _ => Fate::Passes,
            }
        });
        let review = ground.review(&session, &ground.counter(&session, "1045.6"));
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown, "{status}");
        ground.head(&deal, &session, 4).await;
        assert_eq!(ours(&contoso.log(&session).await).len(), 1, "{status}");
        assert!(!stands(&ground.desk, &deal, OutgoingState::Refused), "{status}");
    }
}

fn stands(desk: &desk::Desk, deal: &str, wanted: OutgoingState) -> bool {
    desk.deal(deal)
        .unwrap()
        .timeline
        .iter()
        .any(|entry| matches!(entry.body, EntryBody::Outgoing { state, .. } if state == wanted))
}
