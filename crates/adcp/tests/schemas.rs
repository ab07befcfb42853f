//! The schemas that answers are held against are the published ones, whole and understood.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod reduce;

use adcp::schema::{self, Body};

#[test]
fn what_is_held_against_is_what_is_published() {
    let Some(published) = support::vectors::folder("adcp/schemas-3.2.4") else { return };
    let text = reduce::text(&reduce::reduced(&published));
    assert!(text == schema::PUBLISHED, "schemas/adcp/3.2.4.json is not what the published schemas reduce to");
    assert!(schema::understood(), "a keyword, pattern or reference was not understood");
}

/// Writes the reduced schemas anew, after the published ones have changed.
#[test]
#[ignore = "writes the file that the others read"]
fn write_what_is_published() {
    let published = support::vectors::folder("adcp/schemas-3.2.4").unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/adcp/3.2.4.json");
    std::fs::write(file, reduce::text(&reduce::reduced(&published))).unwrap();
}

#[test]
fn every_body_has_a_schema() {
    for body in Body::ALL {
        let faults = schema::check(body, &anp::json::Value::Object(Vec::new()));
        assert!(!faults.is_empty(), "{} lets nothing at all pass", body.file());
        assert!(!faults[0].detail.starts_with("there is no schema"), "{}", body.file());
    }
}
