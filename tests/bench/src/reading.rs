//! How long the reading of one inbound mail takes: tactics, thread and speech to machines, in words of
//! business without and with what the rules look for.

use std::hint::black_box;
use std::time::Instant;

use crate::Failure;

/// Words of the mail, as many as the house's promise names.
const WORDS: usize = 200;
const ROUNDS: usize = 200;

const TEXT: &str = "Dear Dana, thank you for the call on Tuesday and for the list of questions about the hosting \
    of the test system. We have looked at the figures again with our finance team. The price of 1,085 a seat \
    assumes 500 seats and a term of 36 months; the training for the service team is included, and so is the \
    connector for the ticket system. I fought for this with my director, and it is honestly the last offer that \
    I can get approved this quarter. Please note that the discount is only valid if the order form is signed by \
    Friday, since the prices go up by 9 per cent in January for everybody. Other customers of your size usually \
    pay the list price of 1,400, so you are in a very good place. If your CFO has questions, our CEO is happy \
    to call her directly. As to the data protection annex: our lawyers have accepted your wording in section \
    four and ask for one small change in section seven, which you find in the attachment. The support hours \
    stay as they were, Monday to Friday from eight to six, with the emergency number for weekends. Let me know \
    what you think, and have a good week. Best regards, Sam Porter, Contoso";

/// Measures the reading of one mail of 200 words.
pub fn measure() -> Result<(), Failure> {
    let text: String = TEXT.split_whitespace().cycle().take(WORDS).collect::<Vec<_>>().join(" ");
    // The rules are read at first use, once in the life of a desk.
    let begun = Instant::now();
    black_box(deal::tactics(&text));
    black_box(deal::injections(&text));
    let first = begun.elapsed().as_secs_f64() * 1e3;
    let mut took: Vec<f64> = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        black_box(deal::tactics(black_box(&text)));
        black_box(deal::injections(black_box(&text)));
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    let at = |share: usize| took.get(took.len() * share / 100).copied().unwrap_or(f64::NAN);
    println!(
        "\nReading one inbound mail of {WORDS} words (tactics and speech to machines): median {:.2} ms, \
         95 of 100 within {:.2} ms; the first one, with the rules read, {first:.0} ms.",
        at(50),
        at(95),
    );
    if deal::tactics(&text).is_empty() { Err("the mail's tactics were not named".into()) } else { Ok(()) }
}
