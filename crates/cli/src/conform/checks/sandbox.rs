//! Fabrikam Industries: exact values.

use std::sync::Arc;
use std::time::Duration;

use anp::json::{Value, es_text};
use money::Amount;

use super::super::check::{Check, Finding, Found, Trial, shown};
use super::super::log::{Log, text};
use super::super::payloads::{Members, line, lines, message, offer};
use super::super::seat::Seat;
use super::{ours, protocol, story};

const SECTION: &str = "The sandbox buyer";

/// How often, and how many times, an answer that is not there yet is looked for.
const LOOKS: (Duration, usize) = (Duration::from_millis(250), 20);

pub const CHECKS: &[Check] = &[
    protocol("sandbox.first", SECTION, "the first offer: 12 % below, 24 months", story!(first)),
    protocol("sandbox.midpoint", SECTION, "a revision: the midpoint, line by line", story!(midpoint)),
    protocol(
        "sandbox.parking",
        SECTION,
        "within 3 %, the bound included: parked, no counter",
        story!(parking),
    ),
    protocol("sandbox.beyond_parking", SECTION, "beyond 3 %: not parked", story!(beyond_parking)),
    ours(
        "sandbox.rounding",
        SECTION,
        "rounded half up to minor units or the vendor's digits",
        story!(rounding),
    ),
    ours(
        "sandbox.matched_by_sku",
        SECTION,
        "lines are matched by SKU, else by place",
        story!(matched_by_sku),
    ),
    ours("sandbox.keeps", SECTION, "the counter keeps currency, lines, quantities and expiry", story!(keeps)),
    ours(
        "sandbox.after_parking",
        SECTION,
        "a revision after parking is judged by the same rules",
        story!(after_parking),
    ),
    ours("sandbox.acknowledges", SECTION, "a message is acknowledged", story!(acknowledges)),
    ours("sandbox.authority", SECTION, "its envelope declares bind_with_human_approval", story!(authority)),
];

/// An offer of these prices; each line of the quantity beside it.
fn priced(prices: &[(&str, &str)]) -> Members {
    let each =
        prices.iter().map(|(price, quantity)| line().with("unit_price", *price).with("quantity", *quantity));
    offer().with("line_items", lines(&each.collect::<Vec<_>>()))
}

/// Says something and waits for the buyer's next event.
async fn answered(seat: &Seat, session: &str, kind: &str, payload: &str) -> Result<Value, Finding> {
    let answer = seat.said(session, kind, payload).await?;
    let mut log = Log::within(&answer)?;
    for _ in 0..LOOKS.1 {
        let own = log.events().iter().rposition(|event| text(event, "actor") == "vendor_agent");
        let behind = log.events().iter().skip(own.map_or(0, |place| place + 1));
        let buyers: Vec<_> = behind.filter(|event| text(event, "actor") == "buyer").collect();
        if let [first, rest @ ..] = buyers.as_slice() {
            // Whoever parks and counters as well is to be seen doing both.
            let counter = rest.iter().find(|event| text(event, "kind") == "counter_offer");
            return Ok((**counter.unwrap_or(first)).clone());
        }
        tokio::time::sleep(LOOKS.0).await;
        log = seat.log(session).await?;
    }
    Err(Finding::fail(format!("{kind} {}", shown(payload)), "no answer of the buyer's in 5 s"))
}

/// Holds a counter's prices against those that are due.
fn counters(trial: &mut Trial<'_>, what: &str, event: &Value, due: &[&str]) -> Result<(), Finding> {
    let kind = text(event, "kind");
    let payload = event.get("payload").cloned().unwrap_or(Value::Null);
    let lines = payload.get("line_items").and_then(Value::as_array).unwrap_or_default();
    let price = |line: &Value| line.get("unit_price").and_then(Value::as_number).map(es_text);
    let found: Vec<_> = lines.iter().map(|line| price(line).unwrap_or_default()).collect();
    let same = |found: &String, due: &&str| match (Amount::parse(found), Amount::parse(due)) {
        (Ok(found), Ok(due)) => found == due,
        _ => false,
    };
    let holds = kind == "counter_offer"
        && found.len() == due.len()
        && found.iter().zip(due).all(|(found, due)| same(found, due));
    trial.that(
        what,
        format!("{kind} {}", found.join(", ")),
        holds,
        &format!("counter_offer {} is due", due.join(", ")),
    )
}

/// Opens with an offer that is countered.
async fn opened_at(seat: &Seat, offer: &str) -> Result<(String, Value), Finding> {
    let session = seat.new_session().await?.id;
    let counter = answered(seat, &session, "offer", offer).await?;
    Ok((session, counter))
}

async fn first(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let offer = priced(&[("2500", "10"), ("1000", "4")]).with("term_months", "36").text();
    let (_, counter) = opened_at(&seat, &offer).await?;
    counters(&mut trial, "2500 and 1000", &counter, &["2200", "880"])?;
    let term =
        counter.get("payload").and_then(|payload| payload.get("term_months")).and_then(Value::as_number);
    let term = term.map(es_text).unwrap_or_default();
    trial.that("36 months", format!("{term} months"), term == "24", "24 are due")?;
    trial.done()
}

async fn midpoint(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (session, _) = opened_at(&seat, &priced(&[("2500", "10"), ("1000", "10")]).text()).await?;
    for (revised, due) in [(["2400", "1000"], ["2300", "940"]), (["2400", "980"], ["2350", "960"])] {
        let [first, second] = revised;
        let offer = priced(&[(first, "10"), (second, "10")]).text();
        let counter = answered(&seat, &session, "counter_offer", &offer).await?;
        counters(&mut trial, &format!("{first} and {second}"), &counter, &due)?;
    }
    trial.done()
}

/// Opens at 2500 (so that Fabrikam stands at 2200) and revises to this price.
async fn revised_to(seat: &Seat, price: &str) -> Result<(String, Value), Finding> {
    let (session, _) = opened_at(seat, &priced(&[("2500", "10")]).text()).await?;
    let answer = answered(seat, &session, "counter_offer", &priced(&[(price, "10")]).text()).await?;
    Ok((session, answer))
}

async fn parking(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    for price in ["2266", "2200", "2100"] {
        let (_, answer) = revised_to(&seat, price).await?;
        let kind = text(&answer, "kind");
        let what = format!("{price} where Fabrikam stands at 2200");
        trial.that(what, kind, kind == "message", "a message alone is due")?;
    }
    trial.done()
}

async fn beyond_parking(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (_, answer) = revised_to(&seat, "2267").await?;
    counters(&mut trial, "2267 where Fabrikam stands at 2200", &answer, &["2233.5"])?;
    trial.done()
}

async fn rounding(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let offer = priced(&[("99.99", "1"), ("0.0125", "1"), ("1.125", "1")]).text();
    let (_, counter) = opened_at(&seat, &offer).await?;
    counters(&mut trial, "99.99, 0.0125 and 1.125", &counter, &["87.99", "0.011", "0.99"])?;
    let (session, _) = opened_at(&seat, &priced(&[("10", "1")]).text()).await?;
    let counter = answered(&seat, &session, "counter_offer", &priced(&[("9.33", "1")]).text()).await?;
    counters(&mut trial, "9.33 where Fabrikam stands at 8.8", &counter, &["9.07"])?;
    trial.done()
}

/// Lines of these SKUs and prices.
fn with_skus(skus: &[(&str, &str)]) -> String {
    let each =
        skus.iter().map(|(sku, price)| line().with("unit_price", *price).with("sku", format!("\"{sku}\"")));
    offer().with("line_items", lines(&each.collect::<Vec<_>>())).text()
}

async fn matched_by_sku(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (session, _) = opened_at(&seat, &with_skus(&[("A", "1000"), ("B", "100")])).await?;
    let revised = with_skus(&[("B", "98"), ("A", "980")]);
    let counter = answered(&seat, &session, "counter_offer", &revised).await?;
    counters(&mut trial, "A at 1000 and B at 100, then B at 98 and A at 980", &counter, &["93", "930"])?;
    trial.done()
}

async fn keeps(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let lines = lines(&[line().with("currency", "\"EUR\"").with("quantity", "7").with("sku", "\"S\"")]);
    let offer = offer().with("currency", "\"EUR\"").with("line_items", lines);
    let offer = offer.with("expires_at", "\"2098-07-06T05:04:03Z\"").text();
    let (_, counter) = opened_at(&seat, &offer).await?;
    let payload = counter.get("payload").cloned().unwrap_or(Value::Null);
    let only = payload.get("line_items").and_then(Value::as_array).and_then(<[Value]>::first);
    let only = only.cloned().unwrap_or(Value::Null);
    let kept = [
        ("currency", text(&payload, "currency") == "EUR"),
        ("expires_at", text(&payload, "expires_at") == "2098-07-06T05:04:03Z"),
        ("a line's SKU", text(&only, "sku") == "S"),
        ("a line's quantity", only.get("quantity").and_then(Value::as_count) == Some(7)),
        ("a line's currency", text(&only, "currency") == "EUR"),
    ];
    for (name, holds) in kept {
        trial.that(name, if holds { "kept" } else { "another" }, holds, "the vendor's is due")?;
    }
    trial.done()
}

async fn after_parking(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (session, parked) = revised_to(&seat, "2260").await?;
    trial.that(
        "2260 where Fabrikam stands at 2200",
        text(&parked, "kind"),
        text(&parked, "kind") == "message",
        "it is parked",
    )?;
    let counter = answered(&seat, &session, "counter_offer", &priced(&[("2300", "10")]).text()).await?;
    counters(&mut trial, "then 2300", &counter, &["2250"])?;
    trial.done()
}

async fn acknowledges(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = seat.new_session().await?.id;
    let answer = answered(&seat, &session, "message", &message("hello")).await?;
    let kind = text(&answer, "kind");
    trial.that("a message", kind, kind == "message", "a message is due")?;
    trial.done()
}

async fn authority(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let opened = &seat.session().await?.opened;
    let envelope =
        opened.value.as_ref().and_then(|value| value.get("buyer_envelope").cloned()).unwrap_or(Value::Null);
    let authority = text(&envelope, "offer_authority");
    trial.that(
        "its envelope",
        authority,
        authority == "bind_with_human_approval",
        "bind_with_human_approval is due",
    )?;
    trial.done()
}
