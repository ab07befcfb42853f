//! The limit: what no verifier is spared, each by itself over the same bytes, and
//! nothing else. Who verifies has to know that payloads are canonical and keep their
//! schema, has to hash payloads and events, and has to check every signature.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anp::digest::sha256;
use anp::keys::{Checks, Table};
use anp::payload::is_canonical;

use crate::Failure;
use crate::log::{Log, Piece};

/// The time that each piece takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pieces {
    pub canonical: Duration,
    pub hashing: Duration,
    pub signatures: Duration,
}

impl Pieces {
    /// All of it.
    pub fn sum(&self) -> Duration {
        self.canonical + self.hashing + self.signatures
    }
}

/// Does the work once, on so many cores, each with an equal share; gives the slowest's
/// time. Making the keys' tables is part of checking signatures.
pub fn measure(log: &Log, cores: usize) -> Result<Pieces, Failure> {
    let begun = Instant::now();
    let tables = log.keys.each_ref().map(Table::of);
    let making = begun.elapsed();
    let mut slowest = if cores == 1 {
        once(&log.text, &log.pieces, &tables)?
    } else {
        let share = log.pieces.len().div_ceil(cores).max(1);
        let all: Result<Vec<Pieces>, Failure> = std::thread::scope(|scope| {
            let running: Vec<_> = log
                .pieces
                .chunks(share)
                .map(|pieces| scope.spawn(|| once(&log.text, pieces, &tables)))
                .collect();
            running.into_iter().map(|one| one.join().map_err(|_| "a thread ended early")?).collect()
        });
        all?.into_iter().max_by_key(Pieces::sum).ok_or("nothing to measure")?
    };
    slowest.signatures += making;
    Ok(slowest)
}

fn once(text: &str, pieces: &[Piece], tables: &[Table; 2]) -> Result<Pieces, Failure> {
    let payload = |piece: &Piece| text.get(piece.payload.clone()).unwrap_or_default();

    let begun = Instant::now();
    if !pieces.iter().all(|piece| is_canonical(piece.kind, payload(piece))) {
        return Err("a payload is not canonical".into());
    }
    let canonical = begun.elapsed();

    let begun = Instant::now();
    for piece in pieces {
        black_box(sha256(payload(piece).as_bytes()));
        black_box(sha256(piece.preimage.as_bytes()));
    }
    let hashing = begun.elapsed();

    let begun = Instant::now();
    let mut checks = Checks::new();
    for piece in pieces {
        let table = tables.get(piece.key).ok_or("no table")?;
        checks.add(table, piece.statement.as_bytes(), &piece.signature);
    }
    if !checks.settle().into_iter().all(|sound| sound) {
        return Err("a signature does not hold".into());
    }
    Ok(Pieces { canonical, hashing, signatures: begun.elapsed() })
}
