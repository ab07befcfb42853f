//! Counters proposed by strategy.

use anp::time::Moment;
use deal::{Proposal, Reason, Strategy, Terms};
use money::Amount;

use crate::mandate;
use crate::state::Desk;
use crate::view::{LineForm, OfferForm, Problem, ProposalView, ReasonView};

/// How long a proposed counter stays open where the mandate does not say: a fortnight.
const OPEN_DAYS: u32 = 14;
const DAY_MS: i64 = 86_400_000;

/// What could be said with a counter. No figure stands in it: they are filled in from the counter.
const TEXT: &str = "Thank you for your offer. We counter with {{currency}} {{annual_total}} a year over \
                    {{term_months}} months; our counter is open until {{expires}}.";
const TEXT_HOLD: &str = "Thank you for your offer. Our counter of {{currency}} {{annual_total}} a year over \
                         {{term_months}} months stands until {{expires}}.";

impl Desk {
    /// Counters within the mandate, each number with its reason. The person edits and decides.
    ///
    /// # Errors
    /// Where the session is not here, the person does not own the deal, or the mandate does not open.
    pub fn proposals(&self, session: &str) -> Result<Vec<ProposalView>, Problem> {
        let signer = self.signer()?;
        let standing = self.standing(session)?;
        self.owned(&standing.deal, &signer)?;
        let Some(mandate) = self.read(|db| mandate::current(db, &standing.deal, &signer))? else {
            return Ok(Vec::new());
        };
        let history = self.history(&standing.deal, &standing.log)?;
        let open = mandate.limits().expiry_days;
        let days = open.most.map_or(OPEN_DAYS, |most| most.min(OPEN_DAYS)).max(open.least.unwrap_or(1));
        let least = history.now_unix_ms.saturating_add(i64::from(days) * DAY_MS);
        let until = mandate.limits().deadline_unix_ms.map_or(least, |deadline| deadline.min(least));
        let text = Moment::from_millis(until).to_text();
        let made = deal::proposals(&mandate, &history, (&text, until));
        Ok(made.iter().map(proposal_view).collect())
    }
}

fn proposal_view(proposal: &Proposal) -> ProposalView {
    let template = if proposal.strategy == Strategy::Hold { TEXT_HOLD } else { TEXT };
    ProposalView {
        strategy: proposal.strategy.id().to_owned(),
        annual_total: proposal.total.to_string(),
        form: form_of_terms(&proposal.terms),
        reasons: proposal.reasons.iter().map(reason_view).collect(),
        text: deal::fill(template, &proposal.terms).unwrap_or_default(),
    }
}

fn reason_view(reason: &Reason) -> ReasonView {
    let (kind, figures): (&str, Vec<String>) = match reason {
        Reason::Opening { theirs, target } => {
            ("opening", vec![theirs.to_string(), target.expose_secret().to_string()])
        }
        Reason::Curve { last, target, rounds_left } => {
            ("curve", vec![last.to_string(), target.expose_secret().to_string(), rounds_left.to_string()])
        }
        Reason::NoLargerThan(most) => ("no_larger_than", vec![most.to_string()]),
        Reason::Stands(total) => ("stands", vec![total.to_string()]),
        Reason::Spread(percent) => ("spread", vec![percent.to_string()]),
        Reason::Rounded => ("rounded", Vec::new()),
        Reason::Term { from, to, off_percent } => {
            ("term", vec![from.to_string(), to.to_string(), off_percent.to_string()])
        }
        Reason::Volume(percent) => ("volume", vec![percent.to_string()]),
        Reason::OnceLeft(place) => ("once_left", vec![(place + 1).to_string()]),
    };
    ReasonView { kind: kind.to_owned(), figures }
}

fn form_of_terms(terms: &Terms) -> OfferForm {
    OfferForm {
        currency: terms.currency.as_str().to_owned(),
        term_months: terms.term_months.to_string(),
        expires_at: terms.expires_at.clone(),
        lines: terms
            .lines
            .iter()
            .map(|line| LineForm {
                sku: line.sku.clone().unwrap_or_default(),
                description: line.description.clone(),
                quantity: line.quantity.to_string(),
                unit: line.unit.clone(),
                unit_price: line.unit_price.to_string(),
                currency: line.currency.as_str().to_owned(),
                term_months: line.term_months.map(|months| months.to_string()).unwrap_or_default(),
            })
            .collect(),
        total_annual: terms.total_annual.as_ref().map(Amount::to_string).unwrap_or_default(),
        conditions: terms.conditions.clone(),
        notes: String::new(),
    }
}
