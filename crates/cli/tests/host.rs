//! `countersign host` and the acts of its operator, as scripts see them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod office;

use office::{Office, output, text, told};
use serde_json::json;
use support::people;

#[test]
fn the_ready_line_is_all_that_stands_on_standard_output() {
    let office = Office::new();
    for signal in ["TERM", "INT"] {
        let (mut host, url) = office.serve("127.0.0.1:0");
        assert!(url.starts_with("http://127.0.0.1:") && !url.ends_with(":0"), "{url}");
        host.signal(signal);
        assert_eq!(host.line(), None, "nothing after the ready line");
        assert_eq!(host.wait().code(), Some(0), "{signal} ends it in order");
    }
}

#[test]
fn the_channel_is_switched_while_the_host_serves() {
    let office = Office::new();
    let (_host, _) = office.serve("127.0.0.1:0");
    let off = json!({"enabled": false, "handle": null});
    assert_eq!(office.act(&["channel", "status"]), off);
    let on = office.act(&["channel", "on"]);
    assert_eq!(on["enabled"], true);
    let handle = on["handle"].as_str().unwrap();
    assert!(handle.starts_with("anp_org_") && handle.len() > 8 + 22, "{handle}");
    assert_eq!(office.act(&["channel", "status"]), on);
    assert_eq!(office.act(&["channel", "off"]), off);
    assert_ne!(office.act(&["channel", "on"])["handle"], handle, "a handle never lives again");
}

#[test]
fn vendors_are_listed_verified_and_revoked() {
    let office = Office::new();
    let (_host, url) = office.serve("127.0.0.1:0");
    assert_eq!(office.act(&["vendors"]), json!([]));
    let key = office.path("vendor-key.json");
    let arguments = ["vendor", "register", "--host", &url, "--key", text(&key), "--name", "Seller"];
    let registered =
        told(&[&arguments[..], &["--vendor", "Contoso", "--contact", "sales@contoso.example"]].concat());
    assert_eq!(registered["platform_fingerprint"], office.platform.as_str());
    let id = registered["agent_id"].as_str().unwrap();
    let list = office.act(&["vendors"]);
    assert_eq!(list[0]["agent_id"], id);
    assert_eq!(list[0]["fingerprint"], registered["fingerprint"]);
    assert_eq!(office.act(&["verify", id])["status"], "verified");
    assert_eq!(office.act(&["revoke", id])["status"], "revoked");
    let again = output(&["host", "verify", id, "--data", &office.data]);
    assert_eq!(again.status.code(), Some(1));
    assert!(again.stdout.is_empty() && !again.stderr.is_empty());
}

#[test]
fn people_are_enrolled_with_their_roles() {
    let office = Office::new();
    let key = people::olivia().public().to_string();
    let person = office.act(&["enrol", "--name", "Olivia", "--public-key", &key, "--role", "deal_owner"]);
    assert_eq!(person["fingerprint"], people::olivia().fingerprint().to_string());
    assert!(person["person_id"].is_string());
    let wrong = ["host", "enrol", "--data", &office.data, "--name", "P", "--public-key", &key, "--role"];
    assert_eq!(output(&[&wrong[..], &["king"]].concat()).status.code(), Some(2));
}

#[test]
fn what_cannot_be_done_is_said() {
    let office = Office::new();
    let twice = output(&["host", "init", "--data", &office.data]);
    assert_eq!(twice.status.code(), Some(1));
    assert!(String::from_utf8(twice.stderr).unwrap().contains("already"));
    let nowhere = office.path("nowhere");
    for act in [
        vec!["host", "--data", text(&nowhere), "--listen", "127.0.0.1:0"],
        vec!["host", "vendors", "--data", text(&nowhere)],
    ] {
        let output = output(&act);
        assert_eq!(output.status.code(), Some(1), "{act:?}");
        assert!(output.stdout.is_empty());
        assert!(!nowhere.exists(), "asking makes nothing");
    }
    for wrong in [vec!["host"], vec!["host", "channel", "ajar", "--data", "x"]] {
        assert_eq!(output(&wrong).status.code(), Some(2), "{wrong:?}");
    }
}
