//! What is sold: three products for the fourth quarter.

use serde_json::{Value, json};

use crate::cents::{CURRENCY, Cents};

/// A product and its prices per thousand impressions.
#[derive(Debug, PartialEq, Eq)]
pub struct Product {
    /// Its id.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    /// Its one way of being priced.
    pub option: &'static str,
    /// The price alone.
    pub alone: Cents,
    /// The price beside another product.
    pub beside: Cents,
    /// Below this it is not sold.
    pub floor: Cents,
    channel: &'static str,
    format: &'static str,
}

/// Everything that is sold, in the order of the seller's preference.
pub static PRODUCTS: [Product; 3] = [
    Product {
        id: "premium_video_q4",
        name: "Premium video, fourth quarter",
        option: "cpm_guaranteed",
        alone: Cents::dollars(20),
        beside: Cents::new(1750),
        floor: Cents::new(1700),
        channel: "olv",
        format: "video_hosted",
    },
    Product {
        id: "display_standard_q4",
        name: "Standard display, fourth quarter",
        option: "cpm_display",
        alone: Cents::dollars(12),
        beside: Cents::dollars(11),
        floor: Cents::dollars(9),
        channel: "display",
        format: "image",
    },
    Product {
        id: "native_feed_q4",
        name: "Native feed, fourth quarter",
        option: "cpm_native",
        alone: Cents::dollars(18),
        beside: Cents::dollars(16),
        floor: Cents::dollars(15),
        channel: "display",
        format: "native_in_feed",
    },
];

/// The least that is spent on one product.
pub const MINIMUM: Cents = Cents::dollars(5_000);

/// The most that all inventory of the quarter costs.
pub const INVENTORY: Cents = Cents::dollars(500_000);

/// The product of this id.
pub fn product(id: &str) -> Option<&'static Product> {
    PRODUCTS.iter().find(|product| product.id == id)
}

impl Product {
    /// Its published description, as AdCP's canonical product.
    pub fn describe(&self) -> Value {
        json!({
            "product_id": self.id,
            "name": self.name,
            "channels": [self.channel],
            "delivery_type": "guaranteed",
            "format_options": [{ "format_kind": self.format, "params": {} }],
            "pricing_options": [{
                "pricing_option_id": self.option,
                "pricing_model": "cpm",
                "currency": CURRENCY,
                "fixed_price": self.alone.json(),
            }],
        })
    }
}
