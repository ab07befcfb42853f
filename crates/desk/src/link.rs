//! Links into a workspace: `countersign://deal/ID`, `countersign://event/SESSION/NUMBER`,
//! `countersign://hold/SESSION/NUMBER`.
//!
//! A link holds ids and nothing to read. One that leads nowhere, one that is no link, and
//! one to something that this person has no part in get the same answer.

use store::tables::{deals, sessions};

use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{LinkTarget, Missing, Problem};

/// Longest link that is looked at, in bytes.
const LONGEST: usize = 200;

impl Desk {
    /// Where a link leads.
    ///
    /// # Errors
    /// Where there is nothing of the kind for this person, whatever the reason.
    pub fn follow_link(&self, link: &str) -> Result<LinkTarget, Problem> {
        self.target(link)?.ok_or_else(|| gone(Missing::Link))
    }

    fn target(&self, link: &str) -> Result<Option<LinkTarget>, Problem> {
        let (session, seq) = match parts(link) {
            Some(Parts::Deal(id)) => {
                let deal = self.read(|db| Ok(deals::get(db, id)?))?;
                return Ok(deal.map(|deal| LinkTarget { deal: deal.id, entry: None }));
            }
            Some(Parts::Event(session, seq)) => (session, seq),
            None => return Ok(None),
        };
        let known = self.read(|db| Ok(sessions::get(db, session)?))?;
        let Some(known) = known.filter(|known| (1..=known.head_seq).contains(&seq)) else { return Ok(None) };
        let entry = Some(format!("event:{}:{seq}", known.id));
        Ok(known.deal.map(|deal| LinkTarget { deal, entry }))
    }
}

enum Parts<'a> {
    Deal(&'a str),
    Event(&'a str, u64),
}

fn parts(link: &str) -> Option<Parts<'_>> {
    if link.len() > LONGEST {
        return None;
    }
    let (scheme, rest) = link.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("countersign") {
        return None;
    }
    let mut words = rest.trim_end_matches('/').split('/');
    let parts = match (words.next()?, words.next()?, words.next()) {
        ("deal", id, None) => Parts::Deal(id),
        ("event" | "hold", session, Some(seq)) => Parts::Event(session, seq.parse().ok()?),
        _ => return None,
    };
    words.next().is_none().then_some(parts)
}
