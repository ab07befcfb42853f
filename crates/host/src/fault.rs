//! Points at which a test may let the process die, to show that nothing that was
//! acknowledged is lost. Without the feature there is nothing here.

/// Points of the append path, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// The body is read, nothing is written.
    BodyRead,
    /// The nonce is spent and committed.
    NonceSpent,
    /// The session's head is written, not committed.
    HeadWritten,
    /// The event's row is written, not committed.
    EventWritten,
    /// The change feed is written, not committed.
    ChangeWritten,
    /// All writes are done, the commit is not.
    BeforeCommit,
    /// Committed, not answered.
    Committed,
    /// The answer is assembled, not sent.
    AnswerReady,
}

impl Point {
    /// All, in the order in which an append passes them.
    #[cfg(feature = "fault-injection")]
    pub const ALL: [Self; 8] = [
        Self::BodyRead,
        Self::NonceSpent,
        Self::HeadWritten,
        Self::EventWritten,
        Self::ChangeWritten,
        Self::BeforeCommit,
        Self::Committed,
        Self::AnswerReady,
    ];

    /// The name under which a test asks for it.
    #[cfg(feature = "fault-injection")]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BodyRead => "body.read",
            Self::NonceSpent => "nonce.spent",
            Self::EventWritten => "append.event_written",
            Self::HeadWritten => "append.head_written",
            Self::ChangeWritten => "append.change_written",
            Self::BeforeCommit => "append.before_commit",
            Self::Committed => "append.committed",
            Self::AnswerReady => "append.answer_ready",
        }
    }
}

/// Dies here if the environment variable `COUNTERSIGN_CRASH_AT`, read once, is
/// `NAME` or `NAME:N` and this is the first, or Nth, passage.
#[cfg(feature = "fault-injection")]
pub fn point(here: Point) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static WANTED: OnceLock<Option<(String, u64)>> = OnceLock::new();
    static PASSED: AtomicU64 = AtomicU64::new(0);
    let wanted = WANTED.get_or_init(|| {
        let text = std::env::var("COUNTERSIGN_CRASH_AT").ok()?;
        match text.split_once(':') {
            Some((name, count)) => Some((name.to_owned(), count.parse().ok()?)),
            None => Some((text, 1)),
        }
    });
    if let Some((name, count)) = wanted
        && name == here.as_str()
        && PASSED.fetch_add(1, Ordering::SeqCst) + 1 == *count
    {
        std::process::abort();
    }
}

/// Nothing.
#[cfg(not(feature = "fault-injection"))]
pub const fn point(_: Point) {}
