//! Lies that are none in the tree, only in the text.

use serde_json::Value;

use crate::profile::Profile;

/// The answer's JSON text, as this profile spells it.
pub fn spell(profile: Profile, answer: &Value) -> String {
    let text = answer.to_string();
    match profile {
        // Beyond the first draft the total is written in another order and form.
        Profile::SameTermsRespelt => nth_budget(&text, 1, |amount, currency| {
            format!(r#"{{"currency":{currency},"amount":{}e0}}"#, amount.trim_end_matches(".0"))
        }),
        // Whoever keeps the first of two members reads a lower total than whoever keeps the
        // last, as nearly all do.
        Profile::ReadsTwoWays if text.contains("\"results\"") => nth_budget(&text, 0, |amount, currency| {
            format!(r#"{{"amount":1,"amount":{amount},"currency":{currency}}}"#)
        }),
        _ => text,
    }
}

/// Writes the total that stands at this place (from 0) anew.
fn nth_budget(text: &str, place: usize, spelt: impl Fn(&str, &str) -> String) -> String {
    const BEGINS: &str = r#""total_budget":{"amount":"#;
    const PARTS: &str = r#","currency":"#;
    let mut pieces: Vec<String> = text.split(BEGINS).map(str::to_owned).collect();
    let Some(piece) = pieces.get_mut(place.saturating_add(1)) else { return text.to_owned() };
    let Some((amount, rest)) = piece.split_once(PARTS) else { return text.to_owned() };
    let Some((currency, after)) = rest.split_once('}') else { return text.to_owned() };
    let written = format!("\u{0}\"total_budget\":{}{after}", spelt(amount, currency));
    *piece = written;
    pieces.join(BEGINS).replace(&format!("{BEGINS}\u{0}"), "")
}
