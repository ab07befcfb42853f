//! Fabrikam's rules, held against plain integer arithmetic in the smallest unit.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use anp::payload::Reason;
use money::Currency;
use proptest::prelude::*;

use super::*;

fn amount(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

/// `units` of 10^-decimals.
fn of_units(units: u64, decimals: u32) -> Amount {
    amount(&format!("{units}e-{decimals}"))
}

fn line(sku: Option<&str>, price: Amount, currency: &str) -> Line {
    Line {
        sku: sku.map(str::to_owned),
        description: "Seats".to_owned(),
        quantity: amount("500"),
        unit: "seat/year".to_owned(),
        unit_price: price,
        currency: Currency::parse(currency).unwrap(),
        term_months: None,
    }
}

fn offer(currency: &str, line_items: Vec<Line>) -> Offer {
    Offer {
        currency: Currency::parse(currency).unwrap(),
        term_months: 12,
        expires_at: "2020-01-01T00:00:00Z".to_owned(),
        line_items,
        total_annual: None,
        conditions: Some(vec!["Net 30".to_owned()]),
        notes: None,
    }
}

fn countered(offer: &Offer, position: Option<&Offer>) -> Offer {
    match answer(&Payload::Offer(offer.clone()), position) {
        Some(Payload::CounterOffer(counter)) => counter,
        other => panic!("no counter but {other:?}"),
    }
}

fn prices(offer: &Offer) -> Vec<String> {
    offer.line_items.iter().map(|line| line.unit_price.to_string()).collect()
}

#[test]
fn prices_are_rounded_half_up_to_minor_units_or_the_vendors_own_decimals() {
    for (currency, price, expected) in [
        ("USD", "1200", "1056"),
        ("USD", "1140", "1003.2"),
        ("USD", "0.01", "0.01"),
        ("USD", "0.005", "0.004"),
        ("USD", "19.99", "17.59"),
        ("USD", "0.0000001", "0.0000001"),
        ("USD", "1.2345", "1.0864"),
        ("JPY", "999", "879"),
        ("JPY", "1000.5", "880.4"),
        ("KWD", "1.001", "0.881"),
        ("USD", "0", "0"),
    ] {
        let counter = countered(&offer(currency, vec![line(None, amount(price), currency)]), None);
        assert_eq!(prices(&counter), [expected], "{price} {currency}");
    }
}

#[test]
fn lines_are_matched_by_sku_and_else_by_place() {
    let usd = |sku, price: &str| line(sku, amount(price), "USD");
    let position = offer("USD", vec![usd(Some("A"), "100"), usd(Some("B"), "10"), usd(None, "1")]);
    let after = |lines| prices(&countered(&offer("USD", lines), Some(&position)));
    assert_eq!(after(vec![usd(Some("B"), "20"), usd(Some("A"), "200"), usd(None, "3")]), ["15", "150", "2"]);
    // Renamed at its place; a name that the first line had none of.
    assert_eq!(
        after(vec![usd(Some("A2"), "200"), usd(Some("B"), "20"), usd(Some("C"), "3")]),
        ["150", "15", "2"]
    );
    // A further line, and one that stands where another line's counterpart stands.
    assert_eq!(after(vec![usd(Some("B"), "20"), usd(Some("C"), "500")]), ["15", "440"]);
    assert_eq!(
        after(vec![usd(Some("A"), "200"), usd(Some("B"), "20"), usd(None, "3"), usd(None, "50")]),
        ["150", "15", "2", "44"]
    );
    // Two lines of one sku keep their places.
    let twins = offer("USD", vec![usd(Some("A"), "100"), usd(Some("A"), "10")]);
    let met = countered(&offer("USD", vec![usd(Some("A"), "200"), usd(Some("A"), "20")]), Some(&twins));
    assert_eq!(prices(&met), ["150", "15"]);
}

#[test]
fn within_three_percent_is_parked_the_bound_included() {
    let one = |price: &str| offer("USD", vec![line(None, amount(price), "USD")]);
    let position = one("100");
    for (price, parks) in [("99", true), ("103", true), ("103.0000001", false), ("0", true)] {
        let answered = answer(&Payload::CounterOffer(one(price)), Some(&position));
        let parked = answered == Some(message(PARKED));
        assert_eq!(parked, parks, "{price}");
    }
    // The total is the stated one where one is stated.
    let stated = Offer { total_annual: Some(amount("51500")), ..one("9999") };
    assert_eq!(answer(&Payload::Offer(stated), Some(&position)), Some(message(PARKED)));
    // Another currency is another negotiation, whatever its numbers.
    let euros = offer("EUR", vec![line(None, amount("100"), "EUR")]);
    assert_eq!(prices(&countered(&euros, Some(&position))), ["88"]);
}

#[test]
fn it_answers_offers_and_messages_alone() {
    let said = Payload::Message(Message { subject: None, body: "hello".to_owned() });
    assert_eq!(answer(&said, None), Some(message(ACKNOWLEDGED)));
    let quiet = [
        Payload::Envelope(envelope()),
        Payload::Decline(Reason::default()),
        Payload::SessionClose(Reason::default()),
    ];
    for payload in quiet {
        assert_eq!(answer(&payload, None), None);
    }
}

#[test]
fn its_envelope_keeps_the_schema() {
    assert_eq!(Envelope::read(&envelope().to_value()), Ok(envelope()));
}

proptest! {
    #[test]
    fn the_first_counter_is_twelve_percent_below(cents in 0_u64..100_000_000_000, decimals in 0_u32..=4) {
        let said = offer("USD", vec![line(Some("A"), of_units(cents, decimals), "USD")]);
        let counter = countered(&said, None);
        // In units of the vendor's decimals or cents, whichever is finer; trailing zeros
        // are no decimals of the vendor's.
        let finer = said.line_items[0].unit_price.decimals().max(2);
        let scaled = u128::from(cents) * 10_u128.pow(6 + finer - decimals) / 10_u128.pow(6);
        let expected = (scaled * 88 + 50) / 100;
        prop_assert_eq!(&counter.line_items[0].unit_price, &amount(&format!("{expected}e-{finer}")));
        prop_assert_eq!(counter.term_months, 24);
        prop_assert_eq!(counter.currency, said.currency);
        prop_assert_eq!(&counter.expires_at, &said.expires_at);
        prop_assert_eq!(&counter.line_items[0].quantity, &said.line_items[0].quantity);
    }

    #[test]
    fn a_revision_is_met_in_the_middle(own in 1_u64..1_000_000_000, new in 1_u64..1_000_000_000) {
        let position = offer("USD", vec![line(Some("A"), of_units(own, 2), "USD")]);
        let said = offer("USD", vec![line(Some("A"), of_units(new, 2), "USD")]);
        let answered = answer(&Payload::CounterOffer(said), Some(&position));
        if new * 100 <= own * 103 {
            prop_assert_eq!(answered, Some(message(PARKED)));
        } else if let Some(Payload::CounterOffer(counter)) = answered {
            prop_assert_eq!(&counter.line_items[0].unit_price, &of_units((own + new).div_ceil(2), 2));
            // What is signed is what a double can say.
            prop_assert!(counter.checked().is_ok());
        } else {
            prop_assert!(false, "neither parked nor countered");
        }
    }

    #[test]
    fn every_answer_keeps_the_protocols_bounds(price in 0.0_f64..1e9, own in 0.0_f64..1e9) {
        let price = amount(&anp::json::es_text(price));
        let own = amount(&anp::json::es_text(own));
        let said = offer("USD", vec![line(None, price, "USD")]);
        let position = offer("USD", vec![line(None, own, "USD")]);
        for position in [None, Some(&position)] {
            if let Some(Payload::CounterOffer(counter)) = answer(&Payload::Offer(said.clone()), position) {
                prop_assert!(Offer::read(&counter.to_value()).is_ok());
            }
        }
    }
}
