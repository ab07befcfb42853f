//! Payloads: what is read is all that stands there, and both readers agree.

use anp::event::{Kind, Stated};
use anp::json::{canonical, parse_flawless};
use anp::payload::{Payload, is_canonical};

/// As offer and as counter.
pub fn offers(bytes: &[u8]) {
    for kind in [Kind::Offer, Kind::CounterOffer] {
        let Some(offer) = read(kind, bytes).and_then(|payload| payload.offer().cloned()) else { continue };
        // An offer of outside keeps the bounds of our own.
        assert_eq!(offer.clone().checked(), Ok(offer.clone()));
        let _ = (offer.total().to_string(), offer.expires().to_text());
    }
}

/// As mandate and as opening.
pub fn envelopes(bytes: &[u8]) {
    for kind in [Kind::Envelope, Kind::SessionOpen] {
        read(kind, bytes);
    }
}

/// As message, decline and close.
pub fn words(bytes: &[u8]) {
    for kind in [Kind::Message, Kind::Decline, Kind::SessionClose] {
        read(kind, bytes);
    }
}

fn read(kind: Kind, bytes: &[u8]) -> Option<Payload> {
    let text = core::str::from_utf8(bytes).ok()?;
    let matched = is_canonical(kind, text);
    let stated = parse_flawless(bytes).ok().and_then(|value| Stated::read(kind, &value).ok());
    let Some(stated) = stated else {
        assert!(!matched, "the matcher takes as {kind} what the readers refuse: {text}");
        return None;
    };
    if matched {
        assert_eq!(stated.canonical(), text, "the matcher takes another text for canonical");
    }
    // Nothing that is hashed lacks in the typed payload, and nothing is added.
    assert_eq!(canonical(&stated.payload().to_value()), stated.canonical());
    let again = Stated::of(stated.payload().clone());
    assert_eq!((again.payload(), again.hash()), (stated.payload(), stated.hash()));
    Some(stated.payload().clone())
}
