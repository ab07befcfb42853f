//! One log measured: verifying it and its limit, turn by turn, so that whatever else the
//! machine does falls on both.

use std::time::{Duration, Instant};

use anp::verify::{Outcome, Trust, verdict};
use rustix::time::{ClockId, clock_gettime};

use crate::Failure;
use crate::limit::{self, Pieces};
use crate::log::Log;

/// Measured at least so often, and for so long.
const ROUNDS: usize = 7;
const LONG_ENOUGH: Duration = Duration::from_secs(4);

/// Short logs are verified so many times in a round that it has as many events.
const EVENTS_A_ROUND: u64 = 2000;

/// What came of it, an event, in microseconds; medians of all rounds.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    pub verified: f64,
    pub limit: f64,
    pub canonical: f64,
    pub hashing: f64,
    pub signatures: f64,
    /// The limit's time by that of verifying, round by round.
    pub share: f64,
    /// The same of the processors' time, which others on the machine touch less.
    pub share_of_work: f64,
}

/// One round.
struct Round {
    verified: Duration,
    verified_work: Duration,
    limit_work: Duration,
    pieces: Pieces,
}

/// Measures verification by so many workers.
pub fn measure(log: &Log, workers: usize) -> Result<Measured, Failure> {
    let events = log.pieces.len() as u64;
    let times = u32::try_from((EVENTS_A_ROUND / events.max(1)).max(1))?;
    let begun = Instant::now();
    let mut rounds = Vec::new();
    while rounds.len() < ROUNDS || begun.elapsed() < LONG_ENOUGH {
        rounds.push(round(log, workers, times)?);
    }
    #[allow(clippy::cast_precision_loss, reason = "a count of events")]
    let all = f64::from(times) * events as f64;
    let micros = |of: &dyn Fn(&Round) -> Duration| {
        median(rounds.iter().map(|round| of(round).as_secs_f64() * 1e6 / all).collect())
    };
    let ratio = |of: &dyn Fn(&Round) -> (Duration, Duration)| {
        median(rounds.iter().map(of).map(|(limit, took)| limit.as_secs_f64() / took.as_secs_f64()).collect())
    };
    Ok(Measured {
        verified: micros(&|round| round.verified),
        limit: micros(&|round| round.pieces.sum()),
        canonical: micros(&|round| round.pieces.canonical),
        hashing: micros(&|round| round.pieces.hashing),
        signatures: micros(&|round| round.pieces.signatures),
        share: ratio(&|round| (round.pieces.sum(), round.verified)),
        share_of_work: ratio(&|round| (round.limit_work, round.verified_work)),
    })
}

fn round(log: &Log, workers: usize, times: u32) -> Result<Round, Failure> {
    let trust = Trust::default();
    let mut pieces = Pieces::default();
    let work = worked();
    for _ in 0..times {
        let once = limit::measure(log, workers)?;
        pieces.canonical += once.canonical;
        pieces.hashing += once.hashing;
        pieces.signatures += once.signatures;
    }
    let limit_work = worked().saturating_sub(work);
    let (work, begun) = (worked(), Instant::now());
    for _ in 0..times {
        if verdict(log.text.as_bytes(), &trust, workers).outcome != Outcome::Green {
            return Err("the log is not green".into());
        }
    }
    let verified = begun.elapsed();
    Ok(Round { verified, verified_work: worked().saturating_sub(work), limit_work, pieces })
}

/// The processors' time that this process has had, all its threads together.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or_default())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
