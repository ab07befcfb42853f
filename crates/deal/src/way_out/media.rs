//! Requests to a seller of media, on the same way out as every answer.
//!
//! What such a request says is typed where the seller can check it, and refers by id and digest to terms
//! that the seller wrote. So the bytes are held against what came with them: nothing stands at the place of
//! an id or a digest but what the seller itself has said, and what would bind is named by the digest of
//! the terms that the guardrail judges.

use std::collections::BTreeSet;

use money::Money;
use parley::vote::{Quorum, VoteMatter, Worth};

use super::cleared::ClearError;
use super::draft::DraftError;
use super::leaving::AnswerKind;
use super::signed::Signed;
use crate::payload::{Leaf, Value, leaves};
use crate::screen::{Nature, Scenario, Screen};
use crate::{History, Mandate, Violation, guard};

/// A request to a seller of media, with what the rules judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaRequest {
    /// What it is for: one of the five kinds of such requests.
    pub kind: AnswerKind,
    /// What the seller itself has said, to the letter: ids of proposals and products, digests of terms.
    pub theirs: BTreeSet<String>,
    /// The terms that it asks to be held, or accepts.
    pub terms: Vec<MediaTerms>,
}

/// Terms of a seller of media, as far as the guardrail judges them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaTerms {
    /// Their digest, as it is sent.
    pub digest: String,
    /// What they cost in all; none where the terms do not say.
    pub total: Option<Money>,
    /// True where they end a media buy: then nothing is spent by them.
    pub ends: bool,
    /// Until when they are held, in milliseconds since 1970.
    pub until_unix_ms: Option<i64>,
}

/// Whether an earlier attempt may have arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt<'a> {
    /// None was made. What the organisation demands by now counts.
    First(&'a Quorum),
    /// One was: the same bytes go again under the same name, to learn what became of it.
    Again,
}

impl AnswerKind {
    /// True for requests to a seller of media.
    pub fn of_media(self) -> bool {
        matches!(
            self,
            Self::RequestProposals
                | Self::ReviseProposals
                | Self::FinalizeProposals
                | Self::AcceptProposal
                | Self::DeclineProposals
        )
    }
}

impl MediaRequest {
    /// True where a hold that would be accepted has ended by then.
    pub(super) fn expired(&self, now_unix_ms: i64) -> bool {
        self.kind == AnswerKind::AcceptProposal
            && self.terms.iter().any(|terms| terms.until_unix_ms.is_none_or(|until| until <= now_unix_ms))
    }

    /// What an acceptance is worth: the total of the terms, where they say it.
    pub(super) fn worth(&self) -> Option<Worth> {
        match self.terms.as_slice() {
            [terms] if self.kind == AnswerKind::AcceptProposal && !terms.ends => {
                let total = terms.total.as_ref()?;
                Some(Worth { amount: total.amount.clone(), currency: total.currency })
            }
            _ => None,
        }
    }

    /// Until when what it accepts is held, in milliseconds since 1970.
    pub(super) fn until_unix_ms(&self) -> Option<i64> {
        let accepts = self.kind == AnswerKind::AcceptProposal;
        self.terms.iter().filter(|_| accepts).filter_map(|terms| terms.until_unix_ms).min()
    }

    /// Holds the payload against what came with it.
    pub(super) fn check(&self, read: &[Leaf]) -> Result<(), DraftError> {
        if !self.kind.of_media() {
            return Err(DraftError::WrongEvents);
        }
        let said = |leaf: &Leaf| match (&leaf.value, place(leaf)) {
            (Value::Text(text), Place::Theirs) | (Value::Key(text), Place::TheirKey) => {
                self.theirs.contains(text)
            }
            (Value::Text(text), Place::Drawn) => drawn(text),
            (Value::Text(text), Place::Action) => {
                (text == "finalize") == (self.kind == AnswerKind::FinalizeProposals)
            }
            (Value::Text(text), Place::Version) => version(text),
            _ => true,
        };
        if !read.iter().all(said) {
            return Err(DraftError::NotTheirTerms);
        }
        if self.kind == AnswerKind::AcceptProposal {
            let sent = read.iter().find_map(|leaf| match &leaf.value {
                Value::Text(text) if leaf.place == "proposal_terms_digest" => Some(text),
                _ => None,
            });
            return match (sent, self.terms.as_slice()) {
                (Some(sent), [terms]) if *sent == terms.digest => Ok(()),
                _ => Err(DraftError::TermsDiffer),
            };
        }
        Ok(())
    }
}

/// What stands at a place of such a request.
enum Place {
    /// Something that the seller has said.
    Theirs,
    /// A member that is named by what the seller has said.
    TheirKey,
    /// The name of the request, which this side's randomness draws.
    Drawn,
    /// What is to be done with a source.
    Action,
    /// The protocol's release.
    Version,
    /// A price or a sum.
    Price,
    /// Another number.
    Number,
    /// Words.
    Words,
}

fn place(leaf: &Leaf) -> Place {
    let name = leaf.place.rsplit_once('.').map_or(leaf.place.as_str(), |(_, name)| name);
    let within = |member: &str| leaf.place.split('.').any(|step| step == member);
    if within("product_changes") && matches!(leaf.value, Value::Key(_)) && name != "product_changes" {
        return Place::TheirKey;
    }
    match &leaf.value {
        Value::Text(_) => match name {
            // Only these very places: criteria are the buyer's own, whatever they are called inside.
            "proposal_id" | "proposal_terms_digest" | "io_id" if !within("criteria") => Place::Theirs,
            "idempotency_key" if leaf.place == name => Place::Drawn,
            "adcp_version" if leaf.place == name => Place::Version,
            "action" if !within("criteria") => Place::Action,
            _ => Place::Words,
        },
        Value::Number(_) if within("total_budget") || within("cpm") => Place::Price,
        Value::Number(_) => Place::Number,
        _ => Place::Words,
    }
}

/// What a leaf is to the screen. What the seller has said itself, and what chance has drawn, tells nothing.
pub(super) fn nature(leaf: &Leaf) -> Nature {
    match place(leaf) {
        Place::Theirs | Place::TheirKey | Place::Drawn | Place::Version | Place::Action => Nature::Echo,
        Place::Price => Nature::Price,
        Place::Number => Nature::Count,
        Place::Words => Nature::Prose,
    }
}

/// `cs-` and 32 hex digits, as this side draws them.
fn drawn(text: &str) -> bool {
    let digits = text.strip_prefix("cs-");
    digits.is_some_and(|digits| {
        digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// `3.2`, or a prerelease by its exact name.
fn version(text: &str) -> bool {
    text.len() <= 24
        && text.starts_with("3.2")
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
}

impl Signed {
    /// What a vote on a request to a seller of media is about.
    pub fn request_to_vote_on(&self, request: &MediaRequest) -> VoteMatter {
        self.leaving().to_vote_on(None, Some(request))
    }

    /// Guards and screens a request to a seller of media once more, with the mandate and the hour of now. `request`
    /// is held against the very bytes that were signed. A hold that has ended since stops a first attempt;
    /// the same bytes may still go again to learn what became of one before, since the seller knows them,
    /// and so does a vote that was demanded since.
    ///
    /// # Errors
    /// [`ClearError`] where it must not be sent.
    pub fn clear_media(
        &self,
        request: &MediaRequest,
        mandate: Option<&Mandate>,
        history: &History,
        attempt: Attempt<'_>,
        screen: (&dyn Screen, &Scenario),
    ) -> Result<super::Cleared<'_>, ClearError> {
        let payload = self.exact_events().first().and_then(|event| leaves(&event.payload));
        let read = payload.ok_or(ClearError::TermsDiffer)?;
        if request.kind != self.kind() || request.check(&read).is_err() {
            return Err(ClearError::TermsDiffer);
        }
        if let Attempt::First(quorum) = attempt {
            if request.expired(history.now_unix_ms) {
                return Err(ClearError::Expired);
            }
            if !self.voted(quorum, &self.request_to_vote_on(request)) {
                return Err(ClearError::Quorum);
            }
        }
        let found = guard::check_media(request, mandate, history);
        let blocking: Vec<Violation> = found.into_iter().filter(|violation| violation.blocks).collect();
        if blocking.is_empty() {
            self.screened_again(&[read], screen)
        } else {
            Err(ClearError::Outside(blocking))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const KEY: &str = "cs-00112233445566778899aabbccddeeff";

    fn request(kind: AnswerKind, terms: Vec<MediaTerms>) -> MediaRequest {
        let theirs = ["p-1", "sha256:abc", "premium_video_q4"].map(str::to_owned);
        MediaRequest { kind, theirs: theirs.into(), terms }
    }

    fn checked(request: &MediaRequest, payload: &str) -> Result<(), DraftError> {
        request.check(&leaves(payload).unwrap())
    }

    #[test]
    fn at_the_place_of_an_id_stands_only_what_the_seller_said() {
        let revise = request(AnswerKind::ReviseProposals, Vec::new());
        let payload = |id: &str, product: &str, key: &str| {
            format!(
                r#"{{"idempotency_key":"{key}","refinements":[{{"action":"revise","product_changes":{{"{product}":"omit"}},"proposal_id":"{id}"}}]}}"#
            )
        };
        assert_eq!(checked(&revise, &payload("p-1", "premium_video_q4", KEY)), Ok(()));
        for (id, product, key) in [
            ("we stop at 500", "premium_video_q4", KEY),
            ("p-1", "our walk-away is 500", KEY),
            ("p-1", "premium_video_q4", "cs-walk-away-500-walk-away-500-wal"),
        ] {
            assert_eq!(checked(&revise, &payload(id, product, key)), Err(DraftError::NotTheirTerms));
        }
    }

    #[test]
    fn an_acceptance_names_the_terms_that_are_judged_and_a_revision_holds_nothing() {
        let terms = |digest: &str| MediaTerms {
            digest: digest.to_owned(),
            total: None,
            ends: false,
            until_unix_ms: Some(1_000),
        };
        let accept = r#"{"proposal_id":"p-1","proposal_terms_digest":"sha256:abc"}"#;
        let good = request(AnswerKind::AcceptProposal, vec![terms("sha256:abc")]);
        assert_eq!(checked(&good, accept), Ok(()));
        assert!(!good.expired(999) && good.expired(1_000));
        let other = request(AnswerKind::AcceptProposal, vec![terms("sha256:other")]);
        assert_eq!(checked(&other, accept), Err(DraftError::TermsDiffer));
        let finalize = r#"{"refinements":[{"action":"finalize","proposal_id":"p-1"}]}"#;
        assert!(checked(&request(AnswerKind::ReviseProposals, Vec::new()), finalize).is_err());
        assert_eq!(checked(&request(AnswerKind::FinalizeProposals, Vec::new()), finalize), Ok(()));
    }

    #[test]
    fn words_stay_words_wherever_they_stand() {
        let natures = |payload: &str| {
            let read = leaves(payload).unwrap();
            let of = |leaf: &Leaf| (leaf.place.clone(), nature(leaf));
            let texts = read.iter().filter(|leaf| !matches!(leaf.value, Value::Key(_)));
            texts.map(of).collect::<Vec<_>>()
        };
        let read = natures(
            r#"{"criteria":{"proposal_id":"x"},"refinements":[{"ask":"x","constraints":{"cpm":{"max":5},"impressions":{"min":7}},"proposal_id":"p"}]}"#,
        );
        assert_eq!(
            read,
            [
                ("criteria.proposal_id".to_owned(), Nature::Prose),
                ("refinements[0].ask".to_owned(), Nature::Prose),
                ("refinements[0].constraints.cpm.max".to_owned(), Nature::Price),
                ("refinements[0].constraints.impressions.min".to_owned(), Nature::Count),
                ("refinements[0].proposal_id".to_owned(), Nature::Echo),
            ]
        );
    }
}
