//! What colleagues say to each other on a deal's ledger: drafts for who decides, and
//! comments. Drafts are sealed to the deal's people; comments are read by all colleagues.

use anp::ledger::Entry;
use anp::office::{Said, kind};
use anp::roles::Act;
use store::recipient::Opener;
use store::tables::deals;

use crate::changed::Topic;
use crate::ledger::{self, Known};
use crate::review::Asked;
use crate::state::{Desk, Signer};
use crate::trouble::{defect, gone};
use crate::view::{AnswerForm, CommentView, DraftView, Missing, Problem, Review, Unfit};
use crate::wire_form::invalid;

/// Longest comment, in characters.
const LONGEST_COMMENT: usize = 4000;

/// A draft by its author and number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftName {
    signer: anp::digest::Fingerprint,
    seq: u64,
}

impl Desk {
    /// Proposes a counter to whoever decides on the deal: nothing leaves by it.
    ///
    /// # Errors
    /// Where the session is not here, the form makes no counter, or the person may not draft.
    pub fn propose(&self, session: &str, form: &AnswerForm) -> Result<(), Problem> {
        let signer = self.signer()?;
        self.may(Act::Prepare)?;
        let (deal, payload_hash) = self.draft_of(session, form)?;
        let text = serde_json::to_vec(form).map_err(|_| defect("draft"))?;
        let sealed = self.sealed_to_deal(&deal, &text, &signer)?;
        let payload = anp::json::canonical(&anp::json::Value::object([
            ("payload_hash", payload_hash.into()),
            ("sealed", sealed.into()),
            ("session", session.into()),
        ]));
        let at = self.stamp();
        self.write(|db| ledger::state(db, &deal, (kind::DRAFT, &payload), &signer, &at))?;
        self.shared();
        self.tell(Topic::Deal, Some(&deal));
        Ok(())
    }

    /// Reviews what a colleague drafted, exactly as it was drafted.
    ///
    /// # Errors
    /// Where the draft is not here, was replaced, or does not open for this person.
    pub fn review_draft(&self, deal: &str, draft: &str) -> Result<Review, Problem> {
        let seq = draft.parse::<u64>().map_err(|_| gone(Missing::Draft))?;
        let known = self.deal_ledger(deal)?;
        let entry = known.of_kind(kind::DRAFT).find(|entry| entry.seq == seq);
        let entry = entry.ok_or_else(|| gone(Missing::Draft))?;
        let signer = self.signer()?;
        let said = Said::from(entry);
        let form = opened(&said, &signer).ok_or_else(|| gone(Missing::SealedDraft))?;
        let session = said.text("session").ok_or_else(|| gone(Missing::Draft))?;
        let name = DraftName { signer: entry.statement.signer().fingerprint(), seq };
        self.still_drafted(deal, &name)?;
        self.review_of(session, &form, Asked::ToLeave, Some(name))
    }

    /// Whether a draft is its author's latest for its session: nobody approves what was
    /// changed since.
    pub(crate) fn still_drafted(&self, deal: &str, draft: &DraftName) -> Result<(), Problem> {
        let known = self.deal_ledger(deal)?;
        let session = |entry: &Entry| Said::from(entry).text("session").map(str::to_owned);
        let own = known.of_kind(kind::DRAFT).find(|entry| entry.seq == draft.seq).and_then(session);
        let latest = known
            .of_kind(kind::DRAFT)
            .rev()
            .find(|entry| entry.statement.signer().fingerprint() == draft.signer && session(entry) == own);
        if latest.is_some_and(|latest| latest.seq == draft.seq) {
            Ok(())
        } else {
            Err(gone(Missing::NewestDraft))
        }
    }

    /// The latest draft of each author for each session, with the form for whom it opens.
    pub(crate) fn drafts(&self, known: &Known, signer: &Signer) -> Result<Vec<DraftView>, Problem> {
        let office = self.office()?;
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let mut drafts: Vec<(String, DraftView)> = Vec::new();
        for entry in known.of_kind(kind::DRAFT) {
            let said = Said::from(entry);
            let by = entry.statement.signer().fingerprint();
            let session = said.text("session").unwrap_or_default().to_owned();
            let member = office.and_then(|office| office.by_key(by));
            let place = format!("{by} {session}");
            drafts.retain(|(other, _)| *other != place);
            drafts.push((
                place,
                DraftView {
                    id: entry.seq.to_string(),
                    session,
                    by: member.map_or_else(|| by.to_string(), |member| member.name.clone()),
                    mine: by == signer.key.fingerprint(),
                    at: entry.at.clone(),
                    form: opened(&said, signer),
                },
            ));
        }
        Ok(drafts.into_iter().map(|(_, draft)| draft).collect())
    }

    /// Says something to colleagues about a deal.
    ///
    /// # Errors
    /// Where it is empty or too long, or the deal is not here.
    pub fn comment(&self, deal: &str, text: &str) -> Result<(), Problem> {
        let signer = self.signer()?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_COMMENT {
            return Err(invalid("comment", Unfit::Length).with("least", 1).with("most", 4000));
        }
        self.read(|db| Ok(deals::get(db, deal)?))?.ok_or_else(|| gone(Missing::Deal))?;
        let payload = anp::json::canonical(&anp::json::Value::object([("text", text.into())]));
        let at = self.stamp();
        self.write(|db| ledger::state(db, deal, (kind::COMMENT, &payload), &signer, &at))?;
        self.shared();
        self.tell(Topic::Deal, Some(deal));
        Ok(())
    }

    /// What colleagues said, in order; what waits for the host stands last.
    pub(crate) fn comments(&self, known: &Known, signer: &Signer) -> Result<Vec<CommentView>, Problem> {
        let office = self.office()?;
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let stands = known.of_kind(kind::COMMENT).map(|entry| {
            let by = entry.statement.signer().fingerprint();
            let member = office.and_then(|office| office.by_key(by));
            CommentView {
                by: member.map_or_else(|| by.to_string(), |member| member.name.clone()),
                mine: by == signer.key.fingerprint(),
                at: entry.at.clone(),
                text: Said::from(entry).text("text").unwrap_or_default().to_owned(),
                waits: false,
            }
        });
        let mut all: Vec<CommentView> = stands.collect();
        let deal = known.chain.ledger().as_str();
        let waiting = self.read(|db| Ok(store::tables::ledger_pending::of_ledger(db, deal)?))?;
        all.extend(waiting.into_iter().filter(|row| row.kind == kind::COMMENT).map(|row| CommentView {
            by: signer.name.clone(),
            mine: true,
            text: Said::of(&row.payload).text("text").unwrap_or_default().to_owned(),
            at: row.at,
            waits: true,
        }));
        Ok(all)
    }
}

/// Whether somebody else has drafted this very payload on the deal.
pub(crate) fn drafted_by_another(known: &Known, payload_hash: &str, signer: &Signer) -> bool {
    let own = signer.key.public();
    known.of_kind(kind::DRAFT).any(|entry| {
        *entry.statement.signer() != own && Said::from(entry).text("payload_hash") == Some(payload_hash)
    })
}

fn opened(said: &Said, signer: &Signer) -> Option<AnswerForm> {
    let sealed = anp::base64url::decode_any(said.text("sealed")?).ok()?;
    let text = Opener::of(&signer.key)?.open(&sealed).ok()?;
    serde_json::from_slice(&text).ok()
}
