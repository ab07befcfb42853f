//! The report as it is printed. Its words and layout are part of the bundle's format:
//! where this test fails on purpose, `evidence::FORMAT` has to be raised as well.
#![allow(clippy::unwrap_used, missing_docs)]

mod thread;

use std::path::Path;

use anp::event::Kind;
use evidence::{Verdict, html};
use thread::{offer, whole};

/// Set to write the snapshots anew.
const ANEW: &str = "SNAPSHOTS_ANEW";

fn snapshot(name: &str, written: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os(ANEW).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &written).unwrap();
    }
    let kept = std::fs::read(&path).unwrap();
    assert!(
        kept == written.as_ref(),
        "{name} is not what is written now; with {ANEW} set it is written anew"
    );
}

#[test]
fn the_report_of_a_deal() {
    snapshot("deal.html", html(&whole().contents()));
}

/// A bundle of this format, kept to be read for ever.
#[test]
fn the_bundle_of_a_deal() {
    let bytes = thread::sealed(&whole().contents());
    snapshot("deal.zip", &bytes);
    assert_eq!(thread::failed(&bytes), Vec::<String>::new());
}

/// Bundles of earlier formats are read for ever.
#[test]
fn the_bundle_of_a_deal_as_it_was_written_before() {
    for format in ["deal-format-1.zip", "deal-format-2.zip"] {
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(format));
        let bytes = bytes.unwrap();
        assert_eq!(thread::failed(&bytes), Vec::<String>::new(), "{format}");
        let read = evidence::bundle::read(&bytes).unwrap();
        assert!(read.entry("manifest.json").unwrap().starts_with(b"{\"files\""));
        assert_eq!(read.log(), whole().contents().log.as_deref());
    }
}

#[test]
fn the_report_of_a_doctored_log() {
    let mut contents = whole().contents();
    let log = String::from_utf8(contents.log.unwrap()).unwrap();
    contents.log = Some(log.replacen(r#""unit_price":1140"#, r#""unit_price":1410"#, 1).into_bytes());
    contents.verdict = judged(&contents);
    let html = html(&contents);
    assert!(html.contains("Does not hold: 1 fault in 8 events"));
    snapshot("doctored.html", html);
}

fn judged(contents: &evidence::Contents) -> Verdict {
    Verdict::from(&anp::verify::judge(contents.log.as_deref().unwrap(), &contents.exporters_trust()).verdict)
}

/// Nothing is fetched, nothing runs, and what others wrote is text.
#[test]
fn the_report_is_inert() {
    let evil = "<img src=x onerror=alert(1)></bdi><script>alert(2)</script>";
    let mut contents = thread::Thread::saying(&format!("{evil}\u{202e}\u{2066}\u{7}")).contents();
    contents.about.title = evil.to_owned();
    contents.about.vendor = format!("Contoso\"' {evil}");
    let html = html(&contents);
    for wrong in [
        "<script", "<img", "<link", "<iframe", "http:", "https:", "url(", "@import", "\u{202e}", "\u{2066}",
        "\u{7}",
    ] {
        assert!(!html.contains(wrong), "{wrong:?}");
    }
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(html.contains(r#"<span class="sign">U+202E</span>"#));
    assert!(html.contains("default-src 'none'"));
}

/// A log that cannot be read at all still has a report.
#[test]
fn a_log_that_is_none_is_told_so() {
    let mut contents = whole().contents();
    contents.log = Some(b"not a log".to_vec());
    contents.verdict = judged(&contents);
    let html = html(&contents);
    assert!(html.contains("Unreadable") && html.contains("The log cannot be read."));
}

/// Sums are computed from the lines, whatever the vendor states.
#[test]
fn offers_are_summed_and_a_false_total_is_marked() {
    let thread = thread::Thread::opened().vendor(offer(Kind::Offer, "1200", r#","total_annual":600000"#));
    let html = html(&thread.contents());
    // 500 × 1200 + 500 × 4.25 × 12 + 18000
    assert!(html.contains("643,500.00"), "{html}");
    assert!(html.contains("differs from the computed total by −43,500.00"));
}
