//! A part that stayed on the server, fetched when a person asks for it: decoded piece by
//! piece, so that its size is never held.

use sha2::{Digest as _, Sha256};

use super::keeper::Left;
use super::login::Mailbox;
use super::shape::Coding;
use super::{CHUNK, keeper::SyncEnd};
use crate::mime::{self, LARGEST_MAIL};
use crate::net::{Cause, Trouble};

/// Takes a part's bytes as they come.
pub trait PartSink: Send {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// Where they cannot be written.
    fn take(&mut self, bytes: &[u8]) -> std::io::Result<()>;
}

/// A part that was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetched {
    /// Its bytes.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: [u8; 32],
}

impl Mailbox {
    /// Fetches a part of a mail in the opened folder, at most `most` bytes on the wire.
    ///
    /// # Errors
    /// [`Cause::TooMuch`] beyond `most`, other [`Trouble`] of the mailbox; the sink's.
    pub async fn part(
        &mut self,
        uid: u32,
        left: &Left,
        most: u64,
        sink: &mut dyn PartSink,
    ) -> Result<Fetched, SyncEnd<std::io::Error>> {
        if left.coding == Coding::Quoted {
            return self.quoted_part(uid, left, sink).await;
        }
        let mut hash = Sha256::new();
        let (mut bytes, mut from, mut signs) = (0_u64, 0_usize, Vec::new());
        loop {
            let piece = self.piece(uid, &left.part, from, CHUNK).await?;
            from += piece.len();
            if u64::try_from(from).unwrap_or(u64::MAX) > most {
                return Err(self.conn.trouble(Cause::TooMuch).into());
            }
            let last = piece.len() < CHUNK;
            let decoded = match left.coding {
                Coding::Base64 => from_base64(&mut signs, &piece, last),
                Coding::Plain | Coding::Quoted => piece,
            };
            hash.update(&decoded);
            bytes += u64::try_from(decoded.len()).unwrap_or(0);
            sink.take(&decoded).map_err(SyncEnd::Keeper)?;
            if last {
                return Ok(Fetched { bytes, sha256: hash.finalize().into() });
            }
        }
    }

    /// Quoted-printable is for texts: what is coded so is no larger than a mail.
    async fn quoted_part(
        &mut self,
        uid: u32,
        left: &Left,
        sink: &mut dyn PartSink,
    ) -> Result<Fetched, SyncEnd<std::io::Error>> {
        let coded = self.section(uid, &left.part, LARGEST_MAIL + 1).await?;
        if coded.len() > LARGEST_MAIL {
            let trouble: Trouble = self.conn.trouble(Cause::TooMuch);
            return Err(trouble.into());
        }
        let decoded = mime::decode_part(&coded, "quoted-printable");
        sink.take(&decoded).map_err(SyncEnd::Keeper)?;
        let bytes = u64::try_from(decoded.len()).unwrap_or(0);
        Ok(Fetched { bytes, sha256: Sha256::digest(&decoded).into() })
    }
}

/// What the signs so far hold in whole groups of four; at the end what is left of them.
fn from_base64(signs: &mut Vec<u8>, piece: &[u8], last: bool) -> Vec<u8> {
    let fits = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    signs.extend(piece.iter().filter(fits));
    let whole = if last { signs.len() } else { signs.len() - signs.len() % 4 };
    let mut group: Vec<u8> = signs.drain(..whole).collect();
    while last && !group.len().is_multiple_of(4) {
        group.push(b'=');
    }
    mime::decode_part(&group, "base64")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_alike_however_its_pieces_fall() {
        let text = b"SGVsbG8g\r\nd29ybGQh\r\nIQ==\r\n";
        for size in 1..text.len() {
            let mut signs = Vec::new();
            let mut read = Vec::new();
            let pieces: Vec<_> = text.chunks(size).collect();
            for (at, piece) in pieces.iter().enumerate() {
                read.extend(from_base64(&mut signs, piece, at + 1 == pieces.len()));
            }
            assert_eq!(read, b"Hello world!!", "{size}");
        }
    }
}
