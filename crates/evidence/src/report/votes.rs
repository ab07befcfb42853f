//! Votes, for people: the rule, who voted how and why, and what came of it.

use parley::vote::{Choice, Election, Kept, NotCounted, Outcome};

use super::inert::{inert, time};
use crate::check::votes::told;
use crate::contents::Contents;

/// All votes that are told; nothing where there are none.
pub(super) fn section(contents: &Contents) -> String {
    let votes = told(contents);
    if votes.is_empty() {
        return String::new();
    }
    let cards: String = votes.iter().map(card).collect();
    format!(
        "<h2>Votes</h2>\n<p class=\"lead\">What the organisation demanded before something was signed. The rule is hashed into each \
         proposal, every ballot is signed by its voter’s own key, and silence denies.</p>\n{cards}"
    )
}

fn card(vote: &Election) -> String {
    let rule = &vote.proposal().rule;
    let (class, state) = match vote.outcome() {
        Some(Outcome::Approved { .. }) => ("holds", "passed"),
        Some(Outcome::Denied { .. }) => ("fails", "denied"),
        None => ("fails", "open"),
    };
    let seats: Vec<String> = rule.seats().iter().map(|seat| inert(&seat.holder.name)).collect();
    let rows: String = vote.kept().iter().map(|kept| ballot(vote, kept)).collect();
    format!(
        "<article class=\"card event\"><header><h3>Vote {}</h3><span class=\"state {class}\">{state}</span></header>\n<div class=\"body\">\
         <p class=\"small\">{} of these must say yes before {} UTC: {}</p>\
         <table class=\"small\"><thead><tr><th>Came, UTC</th><th>Voter</th><th>Ballot</th><th>Why</th><th>Counts</th></tr></thead>\
         <tbody>{rows}</tbody></table></div></article>\n",
        inert(&vote.proposal().id),
        rule.needed(),
        time(&rule.deadline().to_text()),
        seats.join(", "),
    )
}

fn ballot(vote: &Election, kept: &Kept) -> String {
    let said = kept.ballot.ballot();
    let voters = vote.proposal().rule.seats().iter().flat_map(parley::vote::Seat::voters);
    let name = voters.filter(|voter| voter.key == said.voter).map(|voter| inert(&voter.name)).next();
    let choice = match said.choice {
        Choice::Approve => "yes",
        Choice::Reject => "no",
        Choice::Abstain => "abstains",
    };
    let counts = match kept.counted {
        Ok(_) => "yes",
        Err(NotCounted::Late) => "no: late",
        Err(NotCounted::NotSigned) => "<b>no: not signed by the voter’s key</b>",
        Err(NotCounted::Outside) => "no: not named by the rule",
        Err(_) => "no",
    };
    format!(
        "<tr><td>{}</td><td>{}</td><td>{choice}</td><td>{}</td><td>{counts}</td></tr>",
        time(&kept.received_at.to_text()),
        name.unwrap_or_else(|| inert(&said.voter.to_string())),
        inert(&said.reason),
    )
}
