//! Figures in the names of files, links and mailboxes, whose parts signs join: `limit_1_25m.xlsx`.

/// Parts that a number of a paper stands behind.
const PAPERS: [&str; 18] = [
    "po", "order", "inv", "invoice", "ticket", "case", "id", "req", "ref", "no", "nr", "customer", "bug",
    "issue", "req", "room", "build", "page",
];

/// Parts that speak of a limit of ours.
const LIMITS: [&str; 32] = [
    "limit",
    "cap",
    "max",
    "maximum",
    "ceiling",
    "budget",
    "target",
    "walkaway",
    "walk",
    "floor",
    "top",
    "reserve",
    "goal",
    "batna",
    "bottomline",
    "threshold",
    "upto",
    "mandate",
    "authority",
    "ziel",
    "grenze",
    "plafond",
    "tope",
    "tetto",
    "secret",
    "internal",
    "approval",
    "approved",
    "signoff",
    "freigabe",
    "stopp",
    "stop",
];

use super::settings::is_of_machines;

/// The names in a text, their parts apart; those that number a paper are left out.
pub(super) fn parted(text: &str) -> Option<String> {
    let names: Vec<String> = joined(text)
        .map(parts)
        .filter(|parts| {
            !parts.windows(2).any(|pair| {
                let (paper, number) = (pair.first(), pair.last());
                paper.is_some_and(|paper| PAPERS.contains(&paper.as_str()))
                    && number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
            })
        })
        .map(|parts| parts.join(" "))
        .take(64)
        .collect();
    (!names.is_empty()).then(|| names.join(" ; "))
}

/// The figures of every name that speaks of a limit, run together and each for itself.
pub(super) fn figures_of_limits(text: &str) -> Vec<String> {
    joined(text)
        .filter(|name| {
            let parts = parts(name);
            // `max_connections=125`
            let setting = name.contains('=')
                && !name.contains("://")
                && !name.contains(['?', '&'])
                && parts.iter().any(|part| is_of_machines(part));
            !setting && parts.iter().any(|part| LIMITS.contains(&part.as_str()))
        })
        .flat_map(|name| {
            let all = name.chars().filter(char::is_ascii_digit).collect();
            let runs = name.split(|c: char| !c.is_ascii_digit());
            let each = runs.filter(|run| run.len() > 2 && !name.contains(['?', '='])).map(str::to_owned);
            std::iter::once(all).chain(each)
        })
        .filter(|digits: &String| digits.len() >= 2 && digits.len() < 40)
        .take(64)
        .collect()
}

fn joined(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|chunk| {
        let hexadecimal = |c: char| c.is_ascii_hexdigit() || c == '-';
        chunk.len() < 2_000
            && !(chunk.len() >= 16 && chunk.chars().all(hexadecimal))
            && chunk.contains(['_', '-', '/', '\\', '=', '+', '.', '@', '#'])
            && chunk.contains(|c: char| c.is_ascii_digit())
            && chunk.contains(|c: char| c.is_ascii_alphabetic())
    })
}

/// Letters and figures apart, the suffix of a scale with its figure.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for piece in name.to_ascii_lowercase().split(|c: char| !(c.is_ascii_alphanumeric() || c == '.')) {
        let mut part = String::new();
        for c in piece.chars() {
            if part.ends_with(|last: char| last.is_ascii_alphabetic()) && c.is_ascii_digit() {
                parts.push(std::mem::take(&mut part));
            }
            part.push(c);
        }
        parts.extend(part.split_inclusive('.').map(|part| part.trim_matches('.').to_owned()));
        if piece.contains('.') {
            parts.push(piece.to_owned());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        assert!(parted("see counter_max1250k_final.docx").unwrap_or_default().contains("max 1250k"));
        assert!(parted("deals+1100000@x.example").unwrap_or_default().contains("1100000"));
        assert_eq!(parted("po_1100000.pdf"), None);
        assert_eq!(figures_of_limits("C:\\deals\\limit_1_25m\\readme.txt"), ["125"]);
        assert!(figures_of_limits("minutes_2026-11-25.docx").is_empty());
    }
}
