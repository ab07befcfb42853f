//! The seven kinds' schemas as data, with members in canonical order.

use core::ops::RangeInclusive;

use super::bounds;
use crate::event::Kind;

/// What may stand somewhere.
pub(super) enum Shape {
    /// A text of so many code points.
    Text(RangeInclusive<usize>),
    /// One of these texts.
    Word(&'static [&'static str]),
    /// A currency.
    Currency,
    /// The time at which an offer ends.
    Expiry,
    /// The fingerprint of the vendor's key.
    Opener,
    /// `true`.
    True,
    /// A number that keeps a bound.
    Number(fn(f64) -> bool),
    /// A list of so many of one shape.
    List(RangeInclusive<usize>, &'static Shape),
    /// An object of these members and no others, in canonical order.
    Object(&'static [Member]),
}

/// A member of an object.
pub(super) struct Member {
    /// Its name in quotes, with the colon behind.
    pub(super) opening: &'static str,
    pub(super) required: bool,
    pub(super) shape: Shape,
}

macro_rules! must {
    ($name:literal, $shape:expr) => {
        Member { opening: concat!("\"", $name, "\":"), required: true, shape: $shape }
    };
}

macro_rules! may {
    ($name:literal, $shape:expr) => {
        Member { opening: concat!("\"", $name, "\":"), required: false, shape: $shape }
    };
}

const TOPIC: Shape = Shape::Text(bounds::TOPIC);

const ENVELOPE: Shape = Shape::Object(&[
    must!(
        "agent",
        Shape::Object(&[must!("declared_ai", Shape::True), must!("name", Shape::Text(bounds::AGENT_NAME))])
    ),
    may!("human_contact", Shape::Text(bounds::CONTACT)),
    must!("may_disclose", Shape::List(bounds::DISCLOSED, &TOPIC)),
    must!("may_discuss", Shape::List(bounds::MAY_DISCUSS, &TOPIC)),
    must!("offer_authority", Shape::Word(&["none", "propose_only", "bind_with_human_approval"])),
    must!("party", Shape::Text(bounds::PARTY)),
    may!("will_not_disclose", Shape::List(bounds::DISCLOSED, &TOPIC)),
]);

static SESSION_OPEN: Shape = Shape::Object(&[
    must!(
        "agent",
        Shape::Object(&[
            must!("fingerprint", Shape::Opener),
            must!("id", Shape::Text(bounds::REGISTRATION)),
            must!("name", Shape::Text(bounds::AGENT_NAME)),
        ])
    ),
    must!("envelope", ENVELOPE),
    must!("protocol", Shape::Word(&[crate::PROTOCOL])),
]);

static MANDATE: Shape = ENVELOPE;

const LINE: Shape = Shape::Object(&[
    must!("currency", Shape::Currency),
    must!("description", Shape::Text(bounds::DESCRIPTION)),
    must!("quantity", Shape::Number(bounds::is_quantity)),
    may!("sku", Shape::Text(bounds::SKU)),
    may!("term_months", Shape::Number(bounds::is_months)),
    must!("unit", Shape::Text(bounds::UNIT)),
    must!("unit_price", Shape::Number(bounds::is_price)),
]);

static OFFER: Shape = Shape::Object(&[
    may!("conditions", Shape::List(bounds::CONDITIONS, &Shape::Text(bounds::CONDITION))),
    must!("currency", Shape::Currency),
    must!("expires_at", Shape::Expiry),
    must!("line_items", Shape::List(bounds::LINES, &LINE)),
    may!("notes", Shape::Text(bounds::NOTES)),
    must!("term_months", Shape::Number(bounds::is_months)),
    may!("total_annual", Shape::Number(bounds::is_total)),
]);

static MESSAGE: Shape = Shape::Object(&[
    must!("body", Shape::Text(bounds::BODY)),
    may!("subject", Shape::Text(bounds::UNBOUNDED)),
]);

static REASON: Shape = Shape::Object(&[may!("reason", Shape::Text(bounds::UNBOUNDED))]);

/// The schema of a kind.
pub(super) const fn of(kind: Kind) -> &'static Shape {
    match kind {
        Kind::SessionOpen => &SESSION_OPEN,
        Kind::Envelope => &MANDATE,
        Kind::Offer | Kind::CounterOffer => &OFFER,
        Kind::Message => &MESSAGE,
        Kind::Decline | Kind::SessionClose => &REASON,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(shape: &Shape) {
        match shape {
            Shape::Object(members) => {
                let names: Vec<&str> = members.iter().map(|member| member.opening).collect();
                let mut by_unit = names.clone();
                by_unit.sort_by(|a, b| {
                    let name = |opening: &str| opening.trim_matches([':', '"']).to_owned();
                    name(a).encode_utf16().cmp(name(b).encode_utf16())
                });
                assert_eq!(names, by_unit);
                members.iter().for_each(|member| sorted(&member.shape));
            }
            Shape::List(_, item) => sorted(item),
            _ => {}
        }
    }

    #[test]
    fn members_stand_in_canonical_order() {
        for kind in Kind::ALL {
            sorted(of(kind));
        }
    }
}
