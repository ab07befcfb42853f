//! Who may state what: the table of roles, held against what stands on the ledgers.

use anp::digest::Fingerprint;
use anp::ledger::LedgerId;
use anp::office::{Needs, Said, kind};
use anp::time::Moment;

use super::{Org, Person, Stored, Tables, office};
use crate::{Act, may};

/// A statement on a deal's ledger, and who makes it.
pub struct Asked<'a> {
    pub org: &'a Org,
    pub deal: &'a LedgerId,
    pub said: &'a Said,
    pub author: &'a Person,
    pub at: Moment,
}

/// Why the author may not state it; none where it is theirs to state.
pub fn lacks(tables: &dyn Tables, needs: Needs, asked: &Asked<'_>) -> Stored<Option<&'static str>> {
    let Asked { org, deal, said, author, at } = *asked;
    let by = author.membership.fingerprint;
    let has = |act| may(&author.roles, act);
    let (theirs, why) = match needs {
        Needs::Anybody => return Ok(None),
        Needs::Role(act) => (has(act), who(act)),
        Needs::Decides => (
            has(Act::Decide) && office::decides(tables, org, deal, by, at)?,
            "The deal's owner states this, or who stands in for the owner.",
        ),
        Needs::HandsOver => {
            (has(Act::Govern) || office::owns(tables, org, deal, by)?, "The deal's owner hands it over.")
        }
        Needs::Decided => {
            (decided(tables, org, deal, said, by)?, "Whoever decided says that nothing came of it.")
        }
        Needs::Seat => (seated(tables, org, deal, said, by)?, "The rule of a vote names who votes."),
    };
    Ok(if theirs { None } else { Some(why) })
}

/// Whether what is said to have lapsed is a decision of this person's on the deal.
fn decided(tables: &dyn Tables, org: &Org, deal: &LedgerId, said: &Said, by: Fingerprint) -> Stored<bool> {
    let Some(named) = said.text("decision") else { return Ok(false) };
    for entry in tables.entries_of(deal, kind::DECISION)? {
        if entry.statement.wording().payload_hash().to_string() == named {
            return office::same(tables, org, entry.statement.signer().fingerprint(), by);
        }
    }
    Ok(false)
}

/// Whether the rule of the vote that a ballot is for names this person, by this key or by one that it follows.
fn seated(tables: &dyn Tables, org: &Org, deal: &LedgerId, said: &Said, by: Fingerprint) -> Stored<bool> {
    let id = said.member("ballot").and_then(|ballot| ballot.get("proposal_id")?.as_text());
    let Some(id) = id else { return Ok(false) };
    for entry in tables.entries_of(deal, kind::PROPOSAL)? {
        let opened = Said::from(&entry);
        let named = opened.member("proposal").and_then(|proposal| proposal.get("id")?.as_text());
        if named != Some(id) {
            continue;
        }
        for voter in voters(&opened) {
            if office::same(tables, org, voter, by)? {
                return Ok(true);
            }
        }
        // Of two votes of one name the first is meant: the second is none.
        return Ok(false);
    }
    Ok(false)
}

/// The keys that a vote's rule names: who holds a seat, and who votes in a holder's place.
fn voters(opened: &Said) -> Vec<Fingerprint> {
    let seats = opened.member("rule").and_then(|rule| rule.get("seats")?.as_array()).unwrap_or_default();
    let people = seats.iter().flat_map(|seat| {
        let stand_ins = seat.get("stand_ins").and_then(|people| people.as_array()).unwrap_or_default();
        seat.get("holder").into_iter().chain(stand_ins)
    });
    people.filter_map(|person| Fingerprint::parse(person.get("key")?.as_text()?).ok()).collect()
}

/// Whose an act is, for who may not.
pub const fn who(act: Act) -> &'static str {
    match act {
        Act::Append(_) => "A deal owner signs what is formal; procurement may send messages.",
        Act::Prepare => "Procurement and deal owners prepare deals.",
        Act::Decide => "A deal owner decides.",
        Act::Govern => "The org owner decides on people and rules.",
        Act::SwitchChannel => "The org owner switches the channel.",
        Act::DecideVendor => "The org owner decides on vendors.",
        Act::EnrolAgent => "Deal owners and org owners let the agent of their own desk answer.",
        Act::SettleDispute => "Legal looks at a record in dispute.",
    }
}
