//! The main job, once through: from an offer on the wire to an accepted one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use anp::digest::PayloadHash;
use anp::event::Actor;
use anp::verify::{Outcome, Pin, Standing as Proven, Trust, judge};
use desk::Work;
use desk::view::{
    AnswerForm, Approved, ChangeView, DealState, EntryBody, HoldState, ScreenOutcome, Standing,
    VerdictOutcome,
};
use ground::Ground;
use support::client::offer;
use support::people;

#[tokio::test]
async fn an_offer_is_sorted_countered_and_accepted() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();

    // It waits unsorted, with the vendor's deal suggested, until a person assigns it.
    let session = contoso.opened(Some(&ground.handle())).await;
    contoso.say(&session, "offer", &offer(1140.0)).await.ok();
    let row = ground
        .until("the unsorted offer", |desk| {
            desk.today().unwrap().unsorted.into_iter().find(|row| row.events == 3)
        })
        .await;
    assert_eq!((row.session.as_str(), row.party.as_str()), (session.as_str(), "Contoso"));
    assert_eq!(row.suggestion.unwrap().id, deal);
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::Quiet);
    ground.desk.assign_session(&session, &deal).unwrap();

    // Held, with its figures.
    let held = ground.held(&deal, 3).await;
    assert_eq!(held.standing, Standing::VerifiedKey);
    let EntryBody::Offer { offer: seen, .. } = held.body else { panic!("no offer") };
    assert_eq!(seen.annual_total.as_deref(), Some("570000"));
    assert_eq!(seen.term_total.as_deref(), Some("570000"));
    assert_eq!(seen.total_since, ChangeView::First);
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::HeldOffer);
    assert_eq!(ground.desk.today().unwrap().needs_you[0].id, deal);

    // The counter: exactly these bytes are signed, and nothing leaves before the approval.
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    assert_eq!(review.obstacle, None);
    assert_eq!((review.answers_seq, review.screen.outcome), (Some(3), ScreenOutcome::Passed));
    let event = &review.events[0];
    assert_eq!(PayloadHash::of_canonical(&event.payload).to_string(), event.payload_hash);
    assert!(
        event.payload.contains(r#""unit_price":1045.6,"#)
            || event.payload.contains(r#""unit_price":1045.6}"#)
    );
    assert!(ground::ours(&contoso.log(&session).await).is_empty());
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { seq: 4 });
    let log = contoso.log(&session).await;
    assert_eq!(ground::ours(&log), [("counter_offer".to_owned(), event.payload_hash.clone())]);
    let stands = &log.json()["events"][3];
    assert_eq!(
        anp::json::canonical(&anp::json::parse_flawless(stands["payload"].to_string().as_bytes()).unwrap()),
        event.payload
    );
    assert_eq!(stands["signer"], people::olivia().fingerprint().to_string());
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::WaitingForVendor);

    // The ticket was for one approval.
    assert!(ground.desk.approve(&review.ticket).await.is_err());

    accepted(&ground, &contoso, &deal, &session).await;
}

async fn accepted(ground: &Ground, contoso: &support::client::Client, deal: &str, session: &str) {
    contoso.say(session, "offer", &offer(1080.0)).await.ok();
    let second = ground.held(deal, 5).await;
    let EntryBody::Offer { offer: seen, .. } = &second.body else { panic!("no offer") };
    assert!(
        matches!(&seen.total_since, ChangeView::Down { by, from, .. } if by == "30000" && from == "570000")
    );

    let review = ground.review(session, &AnswerForm::Accept);
    let hash = second.event.unwrap().hash;
    let kinds: Vec<_> = review.events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["counter_offer", "session_close"]);
    assert_eq!(review.events[1].payload, format!(r#"{{"reason":"accepted {hash}"}}"#));
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { seq: 7 });

    let view = ground.state(deal, DealState::Accepted).await;
    let hold = view.timeline.iter().find_map(|entry| match &entry.body {
        EntryBody::Offer { hold: Some(hold), .. } if entry.event.as_ref().unwrap().seq == 5 => Some(hold),
        _ => None,
    });
    let hold = hold.unwrap();
    assert_eq!((hold.state, hold.decided_by.as_deref()), (HoldState::Accepted, Some("Olivia")));
    assert!(
        view.timeline
            .iter()
            .any(|entry| matches!(entry.body, EntryBody::Close { accepted_seq: Some(5), .. })
                && entry.author == "Olivia")
    );
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
    saved_is_the_vendors(ground, contoso, session).await;
}

/// The saved log is byte for byte the vendor's, green for both, and signed as said.
async fn saved_is_the_vendors(ground: &Ground, contoso: &support::client::Client, session: &str) {
    let saved = ground.desk.save_log(session, None, &Work::unwatched()).await.unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green);
    let bytes = std::fs::read(&saved.path).unwrap();
    assert_eq!(bytes, contoso.log(session).await.body);
    assert_eq!(usize::try_from(saved.bytes).unwrap(), bytes.len());
    let pins = vec![
        Pin { party: Actor::Buyer, fingerprint: ground.host.platform_fingerprint },
        Pin { party: Actor::VendorAgent, fingerprint: people::contoso_agent().fingerprint() },
    ];
    let judged = judge(&bytes, &Trust { pins, own_org: true, ..Trust::default() });
    assert_eq!(judged.verdict.outcome, Outcome::Green);
    let log = judged.log.unwrap();
    for event in log.events().iter().filter(|event| [4, 6, 7].contains(&event.event().seq)) {
        assert!(matches!(event.standing(), Proven::Member(_)), "attested by the platform's key");
        assert_eq!(event.event().authorship.unwrap().1, people::olivia().fingerprint());
    }

    // One digit changed makes it red at its event, in the window too.
    let altered =
        String::from_utf8(bytes).unwrap().replacen(r#""unit_price":1140"#, r#""unit_price":1141"#, 1);
    let verdict = ground.desk.verify_text("altered.json", &altered, &Work::unwatched()).unwrap().verdict;
    assert_eq!((verdict.outcome, verdict.faults[0].seq), (VerdictOutcome::Red, Some(3)));
    assert_eq!(verdict.faults[0].check, "payload_hash");
}
