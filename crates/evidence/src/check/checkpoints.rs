//! Signed heads against the log.

use anp::checkpoint::Checkpoint;

use super::Found;
use super::keys::vouched;
use crate::contents::Contents;
use crate::files::checkpoint_name;
use crate::record::Record;
use crate::verdict::Check;

pub(super) fn check(contents: &Contents, record: Option<&Record>, found: &mut Found) {
    for (place, note) in (1..).zip(&contents.checkpoints) {
        let name = checkpoint_name(place);
        let checkpoint = match Checkpoint::read(note.as_bytes()) {
            Ok(checkpoint) => checkpoint,
            Err(why) => {
                found.fault(Check::Checkpoint, format!("{name}: {why}"));
                continue;
            }
        };
        if checkpoint.session() != &contents.about.session {
            found.fault(Check::Checkpoint, format!("{name} is of another session"));
            continue;
        }
        let head = checkpoint.head();
        let stands = record.and_then(|record| record.at(head.seq)).map(|row| row.event_hash.clone());
        if stands.as_deref() != Some(head.hash.to_string().as_str()) {
            found.fault(
                Check::Checkpoint,
                format!(
                    "{name}: event {} was {} when it was signed, and is {} in this log",
                    head.seq,
                    head.hash,
                    stands.as_deref().unwrap_or("missing")
                ),
            );
        }
        let signer = checkpoint.key();
        if !contents.keys.iter().any(|key| key.key == *signer && vouched(&key.trusted)) {
            found.note(
                None,
                format!("{name} is signed by {}, a key that the log does not know", signer.fingerprint()),
            );
        }
    }
}
