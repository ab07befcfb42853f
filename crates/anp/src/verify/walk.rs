//! The walk over a whole text in pieces: the members around the events are read as they
//! come, the events where they stand, and a second time only if something that they are
//! judged by stands behind them.

use std::collections::HashSet;
use std::io;

use super::chain::{Chain, Kept, Walked};
use super::document::{Green, Ground, Words, split_flaws};
use super::lanes::{Lanes, Taker};
use super::piece::{AHEAD, valid};
use super::source::Source;
use super::trust::Trust;
use super::verdict::Verdict;
use super::{NOT_A_LOG, Progress, unreadable};
use crate::json::{self, Flaw, MAX_FLAWS, Reader, SyntaxFault, Value};

/// Members around the events are looked for in pieces of this size first, in bytes.
const SMALL: usize = 4096;

/// Text that is only looked through is had in pieces of this size, in bytes.
const LARGE: usize = 1 << 20;

/// Why there is no verdict on events.
pub(super) enum Stop {
    /// The text cannot be had.
    Unread(io::Error),
    /// It is not JSON.
    Syntax(SyntaxFault),
}

impl From<io::Error> for Stop {
    fn from(fault: io::Error) -> Self {
        Self::Unread(fault)
    }
}

impl From<SyntaxFault> for Stop {
    fn from(fault: SyntaxFault) -> Self {
        Self::Syntax(fault)
    }
}

/// A byte that is not UTF-8.
pub(super) const fn not_utf8(offset: usize) -> SyntaxFault {
    SyntaxFault { offset, what: "a byte that is not UTF-8" }
}

/// Whether there is a verdict on events, and what a green one proves.
pub(super) type Outcome = (Verdict, Option<Green>);

/// A walk under way.
pub(super) struct Walk<'w, S> {
    pub(super) source: S,
    pub(super) trust: &'w Trust,
    pub(super) lanes: Lanes,
    /// Whether rows for a table are kept.
    pub(super) rows: bool,
    /// Told on the way how far it has come.
    pub(super) progress: &'w mut dyn FnMut(Progress),
}

/// What stands around the events, as far as it was read.
#[derive(Default)]
struct Outer {
    names: HashSet<String>,
    protocol: Option<Value>,
    session: Option<Value>,
    chain: Option<Value>,
    keys: Option<Value>,
    flaws: Vec<Flaw>,
    /// Where the last list of events begins; none where the last member of that name is
    /// no list.
    events: Option<usize>,
    /// What came of walking it, where all that judges it is the same still.
    walked: Option<(Ground, Walked)>,
}

/// What stands behind a member.
enum Then {
    Member(usize),
    End(usize),
}

impl<'s, S: Source<'s>> Walk<'_, S> {
    pub(super) fn verdict(mut self) -> io::Result<Outcome> {
        let fault = match self.through() {
            Ok(outcome) => return Ok(outcome),
            Err(Stop::Unread(fault)) => return Err(fault),
            Err(Stop::Syntax(fault)) => fault,
        };
        // Bytes that are not UTF-8 are told before anything else, wherever they stand.
        let fault = self.first_not_utf8()?.unwrap_or(fault);
        Ok((unreadable(&fault), None))
    }

    /// What the text says of its session, read no further than it has to be.
    pub(super) fn session(mut self) -> io::Result<Option<String>> {
        match self.session_said() {
            Ok(said) => Ok(said),
            Err(Stop::Unread(fault)) => Err(fault),
            Err(Stop::Syntax(_)) => Ok(None),
        }
    }

    fn session_said(&mut self) -> Result<Option<String>, Stop> {
        let Some(mut then) = self.opening()? else { return Ok(None) };
        let mut outer = Outer::default();
        // Events that stand before it are only passed over.
        while let (Then::Member(at), None) = (&then, &outer.session) {
            then = self.member(&mut outer, *at)?;
        }
        Ok(outer.session.and_then(|session| Some(session.get("id")?.as_text()?.to_owned())))
    }

    fn through(&mut self) -> Result<Outcome, Stop> {
        let Some(mut then) = self.opening()? else {
            // No object: all of it is read, to say what it is.
            let whole = self.source.piece(0, usize::MAX)?;
            json::parse(&whole.text)?;
            return Ok((unreadable(&NOT_A_LOG), None));
        };
        let mut outer = Outer::default();
        let end = loop {
            match then {
                Then::Member(at) => then = self.member(&mut outer, at)?,
                Then::End(at) => break at,
            }
        };
        self.nothing_behind(end)?;
        self.close(outer)
    }

    /// What stands behind an object's first brace; none where the text is no object.
    fn opening(&mut self) -> Result<Option<Then>, Stop> {
        let (then, _, at) = self.unit(0, |reader| {
            reader.space();
            match reader.peek() {
                None => return Err(reader.fault("the end of the text")),
                Some(b'{') => reader.take(b'{'),
                Some(_) => return Ok(None),
            };
            reader.space();
            match reader.peek() {
                None => Err(reader.fault("no key in quotes")),
                Some(b'}') => Ok(Some(reader.take(b'}'))),
                Some(_) => Ok(Some(false)),
            }
        })?;
        Ok(then.map(|empty| if empty { Then::End(at) } else { Then::Member(at) }))
    }

    /// Reads a member. A list of events is walked if what judges it is known.
    fn member(&mut self, outer: &mut Outer, at: usize) -> Result<Then, Stop> {
        let names = &outer.names;
        let ((name, value), flaws, at) = self.unit(at, |reader| {
            let (name, value) = reader.member(
                |name| names.contains(name),
                |reader, name| {
                    let list = name == "events" && reader.take(b'[');
                    if list { Ok(None) } else { reader.value(1).map(Some) }
                },
            )?;
            if value.is_some() {
                reader.space();
                if !matches!(reader.peek(), Some(b',' | b'}')) {
                    return Err(reader.fault("no comma or end of the object"));
                }
            }
            Ok((name, value))
        })?;
        let room = MAX_FLAWS.saturating_sub(outer.flaws.len());
        outer.flaws.extend(flaws.into_iter().take(room));
        let at = match value {
            Some(value) => {
                outer.set(&name, value);
                at
            }
            None => self.list(outer, at)?,
        };
        outer.names.insert(name);
        let (end, _, at) = self.unit(at, |reader| {
            reader.space();
            let end = reader.take(b'}');
            if end || reader.take(b',') {
                Ok(end)
            } else {
                Err(reader.fault("no comma or end of the object"))
            }
        })?;
        Ok(if end { Then::End(at) } else { Then::Member(at) })
    }

    /// A list of events behind its bracket. Gives the place behind its end.
    fn list(&mut self, outer: &mut Outer, from: usize) -> Result<usize, Stop> {
        let known = outer.session.is_some() && outer.keys.is_some() && !outer.names.contains("events");
        outer.events = Some(from);
        outer.walked = None;
        if !known {
            return self.events(from, None, &mut Taker::passing(&mut outer.flaws));
        }
        let ground = outer.words().ground(self.trust);
        let (walked, end) = self.judged(from, ground, Vec::new(), Some(&mut outer.flaws))?;
        outer.walked = Some(walked);
        Ok(end)
    }

    /// Walks the events on this ground; either the flaws that touch them are known, or
    /// they are found.
    fn judged(
        &mut self,
        from: usize,
        ground: Ground,
        known: Vec<(u64, Flaw)>,
        found: Option<&mut Vec<Flaw>>,
    ) -> Result<((Ground, Walked), usize), Stop> {
        let kept = if self.rows { Kept::Rows(Vec::new()) } else { Kept::Nothing };
        let mut chain = Chain::start(ground.session.as_ref(), &ground.ring, self.trust, kept);
        chain.flawed(known);
        let end = self.events(from, Some(&ground), &mut Taker::judging(&mut chain, found))?;
        let walked = chain.finish();
        Ok(((ground, walked), end))
    }

    fn close(&mut self, mut outer: Outer) -> Result<Outcome, Stop> {
        let Some(from) = outer.events else { return Ok((unreadable(&NOT_A_LOG), None)) };
        let mut flawed = split_flaws(&outer.flaws, self.trust);
        let in_events = std::mem::take(&mut flawed.in_events);
        let (ground, walked) = if let Some(walked) = outer.walked.take() {
            walked
        } else {
            let ground = outer.words().ground(self.trust);
            self.judged(from, ground, in_events, None)?.0
        };
        Ok(outer.words().close(ground, walked, flawed, self.trust))
    }

    /// Only white space may follow the object.
    fn nothing_behind(&mut self, mut at: usize) -> Result<(), Stop> {
        loop {
            let piece = self.source.piece(at, LARGE)?;
            let text = valid(&piece).map_err(not_utf8)?;
            let mut reader = Reader::over(text, 0, at);
            reader.space();
            if reader.at() < piece.text.len() {
                return Err(reader.fault("something after the value").into());
            }
            if piece.last {
                return Ok(());
            }
            at += text.len();
        }
    }

    fn first_not_utf8(&mut self) -> io::Result<Option<SyntaxFault>> {
        let mut at = 0;
        loop {
            let piece = self.source.piece(at, LARGE)?;
            match valid(&piece) {
                Err(offset) => return Ok(Some(not_utf8(offset))),
                Ok(_) if piece.last => return Ok(None),
                Ok(text) => at += text.len(),
            }
        }
    }

    /// Reads one thing that begins at `from`, in a piece as large as it has to be. What
    /// is read must not end with the piece, since it might go on.
    pub(super) fn unit<T>(
        &mut self,
        from: usize,
        read: impl Fn(&mut Reader<'_>) -> Result<T, SyntaxFault>,
    ) -> Result<(T, Vec<Flaw>, usize), Stop> {
        let mut length = SMALL;
        loop {
            let piece = self.source.piece(from, length)?;
            let text = valid(&piece).map_err(not_utf8)?;
            let mut reader = Reader::over(text, 0, from);
            match read(&mut reader) {
                Ok(value) => {
                    let at = from + reader.at();
                    return Ok((value, reader.into_flaws(), at));
                }
                Err(fault) if !piece.last && fault.offset + AHEAD >= from + text.len() => {
                    length = length.saturating_mul(4);
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }
}

impl Outer {
    fn words(&self) -> Words<'_> {
        Words {
            protocol: self.protocol.as_ref(),
            session: self.session.as_ref(),
            chain: self.chain.as_ref(),
            keys: self.keys.as_ref(),
        }
    }

    /// Sets a member that is no list of events; of several the last stands.
    fn set(&mut self, name: &str, value: Value) {
        match name {
            "protocol" => self.protocol = Some(value),
            "chain" => self.chain = Some(value),
            "events" => self.events = None,
            "session" => self.session = Some(value),
            "keys" => self.keys = Some(value),
            _ => return,
        }
        if matches!(name, "session" | "keys") {
            // What was walked was judged by another one.
            self.walked = None;
        }
    }
}
