//! The little that this seller understands of prose. It is matched against a fixed list of
//! words and nothing else; no price and no right follows from it.

use crate::catalogue::{PRODUCTS, Product, product};

/// What an ask comes to.
#[derive(Debug, Default)]
pub struct Reading {
    /// Two weeks more.
    pub longer: bool,
    /// A product to lean towards.
    pub lean: Option<&'static Product>,
    /// A product to add.
    pub add: Option<&'static Product>,
    /// What is understood and not given.
    pub declined: Option<&'static str>,
    /// Whether anything at all was understood.
    pub understood: bool,
}

/// Words for what is never given.
const NOT_GIVEN: [(&str, &str); 3] = [
    ("exclusiv", "StreamHaus sells no exclusivity."),
    ("free ", "StreamHaus gives no inventory away."),
    ("[commercially-declined]", "StreamHaus declines what the ask requests."),
];

/// Words for products, in the catalogue's order.
const PRODUCT_WORDS: [&str; 3] = ["video", "display", "native"];

/// Reads an ask.
pub fn read(ask: &str) -> Reading {
    let ask = ask.to_lowercase();
    let declined = NOT_GIVEN.iter().find(|(word, _)| ask.contains(word)).map(|(_, reason)| *reason);
    let mut reading = Reading { declined, ..Reading::default() };
    reading.longer = ask.contains("two weeks") && (ask.contains("extend") || ask.contains("longer"));
    let named = PRODUCTS.iter().zip(PRODUCT_WORDS).find(|(_, word)| ask.contains(word));
    if ask.contains("add ") {
        reading.add = named.and_then(|(found, _)| product(found.id));
    } else {
        reading.lean = named.and_then(|(found, _)| product(found.id));
    }
    let vague = ["reach", "best effort", "different", "wind-down", "reduce", "lower"];
    reading.understood = reading.longer
        || reading.lean.is_some()
        || reading.add.is_some()
        || reading.declined.is_some()
        || vague.iter().any(|word| ask.contains(word));
    reading
}
