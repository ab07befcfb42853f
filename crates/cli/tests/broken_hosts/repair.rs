//! What a fault overlooks in a payload, put right before the payload is held to its schema.

use anp::json::Value;

use super::Fault;

const OFFER: [&str; 7] =
    ["currency", "term_months", "expires_at", "line_items", "total_annual", "conditions", "notes"];
const LINE: [&str; 7] = ["sku", "description", "quantity", "unit", "unit_price", "currency", "term_months"];
const ENVELOPE: [&str; 7] = [
    "party",
    "agent",
    "may_discuss",
    "may_disclose",
    "will_not_disclose",
    "offer_authority",
    "human_contact",
];

pub fn offer(fault: Fault, offer: &mut Value) {
    match fault {
        Fault::OfferUnknownKeys => keep(offer, &OFFER),
        Fault::TermUnbounded => amend(offer, "term_months", at_most_120),
        Fault::TermOptional => supply(offer, "term_months", Value::Number(1.0)),
        Fault::LinesUnbounded => amend(offer, "line_items", cut(200)),
        Fault::ExpiryUnchecked => amend(offer, "expires_at", |expiry| {
            *expiry = Value::from("2099-01-01T00:00:00Z");
        }),
        Fault::CurrencyUnchecked => amend(offer, "currency", any_currency),
        Fault::NegativeTotalTaken => amend(offer, "total_annual", absolute),
        Fault::ConditionsUnbounded => amend(offer, "conditions", cut(20)),
        Fault::NotesUnbounded => amend(offer, "notes", cut(4000)),
        _ => amend(offer, "line_items", |lines| {
            if let Value::Array(lines) = lines {
                for each in lines {
                    line(fault, each);
                }
            }
        }),
    }
}

fn line(fault: Fault, line: &mut Value) {
    match fault {
        Fault::LineUnknownKeys => keep(line, &LINE),
        Fault::NegativePriceTaken => amend(line, "unit_price", absolute),
        Fault::ZeroQuantityTaken => amend(line, "quantity", |quantity| {
            if quantity.as_number() == Some(0.0) {
                *quantity = Value::Number(1.0);
            }
        }),
        Fault::LineCurrencyUnchecked => amend(line, "currency", any_currency),
        Fault::SkuUnbounded => amend(line, "sku", cut(80)),
        Fault::DescriptionUnbounded => amend(line, "description", cut(300)),
        Fault::UnitUnbounded => amend(line, "unit", cut(40)),
        Fault::UnitOptional => supply(line, "unit", Value::from("seat")),
        Fault::LineTermUnbounded => amend(line, "term_months", at_most_120),
        _ => {}
    }
}

pub fn envelope(fault: Fault, envelope: &mut Value) {
    match fault {
        Fault::DeclaredAiUnchecked => amend(envelope, "agent", |agent| {
            let name = agent.get("name").cloned().unwrap_or(Value::Null);
            *agent = Value::object([("name", name), ("declared_ai", Value::Bool(true))]);
        }),
        Fault::EnvelopeUnknownKeys => keep(envelope, &ENVELOPE),
        Fault::TopicsUnbounded => amend(envelope, "may_discuss", cut(20)),
        Fault::DisclosuresUnbounded => amend(envelope, "may_disclose", cut(20)),
        Fault::SecretsUnbounded => amend(envelope, "will_not_disclose", cut(20)),
        Fault::PartyUnbounded => amend(envelope, "party", cut(160)),
        Fault::PartyOptional => supply(envelope, "party", Value::from("-")),
        Fault::ContactUnbounded => amend(envelope, "human_contact", cut(320)),
        Fault::EnvelopeNameUnbounded => amend(envelope, "agent", |agent| amend(agent, "name", cut(160))),
        Fault::AnyAuthority => amend(envelope, "offer_authority", |authority| {
            *authority = Value::from("none");
        }),
        _ => {}
    }
}

pub fn empty_body(message: &mut Value) {
    amend(message, "body", |body| {
        if body.as_text() == Some("") {
            *body = Value::from("-");
        }
    });
}

pub fn keep(value: &mut Value, known: &[&str]) {
    if let Value::Object(members) = value {
        members.retain(|(name, _)| known.contains(&name.as_str()));
    }
}

pub fn amend(value: &mut Value, key: &str, change: impl FnOnce(&mut Value)) {
    if let Value::Object(members) = value
        && let Some((_, member)) = members.iter_mut().find(|(name, _)| name == key)
    {
        change(member);
    }
}

fn supply(value: &mut Value, key: &str, member: Value) {
    if value.get(key).is_none()
        && let Value::Object(members) = value
    {
        members.push((key.to_owned(), member));
    }
}

fn cut(most: usize) -> impl Fn(&mut Value) {
    move |value| match value {
        Value::Text(text) => *text = text.chars().take(most).collect(),
        Value::Array(items) => items.truncate(most),
        _ => {}
    }
}

fn at_most_120(term: &mut Value) {
    if term.as_number().is_some_and(|term| term > 120.0) {
        *term = Value::Number(120.0);
    }
}

fn any_currency(currency: &mut Value) {
    if currency.as_text().is_some() {
        *currency = Value::from("USD");
    }
}

fn absolute(number: &mut Value) {
    if let Value::Number(number) = number {
        *number = number.abs();
    }
}
