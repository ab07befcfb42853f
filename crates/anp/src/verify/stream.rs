//! The verdict without the events: sooner than [`judge`](super::judge), with several
//! processors beside each other, and from a reader in little memory.

use std::io::{self, Read, Seek};

use super::chain::Kept;
use super::document::Green;
use super::keyring::Standing;
use super::lanes::Lanes;
use super::source::{Memory, Source, Stored};
use super::trust::Trust;
use super::verdict::Verdict;
use super::walk::Walk;
use super::{VerifiedEvent, VerifiedLog};
use crate::event::{Actor, Head, Kind, SessionId};
use crate::keys::PublicKey;

/// How long the pieces are in which events are read, in bytes: enough that the shared
/// part of checking signatures is small, few enough that a piece stays near the processor.
const PIECE: usize = 256 * 1024;

/// How far a reading has come. Where a text is read twice, it begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Events that were judged.
    pub events: u64,
    /// Bytes of the text behind them.
    pub bytes: u64,
}

/// What a table of a log's events shows of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Number, from 1.
    pub seq: u64,
    /// Time of the append, as written.
    pub at: String,
    /// Party.
    pub actor: Actor,
    /// Kind.
    pub kind: Kind,
    /// How its author is proven.
    pub standing: Standing,
}

/// What a green log proves, without the payloads. Nothing but a green verdict makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    session: SessionId,
    keys: Vec<(String, PublicKey)>,
    head: Head,
    rows: Vec<Row>,
}

impl Outline {
    /// The session.
    pub const fn session(&self) -> &SessionId {
        &self.session
    }

    /// The keys that took part in the verdict, by the names under which they stand.
    pub fn keys(&self) -> &[(String, PublicKey)] {
        &self.keys
    }

    /// The head after the last event.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The events of the document, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

impl From<&VerifiedLog> for Outline {
    fn from(log: &VerifiedLog) -> Self {
        let row = |verified: &VerifiedEvent| {
            let event = verified.event();
            Row {
                seq: event.seq,
                at: event.at.clone(),
                actor: event.actor,
                kind: event.stated.kind(),
                standing: verified.standing().clone(),
            }
        };
        Self {
            session: log.session().clone(),
            keys: log.keys().to_vec(),
            head: log.head().clone(),
            rows: log.events().iter().map(row).collect(),
        }
    }
}

/// How a log is read where only its verdict is asked for. The verdict is that of
/// [`judge`](super::judge), to the letter, whatever is chosen here.
#[derive(Debug, Clone, Copy)]
pub struct Stream<'t> {
    trust: &'t Trust,
    lanes: Lanes,
}

impl<'t> Stream<'t> {
    /// With so many workers (at least one), each a thread of its own where there are
    /// several.
    pub const fn new(trust: &'t Trust, workers: usize) -> Self {
        Self { trust, lanes: Lanes { workers, length: PIECE } }
    }

    /// In pieces of so many bytes (at least one). The default suits logs of any length.
    #[must_use]
    pub fn in_pieces(mut self, bytes: usize) -> Self {
        self.lanes.length = bytes.max(1);
        self
    }

    /// The verdict on a text in memory.
    pub fn verdict(&self, bytes: &[u8]) -> Verdict {
        match self.walk(Memory(bytes), false, &mut |_| ()) {
            Ok((verdict, _)) => verdict,
            // Memory can always be read; what may fail is a thread.
            Err(_) => super::judge(bytes, self.trust).verdict,
        }
    }

    /// The verdict on what a reader gives from its very start, and what it proves where
    /// it is green. Memory is needed for a few pieces, for the largest event and for
    /// what the verdict says, and for about a hundred bytes an event to know which stood
    /// before; a text that is no object is read whole. The text is read twice where
    /// `session` or `keys` stand behind the events.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn outline(
        &self,
        reader: impl Read + Seek,
        mut progress: impl FnMut(Progress),
    ) -> io::Result<(Verdict, Option<Outline>)> {
        let (verdict, green) = self.walk(Stored(reader), true, &mut progress)?;
        let outline = green.map(|Green { session, keys, resume, kept }| {
            let rows = if let Kept::Rows(rows) = kept { rows } else { Vec::new() };
            Outline { session, keys, head: resume.head, rows }
        });
        Ok((verdict, outline))
    }

    /// The verdict alone.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn verdict_of(
        &self,
        reader: impl Read + Seek,
        mut progress: impl FnMut(Progress),
    ) -> io::Result<Verdict> {
        self.walk(Stored(reader), false, &mut progress).map(|(verdict, _)| verdict)
    }

    fn walk<'s>(
        &self,
        source: impl Source<'s>,
        rows: bool,
        progress: &mut dyn FnMut(Progress),
    ) -> io::Result<(Verdict, Option<Green>)> {
        Walk { source, trust: self.trust, lanes: self.lanes, rows, progress }.verdict()
    }
}

/// Of which session a text says that it is; nothing of it is proven. None where it says
/// nothing that can be read. It is read no further than to there.
///
/// # Errors
/// Those of the reader.
pub fn claimed_session(reader: impl Read + Seek) -> io::Result<Option<String>> {
    let (trust, lanes) = (Trust::default(), Lanes { workers: 1, length: PIECE });
    Walk { source: Stored(reader), trust: &trust, lanes, rows: false, progress: &mut |_| () }.session()
}

/// The verdict on a log's bytes, by so many workers.
pub fn verdict(bytes: &[u8], trust: &Trust, workers: usize) -> Verdict {
    Stream::new(trust, workers).verdict(bytes)
}

/// The verdict on what a reader gives, by so many workers; see [`Stream::outline`].
///
/// # Errors
/// Those of the reader.
pub fn verdict_of(
    reader: impl Read + Seek,
    trust: &Trust,
    workers: usize,
    progress: impl FnMut(Progress),
) -> io::Result<Verdict> {
    Stream::new(trust, workers).verdict_of(reader, progress)
}
