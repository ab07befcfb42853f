//! Where time comes from. Nothing in the host asks the machine but this.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anp::time::Moment;

/// A clock: the machine's, or one that is set by hand.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's clock.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `moment` until it is set again. Its clones are the same clock.
    pub fn standing_at(moment: Moment) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(moment.millis()))))
    }

    /// Sets a clock made by [`Clock::standing_at`]; the machine's is left alone.
    pub fn set(&self, moment: Moment) {
        if let Source::Set(millis) = &self.0 {
            millis.store(moment.millis(), Ordering::SeqCst);
        }
    }

    /// Now, to the millisecond.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System => Moment::from_millis(system_millis()),
            Source::Set(millis) => Moment::from_millis(millis.load(Ordering::SeqCst)),
        }
    }
}

/// Milliseconds since 1970 by the machine's clock, negative before.
fn system_millis() -> i64 {
    let millis = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(span) => millis(span),
        Err(before) => millis(before.duration()).saturating_neg(),
    }
}
