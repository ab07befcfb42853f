//! What a message of a typed negotiation tells: it passes the screen as every answer does.

use crate::payload::{Value, leaves};
use crate::screen::{Field, Nature};

/// Members that the protocol itself fills, or that were agreed before the first message.
const OF_THE_PROTOCOL: [&str; 8] =
    ["type", "session_id", "round", "expires_at", "terms_hash", "transcript", "cause", "confirms"];

/// The fields of a message in its canonical form, as they are screened; `None` where it is not in that form.
/// What is offered is a price where it is a number and words of ours where it is none. An acceptance and a
/// confirmation say what both sides have said already.
pub fn negotiation_fields(message: &str) -> Option<Vec<Field>> {
    let leaves = leaves(message)?;
    // A member's name stands at the same place as its value.
    let kind = leaves.iter().find_map(|leaf| match &leaf.value {
        Value::Text(kind) if leaf.place == "type" => Some(kind.as_str()),
        _ => None,
    });
    let said_before = matches!(kind, Some("accept" | "confirm"));
    let fields = leaves
        .iter()
        .filter_map(|leaf| {
            let (top, inner) = leaf
                .place
                .split_once(['.', '['])
                .map_or((leaf.place.as_str(), false), |(top, _)| (top, true));
            let of_protocol = OF_THE_PROTOCOL.contains(&top) || matches!(leaf.value, Value::Key(_)) && !inner;
            let (text, nature) = match &leaf.value {
                Value::Text(text) => (text.clone(), Nature::Prose),
                Value::Key(name) => (name.clone(), Nature::Prose),
                Value::Number(number) => (number.to_string(), Nature::Price),
                Value::Word => return None,
            };
            let echoes = of_protocol || said_before && top == "terms";
            let nature = if echoes { Nature::Echo } else { nature };
            Some(Field { place: leaf.place.clone(), text, nature })
        })
        .collect();
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natures(message: &str) -> Vec<(String, Nature)> {
        let fields = negotiation_fields(message).unwrap_or_default();
        fields
            .into_iter()
            .map(|field| (field.place, field.nature))
            .filter(|(_, nature)| *nature != Nature::Echo)
            .collect()
    }

    #[test]
    fn what_we_say_is_screened_and_what_both_have_said_is_not() {
        let offer =
            r#"{"note":"n","round":2,"session_id":"s","terms":{"price":4200,"remark":"r"},"type":"offer"}"#;
        let told = natures(offer);
        assert!(told.contains(&("note".to_owned(), Nature::Prose)), "{told:?}");
        assert!(told.contains(&("terms.price".to_owned(), Nature::Price)), "{told:?}");
        assert!(told.contains(&("terms.remark".to_owned(), Nature::Prose)), "{told:?}");
        let reject =
            r#"{"cause":"person","final_offer":{"price":1},"round":2,"session_id":"s","type":"reject"}"#;
        assert!(natures(reject).contains(&("final_offer.price".to_owned(), Nature::Price)));
        let confirm = r#"{"round":2,"session_id":"s","terms":{"price":1},"transcript":"t","type":"confirm"}"#;
        assert_eq!(natures(confirm), []);
        assert_eq!(negotiation_fields(r#"{"type": "offer"}"#), None);
    }

    #[test]
    fn a_member_that_nobody_knows_is_words_of_ours() {
        let strange = r#"{"round":2,"session_id":"s","type":"accept","zz":"1250000"}"#;
        assert_eq!(natures(strange), [("zz".to_owned(), Nature::Prose)]);
    }
}
