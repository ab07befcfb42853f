//! The events of a text in pieces, one behind the other or several beside each other.
//!
//! Where a piece ends is guessed: at something that looks like an event's beginning.
//! Pieces are read beside each other, and taken in their order, each only if the one
//! before ended where it begins; so a wrong guess costs time and changes nothing.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Progress;
use super::chain::Chain;
use super::document::Ground;
use super::piece::{End, Found, Item, Piece, Prover};
use super::seen::Seen;
use super::signers::Signers;
use super::source::Source;
use super::walk::{Stop, Walk, not_utf8};
use crate::json::{Flaw, MAX_FLAWS, Step};

/// How events are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes {
    /// How many pieces are read beside each other.
    pub(super) workers: usize,
    /// How long a piece is, in bytes.
    pub(super) length: usize,
}

/// Takes events in their order.
pub(super) struct Taker<'t, 'g> {
    /// The rules; none where events are only passed over.
    chain: Option<&'t mut Chain<'g>>,
    /// The flaws of the text so far; none where they are all known already.
    flaws: Option<&'t mut Vec<Flaw>>,
    /// How many events were taken.
    index: usize,
}

impl<'t, 'g> Taker<'t, 'g> {
    /// Passes over events, and notes the flaws of their text.
    pub(super) fn passing(flaws: &'t mut Vec<Flaw>) -> Self {
        Self { chain: None, flaws: Some(flaws), index: 0 }
    }

    pub(super) fn judging(chain: &'t mut Chain<'g>, flaws: Option<&'t mut Vec<Flaw>>) -> Self {
        Self { chain: Some(chain), flaws, index: 0 }
    }

    fn take(&mut self, found: &Found<'_>) {
        for item in &found.items {
            if let Item::Built(_, flaws) = item {
                self.flawed(flaws);
            }
            if let Some(chain) = &mut self.chain {
                match item {
                    Item::Proven(proven) => chain.take(proven.seen(&found.piece.text)),
                    Item::Built(value, _) => chain.take(Seen::of(value)),
                    Item::Passed => {}
                }
            }
            self.index += 1;
        }
    }

    /// The flaws of the event that comes next, as those of the whole text.
    fn flawed(&mut self, flaws: &[Flaw]) {
        let Some(all) = &mut self.flaws else { return };
        for flaw in flaws.iter().take(MAX_FLAWS.saturating_sub(all.len())) {
            let mut flaw = flaw.clone();
            flaw.path.0.splice(0..0, [Step::Key("events".to_owned()), Step::Index(self.index)]);
            if let Some(chain) = &mut self.chain {
                let place = chain.place().saturating_add(1);
                chain.flawed([(place, flaw.clone())]);
            }
            all.push(flaw);
        }
    }
}

/// What a reader of pieces proves things on: keys and session; without, it passes over.
type Footing<'g> = Option<(&'g Ground, &'g Signers)>;

/// How far the events are taken.
enum Taken {
    /// To where the next event begins.
    Open(usize),
    /// To behind the end of their list.
    Closed(usize),
}

impl<'s, S: Source<'s>> Walk<'_, S> {
    /// Takes events up to the end of their list, and gives the place behind it. The list
    /// begins, behind its bracket, at `from`.
    pub(super) fn events(
        &mut self,
        from: usize,
        ground: Option<&Ground>,
        rules: &mut Taker<'_, '_>,
    ) -> Result<usize, Stop> {
        let (empty, _, at) = self.unit(from, |reader| {
            reader.space();
            let empty = reader.take(b']');
            if reader.peek().is_none() && !empty {
                Err(reader.fault("the end of the text"))
            } else {
                Ok(empty)
            }
        })?;
        if empty {
            return Ok(at);
        }
        let signers = ground.map(|ground| Signers::of(&ground.ring));
        let footing = ground.zip(signers.as_ref());
        let short = self.lanes.workers < 2 || self.source.piece(at, self.lanes.length)?.last;
        match self.opening_of_events(at)?.filter(|_| !short) {
            Some(opening) => self.beside(at, footing, &opening, rules),
            None => self.behind(at, footing, rules),
        }
    }

    /// One piece behind the other.
    fn behind(
        &mut self,
        mut at: usize,
        footing: Footing<'_>,
        rules: &mut Taker<'_, '_>,
    ) -> Result<usize, Stop> {
        let mut prover = Prover::on(footing);
        loop {
            match self.step(at, self.lanes.length, &mut prover, rules)? {
                Taken::Open(next) => at = next,
                Taken::Closed(end) => return Ok(end),
            }
        }
    }

    /// Reads and takes a piece, larger than asked where an event is.
    fn step(
        &mut self,
        at: usize,
        mut length: usize,
        prover: &mut Prover<'_>,
        rules: &mut Taker<'_, '_>,
    ) -> Result<Taken, Stop> {
        loop {
            let found = prover.read(self.source.piece(at, length)?);
            match found.end {
                End::Open(next) if next == at => length = length.saturating_mul(4),
                _ => return self.take(&found, rules),
            }
        }
    }

    fn take(&mut self, found: &Found<'_>, rules: &mut Taker<'_, '_>) -> Result<Taken, Stop> {
        rules.take(found);
        let (taken, at) = match found.end {
            End::Open(at) => (Taken::Open(at), at),
            End::Closed(at) => (Taken::Closed(at), at),
            End::Broken(fault) => return Err(fault.into()),
            End::NotUtf8(offset) => return Err(not_utf8(offset).into()),
        };
        (self.progress)(Progress { events: rules.index as u64, bytes: at as u64 });
        Ok(taken)
    }

    /// Several pieces beside each other.
    fn beside(
        &mut self,
        from: usize,
        footing: Footing<'_>,
        opening: &[u8],
        rules: &mut Taker<'_, '_>,
    ) -> Result<usize, Stop> {
        let (jobs, queue) = channel::<Piece<'s>>();
        let (done, results) = channel::<Found<'s>>();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            for _ in 0..self.lanes.workers {
                let (done, queue) = (done.clone(), &queue);
                scope.spawn(move || {
                    let mut prover = Prover::on(footing);
                    while let Some(piece) = next_of(queue) {
                        if done.send(prover.read(piece)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(done);
            let pieces = Pieces { jobs, results, sent: VecDeque::new(), ready: HashMap::new() };
            self.feed(from, pieces, opening, &mut Prover::on(footing), rules)
        })
    }

    /// Sends pieces out and takes them in their order; what does not fit, because an end
    /// was guessed wrong, is read here.
    fn feed(
        &mut self,
        from: usize,
        mut pieces: Pieces<'s>,
        opening: &[u8],
        prover: &mut Prover<'_>,
        rules: &mut Taker<'_, '_>,
    ) -> Result<usize, Stop> {
        let (mut at, mut next) = (from, from);
        loop {
            next = next.max(at);
            while pieces.sent.len() < 2 * self.lanes.workers
                && let Some(piece) = self.cut(next, opening)?
            {
                next = piece.from + piece.text.len();
                pieces.send(piece)?;
            }
            let taken = match pieces.receive()? {
                None => self.step(at, self.lanes.length, prover, rules)?,
                Some(found) if found.piece.from < at => continue,
                Some(found) => {
                    let begins = found.piece.from;
                    let mut taken = Taken::Open(at);
                    while let Taken::Open(here) = taken
                        && here < begins
                    {
                        taken = self.step(here, begins - here, prover, rules)?;
                    }
                    if matches!(taken, Taken::Open(here) if here == begins) {
                        taken = self.take(&found, rules)?;
                    }
                    taken
                }
            };
            match taken {
                Taken::Open(here) => at = here,
                Taken::Closed(end) => return Ok(end),
            }
        }
    }

    /// A piece that ends where an event seems to begin; none where nothing seems to.
    fn cut(&mut self, from: usize, opening: &[u8]) -> io::Result<Option<Piece<'s>>> {
        let mut piece = self.source.piece(from, self.lanes.length)?;
        if piece.last {
            return Ok((!piece.text.is_empty()).then_some(piece));
        }
        let begins = piece.text.windows(opening.len()).rposition(|bytes| bytes == opening);
        let Some(end) = begins.filter(|end| *end > 0) else { return Ok(None) };
        piece.text = match piece.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(..end).unwrap_or_default()),
            Cow::Owned(mut text) => {
                text.truncate(end);
                Cow::Owned(text)
            }
        };
        Ok(Some(piece))
    }

    /// How the first event begins, with its brace and first key; those that follow are
    /// taken to begin alike. In JSON a brace and a key stand in no string, since the
    /// key's quote would end it.
    fn opening_of_events(&mut self, at: usize) -> io::Result<Option<Vec<u8>>> {
        let piece = self.source.piece(at, LONGEST_OPENING)?;
        let mut quotes = piece.text.iter().enumerate().filter(|(_, byte)| **byte == b'"');
        let (first, last) = (quotes.next(), quotes.next());
        let spaces = first.and_then(|(first, _)| piece.text.get(1..first));
        let plain = spaces.is_some_and(|spaces| spaces.iter().all(u8::is_ascii_whitespace));
        let opening = last.and_then(|(last, _)| piece.text.get(..=last));
        Ok(opening.filter(|opening| plain && opening.starts_with(b"{")).map(<[u8]>::to_vec))
    }
}

/// The longest beginning of an event that is looked for, in bytes.
const LONGEST_OPENING: usize = 256;

/// Pieces that are being read beside each other.
struct Pieces<'s> {
    jobs: Sender<Piece<'s>>,
    results: Receiver<Found<'s>>,
    /// Where those begin that are out, in their order.
    sent: VecDeque<usize>,
    ready: HashMap<usize, Found<'s>>,
}

impl<'s> Pieces<'s> {
    fn send(&mut self, piece: Piece<'s>) -> io::Result<()> {
        self.sent.push_back(piece.from);
        self.jobs.send(piece).map_err(|_| ended_early())
    }

    /// The first of those that are out; none where none is.
    fn receive(&mut self) -> io::Result<Option<Found<'s>>> {
        let Some(first) = self.sent.pop_front() else { return Ok(None) };
        loop {
            if let Some(found) = self.ready.remove(&first) {
                return Ok(Some(found));
            }
            let found = self.results.recv().map_err(|_| ended_early())?;
            self.ready.insert(found.piece.from, found);
        }
    }
}

fn ended_early() -> io::Error {
    io::Error::other("a thread that verifies has ended early")
}

fn next_of<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
