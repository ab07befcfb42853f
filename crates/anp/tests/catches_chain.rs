//! What verification must catch: places, order, times, heads, continuations.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ledger;

use anp::event::{Actor, Head, Kind, SessionId};
use anp::payload::{OpenedBy, Payload, SessionOpen};
use anp::verify::{Check, Outcome, Resume, Trust, judge};
use ledger::{
    Draft, OF_TRUST, close, counter, decline, envelope, faults, green, message, offer, pins, rehash, verdict,
};
use serde_json::{Value, json};
use support::people;

const CLAIM: (Option<u64>, &str) = (Some(1), "nobody signed it");

fn seen(seq: u64, draft: &Draft) -> Head {
    draft.events[usize::try_from(seq).unwrap() - 1].head()
}

#[test]
fn openings_stand_first_and_only_there() {
    let contoso = people::contoso_agent();
    let open = || {
        Payload::SessionOpen(SessionOpen {
            agent: OpenedBy {
                id: "x".to_owned(),
                name: "Contoso".to_owned(),
                fingerprint: contoso.fingerprint(),
            },
            envelope: envelope("Contoso"),
        })
    };
    let again = Draft::begun().with(Actor::VendorAgent, open(), Some(&contoso));
    assert_eq!(faults(&again.text(), &pins()), [(Some(3), Check::Order)]);
    let no_envelope = Draft::opening().vendor(offer(1.0));
    assert_eq!(faults(&no_envelope.text(), &pins()), [(Some(2), Check::Order)]);
    let wrong_side = Draft::opening().vendor(Payload::Envelope(envelope("Contoso")));
    assert_eq!(faults(&wrong_side.text(), &pins()), [(Some(2), Check::Order)]);
    assert_eq!(faults(&Draft::opening().text(), &pins()), [(None, Check::Order)]);
    let mut log = Draft::begun().value();
    log["events"].as_array_mut().unwrap().remove(0);
    rehash(&mut log);
    assert!(faults(&log.to_string(), &pins()).contains(&(Some(1), Check::Order)));
    let mut log = Draft::begun().value();
    log["events"].as_array_mut().unwrap().clear();
    rehash(&mut log);
    assert_eq!(faults(&log.to_string(), &pins()), [(None, Check::Order)], "emptied");
}

#[test]
fn later_envelopes_by_either_side_are_allowed() {
    let draft = Draft::begun()
        .vendor(Payload::Envelope(envelope("Contoso Europe")))
        .by(&people::platform(), Payload::Envelope(envelope("Northwind Europe")));
    green(&draft.text(), &pins(), &[CLAIM]);
}

#[test]
fn nothing_follows_the_close() {
    let draft = Draft::begun().vendor(offer(1200.0)).by(&people::platform(), close());
    green(&draft.clone().text(), &pins(), &[CLAIM]);
    let after = draft.vendor(message("One more thing.")).by(&people::platform(), close());
    assert_eq!(faults(&after.text(), &pins()), [(Some(5), Check::Order), (Some(6), Check::Order)]);
}

#[test]
fn times_run_forwards() {
    let contoso = people::contoso_agent();
    // The second event stands at 09:01.
    let at = |time: &str| Draft::begun().at(time, Actor::VendorAgent, offer(1200.0), Some(&contoso)).text();
    green(&at("2026-07-11T09:01:00.000Z"), &pins(), &[CLAIM]);
    green(&at("2026-07-11T11:01:00+02:00"), &pins(), &[CLAIM]);
    green(&at("2026-07-11T09:00:59.999Z"), &pins(), &[CLAIM, (Some(3), "before the one before")]);
    green(&at("2026-07-11T08:56:00.000Z"), &pins(), &[CLAIM, (Some(3), "before the one before")]);
    for wrong in [
        "2026-07-11T08:55:59.999Z",
        "2026-07-11T11:00:59+02:30",
        "",
        "now",
        "2026-07-11",
        "2026-07-11T09:02:60Z",
        "2026-07-11T09:02:00",
    ] {
        assert_eq!(faults(&at(wrong), &pins()), [(Some(3), Check::At)], "{wrong}");
    }
}

#[test]
fn an_event_out_of_the_past_does_not_colour_the_next() {
    let draft = Draft::begun()
        .at("2026-07-11T08:00:00Z", Actor::VendorAgent, offer(1.0), Some(&people::contoso_agent()))
        .vendor(message("In time again."));
    assert_eq!(faults(&draft.text(), &pins()), [(Some(3), Check::At)]);
}

#[test]
fn the_header_says_what_the_events_say() {
    let good = Draft::whole().value();
    let changed = |path: &str, to: Value| {
        let mut log = good.clone();
        *log.pointer_mut(path).unwrap() = to;
        faults(&log.to_string(), &pins())
    };
    let other = "1".repeat(64);
    for count in [json!(7), json!(9), json!("8"), json!(null), json!(8.5), json!(-8)] {
        assert_eq!(changed("/session/event_count", count.clone()), [(None, Check::EventCount)], "{count}");
    }
    assert_eq!(changed("/session/event_count", json!(8.0)), [], "whole numbers may be spelt so");
    for path in ["/session/chain_head", "/chain/head"] {
        for head in [json!(other), json!(null), json!(""), good["events"][0]["event_hash"].clone()] {
            assert_eq!(changed(path, head), [(None, Check::ChainHead)], "{path}");
        }
    }
    assert_eq!(changed("/protocol", json!("ANP/0.2")), [(None, Check::Protocol)]);
    let wrong_id = changed("/session/id", json!("f6a4b7de-7a7f-4b57-8a4b-6f0a53b0c9a1"));
    assert!(wrong_id.contains(&(None, Check::SessionId)) && wrong_id.contains(&(Some(1), Check::EventHash)));
    assert!(changed("/session/id", json!("a\nb")).contains(&(None, Check::SessionId)));
}

#[test]
fn a_log_moved_to_another_session_is_red_for_who_knows_the_session() {
    let mut log = Draft::whole().value();
    log["session"]["id"] = json!("f6a4b7de-7a7f-4b57-8a4b-6f0a53b0c9a1");
    rehash(&mut log);
    assert_eq!(faults(&log.to_string(), &pins()), [(None, Check::SessionId)]);
    let unaware = Trust { session: None, ..pins() };
    assert_eq!(faults(&log.to_string(), &unaware), [], "signatures do not cover the session");
}

#[test]
fn what_was_seen_stays() {
    let draft = Draft::whole();
    let knowing = |heads: &[Head]| Trust { seen: heads.to_vec(), ..Trust::default() };
    let all: Vec<_> = (1..=8).map(|seq| seen(seq, &draft)).collect();
    green(&draft.text(), &knowing(&all), &[CLAIM]);
    assert!(verdict(&draft.text(), &knowing(&all[..1])).anchored);
    let nothing = [Head::EMPTY];
    assert!(!verdict(&draft.text(), &knowing(&nothing)).anchored, "an empty chain's head says nothing");

    let mut cut = draft.value();
    cut["events"].as_array_mut().unwrap().truncate(5);
    rehash(&mut cut);
    cut["session"]["status"] = json!("open");
    cut["session"]["closed_at"] = json!(null);
    green(&cut.to_string(), &pins(), &[CLAIM]);
    assert_eq!(faults(&cut.to_string(), &knowing(&all[5..6])), [(None, Check::SeenHead)]);
    assert_eq!(verdict(&cut.to_string(), &knowing(&all)).faults.len(), 3);

    let mut reordered = draft.value();
    reordered["events"].as_array_mut().unwrap().swap(2, 3);
    rehash(&mut reordered);
    let found = faults(&reordered.to_string(), &knowing(&all[2..4]));
    assert!(found.contains(&(Some(3), Check::SeenHead)) && found.contains(&(Some(4), Check::SeenHead)));
    assert_eq!(verdict(&reordered.to_string(), &knowing(&all)).verified_prefix, 2);
}

#[test]
fn places_have_no_gaps_and_links_hold() {
    let good = Draft::whole().value();
    let mut gap = good.clone();
    gap["events"].as_array_mut().unwrap().remove(3);
    let found = faults(&gap.to_string(), &pins());
    assert!(found.contains(&(Some(4), Check::Seq)) && found.contains(&(Some(4), Check::PrevHash)));
    let mut link = good.clone();
    link["events"][3]["prev_hash"] = json!("0".repeat(64));
    let found = faults(&link.to_string(), &pins());
    assert_eq!(found, [(Some(4), Check::PrevHash), (Some(4), Check::EventHash)], "and nothing after it");
    for hash in [json!(null), json!(""), json!("F".repeat(64)), json!("f".repeat(64))] {
        for (member, check) in [
            ("payload_hash", Check::PayloadHash),
            ("prev_hash", Check::PrevHash),
            ("event_hash", Check::EventHash),
        ] {
            let mut log = good.clone();
            log["events"][3][member] = hash.clone();
            assert!(faults(&log.to_string(), &pins()).contains(&(Some(4), check)), "{member} {hash}");
        }
    }
}

#[test]
fn one_altered_payload_is_one_fault() {
    let good = Draft::whole().value();
    for place in [2, 4, 5] {
        let mut log = good.clone();
        log["events"][place]["payload"]["term_months"] = json!(35);
        assert_eq!(faults(&log.to_string(), &pins()), [(Some(place as u64 + 1), Check::PayloadHash)]);
    }
}

#[test]
fn notes_tell_what_is_claimed_and_what_recurs() {
    let expired = Draft::begun().vendor(offer(1200.0)).at(
        "2026-07-20T00:00:00Z",
        Actor::VendorAgent,
        counter(1200.0),
        Some(&people::contoso_agent()),
    );
    green(&expired.text(), &pins(), &[CLAIM, (Some(4), "had expired when it was appended")]);
    let repeated = Draft::begun()
        .vendor(offer(1200.0))
        .by(&people::platform(), decline())
        .vendor(offer(1200.0))
        .by(&people::platform(), decline());
    green(
        &repeated.text(),
        &pins(),
        &[CLAIM, (Some(5), "stands as event 3 already"), (Some(6), "stands as event 4 already")],
    );
    let good = Draft::whole().value();
    let said = |path: &str, to: Value, words: &str| {
        let mut log = good.clone();
        *log.pointer_mut(path).unwrap() = to;
        green(&log.to_string(), &pins(), &[CLAIM, (None, words)]);
    };
    said("/session/status", json!("open"), "and the events close it");
    said("/session/opened_at", json!("2026-07-11T09:00:01Z"), "opened_at is not the time");
    said("/session/closed_at", json!("yesterday"), "closed_at is not the time");
    let mut open = Draft::begun().value();
    open["session"]["status"] = json!("closed");
    open["session"]["closed_at"] = json!("2026-07-11T09:01:00Z");
    green(
        &open.to_string(),
        &pins(),
        &[CLAIM, (None, "no event closes it"), (None, "tells when the session closed")],
    );
}

#[test]
fn a_continuation_is_judged_from_where_it_goes_on() {
    let draft = Draft::whole();
    let resume = |count: usize| {
        let mut early = draft.clone();
        early.events.truncate(count);
        judge(early.text().as_bytes(), &pins()).log.unwrap().resume().clone()
    };
    let judged = |count: usize, resume: Resume| {
        let trust = Trust { resume: Some(resume), ..pins() };
        (faults(&draft.after(count), &trust), verdict(&draft.after(count), &trust))
    };
    for count in 2..=8 {
        let (found, verdict) = judged(count, resume(count));
        assert_eq!(found, [], "after {count}");
        assert_eq!((verdict.event_count, verdict.verified_prefix, verdict.anchored), (8, 8, true));
        let roles_alone = |note: &anp::verify::Note| note.detail.contains(OF_TRUST[2]);
        assert!(verdict.notes.iter().all(roles_alone), "{verdict:#?}");
    }
    // From another head, an earlier one, or another session's end.
    let forked = Resume { head: Head { hash: seen(4, &draft).hash, ..seen(5, &draft) }, ..resume(5) };
    assert_eq!(judged(5, forked).0, [(Some(6), Check::PrevHash)]);
    let (found, verdict) = judged(5, resume(4));
    assert!(found.contains(&(Some(5), Check::Seq)) && found.contains(&(Some(5), Check::PrevHash)));
    assert_eq!(verdict.verified_prefix, 4);
    let closed = Resume { closed: true, ..resume(5) };
    assert_eq!(
        judged(5, closed).0,
        [(Some(6), Check::Order), (Some(7), Check::Order), (Some(8), Check::Order)]
    );
    let later = Resume { last_at: "2026-07-11T09:11:00Z".to_owned(), ..resume(5) };
    assert!(judged(5, later).0.contains(&(Some(6), Check::At)));
    // A head that was seen elsewhere at the very place is held against it too.
    let seen_other = Head { hash: seen(4, &draft).hash, ..seen(5, &draft) };
    let trust = Trust { resume: Some(resume(5)), seen: vec![seen_other], ..pins() };
    assert_eq!(faults(&draft.after(5), &trust), [(None, Check::SeenHead)]);
}

#[test]
fn a_verified_log_is_extended_by_its_own_continuation_alone() {
    let draft = Draft::whole();
    let early = |count: usize| {
        let mut early = draft.clone();
        early.events.truncate(count);
        judge(early.text().as_bytes(), &pins()).log.unwrap()
    };
    let later = |from: usize| {
        let trust = Trust { resume: Some(early(from).resume().clone()), ..pins() };
        judge(draft.after(from).as_bytes(), &trust).log.unwrap()
    };
    let whole = early(5).extended(later(5)).unwrap();
    assert_eq!((whole.events().len(), whole.head()), (8, &draft.head()));
    assert!(early(5).extended(later(4)).is_err());
    assert!(early(4).extended(later(5)).is_err());
    assert!(early(5).extended(later(8)).is_err(), "an empty continuation of another head");
    assert!(early(8).extended(later(8)).is_ok());
}

#[test]
fn ids_are_one_line() {
    assert!(SessionId::parse("").is_none());
    assert!(SessionId::parse("a\nb").is_none());
    assert!(SessionId::parse(&"é".repeat(128)).is_some());
    assert!(SessionId::parse(&"é".repeat(129)).is_none());
}

#[test]
fn events_have_their_members_and_no_others() {
    let good = Draft::whole().value();
    let mut more = good.clone();
    more["events"][2]["comment"] = json!("trust me");
    assert_eq!(faults(&more.to_string(), &pins()), [(Some(3), Check::Members)]);
    let lacking = [
        ("seq", Check::Seq),
        ("actor", Check::Actor),
        ("kind", Check::Kind),
        ("payload", Check::PayloadSchema),
        ("payload_hash", Check::PayloadHash),
        ("prev_hash", Check::PrevHash),
        ("event_hash", Check::EventHash),
        ("at", Check::At),
    ];
    for (member, check) in lacking {
        for instead in [None, Some(json!(null)), Some(json!([1]))] {
            let mut log = good.clone();
            match &instead {
                None => log["events"][2].as_object_mut().unwrap().remove(member),
                Some(other) => {
                    log["events"][2].as_object_mut().unwrap().insert(member.to_owned(), other.clone())
                }
            };
            let found = faults(&log.to_string(), &pins());
            assert!(found.contains(&(Some(3), check)), "{member} as {instead:?}: {found:?}");
        }
    }
    for nothing in [json!(null), json!(1), json!("event"), json!([])] {
        let mut log = good.clone();
        log["events"][2] = nothing;
        assert!(faults(&log.to_string(), &pins()).contains(&(Some(3), Check::Members)));
    }
    let mut kind = good.clone();
    kind["events"][2]["kind"] = json!("accept");
    rehash(&mut kind);
    assert!(faults(&kind.to_string(), &pins()).contains(&(Some(3), Check::Kind)));
    let mut readers_tolerate = good;
    for place in ["/session", "/chain", "/keys", ""] {
        readers_tolerate.pointer_mut(place).unwrap()["x-further"] = json!({"any": ["thing"]});
    }
    assert_eq!(verdict(&readers_tolerate.to_string(), &pins()).outcome, Outcome::Green);
}

#[test]
fn payloads_keep_their_schema_and_envelopes_declare_ai() {
    let broken = |draft: Draft, place: usize, path: &str, to: Value| {
        let mut log = draft.value();
        *log["events"][place].pointer_mut(path).unwrap() = to;
        rehash(&mut log);
        faults(&log.to_string(), &Trust::default())
    };
    let place = Some(2);
    let found = broken(Draft::begun(), 1, "/payload/agent/declared_ai", json!(false));
    assert_eq!(found, [(place, Check::PayloadSchema), (place, Check::Signature)]);
    let found = broken(Draft::begun(), 0, "/payload/envelope/agent/declared_ai", json!(false));
    assert_eq!(found, [(Some(1), Check::PayloadSchema)]);
    for kind in Kind::ALL {
        let mut log = Draft::begun().vendor(message("Hello.")).value();
        log["events"][2]["kind"] = json!(kind.as_str());
        log["events"][2]["payload"] = json!({"surprise": 1});
        rehash(&mut log);
        assert!(
            faults(&log.to_string(), &Trust::default()).contains(&(Some(3), Check::PayloadSchema)),
            "{kind}"
        );
    }
}
