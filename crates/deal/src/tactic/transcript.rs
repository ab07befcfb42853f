//! A thread that came as one text: lines that begin with who speaks.

use super::thread::Said;

/// A message of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// The message.
    pub said: Said,
    /// Where its words begin in the whole text, in code points.
    pub start: usize,
}

/// Longer beginnings of lines name no speaker, in characters.
const LONGEST_LABEL: usize = 40;

const VENDORS: [&str; 9] =
    ["vendor", "seller", "supplier", "provider", "sales", "salesperson", "rep", "representative", "reseller"];
const BUYERS: [&str; 9] =
    ["buyer", "customer", "client", "procurement", "purchasing", "purchaser", "sourcing", "us", "me"];

/// The messages of a text in which both sides speak (`Vendor: …` and `Buyer: …` at the beginning of lines);
/// `None` where it is one party's text.
pub fn transcript(text: &str) -> Option<Vec<Spoken>> {
    let mut messages: Vec<Spoken> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let long = line.chars().count();
        match speaker(line) {
            Some((by_vendor, label)) => {
                let words: String = line.chars().skip(label).collect();
                let said = Said { by_vendor, text: words, total_annual: None };
                messages.push(Spoken { said, start: at + label });
            }
            None => {
                if let Some(last) = messages.last_mut() {
                    last.said.text.push_str(line);
                }
            }
        }
        at += long;
    }
    let vendors = messages.iter().filter(|message| message.said.by_vendor).count();
    (messages.len() >= 2 && vendors >= 1 && vendors < messages.len()).then_some(messages)
}

/// True for the vendor, with the length of the label in characters.
fn speaker(line: &str) -> Option<(bool, usize)> {
    let colon = line.chars().take(LONGEST_LABEL).position(|c| matches!(c, ':' | '>' | ']'))?;
    let label: String = line.chars().take(colon).collect::<String>().to_lowercase();
    let words: Vec<&str> =
        label.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    if words.len() > 4 {
        return None;
    }
    let is_one_of = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let by_vendor = match (is_one_of(&VENDORS), is_one_of(&BUYERS)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let after = line.chars().skip(colon).take_while(|c| matches!(c, ':' | '>' | ']' | '*' | ' ')).count();
    Some((by_vendor, colon + after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_is_parted_and_every_message_knows_its_place() {
        let text = "Vendor: 400k.\nreally\n**Buyer (Ana):** no\n[vendor] é ok\n";
        let messages = transcript(text).unwrap_or_default();
        let said: Vec<(bool, &str)> =
            messages.iter().map(|m| (m.said.by_vendor, m.said.text.as_str())).collect();
        assert_eq!(said, [(true, "400k.\nreally\n"), (false, "no\n"), (true, "é ok\n")]);
        for message in &messages {
            let there: String =
                text.chars().skip(message.start).take(message.said.text.chars().count()).collect();
            assert_eq!(there, message.said.text);
        }
        assert_eq!(transcript("Hello: this is our offer. Vendor: us"), None);
    }
}
