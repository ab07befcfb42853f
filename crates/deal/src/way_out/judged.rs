//! What an answer is judged by, kept with it so that nobody passes another along.

use super::leaving::Answer;
use super::media::MediaRequest;
use crate::{History, Mandate, Scenario, Terms, Violation, guard};

/// An answer with the mandate and the history that it is held against.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    pub(super) answer: Answer,
    pub(super) mandate: Option<Mandate>,
    pub(super) history: History,
}

impl Judged {
    /// The guardrail's findings at this moment. What has no terms cannot go beyond them.
    pub(super) fn violations(&self, now_unix_ms: i64) -> Vec<Violation> {
        let history = History { now_unix_ms, ..self.history.clone() };
        match &self.answer {
            Answer::Counter(terms) => guard::check(terms, self.mandate.as_ref(), &history),
            Answer::Accept { ours, .. } => guard::check_acceptance(ours, self.mandate.as_ref(), &history),
            Answer::Media(request) => guard::check_media(request, self.mandate.as_ref(), &history),
            Answer::Decline | Answer::Message | Answer::Mail(_) | Answer::Close => Vec::new(),
        }
    }

    /// What may be told in it: the deal's, and its own terms.
    pub(super) fn with_own(&self, scenario: &Scenario) -> Scenario {
        with_own(scenario, self.terms())
    }

    /// The terms that would bind.
    pub(super) fn terms(&self) -> Option<&Terms> {
        match &self.answer {
            Answer::Counter(terms) | Answer::Accept { theirs: terms, .. } => Some(terms),
            Answer::Decline | Answer::Message | Answer::Mail(_) | Answer::Close | Answer::Media(_) => None,
        }
    }

    /// The request, where it goes to a seller of media.
    pub(super) fn media(&self) -> Option<&MediaRequest> {
        if let Answer::Media(request) = &self.answer { Some(request) } else { None }
    }

    /// When what would bind runs out, in milliseconds since 1970.
    pub(super) fn until_unix_ms(&self) -> Option<i64> {
        let of_media = || self.media().and_then(MediaRequest::until_unix_ms);
        self.terms().map(|terms| terms.expires_at_unix_ms).or_else(of_media)
    }

    /// True where the terms that would bind have run out by then.
    pub(super) fn expired(&self, now_unix_ms: i64) -> bool {
        match &self.answer {
            Answer::Counter(terms) | Answer::Accept { theirs: terms, .. } => terms.expired(now_unix_ms),
            Answer::Media(request) => request.expired(now_unix_ms),
            Answer::Decline | Answer::Message | Answer::Mail(_) | Answer::Close => false,
        }
    }
}

/// A scenario with the terms of the answer itself.
pub(super) fn with_own(scenario: &Scenario, own: Option<&Terms>) -> Scenario {
    let mut all = scenario.clone();
    if let Some(terms) = own {
        all.tell(terms);
    }
    all
}
