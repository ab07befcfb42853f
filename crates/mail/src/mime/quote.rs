//! Where the answer ends and what it answers begins.

/// Lines that an attribution may be wrapped over.
const ATTRIBUTION: usize = 4;
/// Characters of an attribution.
const LONGEST_ATTRIBUTION: usize = 400;

/// How programs head the mail below the answer, in lower case.
const HEADINGS: [&str; 6] = [
    "original message",
    "ursprüngliche nachricht",
    "message d'origine",
    "mensaje original",
    "messaggio originale",
    "oorspronkelijk bericht",
];

/// How an attribution begins and ends, in lower case.
const ATTRIBUTIONS: [(&str, &[&str]); 6] = [
    ("on ", &["wrote:"]),
    ("am ", &["schrieb:", "geschrieben:"]),
    ("le ", &["a écrit :", "a écrit:"]),
    ("el ", &["escribió:"]),
    ("il ", &["ha scritto:"]),
    ("op ", &["schreef:"]),
];

/// The fields by which Outlook heads a quoted mail, in lower case.
const HEADER: [&[&str]; 3] = [
    &["from:", "von:", "de :", "de:", "da:", "van:"],
    &["sent:", "date:", "gesendet:", "datum:", "envoyé :", "enviado:", "inviato:", "verzonden:"],
    &["to:", "an:", "à :", "para:", "a:", "aan:"],
];

/// Divides a text into what was written and the quoted part at its end. Only the end
/// is taken: a quotation with an answer below it stays where it is, with the answer.
/// Every line of the text is in one of the two.
pub fn split(text: &str) -> (String, String) {
    let lines: Vec<&str> = text.lines().collect();
    let start = below_heading(&lines).unwrap_or(lines.len());
    let above = lines.get(..start).unwrap_or_default();
    let start = trailing_quotation(above).unwrap_or(start);
    let (written, quoted) = lines.split_at_checked(start).unwrap_or((&lines, &[]));
    (joined(written), joined(quoted))
}

fn joined(lines: &[&str]) -> String {
    lines.join("\n").trim_end().trim_start_matches('\n').to_owned()
}

/// The first heading after which everything is the mail below.
fn below_heading(lines: &[&str]) -> Option<usize> {
    let starts = (0..lines.len()).filter_map(|at| lines.get(at..).map(|rest| (at, rest)));
    for (at, rest) in starts {
        if rest.first().is_some_and(|line| is_heading(line)) || is_header(rest) {
            return Some(at);
        }
        let ruled = rest.first().is_some_and(|line| is_rule(line));
        if ruled && rest.get(1..).is_some_and(is_header) {
            return Some(at);
        }
    }
    None
}

/// `-----Original Message-----`.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let inner = line.trim_matches('-');
    let words = inner.trim().to_lowercase();
    line.starts_with("--") && line.ends_with("--") && HEADINGS.contains(&words.as_str())
}

/// Outlook's rule of underscores.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 10 && line.bytes().all(|byte| byte == b'_')
}

/// `From:`, `Sent:` and `To:` on three lines, one under the other.
fn is_header(lines: &[&str]) -> bool {
    HEADER.iter().enumerate().all(|(at, names)| {
        let line = lines.get(at).map(|line| line.trim().trim_start_matches('*').to_lowercase());
        line.is_some_and(|line| names.iter().any(|name| line.starts_with(name)))
    })
}

/// Where the quoted lines at the end begin, their attribution included.
fn trailing_quotation(lines: &[&str]) -> Option<usize> {
    let is_quoted = |line: &&str| line.trim_start().starts_with('>');
    let trailing = lines.iter().rev().take_while(|line| is_quoted(line) || line.trim().is_empty()).count();
    let start = lines.len().checked_sub(trailing)?;
    let start = start + lines.get(start..)?.iter().position(is_quoted)?;
    Some(attribution_above(lines.get(..start)?).unwrap_or(start))
}

/// Where an attribution directly above begins; it may be wrapped.
fn attribution_above(above: &[&str]) -> Option<usize> {
    let blank = above.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let end = above.len().checked_sub(blank)?;
    (1..=ATTRIBUTION.min(end)).map(|lines| end - lines).find(|start| {
        let words = above.get(*start..end).unwrap_or_default().join(" ").trim().to_lowercase();
        words.chars().count() <= LONGEST_ATTRIBUTION && is_attribution(&words)
    })
}

fn is_attribution(words: &str) -> bool {
    // German names the writer after the verb: `Am … schrieb Sales <…>:`.
    let german = words.starts_with("am ") && words.contains(" schrieb ") && words.ends_with(':');
    let ends = |endings: &[&str]| endings.iter().any(|ending| words.ends_with(ending));
    german || ATTRIBUTIONS.iter().any(|(begin, endings)| words.starts_with(begin) && ends(endings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_below_is_quoted_with_its_attribution() {
        for attribution in [
            "On Tue, 3 Mar 2026 at 10:12, Sales <sales@contoso.example> wrote:",
            "On Tue, 3 Mar 2026 at 10:12, Contoso Account Team\n<sales@contoso.example>\nwrote:",
            "Am 03.03.2026 um 10:12 schrieb Sales <sales@contoso.example>:",
            "Am Dienstag, 3. März 2026, 10:12 hat Sales geschrieben:",
            "Le mar. 3 mars 2026 à 10:12, Sales <sales@contoso.example> a écrit :",
        ] {
            let quoted = format!("{attribution}\n\n> 100 seats\n>> earlier\n>\n> at 9.00");
            let (text, rest) = split(&format!("Thank you.\n\nAnna\n\n{quoted}\n\n"));
            assert_eq!((text.as_str(), rest.as_str()), ("Thank you.\n\nAnna", quoted.as_str()));
        }
    }

    #[test]
    fn answers_between_quoted_lines_stay() {
        let text = "On Tuesday Sales wrote:\n> 100 seats?\n120, please.\n> at 9.00?\nNo: 8.50.";
        assert_eq!(split(text), (text.to_owned(), String::new()));
        let (above, below) = split(&format!("{text}\n> regards"));
        assert_eq!((above.as_str(), below.as_str()), (text, "> regards"));
    }

    #[test]
    fn outlook_heads_the_mail_below() {
        for head in [
            "-----Original Message-----",
            "-----Ursprüngliche Nachricht-----",
            "From: Sales\nSent: Tuesday\nTo: Procurement",
            "________________________________\nVon: Sales\nGesendet: Dienstag\nAn: Einkauf",
        ] {
            let quoted = format!("{head}\nSubject: Renewal\n\n100 seats at 9.00");
            let (text, rest) = split(&format!("Thank you.\n\n{quoted}"));
            assert_eq!((text.as_str(), rest.as_str()), ("Thank you.", quoted.as_str()));
        }
    }

    #[test]
    fn what_is_no_quotation_stays() {
        for text in [
            "On Tuesday we wrote: nothing",
            "From: 100 seats\nTo: 120 seats",
            "-- \nAnna",
            "---- Prices ----\n100",
            "> all of it is quoted, and answered\nYes.",
            "",
        ] {
            assert_eq!(split(text), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn a_mail_of_quotation_alone_has_no_text() {
        assert_eq!(split("> 100 seats\n> at 9.00"), (String::new(), "> 100 seats\n> at 9.00".to_owned()));
    }

    #[test]
    fn no_line_is_lost() {
        let text = "a\n> b\n\n> c\n-----Original Message-----\nd\n> e";
        let (above, below) = split(text);
        assert_eq!(format!("{above}\n{below}"), text);
    }
}
