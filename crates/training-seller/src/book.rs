//! What the seller has proposed, holds and sold. Proposals are never changed but in their
//! state; every step makes a new one.

use std::collections::BTreeMap;

use anp::time::Moment;
use serde_json::{Map, Value, json};

use crate::account::Buyer;
use crate::plan::{Plan, seconds};
use crate::terms::{self, digest};

/// Where a proposal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Indicative.
    Draft,
    /// Held until it expires.
    Committed,
    /// Bought, at that moment.
    Accepted(Moment),
}

/// What accepting a proposal does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// Makes a media buy.
    New,
    /// Changes that one at that revision.
    Update(String, u64),
    /// Ends it.
    Cancel(String, u64),
}

impl Aim {
    /// The media buy and its revision that this builds on.
    pub fn base(&self) -> Option<(&str, u64)> {
        match self {
            Self::New => None,
            Self::Update(buy, revision) | Self::Cancel(buy, revision) => Some((buy, *revision)),
        }
    }
}

/// One proposal.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// Its id.
    pub id: String,
    /// What it was made of.
    pub parent: Option<String>,
    /// What it is for.
    pub aim: Aim,
    /// Where it stands.
    pub state: State,
    /// For people.
    pub name: String,
    /// The figures.
    pub plan: Plan,
    /// The terms as they were sent.
    pub terms: Value,
    /// Until when they are good.
    pub expires: Moment,
    /// Whether the buyer gave it up.
    pub declined: bool,
    /// The media buy that it became part of.
    pub buy: Option<String>,
    /// The insertion order to sign.
    pub order: Option<String>,
}

impl Proposal {
    /// A draft.
    pub fn draft(
        id: String,
        parent: Option<String>,
        aim: Aim,
        plan: Plan,
        bare: bool,
        expires: Moment,
    ) -> Self {
        let terms = terms::of(&plan, bare);
        let names: Vec<&str> = plan.lines.iter().map(|line| line.product.name).collect();
        let what = match aim {
            Aim::New => "",
            Aim::Update(..) => "Amendment: ",
            Aim::Cancel(..) => "Cancellation: ",
        };
        let name = format!("{what}{}", names.join(" and "));
        let state = State::Draft;
        Self { id, parent, aim, state, name, plan, terms, expires, declined: false, buy: None, order: None }
    }

    /// As AdCP's canonical proposal.
    pub fn json(&self) -> Value {
        let mut members = Map::new();
        let mut put = |member: &str, value: Value| members.insert(member.to_owned(), value);
        put("proposal_id", self.id.as_str().into());
        if let Some(parent) = &self.parent {
            put("parent_proposal_id", parent.as_str().into());
        }
        put(
            "proposal_kind",
            match self.aim {
                Aim::New => "new_media_buy",
                Aim::Update(..) => "media_buy_update",
                Aim::Cancel(..) => "media_buy_cancellation",
            }
            .into(),
        );
        if let Some((buy, revision)) = self.aim.base() {
            put("media_buy_id", buy.into());
            put("base_media_buy_revision", revision.into());
        } else if let Some(buy) = &self.buy {
            put("media_buy_id", buy.as_str().into());
        }
        let state = match self.state {
            State::Draft => "draft",
            State::Committed => "committed",
            State::Accepted(at) => {
                put("accepted_at", seconds(at).into());
                "accepted"
            }
        };
        put("proposal_status", state.into());
        if !matches!(self.state, State::Accepted(_)) {
            put("expires_at", seconds(self.expires).into());
        }
        put("name", self.name.as_str().into());
        put("commercial_terms", self.terms.clone());
        put("terms_digest", digest(&self.terms).into());
        if let Some(order) = &self.order {
            put("insertion_order", json!({ "io_id": order, "requires_signature": true }));
        }
        Value::Object(members)
    }
}

/// A media buy.
#[derive(Debug, Clone)]
pub struct Buy {
    /// Counts its changes from 1.
    pub revision: u64,
    /// Its name for people.
    pub name: String,
    /// Whether it was ended.
    pub canceled: bool,
}

/// Everything of all buyers, each under its own.
#[derive(Debug, Default)]
pub struct Book {
    proposals: BTreeMap<(Buyer, String), Proposal>,
    buys: BTreeMap<(Buyer, String), Buy>,
}

impl Book {
    /// A buyer's own proposal; another's is as one that is not.
    pub fn proposal(&self, buyer: Buyer, id: &str) -> Option<&Proposal> {
        self.proposals.get(&(buyer, id.to_owned()))
    }

    /// To change its state.
    pub fn proposal_mut(&mut self, buyer: Buyer, id: &str) -> Option<&mut Proposal> {
        self.proposals.get_mut(&(buyer, id.to_owned()))
    }

    /// Writes a proposal down.
    pub fn keep(&mut self, buyer: Buyer, proposal: Proposal) {
        self.proposals.insert((buyer, proposal.id.clone()), proposal);
    }

    /// A buyer's proposals.
    pub fn of(&self, buyer: Buyer) -> impl Iterator<Item = &Proposal> {
        self.proposals.iter().filter(move |((owner, _), _)| *owner == buyer).map(|(_, proposal)| proposal)
    }

    /// A buyer's holds that have not ended.
    pub fn holds(&self, buyer: Buyer, now: Moment) -> impl Iterator<Item = &Proposal> {
        self.of(buyer).filter(move |proposal| {
            proposal.state == State::Committed && !proposal.declined && proposal.expires > now
        })
    }

    /// A buyer's media buy.
    pub fn buy(&self, buyer: Buyer, id: &str) -> Option<&Buy> {
        self.buys.get(&(buyer, id.to_owned()))
    }

    /// Writes a media buy down.
    pub fn write(&mut self, buyer: Buyer, id: &str, buy: Buy) {
        self.buys.insert((buyer, id.to_owned()), buy);
    }

    /// How many media buys a buyer has.
    pub fn bought(&self, buyer: Buyer) -> usize {
        self.buys.keys().filter(|(owner, _)| *owner == buyer).count()
    }
}
