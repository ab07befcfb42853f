//! Offers, messages and reasons: every bound, one step within it and one beyond.

use std::sync::Arc;

use super::super::check::{Bound, Check, Found, Place, Run, Trial};
use super::super::payloads::{line, lines, list, long, offer};
use super::super::seat::Seat;
use super::bounds::lacking;
use super::{protocol, story};

const SECTION: &str = "Payloads: offer";

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const fn offers(
    id: &'static str,
    title: &'static str,
    key: &'static str,
    taken: fn() -> Vec<String>,
    refused: fn() -> Vec<String>,
) -> Check {
    protocol(id, SECTION, title, Run::Bound(Bound { place: Place::Offer, key, taken, refused }))
}

const fn of_line(
    id: &'static str,
    title: &'static str,
    key: &'static str,
    taken: fn() -> Vec<String>,
    refused: fn() -> Vec<String>,
) -> Check {
    protocol(id, SECTION, title, Run::Bound(Bound { place: Place::Line, key, taken, refused }))
}

/// Whole months from 1 to 120, however they are spelt.
fn months() -> Vec<String> {
    texts(&["1", "120", "36.0", "1.2e1"])
}

fn no_months() -> Vec<String> {
    texts(&["0", "121", "12.5", "-1", "\"12\"", "null"])
}

fn no_currencies() -> Vec<String> {
    texts(&["\"usd\"", "\"US\"", "\"USDX\"", "\"U$D\"", "\"\"", "840"])
}

pub const CHECKS: &[Check] = &[
    offers(
        "offer.currency",
        "a currency of three capital letters",
        "currency",
        || texts(&["\"USD\"", "\"EUR\"", "\"JPY\""]),
        no_currencies,
    ),
    offers(
        "offer.term_months",
        "a term of 1 to 120 whole months, 36.0 among them",
        "term_months",
        months,
        no_months,
    ),
    offers(
        "offer.expires_at",
        "an RFC 3339 date-time of expiry",
        "expires_at",
        || texts(&["\"2099-12-31T23:59:59Z\"", "\"2099-12-31T23:59:59.123+02:00\""]),
        || texts(&["\"tomorrow\"", "\"2099-12-31\"", "\"2099-13-01T00:00:00Z\"", "\"\"", "4102444800"]),
    ),
    offers(
        "offer.line_items",
        "1 to 200 lines",
        "line_items",
        || vec![list(&line().text(), 1), list(&line().text(), 200)],
        || vec!["[]".to_owned(), list(&line().text(), 201), "{}".to_owned()],
    ),
    offers(
        "offer.total_annual",
        "a stated total of 0 or more, without an upper bound",
        "total_annual",
        || texts(&["0", "1140.55", "1e15"]),
        || texts(&["-0.01", "-1", "\"1140\""]),
    ),
    offers(
        "offer.conditions",
        "at most 20 conditions of 1 to 500 characters",
        "conditions",
        || vec!["[]".to_owned(), list("\"c\"", 20), list(&long('c', 500), 1)],
        || vec![list("\"c\"", 21), list(&long('c', 501), 1), list("\"\"", 1)],
    ),
    offers(
        "offer.notes",
        "notes of at most 4000 characters",
        "notes",
        || vec![long('n', 4000)],
        || vec![long('n', 4001), "7".to_owned()],
    ),
    offers(
        "offer.code_points",
        "lengths count code points, not UTF-16 units or bytes",
        "notes",
        || vec![long('\u{1f600}', 4000), long('é', 4000)],
        || vec![long('\u{1f600}', 4001)],
    ),
    protocol("offer.unknown_key", SECTION, "unknown keys of an offer are refused", story!(unknown_key)),
    protocol("offer.required", SECTION, "what an offer requires must be there", story!(required)),
    of_line(
        "line.sku",
        "a SKU of at most 80 characters",
        "sku",
        || vec![long('s', 1), long('s', 80)],
        || vec![long('s', 81), "7".to_owned()],
    ),
    of_line(
        "line.description",
        "a description of 1 to 300 characters",
        "description",
        || vec![long('d', 1), long('d', 300)],
        || vec![long('d', 0), long('d', 301)],
    ),
    of_line(
        "line.quantity",
        "a quantity above 0, at most 10^7",
        "quantity",
        || texts(&["0.5", "10000000", "1e7"]),
        || texts(&["0", "-1", "10000001", "\"1\""]),
    ),
    of_line(
        "line.unit",
        "a unit of 1 to 40 characters",
        "unit",
        || vec![long('u', 1), long('u', 40)],
        || vec![long('u', 0), long('u', 41)],
    ),
    of_line(
        "line.unit_price",
        "a price from 0 to 10^9",
        "unit_price",
        || texts(&["0", "0.0001", "1000000000"]),
        || texts(&["-0.01", "1000000000.01", "\"100\"", "null"]),
    ),
    of_line(
        "line.currency",
        "a line's currency of three capital letters",
        "currency",
        || texts(&["\"USD\""]),
        no_currencies,
    ),
    of_line(
        "line.term_months",
        "a line's own term of 1 to 120 whole months",
        "term_months",
        months,
        no_months,
    ),
    protocol("line.unknown_key", SECTION, "unknown keys of a line are refused", story!(line_unknown_key)),
    protocol("line.required", SECTION, "what a line requires must be there", story!(line_required)),
    protocol(
        "message.body",
        "Payloads: message",
        "a message of 1 to 20000 characters",
        Run::Bound(Bound {
            place: Place::Message,
            key: "body",
            taken: || vec![long('m', 1), long('m', 20_000)],
            refused: || vec![long('m', 0), long('m', 20_001), "7".to_owned(), "null".to_owned()],
        }),
    ),
    protocol(
        "message.unknown_key",
        "Payloads: message",
        "unknown keys of messages and reasons are refused",
        story!(words_unknown_key),
    ),
];

async fn unknown_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for key in ["discount", "Currency", "__proto__", ""] {
        let answer = seat.say(session, "offer", &offer().with(key, "7").text()).await?;
        trial.invalid(format!("the key “{key}”"), &answer)?;
    }
    trial.done()
}

async fn required(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for (what, offer) in lacking(&offer()) {
        trial.invalid(what, &seat.say(session, "offer", &offer).await?)?;
    }
    trial.done()
}

async fn line_unknown_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for key in ["discount", "Unit", "__proto__"] {
        let lines = lines(&[line().with(key, "7")]);
        let answer = seat.say(session, "offer", &offer().with("line_items", lines).text()).await?;
        trial.invalid(format!("the key “{key}”"), &answer)?;
    }
    trial.done()
}

async fn line_required(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for (what, line) in lacking(&line()) {
        let offer = offer().with("line_items", format!("[{line}]")).text();
        trial.invalid(what, &seat.say(session, "offer", &offer).await?)?;
    }
    trial.done()
}

async fn words_unknown_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    for (kind, payload) in [
        ("message", r#"{"body":"b","html":"b"}"#),
        ("decline", r#"{"reason":"r","code":7}"#),
        ("session_close", r#"{"reason":"r","code":7}"#),
    ] {
        trial.invalid(format!("{kind} {payload}"), &seat.say(session, kind, payload).await?)?;
    }
    trial.done()
}
