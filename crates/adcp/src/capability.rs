//! What a seller says of itself, as far as a buyer's steps hang on it.

use anp::json::Value;

use crate::request::refine::Dimension;

/// The `proposal_refinement` block: what the seller can parse and check.
///
/// An empty list says that only words are understood; no block at all says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefinementSupport {
    /// The named dimensions; none where the block names no list, which says nothing either.
    pub dimensions: Option<Vec<Dimension>>,
    /// The most alternatives of one refinement, where the seller has a limit of its own.
    pub max_alternatives: Option<u64>,
}

impl RefinementSupport {
    /// Reads the block. Names that this version does not know are left aside.
    pub fn read(block: &Value) -> Self {
        let names = block.get("supported_dimensions").and_then(Value::as_array);
        let dimensions =
            names.map(|names| names.iter().filter_map(Value::as_text).filter_map(Dimension::parse).collect());
        let max_alternatives = block.get("max_alternatives").and_then(Value::as_count);
        Self { dimensions, max_alternatives }
    }

    /// Whether the seller says that it supports this; none where it says nothing.
    pub fn supports(&self, dimension: Dimension) -> Option<bool> {
        self.dimensions.as_ref().map(|dimensions| dimensions.contains(&dimension))
    }
}
