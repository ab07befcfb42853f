//! Points at which a test may let the process die, to show that nothing that was
//! decided is lost or sent twice. Without the feature there is nothing here.

/// Points of an answer's way out and of an event's way in, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Decided and signed; nothing is written.
    Decided,
    /// Outbox and ledger are written, not committed.
    DecisionWritten,
    /// Committed, not sent.
    DecisionCommitted,
    /// The host has answered, its answer is not read.
    AnswerCame,
    /// The answer is read, nothing follows from it yet.
    AnswerRead,
    /// The head moved: the decision is bound again, not committed.
    BoundAgain,
    /// The new binding is committed, not sent.
    BindingCommitted,
    /// The change feed is read.
    ChangesRead,
    /// A log is fetched, not judged.
    LogFetched,
    /// It is judged, nothing is written.
    LogJudged,
    /// The replica's head is written, not committed.
    HeadWritten,
    /// Its events are written, not committed.
    EventsWritten,
    /// Answers that arrived are settled, not committed.
    AnswersSettled,
    /// All of it is committed.
    IntakeCommitted,
    /// The feed's cursor is committed.
    CursorCommitted,
    /// A statement is answered by its ledger's host, nothing follows from it yet.
    StatementAnswered,
    /// A ledger's entries and what follows from them are written, not committed.
    LedgerWritten,
}

impl Point {
    /// All, in their order.
    #[cfg(feature = "fault-injection")]
    pub const ALL: [Self; 17] = [
        Self::Decided,
        Self::DecisionWritten,
        Self::DecisionCommitted,
        Self::AnswerCame,
        Self::AnswerRead,
        Self::BoundAgain,
        Self::BindingCommitted,
        Self::ChangesRead,
        Self::LogFetched,
        Self::LogJudged,
        Self::HeadWritten,
        Self::EventsWritten,
        Self::AnswersSettled,
        Self::IntakeCommitted,
        Self::CursorCommitted,
        Self::StatementAnswered,
        Self::LedgerWritten,
    ];

    /// The name under which a test asks for it.
    #[cfg(feature = "fault-injection")]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decided => "desk.decided",
            Self::DecisionWritten => "desk.decision_written",
            Self::DecisionCommitted => "desk.decision_committed",
            Self::AnswerCame => "desk.answer_came",
            Self::AnswerRead => "desk.answer_read",
            Self::BoundAgain => "desk.bound_again",
            Self::BindingCommitted => "desk.binding_committed",
            Self::ChangesRead => "desk.changes_read",
            Self::LogFetched => "desk.log_fetched",
            Self::LogJudged => "desk.log_judged",
            Self::HeadWritten => "desk.head_written",
            Self::EventsWritten => "desk.events_written",
            Self::AnswersSettled => "desk.answers_settled",
            Self::IntakeCommitted => "desk.intake_committed",
            Self::CursorCommitted => "desk.cursor_committed",
            Self::StatementAnswered => "desk.statement_answered",
            Self::LedgerWritten => "desk.ledger_written",
        }
    }
}

/// Dies here if the environment variable `COUNTERSIGN_CRASH_AT`, read once, is
/// `NAME` or `NAME:N` and this is the first, or Nth, passage.
#[cfg(feature = "fault-injection")]
pub(crate) fn point(here: Point) {
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
pub(crate) const fn point(_: Point) {}
