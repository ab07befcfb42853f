//! Proposals that came earlier.

use anp::json::Value;

/// Earlier proposals, as received. Of two with one id the later one stands, as an accepted snapshot
/// does over the committed one.
#[derive(Debug, Clone, Default)]
pub struct Sources(Vec<Value>);

impl Sources {
    /// Takes them over, the earliest first.
    pub fn new(proposals: Vec<Value>) -> Self {
        Self(proposals)
    }

    /// Adds one that came later.
    pub fn add(&mut self, proposal: Value) {
        self.0.push(proposal);
    }

    /// All of them, the earliest first.
    pub fn all(&self) -> &[Value] {
        &self.0
    }

    /// The proposal of that id.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.0.iter().rev().find(|proposal| text(proposal, "proposal_id") == Some(id))
    }

    /// Whether one of them comes from a proposal of that id, which was there before, seen here or not.
    pub fn has_parent(&self, id: &str) -> bool {
        self.0.iter().any(|proposal| text(proposal, "parent_proposal_id") == Some(id))
    }

    /// Whether any version of the proposal that came has been accepted.
    fn accepted(&self, id: &str) -> bool {
        let mut versions = self.0.iter().filter(|proposal| text(proposal, "proposal_id") == Some(id));
        versions.any(|proposal| text(proposal, "proposal_status") == Some("accepted"))
    }

    /// The proposal that an amendment is held against: the nearest one, from `id` upwards, that was
    /// accepted or that is of another kind than an amendment.
    pub fn amended(&self, id: &str) -> Option<&Value> {
        let mut id = id.to_owned();
        // No chain is longer than the proposals; a circle ends here too.
        for _ in 0..=self.0.len() {
            let proposal = self.get(&id)?;
            if self.accepted(&id) || text(proposal, "proposal_kind") == Some("new_media_buy") {
                return Some(proposal);
            }
            id = text(proposal, "parent_proposal_id")?.to_owned();
        }
        None
    }
}

/// The text of a member.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_text)
}
