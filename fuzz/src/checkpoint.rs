//! Checkpoints.

use anp::checkpoint::Checkpoint;
use anp::time::Moment;
use support::people;

/// A note is believed only as one of the people signed it, byte for byte.
pub fn only_what_was_signed(bytes: &[u8]) {
    let Ok(read) = Checkpoint::read(bytes) else { return };
    let signers = [people::olivia(), people::platform(), people::mallory()];
    let signer = signers.iter().find(|signer| signer.public() == *read.key());
    let signer = signer.expect("nobody of the corpus signed this");
    let at = Moment::parse(read.at()).expect("the reader has read it");
    let again = Checkpoint::sign(read.session(), read.head(), at, signer);
    assert_eq!(again.as_bytes(), bytes);
}
