//! The shape of the model's answer. What has another one is no answer.

use deal::Family;
use serde::Deserialize;

use crate::reading::{Entry, Named, Shown};

/// Tactics that one answer may name.
const MOST: usize = 9;

/// The same for the model.
pub(super) const SCHEMA: &str = r#"{
    "type": "object", "additionalProperties": false, "required": ["tactics"],
    "properties": {"tactics": {"type": "array", "maxItems": 9, "items": {
        "type": "object", "additionalProperties": false, "required": ["family", "quote"],
        "properties": {
            "family": {"enum": ["deadline", "increase", "final", "authority", "bundle", "lockin", "anchor", "bypass", "scarcity"]},
            "quote": {"type": "string", "maxLength": 400}
        }}}}
}"#;

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Content,
}

#[derive(Deserialize)]
struct Content {
    content: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    tactics: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    family: String,
    quote: String,
}

/// What the model named: families of texts, each shown by words that stand in the entry.
pub(super) fn read(body: &[u8], entry: &Entry) -> Option<Vec<Named>> {
    let completion: Completion = serde_json::from_slice(body).ok()?;
    let answer: Answer = serde_json::from_str(completion.choices.first()?.message.content.trim()).ok()?;
    let mut named: Vec<Named> = Vec::new();
    for claim in answer.tactics.into_iter().take(MOST) {
        let family = Family::of_code(&claim.family).filter(|family| Family::OF_TEXTS.contains(family));
        let (Some(family), Some(shown)) = (family, shown(&claim.quote, entry)) else { continue };
        match named.iter_mut().find(|known| known.family == family.code()) {
            Some(known) => known.shown.push(shown),
            None => named.push(Named { family: family.code().to_owned(), percent: 0, shown: vec![shown] }),
        }
    }
    Some(named)
}

fn shown(quote: &str, entry: &Entry) -> Option<Shown> {
    let quote = quote.trim();
    if quote.is_empty() {
        return None;
    }
    entry.pieces.iter().filter(|piece| piece.speech).find_map(|piece| {
        let before = piece.text.find(quote)?;
        let start = piece.text.get(..before)?.chars().count();
        let end = start + quote.chars().count();
        Some(Shown {
            entry: entry.id.clone(),
            part: piece.part.clone(),
            start: u32::try_from(start).ok()?,
            end: u32::try_from(end).ok()?,
            text: quote.chars().take(240).collect(),
            rule: "model".to_owned(),
            figures: Vec::new(),
        })
    })
}
