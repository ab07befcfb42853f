//! No line of any log, at any level, holds what was asked, what it costs, or the token.

use std::io::Write;
use std::sync::{Arc, Mutex};

use desk::view::AdcpState;
use training_seller::{Framing, Profile};

use super::table::{Shop, Table, budget, revise};

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_of_any_log_holds_ask_terms_or_token() {
    let heard = Heard::default();
    let writer = heard.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        // The digits of a time are no leak of an amount.
        .without_time()
        .with_writer(move || writer.clone())
        .init();
    for profile in [Profile::Honest, Profile::DropsAnswer, Profile::WrongDigest, Profile::ErrorInText] {
        let table = Table::at(Shop::open(profile, Framing::Sse, true).await).await;
        let source = table.draft().await;
        let mut revision = budget(&source, "48765.43");
        "A quokka on every screen, please.".clone_into(&mut revision.ask);
        table.done(&revise(revision)).await;
        // Refused in the seller's own words too.
        let mut other = budget(&source, "48765.43");
        other.alternatives = "3".to_owned();
        assert_ne!(table.done(&revise(other)).await, AdcpState::Doubt);
    }
    let lines = String::from_utf8(heard.0.lock().unwrap().clone()).unwrap();
    assert!(lines.contains("rmcp") && lines.contains("hyper"), "the log was heard at its lowest level");
    for word in [
        "quokka",
        "48765",
        "Video and display",
        "premium_video",
        "commercial_terms",
        "purchases",
        "sha256:",
        training_seller::TOKEN,
    ] {
        let line = lines.lines().find(|line| line.contains(word));
        assert_eq!(line, None, "{word}");
    }
}
