//! What the organisation demands, and whether an answer of ours meets it.

use anp::digest::Fingerprint;
use anp::office::kind;
use anp::roles::Act as Deed;
use money::{Amount, Currency};
use parley::mandate::Act;
use parley::vote::{Demand, Demands, Lacking, Quorum, Seat, VoteMatter, Voter, Worth};

use super::elections::Stand;
use crate::changed::Topic;
use crate::ledger::org_ledger;
use crate::state::Desk;
use crate::trouble::damaged;
use crate::unfit::unfit_demands;
use crate::view::{
    Problem, ProblemCode, QuorumPersonForm, QuorumRuleForm, QuorumRulesView, QuorumSeatForm, Unfit,
};
use crate::wire_form::invalid;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// What the organisation demands as it stands.
#[derive(Default)]
pub(super) struct Standing {
    pub(super) demands: Demands,
    /// Since when.
    pub(super) since: Option<String>,
}

impl Desk {
    /// What the organisation demands, for the settings.
    ///
    /// # Errors
    /// Where the organisation's ledger is not to be believed, or what stands on it is no rule.
    pub fn quorum_rules(&self) -> Result<QuorumRulesView, Problem> {
        let signer = self.signer()?;
        let standing = self.demands()?;
        Ok(QuorumRulesView {
            may_set: self.may(Deed::Govern).is_ok(),
            you: QuorumPersonForm { name: signer.name.clone(), key: signer.fingerprint_text() },
            set_at: standing.since,
            rules: standing.demands.all().iter().map(form_of).collect(),
        })
    }

    /// Sets what the organisation demands from now on. It stands on the organisation's ledger.
    ///
    /// # Errors
    /// Where the form makes no rule, names somebody who is not of the organisation, the person
    /// is no org owner, or the host does not answer.
    pub async fn set_quorum_rules(&self, forms: &[QuorumRuleForm]) -> Result<QuorumRulesView, Problem> {
        self.may(Deed::Govern)?;
        let signer = self.signer()?;
        let demands = forms.iter().map(demand_of).collect::<Result<_, Problem>>()?;
        let demands = Demands::of(demands).map_err(|why| invalid("rules", unfit_demands(why)))?;
        self.all_of_the_organisation(&demands)?;
        self.state_on_org(&signer, kind::QUORUM_RULES, &demands.to_json()).await?;
        self.tell(Topic::App, None);
        self.tell(Topic::Today, None);
        self.quorum_rules()
    }

    /// Whether everybody who shall vote can: a ballot of another key is taken by no host.
    fn all_of_the_organisation(&self, demands: &Demands) -> Result<(), Problem> {
        let (known, now) = (self.office()?, self.0.sources.now());
        let office = known.as_ref().and_then(|known| known.office.as_ref());
        let member = |voter: &Voter| office.is_some_and(|office| office.member_at(voter.key, now).is_some());
        let mut voters = demands.all().iter().flat_map(|demand| &demand.seats).flat_map(Seat::voters);
        if voters.all(member) { Ok(()) } else { Err(invalid("key", Unfit::Colleague)) }
    }

    /// The demands by the verified ledger. What cannot be read is never taken for none.
    pub(super) fn demands(&self) -> Result<Standing, Problem> {
        let Some(org) = self.read(org_ledger)? else { return Ok(Standing::default()) };
        self.believed(org.as_str())?;
        let known = self.proven_ledger(&org)?;
        let Some(entry) = known.of_kind(kind::QUORUM_RULES).next_back() else {
            return Ok(Standing::default());
        };
        // Without its people nobody can say that an owner of the organisation set it.
        let demands = known.office.as_ref().and_then(|_| Demands::parse(entry.statement.wording().payload()));
        let demands = demands.ok_or_else(|| damaged("ledger"))?;
        Ok(Standing { demands, since: Some(entry.at.clone()) })
    }

    /// Whether what the host had of a ledger when it was last read is to be believed.
    pub(super) fn believed(&self, ledger: &str) -> Result<(), Problem> {
        self.now().ledgers.get(ledger).map_or(Ok(()), |problem| Err(problem.clone()))
    }

    /// That no vote is demanded on an answer or an act, or that it passed: by entries that
    /// were verified and have their place at the host, and by nothing else.
    ///
    /// # Errors
    /// [`ProblemCode::QuorumNeeded`] with who would have to say yes, and where the vote on
    /// exactly this stands; where a ledger is not to be believed.
    pub(crate) fn quorum(&self, deal: &str, matter: &VoteMatter) -> Result<Quorum, Problem> {
        let demands = self.demands()?.demands;
        let mut settled = demands.settle(matter, None);
        if settled.is_ok() {
            return settled.map_err(|lacking| needed(&lacking, "none"));
        }
        self.believed(deal)?;
        let held = self.elections(deal)?;
        let on_it = || held.iter().filter(|held| held.election.proposal().subject == matter.subject());
        for vote in on_it().filter_map(|held| held.election.passed()) {
            if settled.is_err() {
                settled = demands.settle(matter, Some(vote));
            }
        }
        let state = on_it().next_back().map_or("none", |held| match held.stands() {
            Stand::Open => "open",
            Stand::Passed => "passed_under_another_rule",
            Stand::Denied => "denied",
        });
        settled.map_err(|lacking| needed(&lacking, state))
    }
}

/// Why an answer waits for a vote, for the window.
fn needed(lacking: &Lacking, state: &str) -> Problem {
    let demand = lacking.demand();
    Problem::new(ProblemCode::QuorumNeeded)
        .with("needed", demand.needed)
        .with("seats", demand.seats.len())
        .with("state", state)
}

fn demand_of(form: &QuorumRuleForm) -> Result<Demand, Problem> {
    let acts = form.acts.iter().map(|act| Act::parse(act).ok_or_else(|| invalid("acts", Unfit::Unknown)));
    let from = match form.from_amount.trim() {
        "" => None,
        amount => Some(Worth {
            amount: Amount::parse(amount)
                .ok()
                .filter(|amount| !amount.is_negative())
                .ok_or_else(|| invalid("from_amount", Unfit::Decimal))?,
            currency: Currency::parse(form.from_currency.trim())
                .map_err(|_| invalid("from_currency", Unfit::Currency))?,
        }),
    };
    let whole =
        |field: &str, text: &str| text.trim().parse::<u32>().map_err(|_| invalid(field, Unfit::WholeNumber));
    let names = form.advisors.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    Ok(Demand {
        acts: acts.collect::<Result<_, _>>()?,
        from,
        seats: form.seats.iter().map(seat_of).collect::<Result<_, Problem>>()?,
        needed: whole("needed", &form.needed)?,
        within_ms: i64::from(whole("hours", &form.hours)?).saturating_mul(HOUR_MS),
        advisors: names.collect(),
    })
}

fn seat_of(form: &QuorumSeatForm) -> Result<Seat, Problem> {
    let stand_ins = form.stand_ins.iter().map(voter_of).collect::<Result<_, Problem>>()?;
    Ok(Seat { holder: voter_of(&form.holder)?, stand_ins })
}

fn voter_of(form: &QuorumPersonForm) -> Result<Voter, Problem> {
    // As people copy fingerprints: in groups, in either case.
    let hex: String = form.key.chars().filter(|c| !c.is_whitespace()).collect();
    let key = Fingerprint::parse(&hex.to_lowercase()).map_err(|_| invalid("key", Unfit::Fingerprint))?;
    Ok(Voter { name: form.name.trim().to_owned(), key })
}

fn form_of(demand: &Demand) -> QuorumRuleForm {
    let person = |voter: &Voter| QuorumPersonForm { name: voter.name.clone(), key: voter.key.to_string() };
    let from = demand.from.as_ref();
    QuorumRuleForm {
        acts: demand.acts.iter().map(|act| act.name().to_owned()).collect(),
        from_amount: from.map(|from| from.amount.to_string()).unwrap_or_default(),
        from_currency: from.map(|from| from.currency.to_string()).unwrap_or_default(),
        seats: demand
            .seats
            .iter()
            .map(|seat| QuorumSeatForm {
                holder: person(&seat.holder),
                stand_ins: seat.stand_ins.iter().map(person).collect(),
            })
            .collect(),
        needed: demand.needed.to_string(),
        hours: demand.within_ms.div_euclid(HOUR_MS).to_string(),
        advisors: demand.advisors.clone(),
    }
}
