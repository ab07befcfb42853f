#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use super::*;
use crate::tactic::words::words;

#[test]
fn terms_are_stems_and_neighbours_and_stop_at_a_sentence() {
    let found = terms(&words("We stopped at 5%. Prices rise."));
    let texts: Vec<&str> = found.iter().map(|term| term.text.as_str()).collect();
    for term in ["we", "stop", "we stop", "#%", "at #%", "pric", "pric rise"] {
        assert!(texts.contains(&term), "{term}: {texts:?}");
    }
    assert!(!texts.contains(&"#% pric"), "{texts:?}");
}

#[test]
fn a_long_text_says_no_more_than_its_sentence() {
    let likely = Likely::read("0 -100 base\n200 300 stop\n100 0 we\n", 1, 100.0);
    let said = terms(&words("We stop."));
    let (alone, shown) = (likely.adds(&said, 0), likely.known(&said).shares(0));
    assert_eq!((likely.len(), likely.plain("base", 0)), (2, -1.0));
    assert!(alone > 2.0 && alone < 3.0 && shown[0].first == 1, "{alone} {shown:?}");
    let text = words("We stop. One. Two. Three.");
    let most = stretches(&text)
        .into_iter()
        .map(|(start, end)| likely.adds(&terms(&text[start..end]), 0))
        .fold(0.0, f64::max);
    assert!((most - alone).abs() < 1e-9);
}

/// Writes the terms of texts, for the fit of weights: `LIKELY_TEXTS=FILE` of JSON lines with `id` and
/// `text`, to `LIKELY_TERMS=FILE`.
#[test]
fn terms_on_request() {
    let Ok(file) = std::env::var("LIKELY_TEXTS") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    let mut written = String::new();
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let words = words(case["text"].as_str().unwrap());
        let terms: Vec<String> = terms(&words).into_iter().map(|term| term.text).collect();
        let hits = crate::screen::spoken(&words);
        let line = serde_json::json!({ "id": case["id"], "terms": terms, "hits": hits });
        written.push_str(&line.to_string());
        written.push('\n');
    }
    std::fs::write(std::env::var("LIKELY_TERMS").unwrap(), written).unwrap();
}

#[test]
fn passages_cover_a_mail_four_sentences_at_a_time() {
    assert_eq!(passages(&[]), vec![(0, 0)]);
    assert_eq!(passages(&words("One. Two. Three. Four. Five.")).len(), 1);
    let mail = words("Aa. Bb. Cc. Dd. Ee. Ff. Gg");
    let found = passages(&mail);
    assert_eq!(found, vec![(0, 8), (4, 12), (6, mail.len())]);
}
