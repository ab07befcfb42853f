//! Checkpoints: a head that somebody has verified, signed as transparency logs sign
//! theirs (the *signed note* text format). Whoever holds one can prove a later rewrite.
//!
//! ```text
//! COUNTERSIGN/1 checkpoint <session id>
//! <number of events>
//! <head, base64>
//! <time of the signature, RFC 3339>
//! <public key, base64url>
//!
//! — <fingerprint of the key> <base64 of key id and signature>
//! ```
//!
//! The signature covers everything up to the empty line. The first line keeps it apart
//! from whatever else the key signs.

use base64ct::{Base64, Encoding as _};

use crate::OWN_DOMAIN;
use crate::digest::{EventHash, sha256};
use crate::event::{Head, SessionId};
use crate::keys::{PublicKey, SecretKey, Signature};
use crate::time::Moment;

/// Longest note that is read, in bytes.
pub const LONGEST: usize = 4096;

/// A head that a key vouches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    session: SessionId,
    head: Head,
    at: String,
    key: PublicKey,
}

impl Checkpoint {
    /// Signs a head. The caller has verified it, and brings the time.
    pub fn sign(session: &SessionId, head: &Head, at: Moment, key: &SecretKey) -> String {
        let text = body(session, head, &at.to_text(), &key.public());
        let signature = key.sign(text.as_bytes());
        let mut line = key_id(&key.public()).to_vec();
        line.extend_from_slice(&signature.0);
        format!("{text}\n— {} {}\n", key.fingerprint(), Base64::encode_string(&line))
    }

    /// Reads a note and checks its signature.
    ///
    /// # Errors
    /// [`CheckpointFault`] for another text, or a signature that does not hold.
    pub fn read(note: &[u8]) -> Result<Self, CheckpointFault> {
        let no = CheckpointFault::Form;
        if note.len() > LONGEST {
            return Err(no("it is longer than a checkpoint"));
        }
        let note = core::str::from_utf8(note).map_err(|_| no("it is no UTF-8 text"))?;
        if !note.starts_with(&first_words()) {
            return Err(no("it does not begin with COUNTERSIGN/1 checkpoint"));
        }
        let (text, signature) =
            note.split_once("\n\n— ").ok_or(no("no signature stands behind it, after an empty line"))?;
        let text = format!("{text}\n");
        let mut lines = text.lines();
        let mut line = || lines.next().ok_or(no("it lacks a line"));
        let origin = line()?;
        let session = origin
            .strip_prefix(&first_words())
            .and_then(SessionId::parse)
            .ok_or(no("its first line names no session"))?;
        let seq: u64 = line()?.parse().map_err(|_| no("its second line is no number of events"))?;
        let mut hash = [0_u8; 32];
        let wrong_hash = no("its third line is no hash of 32 bytes in base64");
        let decoded = Base64::decode(line()?, &mut hash).map_err(|_| wrong_hash)?;
        if decoded.len() != hash.len() {
            return Err(wrong_hash);
        }
        let at = line()?.to_owned();
        Moment::parse(&at).map_err(|_| no("its fourth line is no RFC 3339 time"))?;
        let key = PublicKey::parse(line()?).map_err(|_| no("its fifth line is no public key"))?;
        let head = Head { seq, hash: EventHash(hash) };
        // One text stands for one checkpoint: what was read must write as it stood.
        if lines.next().is_some() || body(&session, &head, &at, &key) != text {
            return Err(no("its lines are not written as those of a checkpoint are"));
        }
        check(signature, &text, &key)?;
        Ok(Self { session, head, at, key })
    }

    /// Finds the one note in a text as people hand it over: in a message, with line ends of
    /// another system, without the last one. What is taken is read as [`Self::read`] does.
    ///
    /// # Errors
    /// [`CheckpointFault`] where there is none, more than one, or one that does not hold.
    pub fn found_in(text: &[u8]) -> Result<Self, CheckpointFault> {
        let no = CheckpointFault::Form;
        let text = core::str::from_utf8(text).map_err(|_| no("it is no UTF-8 text"))?;
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(|line| line.trim_end_matches('\r'));
        let first = first_words();
        let start = lines.find(|line| line.starts_with(&first));
        let start = start.ok_or(no("no line in it begins with COUNTERSIGN/1 checkpoint"))?;
        let mut note = format!("{start}\n");
        let mut signed = false;
        for line in lines {
            if line.starts_with(&first) {
                return Err(no("more than one checkpoint stands in it: give each in a file of its own"));
            }
            let signature = line.starts_with("— ");
            if signed && signature {
                return Err(no("more than one signature stands behind it"));
            }
            if !signed && note.len() <= LONGEST {
                note.push_str(line);
                note.push('\n');
            }
            signed |= signature;
        }
        Self::read(note.as_bytes())
    }

    /// The session.
    pub const fn session(&self) -> &SessionId {
        &self.session
    }

    /// The head that was vouched for.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// When, as the signer says.
    pub fn at(&self) -> &str {
        &self.at
    }

    /// By which key. Whose key it is, the note cannot say.
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }
}

fn first_words() -> String {
    format!("{OWN_DOMAIN} checkpoint ")
}

fn body(session: &SessionId, head: &Head, at: &str, key: &PublicKey) -> String {
    let hash = Base64::encode_string(head.hash.bytes());
    format!("{}{session}\n{}\n{hash}\n{at}\n{key}\n", first_words(), head.seq)
}

/// The first four bytes of SHA-256 over name, newline, algorithm 1 and key, as signed
/// notes have it.
fn key_id(key: &PublicKey) -> [u8; 4] {
    let mut named = format!("{}\n", key.fingerprint()).into_bytes();
    named.push(1);
    named.extend_from_slice(&key.to_bytes());
    let [a, b, c, d, ..] = sha256(&named);
    [a, b, c, d]
}

fn check(line: &str, text: &str, key: &PublicKey) -> Result<(), CheckpointFault> {
    let form = CheckpointFault::Form("its last line is no signature of a key");
    let (name, signature) = line.split_once(' ').ok_or(form)?;
    let mut bytes = [0_u8; 68];
    let signature = signature.strip_suffix('\n').ok_or(form)?;
    let decoded = Base64::decode(signature, &mut bytes).map_err(|_| form)?;
    let (id, signature) = decoded.split_first_chunk::<4>().ok_or(form)?;
    let signature: [u8; 64] = signature.try_into().map_err(|_| form)?;
    if name != key.fingerprint().to_string() || *id != key_id(key) {
        return Err(CheckpointFault::Signature);
    }
    key.verify(text.as_bytes(), &Signature(signature)).map_err(|_| CheckpointFault::Signature)
}

/// Why a text is no checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointFault {
    /// Another text, with what is amiss.
    #[error("the text is no checkpoint: {0}")]
    Form(&'static str),
    /// The signature does not hold.
    #[error("the checkpoint's signature does not hold")]
    Signature,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn note() -> (String, SecretKey) {
        let key = SecretKey::from_seed(&[7; 32]);
        let session = SessionId::parse("79fe3fa1-ed67-4c9d-9388-00cb2514a92f").unwrap();
        let head = Head { seq: 8, hash: EventHash([9; 32]) };
        let at = Moment::parse("2026-11-30T10:00:00Z").unwrap();
        (Checkpoint::sign(&session, &head, at, &key), key)
    }

    #[test]
    fn a_checkpoint_says_what_was_signed() {
        let (note, key) = note();
        let read = Checkpoint::read(note.as_bytes()).unwrap();
        assert_eq!((read.head().seq, read.head().hash), (8, EventHash([9; 32])));
        assert_eq!(read.key(), &key.public());
        assert_eq!(read.at(), "2026-11-30T10:00:00.000Z");
    }

    #[test]
    fn it_is_found_as_people_hand_it_over() {
        let (note, _) = note();
        let whole = Checkpoint::read(note.as_bytes()).unwrap();
        for handed in [
            note.clone(),
            note.trim_end().to_owned(),
            note.replace('\n', "\r\n"),
            format!("\u{feff}{note}"),
            format!(
                "Hello Pat,\n\nthis is our head. Keep it.\n\n{note}\nThe lines from COUNTERSIGN/1 are the file.\n"
            ),
        ] {
            assert_eq!(Checkpoint::found_in(handed.as_bytes()), Ok(whole.clone()), "{handed:?}");
        }
    }

    #[test]
    fn what_is_none_says_why() {
        let (note, _) = note();
        let why = |text: &str| Checkpoint::found_in(text.as_bytes()).unwrap_err().to_string();
        for (text, words) in [
            ("Dear Pat, here it is.".to_owned(), "no line in it begins with"),
            (format!("{note}\n{note}"), "more than one checkpoint"),
            (format!("{note}— {}", note.split("— ").last().unwrap_or_default()), "more than one signature"),
            (note.split("\n\n").next().unwrap_or_default().to_owned(), "no signature stands behind it"),
            (note.replacen("\n8\n", "\n+8\n", 1), "not written as"),
            (note.replacen("\n8\n", "\neight\n", 1), "no number of events"),
            (note.replacen("2026-11-30T", "soon", 1), "no RFC 3339 time"),
            (note.replacen("\n8\n", "\n9\n", 1), "signature does not hold"),
        ] {
            assert!(why(&text).contains(words), "{words}: {}", why(&text));
        }
    }

    #[test]
    fn no_byte_of_it_can_change() {
        let (note, _) = note();
        for at in 0..note.len() {
            for flip in [1, 0x20, 0x80] {
                let mut bytes = note.clone().into_bytes();
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= flip;
                }
                assert!(Checkpoint::read(&bytes).is_err(), "byte {at} changed by {flip:#x}");
            }
        }
        assert!(Checkpoint::read(&[note.as_bytes(), b"\n"].concat()).is_err());
        assert!(Checkpoint::read(note.trim_end().as_bytes()).is_err());
    }
}
