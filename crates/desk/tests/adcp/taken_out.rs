//! What was negotiated with a seller of media, taken out and checked without the desk. Whoever tampers here
//! is the worst there is: the exporter, with the key, who makes every file and the seal anew.

use anp::digest::sha256;
use anp::event::Actor;
use anp::keys::SecretKey;
use anp::time::Moment;
use anp::verify::{Outcome, Pin, Trust};
use desk::view::{AdcpState, VerdictOutcome};
use desk::{Disclose, Work, export_deal_of};
use evidence::{Contents, Media, Seal, bundle};
use support::people;
use training_seller::Profile;

use super::table::{Table, brief, budget, revise};

fn pinned(key: &SecretKey) -> Trust {
    let pin = Pin { party: Actor::Buyer, fingerprint: key.fingerprint() };
    Trust { pins: vec![pin], ..Trust::default() }
}

fn exported(table: &Table) -> Contents {
    let saved = table.desk.export_deal(&table.deal, Disclose::Decisions, None, &Work::unwatched()).unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
    bundle::contents(&std::fs::read(saved.path).unwrap()).unwrap()
}

fn sealed(contents: &Contents) -> Vec<u8> {
    let at = Moment::parse(&contents.about.exported_at).unwrap();
    let seal = Seal::sign(&bundle::manifest_hash(contents), at, &people::olivia());
    bundle::write(contents, Some(&seal)).unwrap()
}

/// The names of the checks that fail.
fn failed(contents: &Contents) -> Vec<String> {
    let verdict = bundle::check(&sealed(contents), &pinned(&people::olivia())).verdict;
    assert_eq!(verdict.outcome == Outcome::Green, verdict.faults.is_empty());
    verdict.faults.into_iter().map(|fault| fault.check).collect()
}

fn media(contents: &mut Contents) -> &mut Media {
    contents.media.as_mut().unwrap()
}

/// A draft, a cheaper one, a hold, and the purchase.
async fn bought() -> (Table, Contents) {
    let table = Table::with(Profile::Honest).await;
    let source = table.draft().await;
    table.done(&revise(budget(&source, "50000"))).await;
    let held = table.held(&table.newest()).await;
    assert_eq!(table.done(&table.accept(&held)).await, AdcpState::Answered);
    let contents = exported(&table);
    (table, contents)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_of_media_alone_has_evidence_that_holds_elsewhere() {
    let (table, mut contents) = bought().await;
    assert_eq!(failed(&contents), Vec::<String>::new());
    assert_eq!((contents.about.session.as_ref(), contents.log.as_ref()), (None, None));
    let sent: Vec<String> = table.view().exchanges.into_iter().map(|exchange| exchange.arguments).collect();
    let kept: Vec<String> = media(&mut contents)
        .requests
        .iter()
        .map(|request| String::from_utf8(request.arguments.clone()).unwrap())
        .collect();
    assert_eq!(kept, sent);
    let verdicts: Vec<&str> =
        media(&mut contents).requests.iter().map(|request| request.verdict.outcome.as_str()).collect();
    assert_eq!(verdicts, ["holds"; 4]);
    // Who knows nothing learns that it fits together; who knows another key of the buyer's, that it is a stranger's.
    let bytes = sealed(&contents);
    let alone = bundle::check(&bytes, &Trust::default()).verdict;
    assert_eq!((alone.outcome, alone.anchored), (Outcome::Green, false));
    assert!(bundle::check(&bytes, &pinned(&people::olivia())).verdict.anchored);
    assert_eq!(bundle::check(&bytes, &pinned(&people::mallory())).verdict.outcome, Outcome::Red);
    // People can read it.
    let html = evidence::html(&contents);
    for words in [
        "Dealings with a seller of media",
        "decided to accept a proposal",
        "media/004-request.json",
        "the answer holds",
    ] {
        assert!(html.contains(words), "{words}");
    }
    // The same from the workspace alone.
    let workspace = table.folder.path();
    for (disclose, noted) in [(Disclose::Decisions, false), (Disclose::Nothing, true)] {
        let bytes = export_deal_of(workspace, &table.deal, disclose, support::client::now()).unwrap();
        let judged = bundle::check(&bytes, &pinned(&people::olivia())).verdict;
        assert_eq!(judged.outcome, Outcome::Green, "{judged:#?}");
        let untold = judged.notes.iter().any(|note| note.detail.contains("no decision binds these bytes"));
        assert_eq!(untold, noted, "{judged:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_entry_can_be_altered_swapped_or_left_out() {
    let (_table, contents) = bought().await;
    let red = |what: &str, check: &str, alter: &dyn Fn(&mut Contents)| {
        let mut doctored = contents.clone();
        alter(&mut doctored);
        // The exporter's own verdict is made to fit, too.
        if check != "media_verdict" {
            media(&mut doctored).judge();
        }
        let found = failed(&doctored);
        assert!(found.iter().any(|one| one == check), "{what}: {found:?}");
        assert!(
            !found.iter().any(|one| one == "seal" || one == "report" || one == "bundle"),
            "{what}: {found:?}"
        );
    };
    let requests = contents.media.as_ref().unwrap().requests.len();
    for place in 0..requests {
        for at in [0.2, 0.5, 0.9] {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let flip = |bytes: &mut Vec<u8>| {
                let at = (bytes.len() as f64 * at) as usize;
                bytes[at] ^= 1;
            };
            red("a byte of a request", "media_request", &|doctored| {
                flip(&mut media(doctored).requests[place].arguments);
            });
            red("a byte of an answer", "media_answer", &|doctored| {
                flip(&mut media(doctored).requests[place].messages[0].bytes);
            });
        }
        red("an answer is left out", "media_answer", &|doctored| {
            media(doctored).requests[place].messages.clear();
        });
        red("a request is left out", "media", &|doctored| {
            media(doctored).requests.remove(place);
        });
        red("another verdict is recorded", "media_verdict", &|doctored| {
            media(doctored).requests[place].verdict.outcome = "fails".to_owned();
        });
        red("it came before it was asked for", "media_answer", &|doctored| {
            media(doctored).requests[place].messages[0].at = "2020-01-01T00:00:00Z".to_owned();
        });
        red("it is named by another key", "media_request", &|doctored| {
            media(doctored).requests[place].key.push('x');
        });
    }
    red("two answers are swapped", "media_answer", &|doctored| {
        let requests = &mut media(doctored).requests;
        let first = requests[0].messages.clone();
        requests[0].messages = std::mem::replace(&mut requests[1].messages, first);
    });
    red("two requests are swapped", "media_answer", &|doctored| media(doctored).requests.swap(1, 2));
    red("a request stands twice", "media_request", &|doctored| {
        let again = media(doctored).requests[0].clone();
        media(doctored).requests.push(again);
    });
    red("all of it is left out", "media", &|doctored| {
        doctored.media = Some(Media { requests: Vec::new(), ..doctored.media.clone().unwrap() });
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_nobody_made_is_red() {
    let (_table, contents) = bought().await;
    let decision = |contents: &Contents| {
        contents.ledger.waiting.iter().position(|waiting| waiting.kind == "decision").unwrap()
    };
    // Its words are altered.
    let mut altered = contents.clone();
    let place = decision(&altered);
    let waiting = &mut altered.ledger.waiting[place];
    waiting.payload =
        waiting.payload.as_ref().map(|text| text.replace("request_proposals", "accept_proposal"));
    assert!(failed(&altered).contains(&"decision".to_owned()));
    // A stranger signs it.
    let mut forged = contents.clone();
    let mallory = people::mallory();
    let waiting = &mut forged.ledger.waiting[place];
    waiting.signature = mallory.sign(b"anything");
    assert!(failed(&forged).contains(&"decision".to_owned()));
    // It is taken away: then nothing binds the request, and the count has a gap.
    let mut gone = contents.clone();
    gone.ledger.waiting.remove(place);
    let found = failed(&gone);
    assert!(
        found.contains(&"media_request".to_owned()) && found.contains(&"decision".to_owned()),
        "{found:?}"
    );
    // A request that nobody decided is put in, with an answer.
    let mut more = contents.clone();
    let mut another = media(&mut more).requests[0].clone();
    another.arguments =
        String::from_utf8(another.arguments).unwrap().replace("autumn", "winter").into_bytes();
    media(&mut more).requests.push(another);
    assert!(failed(&more).contains(&"media_request".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn lies_and_refusals_stand_in_the_evidence_as_what_they_are() {
    let table = Table::with(Profile::WrongDigest).await;
    let draft = table.draft().await;
    assert_eq!(table.done(&revise(budget(&draft, "50000"))).await, AdcpState::Faulty);
    let mut contents = exported(&table);
    assert_eq!(failed(&contents), Vec::<String>::new(), "the record holds, the answer does not");
    let verdict = media(&mut contents).requests[1].verdict.clone();
    assert_eq!(verdict.outcome, "fails");
    assert_eq!(verdict.faults[0].0, "terms_digest");
    assert!(evidence::html(&contents).contains("the answer does not hold"));
    // Whoever says that it held is found out.
    media(&mut contents).requests[1].verdict =
        evidence::MediaVerdict { outcome: "holds".to_owned(), faults: Vec::new() };
    assert_eq!(failed(&contents), ["media_verdict"]);

    let table = Table::with(Profile::DropsRequest).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    let key = table.last().key;
    table.desk.adcp_give_up(&table.deal, &key).await.unwrap();
    let mut contents = exported(&table);
    assert_eq!(media(&mut contents).requests[0].state, "given_up");
    let given_up = contents.ledger.waiting.iter().find(|waiting| waiting.kind == "adcp_given_up").unwrap();
    assert!(given_up.payload.as_ref().unwrap().contains(&key));
    assert_eq!(sha256(&media(&mut contents).requests[0].arguments).len(), 32);
    assert_eq!(failed(&contents), Vec::<String>::new());
}
