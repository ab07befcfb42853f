//! Signed heads that lie in the bundle, against its log. They anchor nothing: whoever
//! made the bundle may have made them.

use anp::checkpoint::Checkpoint;
use anp::time::Moment;

use super::Found;
use crate::brought::signed_before;
use crate::contents::Contents;
use crate::files::checkpoint_name;
use crate::record::Record;
use crate::signers::Signers;
use crate::verdict::Check;

pub(super) fn check(contents: &Contents, record: Option<&Record>, signers: &Signers<'_>, found: &mut Found) {
    for (place, note) in (1..).zip(&contents.checkpoints) {
        let name = checkpoint_name(place);
        let checkpoint = match Checkpoint::read(note.as_bytes()) {
            Ok(checkpoint) => checkpoint,
            Err(why) => {
                found.fault(Check::Checkpoint, format!("{name}: {why}"));
                continue;
            }
        };
        if contents.about.session.as_ref() != Some(checkpoint.session()) {
            found.fault(Check::Checkpoint, format!("{name} is of another session"));
            continue;
        }
        let head = checkpoint.head();
        let row = record.and_then(|record| record.at(head.seq));
        let stands = row.map(|row| row.event_hash.as_str());
        if stands != Some(head.hash.to_string().as_str()) {
            found.fault(
                Check::Checkpoint,
                format!(
                    "{name}: event {} was {} when it was signed, and is {} in this log",
                    head.seq,
                    head.hash,
                    stands.unwrap_or("missing")
                ),
            );
        }
        if let Some(early) = row.and_then(|row| signed_before(&checkpoint, &row.at)) {
            found.fault(Check::Checkpoint, format!("{name}: {early}"));
        }
        whose(&name, &checkpoint, signers, found);
    }
}

/// Both sides may sign heads, and each proves what it signs against itself.
fn whose(name: &str, checkpoint: &Checkpoint, signers: &Signers<'_>, found: &mut Found) {
    let signer = checkpoint.key().fingerprint();
    if signers.vendors(signer) {
        return found.note(None, format!("{name} is signed by the vendor's key, {signer}"));
    }
    // The reader of a note has read its time.
    let at = Moment::parse(checkpoint.at()).unwrap_or(Moment::from_millis(0));
    if let Err(why) = signers.buyers(signer, at) {
        found.note(None, format!("{name} is signed by {signer}, {why}: it proves nothing about this record"));
    }
}
