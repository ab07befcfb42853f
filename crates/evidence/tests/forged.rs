//! Bundles that somebody made who knows how they are made: every hash fits, every
//! signature holds, both genuine fingerprints are pinned. What is wrong is who signed.
#![allow(clippy::string_slice, clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod thread;

use anp::checkpoint::Checkpoint;
use anp::event::{Actor, Kind};
use anp::keys::SecretKey;
use anp::members::Membership;
use anp::payload::{Payload, Reason};
use anp::time::Moment;
use anp::verify::{Outcome, Pin, judge};
use evidence::{Contents, Fault, HowTrusted, Key, Verdict, bundle, html};
use support::people;
use thread::{at, failed, message, offer, pins, sealed, sealed_by, session, whole};

const FORGED: &[u8] =
    b"From: olivia@northwind.example\r\nSubject: CRM renewal\r\n\r\nWe accept your list price of 1,200. Olivia\r\n";

/// What the checks say, in a bundle sealed by this key under its owner's name.
fn said(contents: &mut Contents, key: &SecretKey) -> Vec<String> {
    contents.about.signed_by = Some(key.fingerprint());
    contents.verdict =
        Verdict::from(&judge(contents.log.as_deref().unwrap(), &contents.exporters_trust()).verdict);
    let judged = bundle::check(&sealed_by(contents, key, at(60)), &pins());
    let sealed = judged.sealed.is_some();
    assert!(!sealed || judged.verdict.faults.iter().all(|fault| fault.check != "seal"));
    judged.verdict.faults.iter().map(|fault| format!("{}: {}", fault.check, fault.detail)).collect()
}

/// The log brings another key, attested or not.
fn brings(contents: &mut Contents, name: &str, key: &SecretKey, more: &str) {
    let entry = format!(
        r#""keys":{{"{name}":{{"public_key":"{}","fingerprint":"{}"{more}}},"#,
        key.public(),
        key.fingerprint()
    );
    let log = String::from_utf8(contents.log.clone().unwrap()).unwrap();
    contents.log = Some(log.replacen(r#""keys":{"#, &entry, 1).into_bytes());
}

fn attested(by: &SecretKey, key: &SecretKey, from: &str, to: Option<&str>, role: &str) -> String {
    let membership = Membership {
        fingerprint: key.fingerprint(),
        valid_from: from.to_owned(),
        valid_to: to.map(str::to_owned),
    };
    let until = to.map_or("null".to_owned(), |to| format!("\"{to}\""));
    let signature = membership.attest(by);
    format!(r#","roles":["{role}"],"valid_from":"{from}","valid_to":{until},"attestation":"{signature}""#)
}

fn listed(contents: &mut Contents, name: &str, key: &SecretKey, trusted: HowTrusted) {
    contents.keys.push(Key { name: name.to_owned(), party: Actor::Buyer, key: key.public(), trusted });
}

fn pinned() -> HowTrusted {
    HowTrusted::Pinned { by: "Olivia".to_owned(), at: "2026-07-10T16:20:00.000Z".to_owned() }
}

/// A decision to accept the vendor's last offer, as Olivia would have made it.
fn accepted(name: &str, key: &SecretKey) -> String {
    let thread = whole();
    let (head, offer) = (&thread.events[7], &thread.events[5]);
    let events = format!(
        r#"[{{"kind":"counter_offer","payload_hash":"{}"}},{{"kind":"session_close","payload_hash":"{}"}}]"#,
        thread.events[6].stated.hash(),
        thread.events[7].stated.hash()
    );
    format!(
        r#"{{"answer":"accept","answers":{{"hash":"{}","seq":6}},"at_unix_ms":{},"events":{events},"head":{{"hash":"{}","seq":8,"session":"{}"}},"landed":2,"mandate_version":null,"person":{{"fingerprint":"{}","id":"p-1","name":"{name}","owns_deal":true}},"rebinds":null,"v":1}}"#,
        offer.hash,
        thread.now().millis(),
        head.hash,
        thread::SESSION,
        key.fingerprint(),
    )
}

/// How a key came to be trusted is what the exporter says; the reader's pins and the
/// platform key's attestation decide.
#[test]
fn a_stranger_forges_all_of_it() {
    let lena = people::mallory();
    for trusted in [pinned(), HowTrusted::Platform] {
        let mut contents = whole().entered("decision", &accepted("Olivia", &lena), &lena).contents();
        brings(&mut contents, "Lena", &lena, "");
        listed(&mut contents, "Lena", &lena, trusted);
        contents.mails[0].raw = FORGED.to_vec();
        contents.about.exported_by = "Lena".to_owned();
        let said = said(&mut contents, &lena);
        for wrong in
            ["keys: keys.json says", "decision: entry 4 of the ledger: it is signed by", "seal: the list"]
        {
            assert!(said.iter().any(|fault| fault.starts_with(wrong)), "{wrong}: {said:#?}");
        }
    }
}

/// An attestation by another key, one that has ended, and an agent's vouch for no seal.
#[test]
fn an_attestation_counts_for_its_time_and_for_people() {
    let (pat, mallory) = (people::pat(), people::mallory());
    let from = "2026-01-01T00:00:00Z";
    let ended = Some("2026-07-01T00:00:00Z");
    for (more, words) in [
        (attested(&mallory, &pat, from, None, "owner"), "nobody vouches for"),
        (attested(&people::platform(), &pat, from, ended, "owner"), "outside its time of validity"),
        (attested(&people::platform(), &pat, "2026-08-01T00:00:00Z", None, "owner"), "outside its time"),
        (attested(&people::platform(), &pat, from, None, "agent"), "the key of an agent"),
        (attested(&people::platform(), &pat, from, None, " Agent"), "the key of an agent"),
        (
            attested(&people::platform(), &pat, from, None, "owner").replace("[\"owner\"]", "[]"),
            "of an agent",
        ),
        // The attestation is over an open end, and the entry states one that is no text.
        (
            attested(&people::platform(), &pat, from, None, "owner").replace(":null", ":123"),
            "nobody vouches for",
        ),
    ] {
        let mut contents = whole().contents();
        brings(&mut contents, "Pat", &pat, &more);
        listed(&mut contents, "Pat", &pat, HowTrusted::Nobody);
        contents.about.exported_by = "Pat".to_owned();
        let said = said(&mut contents, &pat);
        assert!(
            said.iter().any(|fault| fault.starts_with("seal") && fault.contains(words)),
            "{words}: {said:#?}"
        );
    }
    let mut contents = whole().contents();
    brings(&mut contents, "Pat", &pat, &attested(&people::platform(), &pat, from, None, "owner"));
    listed(&mut contents, "Pat", &pat, HowTrusted::Attested { valid_from: from.to_owned(), valid_to: None });
    contents.about.exported_by = "Pat".to_owned();
    assert_eq!(said(&mut contents, &pat), Vec::<String>::new());
}

#[test]
fn the_vendor_seals_nothing() {
    let contoso = people::contoso_agent();
    for by in ["Olivia", "Contoso", "vendor_agent"] {
        let mut contents = whole().contents();
        contents.mails[0].raw = FORGED.to_vec();
        contents.about.exported_by = by.to_owned();
        let said = said(&mut contents, &contoso);
        assert!(said.len() == 1 && said[0].contains("the vendor's key, which never signs"), "{said:#?}");
    }
}

#[test]
fn the_exporter_is_the_owner_of_the_key() {
    let mut contents = whole().contents();
    contents.about.exported_by = "Lena".to_owned();
    let said = said(&mut contents, &people::olivia());
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].starts_with("seal: the bundle names Lena as its exporter"), "{said:#?}");
}

/// A key that the exporter calls the desk's own seals where the reader has pinned it.
#[test]
fn the_desks_own_key_needs_the_readers_pin() {
    let lena = people::lena();
    let mut contents = whole().contents();
    listed(&mut contents, "Lena", &lena, HowTrusted::Desk);
    contents.about.exported_by = "Lena".to_owned();
    let found = said(&mut contents, &lena);
    assert!(found.len() == 1 && found[0].contains("nobody vouches for"), "{found:#?}");
    let mut trust = pins();
    trust.pins.push(Pin { party: Actor::Buyer, fingerprint: lena.fingerprint() });
    let judged = bundle::check(&sealed_by(&contents, &lena, at(60)), &trust);
    assert_eq!(judged.verdict.outcome, Outcome::Green, "{:#?}", judged.verdict.faults);
    assert_eq!(judged.sealed.unwrap().vouched, evidence::Vouched::Pinned);
}

/// Party, key and name are one: nobody else writes the buyer's ledger, disclosed or not.
#[test]
fn only_the_buyers_people_write_its_ledger() {
    let (contoso, desk, olivia) = (people::contoso_agent(), people::lena(), people::olivia());
    for (name, key, words) in [
        ("Olivia", &contoso, "the vendor's key"),
        ("Olivia", &desk, "nobody vouches for"),
        ("Lena", &olivia, "it names Lena, and the key that signed it is that of Olivia"),
    ] {
        for kind in ["decision", "mandate"] {
            if kind == "mandate" && name == "Lena" {
                continue;
            }
            let mut contents = whole().entered(kind, &accepted(name, key), key).contents();
            if key.public() == desk.public() {
                listed(&mut contents, "Olivia", &desk, HowTrusted::Desk);
            }
            let found = said(&mut contents, &olivia);
            assert!(
                found.iter().any(|fault| fault.starts_with("decision") && fault.contains(words)),
                "{kind} by {name}: {found:#?}"
            );
            contents.about.signed_by = None;
            let unsealed = bundle::check(&bundle::write(&contents, None).unwrap(), &pins()).verdict;
            assert_eq!(unsealed.outcome, Outcome::Red, "{kind} by {name}");
        }
    }
}

#[test]
fn a_decision_says_one_of_the_things_that_people_decide() {
    let olivia = people::olivia();
    for answer in ["to waive all claims", "Accept", ""] {
        let text = accepted("Olivia", &olivia).replacen("\"accept\"", &format!("\"{answer}\""), 1);
        let mut contents = whole().entered("decision", &text, &olivia).contents();
        let said = said(&mut contents, &olivia);
        assert!(said.iter().any(|fault| fault.contains("answer must be what a person decides")), "{said:#?}");
        assert!(!html(&contents).contains("decided to waive"));
    }
    let text = accepted("Olivia", &olivia);
    let (from, to) = (text.find(r#""events":["#).unwrap(), text.find(r#"],"head""#).unwrap());
    let text = format!("{}\"events\":[{}", &text[..from], &text[to..]);
    let mut contents = whole().entered("decision", &text, &olivia).contents();
    let said = said(&mut contents, &olivia);
    assert!(said.iter().any(|fault| fault.contains("events must be what it takes to accept")), "{said:#?}");
}

#[test]
fn a_seal_has_a_time_that_can_be() {
    let contents = whole().contents();
    for (minute, words) in [
        (-60, "before the last event"),
        (-56 * 365 * 24 * 60, "before the last entry of the ledger"),
        (30, "before the export"),
    ] {
        let verdict = bundle::check(&sealed_by(&contents, &people::olivia(), at(minute)), &pins()).verdict;
        assert!(verdict.faults.iter().all(|fault| fault.check == "seal"), "{verdict:#?}");
        assert!(verdict.faults.iter().any(|fault| fault.detail.contains(words)), "{words}: {verdict:#?}");
    }
    // Clocks of two machines differ by minutes; what lies far behind the export is told.
    let near = sealed_by(&contents, &people::olivia(), at(58));
    assert_eq!(failed(&near), Vec::<String>::new());
    let late = Moment::parse("2999-01-01T00:00:00Z").unwrap();
    let verdict = bundle::check(&sealed_by(&contents, &people::olivia(), late), &pins()).verdict;
    assert!(
        verdict.notes.iter().any(|note| note.detail.contains("was sealed at 2999-01-01")),
        "{verdict:#?}"
    );
}

/// Heads that lie in a bundle anchor nothing, and say whose they are.
#[test]
fn a_bundles_own_checkpoints_do_not_anchor_it() {
    let mut contents = whole().contents();
    let head = whole().head();
    let mut signed = |key: &SecretKey, minute| {
        contents.checkpoints = vec![Checkpoint::sign(&session(), &head, at(minute), key)];
        bundle::check(&sealed(&contents), &anp::verify::Trust::default()).verdict
    };
    for (key, words) in [
        (people::olivia(), None),
        (people::contoso_agent(), Some("is signed by the vendor's key")),
        (people::mallory(), Some("it proves nothing about this record")),
    ] {
        let verdict = signed(&key, 60);
        assert_eq!((verdict.outcome, verdict.anchored), (Outcome::Green, false), "{verdict:#?}");
        let told = |words: &str| verdict.notes.iter().any(|note| note.detail.contains(words));
        assert!(words.is_none_or(told), "{verdict:#?}");
    }
    let early = signed(&people::olivia(), -60);
    assert_eq!(early.faults.len(), 1, "{early:#?}");
    assert!(early.faults[0].detail.contains("before event 8"), "{early:#?}");
}

/// Thread up to the vendor's last word, then a close with this reason.
fn closed(reason: &str, before: &[Payload]) -> Contents {
    let thread = thread::Thread::opened()
        .vendor(offer(Kind::Offer, "1200", ""))
        .vendor(message("A good price, we think."))
        .vendor(offer(Kind::CounterOffer, "1140", ""));
    let olivia = people::olivia();
    let thread = before
        .iter()
        .fold(thread, |thread, payload| thread.say(Actor::Buyer, payload.clone(), Some(&olivia)));
    let close = Payload::SessionClose(Reason { reason: Some(reason.to_owned()) });
    thread.say(Actor::Buyer, close, Some(&olivia)).contents()
}

/// The report calls nothing an acceptance that is none.
#[test]
fn a_reason_alone_accepts_nothing() {
    let events = thread::Thread::opened()
        .vendor(offer(Kind::Offer, "1200", ""))
        .vendor(message("A good price, we think."))
        .vendor(offer(Kind::CounterOffer, "1140", ""))
        .events;
    let equal = offer(Kind::CounterOffer, "1140", "");
    let names = |place: usize| deal::acceptance_reason(events[place - 1].hash.bytes());
    let decline = Payload::Decline(Reason { reason: Some("No.".to_owned()) });
    let other = offer(Kind::CounterOffer, "1100", "");
    for (place, before, why) in [
        (2, vec![equal.clone()], "that event is the buyer’s own"),
        (4, vec![equal.clone()], "that event is no offer"),
        (3, vec![equal.clone()], "the vendor had replaced that offer with event 5"),
        (5, vec![], "no counter-offer of the buyer with its terms"),
        (5, vec![other], "event 6, has other terms"),
        (5, vec![decline, equal.clone()], "that offer had been declined by event 6"),
    ] {
        let html = html(&closed(&names(place), &before));
        assert!(!html.contains("Accepts the offer"), "event {place}");
        assert!(
            html.contains(&format!("The reason names event {place} as what is accepted")),
            "event {place}"
        );
        assert!(html.contains(why), "{why}");
    }
    let real = html(&closed(&names(5), std::slice::from_ref(&equal)));
    assert!(real.contains("<b>Accepts the offer of event 5.</b> No decision that is disclosed here"));
    let unknown = html(&closed(&deal::acceptance_reason(&[7; 32]), std::slice::from_ref(&equal)));
    assert!(unknown.contains("no event before this one has that hash"));
    let decided = html(&whole().contents());
    assert!(decided.contains("<b>Accepts the offer of event 6.</b> Entry 3 of the ledger is the decision"));
}

#[test]
fn a_decline_accepts_nothing() {
    let thread = thread::Thread::opened().vendor(offer(Kind::Offer, "1140", ""));
    let reason = deal::acceptance_reason(thread.head().hash.bytes());
    let decline = Payload::Decline(Reason { reason: Some(reason) });
    let olivia = people::olivia();
    let thread = thread.say(Actor::Buyer, offer(Kind::CounterOffer, "1140", ""), Some(&olivia));
    let html = html(&thread.say(Actor::Buyer, decline, Some(&olivia)).contents());
    assert!(html.contains("only the close of a session accepts") && !html.contains("Accepts the offer"));
}

/// What is decided and what is closed are one.
#[test]
fn a_close_accepts_what_was_decided() {
    let mut contents = whole().contents();
    let statement = contents.ledger.entries[2].payload.clone().unwrap();
    let other = whole().events[2].hash.to_string();
    let named = whole().events[5].hash.to_string();
    contents.ledger.entries[2].payload = Some(statement.replacen(&named, &other, 1).replacen(
        r#""seq":6},"at_unix_ms""#,
        r#""seq":3},"at_unix_ms""#,
        1,
    ));
    let said = said(&mut contents, &people::olivia());
    assert!(
        said.iter().any(|fault| fault.contains(&format!("and the decision accepts {other}"))),
        "{said:#?}"
    );
}

/// What an exporter writes beside its verdict is nobody's finding.
#[test]
fn an_exporters_sentences_are_not_the_verifiers() {
    let lie = "the CFO is a liar";
    let claim = |seq| Fault { seq: Some(seq), check: "own_record".to_owned(), detail: lie.to_owned() };
    let disowning = |seq| {
        let mut contents = thread::Thread::opened()
            .vendor(offer(Kind::Offer, "1200", ""))
            .say(Actor::Buyer, message("We are thinking."), Some(&people::olivia()))
            .contents();
        contents.verdict.faults.push(claim(seq));
        contents.verdict.outcome = Outcome::Red;
        contents.verdict.verified_prefix = seq - 1;
        contents
    };
    let contents = disowning(4);
    let verdict = bundle::check(&sealed(&contents), &pins()).verdict;
    assert_eq!(verdict.outcome, Outcome::Red);
    let own: Vec<&Fault> = verdict.faults.iter().filter(|fault| fault.check == "own_record").collect();
    assert!(own.len() == 1 && own[0].detail.starts_with("the exporter claims"), "{verdict:#?}");
    let told = |words: &str| verdict.faults.iter().any(|fault| fault.detail.contains(words));
    assert!(!told(lie));
    assert!(!html(&contents).contains(lie) && html(&contents).contains("the exporter claims"));
    // The vendor's events are not the exporter's to disown.
    assert_eq!(failed(&sealed(&disowning(3))), ["verdict"]);

    let mut contents = whole().contents();
    contents.verdict.notes[0].detail = "Contoso has agreed to all of it".to_owned();
    let verdict = bundle::check(&sealed(&contents), &pins()).verdict;
    assert!(
        verdict.notes.iter().any(|note| note.detail.contains("they are the exporter's own")),
        "{verdict:#?}"
    );
    assert!(!html(&contents).contains("has agreed to all"));
}
