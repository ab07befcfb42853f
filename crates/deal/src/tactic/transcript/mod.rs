//! A thread that came as one text: lines that begin with who speaks, or a mail that quotes those before it.

mod headers;
mod labels;
mod quotes;

use super::thread::Said;

/// A message of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// The message. Where marks of quoting stood there are blanks, so that places stay.
    pub said: Said,
    /// Where its words begin in the whole text, in code points.
    pub start: usize,
}

/// A thread that was found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The messages, the oldest first.
    pub messages: Vec<Spoken>,
    /// The message that the text itself is, where it is a mail that quotes the others.
    pub own: Option<usize>,
}

/// Messages that are read of one text.
const MOST: usize = 1_000;

/// The messages of a text in which several speak (`Vendor: …` and `Buyer: …` at the beginning of lines), that
/// parts what one party wrote (`Mail 1: …`, `Day 3: …`), or that quotes what was written before; `None` where
/// it is one message alone.
pub fn transcript(text: &str) -> Option<Transcript> {
    let lines = lines(text);
    labels::labelled(&lines).or_else(|| headers::forwarded(&lines)).or_else(|| quotes::quoted(&lines))
}

/// A line and where it begins, in code points.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    start: usize,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|text| {
            let start = at;
            at += text.chars().count();
            Line { text, start }
        })
        .collect()
}

fn spoken(by_vendor: bool, text: String, start: usize) -> Spoken {
    Spoken { said: Said { by_vendor, text, total_annual: None }, start }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(bool, String)> {
        let Some(transcript) = transcript(text) else { return Vec::new() };
        let whole: Vec<char> = text.chars().collect();
        for message in &transcript.messages {
            for (at, c) in message.said.text.chars().enumerate() {
                let there = whole.get(message.start + at);
                assert!(c == ' ' || there == Some(&c), "{at} {c} {there:?}");
            }
        }
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        transcript.messages.iter().map(|m| (m.said.by_vendor, line(&m.said.text))).collect()
    }

    fn expect(text: &str, messages: &[(bool, &str)]) {
        let messages: Vec<(bool, String)> =
            messages.iter().map(|(by, said)| (*by, (*said).to_owned())).collect();
        assert_eq!(said(text), messages, "{text}");
    }

    #[test]
    fn a_transcript_is_parted_and_every_message_knows_its_place() {
        expect(
            "Vendor: 400k.\nreally\n**Buyer (Ana):** no\n[vendor] é ok\n",
            &[(true, "400k. really"), (false, "no"), (true, "é ok")],
        );
        expect("Hello: this is our offer. Vendor: us", &[]);
    }

    #[test]
    fn a_name_that_once_had_a_role_keeps_it() {
        expect(
            "Nora (Account Executive): Hi.\nPiet (Head of Procurement): Hello.\nNora: So?\nPiet: Well.",
            &[(true, "Hi."), (false, "Hello."), (true, "So?"), (false, "Well.")],
        );
    }

    #[test]
    fn what_one_party_wrote_is_parted_by_mails_and_days() {
        expect("Mail 1:\nWe agree.\n\nMail 2:\nOne thing.", &[(true, "We agree."), (true, "One thing.")]);
        expect("Day 1: 100\nDay 4: 90", &[(true, "100"), (true, "90")]);
        expect("Monday: closed\nand that is all", &[]);
    }

    #[test]
    fn quoted_mails_are_in_the_order_in_which_they_were_written() {
        let text = "No.\n\n> On Mon, Ana wrote:\n> Please?\n>\n>> Our price is 9.\n";
        expect(text, &[(true, "Our price is 9."), (false, "On Mon, Ana wrote: Please?"), (true, "No.")]);
        assert_eq!(transcript(text).and_then(|transcript| transcript.own), Some(2));
        let inline = "> Price?\n9.\n> Delivery?\nMonday.\n";
        expect(inline, &[(false, "Price?"), (true, "9."), (false, "Delivery?"), (true, "Monday.")]);
    }

    #[test]
    fn mails_below_their_headers_are_parted_too() {
        let text = "No.\n\n-----Original Message-----\nFrom: Ana Silva\nSent: Monday\nTo: Karl\nSubject: RE\n\n\
                    Please?\n\nFrom: Karl B\nSent: Sunday\nTo: Ana Silva\n\nOur price is 9.";
        expect(text, &[(true, "Our price is 9."), (false, "Please?"), (true, "No.")]);
        expect("From: 9 to 10 we are closed.\nSent: nothing", &[]);
    }
}
