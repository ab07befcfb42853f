//! A vote in the evidence.

use desk::view::VerdictOutcome;
use desk::{Disclose, Work};
use evidence::bundle;

use super::ground::Seat;

/// The vote stands in the evidence: colleagues' ballots by their own keys, and what passed behind the answer.
pub async fn with_the_vote(olivia: &Seat, session: &str) {
    for (disclose, told) in [(Disclose::Votes, true), (Disclose::Decisions, false)] {
        let path = olivia.db().path().map(|db| std::path::Path::new(db).with_file_name("evidence.zip"));
        let saved = olivia.desk.export_telling(session, disclose, path, &Work::unwatched()).await.unwrap();
        assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
        let contents = bundle::contents(&std::fs::read(saved.path).unwrap()).unwrap();
        let ballots = contents.ledger.entries.iter().filter(|entry| entry.kind == "ballot");
        assert!(ballots.clone().count() == 3 && ballots.clone().all(|entry| entry.payload.is_some() == told));
        let html = evidence::html(&contents);
        assert_eq!((html.contains("<td>no</td>"), html.contains(">passed<")), (told, told));
        if !told {
            continue;
        }
        // A ballot is altered, left out, or counted for another.
        let failed = |alter: &dyn Fn(&mut Vec<evidence::Entry>)| {
            let mut doctored = contents.clone();
            alter(&mut doctored.ledger.entries);
            doctored.about.signed_by = None;
            let bytes = bundle::write(&doctored, None).unwrap();
            let faults = bundle::check(&bytes, &anp::verify::Trust::default()).verdict.faults;
            faults.into_iter().map(|fault| fault.check).collect::<Vec<_>>()
        };
        assert_eq!(failed(&|_| {}), Vec::<String>::new());
        let place = contents.ledger.entries.iter().position(|entry| entry.kind == "ballot").unwrap();
        let forged = failed(&|entries| {
            let payload = entries[place].payload.as_mut().unwrap();
            *payload = payload.replace("\"approve\"", "\"abstain\"");
        });
        assert!(forged.contains(&"decision".to_owned()) && forged.contains(&"vote".to_owned()), "{forged:?}");
        assert!(failed(&|entries| drop(entries.remove(place))).contains(&"decision".to_owned()));
        assert!(failed(&|entries| entries[place].payload = None).contains(&"vote".to_owned()), "all or none");
    }
}
