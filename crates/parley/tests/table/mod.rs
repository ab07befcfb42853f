//! What tests of sessions share: two people, terms, and clearances.
#![allow(dead_code, reason = "each test crate uses a part of it")]

use anp::keys::SecretKey;
use anp::time::Moment;
use money::Amount;
use parley::caps::{Caps, Dialect, Retry, Role, Setup};
use parley::envelope::Expiry;
use parley::mandate::{Act, Approval, Bound, Cleared, Limit, Mandate, Matter, NotCleared};
use parley::session::{Event, Session, Step, reduce};
use parley::terms::{Round, SessionId, Terms};
use parley::vote::{Demands, Quorum};

/// A second of the tests' clock.
pub fn at(seconds: i64) -> Moment {
    Moment::from_millis(1_800_000_000_000 + seconds * 1000)
}

pub fn session_id() -> SessionId {
    SessionId::parse("neg_01J8K3ZQ").unwrap()
}

pub fn price(cents: u32) -> Terms {
    Terms::parse(&format!("{{\"price_cents\":{cents}}}")).unwrap()
}

pub fn person(role: Role) -> SecretKey {
    match role {
        Role::Opener => support::people::contoso_agent(),
        Role::Answerer => support::people::olivia(),
    }
}

/// The opener sells at 100 or more, the answerer buys at 200 or less.
pub fn mandate(role: Role) -> Mandate {
    let limit = match role {
        Role::Opener => Limit::AtLeast(Amount::from(100_u32)),
        Role::Answerer => Limit::AtMost(Amount::from(200_u32)),
    };
    Mandate { bounds: vec![Bound { member: "price_cents".to_owned(), limit }] }
}

pub fn setup(role: Role) -> Setup {
    Setup {
        session: session_id(),
        role,
        dialect: Dialect::Full,
        caps: Caps {
            max_rounds: 3,
            deadline: at(1000),
            mandate: mandate(role),
            best_final: Some(price(150)),
        },
        retry: Retry { every_ms: 1000, sends: 3 },
    }
}

pub fn matter(act: Act, round: u32, terms: &Terms, expires: i64) -> Matter {
    Matter {
        act,
        session: session_id(),
        round: Round(round),
        terms: terms.clone(),
        expires_at: Expiry::at(at(expires)),
    }
}

/// Cleared by this side's person, within this side's mandate.
pub fn clear(role: Role, act: Act, round: u32, terms: &Terms, expires: i64) -> Result<Cleared, NotCleared> {
    let matter = matter(act, round, terms, expires);
    let key = person(role);
    let approval = Approval::sign(&matter, &key);
    let quorum = free(&matter);
    mandate(role).clear(matter, &approval, &key.public(), &quorum)
}

/// Nobody demands a vote on it.
pub fn free(matter: &Matter) -> Quorum {
    Demands::default().settle(&matter.to_vote_on(), None).unwrap()
}

/// Takes a step, and hands it back.
pub fn step(session: &mut Session, event: &Event, seconds: i64) -> Step {
    let step = reduce(session, event, at(seconds));
    *session = step.session.clone();
    step
}
