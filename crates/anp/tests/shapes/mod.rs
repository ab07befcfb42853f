//! Our schemas, ready to validate with.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

const ENVELOPE: &str = include_str!("../../../../schemas/envelope.json");
const OFFER: &str = include_str!("../../../../schemas/offer.json");
const EVENT: &str = include_str!("../../../../schemas/event.json");
const SESSION_LOG: &str = include_str!("../../../../schemas/session-log.json");

/// A validator of what stands at this place of our schemas, formats asserted.
pub fn schema(reference: &str) -> Validator {
    let mut registry = Registry::new();
    for text in [ENVELOPE, OFFER, EVENT, SESSION_LOG] {
        let schema: Value = serde_json::from_str(text).unwrap();
        assert!(jsonschema::meta::is_valid(&schema));
        let id = schema["$id"].as_str().unwrap().to_owned();
        registry = registry.add(id, schema).unwrap();
    }
    let registry = registry.prepare().unwrap();
    let reference = json!({"$ref": format!("urn:countersign:anp-0.1:{reference}")});
    jsonschema::options().should_validate_formats(true).with_registry(&registry).build(&reference).unwrap()
}
