//! The buyer's rules: terms, figures, mandate, screening, holds and decisions. Pure.
//!
//! Money and text alone: no clock, no disk, no network, no async, and nothing of any protocol's types.
//! Time, hashes and signatures come in as arguments. Of `parley` it knows one proof: the quorum, without
//! which no answer is decided.
#![forbid(unsafe_code)]

mod accept;
mod benchmark;
mod cap;
mod clause;
mod compare;
mod date;
mod digest;
mod digits;
mod explain;
mod figures;
mod guard;
mod history;
mod hold;
mod injection;
mod likely;
mod likewise;
mod lookalike;
mod mandate;
mod negotiated;
mod number_words;
mod payload;
mod period;
mod plain;
mod routine;
#[cfg(test)]
mod samples;
mod screen;
mod secret;
mod strategy;
mod table;
mod tactic;
mod terms;
mod way_out;
mod wording;
mod working;

pub use accept::{acceptance_reason, accepted_event, terms_equal};
pub use benchmark::{
    Band, Benchmark, LineBeside, OfferBeside, Point, Position, Target, Trap, Year, Years, beside, speaking,
    years,
};
pub use cap::{Cap, cap_hit};
pub use clause::{Clause, Subject, clauses};
pub use compare::{Change, Comparison, LineChange, Move, change, compare};
pub use date::day_text;
pub use digest::Hash;
pub use explain::{guard_rules_text, rule_text, rule_texts};
pub use figures::{Figures, LineFigures, figures};
pub use guard::{Measure, Rule, Violation, check, check_acceptance, check_media};
pub use history::{History, PastMove, repriced};
pub use hold::{Hold, HoldCause, HoldEvent, HoldState, holds};
pub use injection::{Injection, InjectionKind, injections};
pub use lookalike::{KnownNames, Likeness, likeness, mixes_scripts};
pub use mandate::{Authority, Limits, LineKey, LineLimit, Mandate, MandateError, SecretName, Span};
pub use negotiated::negotiation_fields;
pub use parley::vote::{Demands, Quorum};
pub use period::Period;
pub use routine::{
    Allowance, Answered, Caps, Mode, NotAllowed, Routine, RoutineFacts, allow, routine, routine_answer,
};
pub use screen::{
    Confidential, DealFigures, Field, InThisProcess, MAX_SCREENED_BYTES, Nature, ReasonKind, SCREEN_RULES,
    Scenario, Screen, ScreenDown, ScreenFinding, ScreenReason, SecretFigures,
};
pub use secret::Secret;
pub use strategy::{Proposal, Reason, Strategy, TemplateError, fill, proposals};
pub use table::{
    BenchmarkRows, Cell, Choices, Column, DecimalStyle, MOST_COLUMNS, MOST_ROWS, QuoteRows, RowFault,
    RowTrouble, StyleGuess, Table, benchmarks_of, header_of, propose, quote_of, read_number, style_of,
};
pub use tactic::{
    Correction, Counsel, Evidence, Family, Said, Spoken, Structural, Tactic, Transcript, lone_tactics,
    structural, tactics, tactics_corrected, thread_tactics, transcript,
};
pub use terms::{Line, Terms};
pub use way_out::{
    AgentSeal, Answer, AnswerKind, Attempt, Between, BetweenKind, Bound, ClearError, Cleared, DECISION_KIND,
    DecideError, Decided, Decision, DecisionParts, Draft, DraftError, EventPoint, ExactEvent, Guarded,
    HeadPoint, Held, Landing, LandingError, LedgerPlace, MIME_SHA256, MediaRequest, MediaTerms, Passage,
    Person, RebindError, Refused, ReleaseError, ResumeError, RoutineError, ScreenRefusal, Screened, Seal,
    SealError, SealRefusal, Sent, Signed, SignedEvent, SignedEventParts, SignedParts, Unbound, Verify,
    authorship_message, ledger_message, vote_subject, with_handed,
};
pub use wording::{Reworded, Wording, reworded};
pub use working::Step;
