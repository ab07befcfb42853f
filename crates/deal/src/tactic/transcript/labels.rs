//! Lines that begin with who speaks.

use super::{Line, MOST, Spoken, Transcript, is_blank, spoken};

/// Longer beginnings of lines name no speaker, in characters.
const LONGEST_LABEL: usize = 60;
const MOST_WORDS: usize = 6;

const VENDORS: [&str; 19] = [
    "vendor",
    "vendors",
    "seller",
    "supplier",
    "suppliers",
    "provider",
    "sales",
    "salesperson",
    "salesman",
    "rep",
    "representative",
    "reseller",
    "dealer",
    "contractor",
    "account",
    "ae",
    "csm",
    "kam",
    "bidder",
];
const BUYERS: [&str; 12] = [
    "buyer",
    "buyers",
    "customer",
    "client",
    "procurement",
    "purchasing",
    "purchaser",
    "purchase",
    "sourcing",
    "us",
    "me",
    "category",
];
/// What parts one party's own messages, with a number behind it or by itself.
const PARTS: [&str; 13] = [
    "mail", "email", "message", "msg", "day", "week", "round", "call", "letter", "note", "offer", "version",
    "step",
];
const WEEKDAYS: [&str; 14] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
];

/// Who speaks from a line on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaker {
    Vendor,
    Buyer,
    /// A part of what one party wrote.
    Part,
    /// A name without a role.
    Named,
}

struct Label {
    speaker: Speaker,
    /// Its first word.
    name: String,
    /// How long it is with what parts it from the words, in characters.
    long: usize,
}

pub(super) fn labelled(lines: &[Line<'_>]) -> Option<Transcript> {
    let labels: Vec<Option<Label>> = lines.iter().map(|line| label(line.text)).collect();
    let known = |speaker: Speaker| labels.iter().flatten().any(|label| label.speaker == speaker);
    let roles = known(Speaker::Vendor) || known(Speaker::Buyer);
    let by_vendor = |label: &Label| match label.speaker {
        Speaker::Vendor => Some(true),
        Speaker::Buyer => Some(false),
        Speaker::Part => (!roles).then_some(true),
        Speaker::Named => role_of(&labels, &label.name),
    };
    let mut messages: Vec<Spoken> = Vec::new();
    for (line, label) in lines.iter().zip(&labels) {
        match label.as_ref().and_then(|label| Some((by_vendor(label)?, label.long))) {
            Some((vendor, long)) => {
                if messages.len() >= MOST {
                    break;
                }
                messages.push(spoken(vendor, line.text.chars().skip(long).collect(), line.start + long));
            }
            None => {
                if let Some(last) = messages.last_mut() {
                    last.said.text.push_str(line.text);
                }
            }
        }
    }
    messages.retain(|message| !is_blank(&message.said.text));
    let by_one = messages.iter().filter(|message| message.said.by_vendor).count();
    (messages.len() >= 2 && by_one >= 1).then_some(Transcript { messages, own: None })
}

/// The side of a name that elsewhere stands with a role.
fn role_of(labels: &[Option<Label>], name: &str) -> Option<bool> {
    labels.iter().flatten().filter(|label| label.name == name).find_map(|label| match label.speaker {
        Speaker::Vendor => Some(true),
        Speaker::Buyer => Some(false),
        _ => None,
    })
}

fn label(line: &str) -> Option<Label> {
    let colon = line.chars().take(LONGEST_LABEL).position(|c| matches!(c, ':' | '>' | ']'))?;
    let label: String = line.chars().take(colon).collect::<String>().to_lowercase();
    let words: Vec<&str> =
        label.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let name = (*words.first()?).to_owned();
    if words.len() > MOST_WORDS {
        return None;
    }
    let is_one_of = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let numbered = label.chars().any(|c| c.is_ascii_digit());
    let part = PARTS.contains(&name.as_str()) && numbered || WEEKDAYS.contains(&name.as_str());
    let speaker = match (is_one_of(&VENDORS), is_one_of(&BUYERS)) {
        (true, false) => Speaker::Vendor,
        (false, true) => Speaker::Buyer,
        (true, true) => return None,
        _ if part && words.len() < 3 => Speaker::Part,
        _ if words.len() < 3 => Speaker::Named,
        _ => return None,
    };
    let after = line.chars().skip(colon).take_while(|c| matches!(c, ':' | '>' | ']' | '*' | ' ')).count();
    Some(Label { speaker, name, long: colon + after })
}
