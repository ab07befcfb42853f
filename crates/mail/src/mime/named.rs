//! Names of attachments, made fit for a person's disk and eyes.

use super::letter::Warning;
use super::signs;

/// Characters of a name.
const LONGEST: usize = 200;

/// A name without folders and without what cannot be seen; never empty.
pub fn fit(claimed: Option<&str>, media_type: &str, warnings: &mut Vec<Warning>) -> String {
    let claimed = claimed.unwrap_or_default();
    let last = claimed.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen: String = last
        .chars()
        .filter(|sign| !sign.is_control() && !signs::turns(*sign) && !signs::is_widthless(*sign))
        .map(|sign| if matches!(sign, ':' | '*' | '?' | '"' | '<' | '>' | '|') { '_' } else { sign })
        .collect();
    let name = shortened(seen.trim().trim_matches('.').trim());
    let name = if name.is_empty() { format!("unnamed{}", ending_for(media_type)) } else { name };
    signs::note(&format!("attachment {name}"), claimed, warnings);
    name
}

/// Cuts in the middle of the name: the ending says what the file is.
fn shortened(name: &str) -> String {
    let signs = name.chars().count();
    if signs <= LONGEST {
        return name.to_owned();
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending: String = ending.chars().take(20).collect();
    let stem: String = name.chars().take(LONGEST - ending.chars().count() - 1).collect();
    format!("{stem}.{ending}").trim_end_matches('.').to_owned()
}

fn ending_for(media_type: &str) -> &'static str {
    match media_type {
        "application/pdf" => ".pdf",
        "text/csv" => ".csv",
        "text/plain" => ".txt",
        "text/html" => ".html",
        "message/rfc822" => ".eml",
        "image/png" => ".png",
        "image/jpeg" => ".jpg",
        _ => ".bin",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(claimed: &str) -> (String, usize) {
        let mut warnings = Vec::new();
        let name = fit(Some(claimed), "application/pdf", &mut warnings);
        (name, warnings.len())
    }

    #[test]
    fn folders_and_signs_of_the_shell_go() {
        assert_eq!(fitted("../../etc/passwd").0, "passwd");
        assert_eq!(fitted("C:\\quotes\\Q3.pdf").0, "Q3.pdf");
        assert_eq!(fitted("a:b?.csv").0, "a_b_.csv");
        assert_eq!(fitted("..").0, "unnamed.pdf");
        assert_eq!(fitted(" . ").0, "unnamed.pdf");
    }

    #[test]
    fn a_name_that_reads_backwards_is_set_right_and_warned_of() {
        assert_eq!(fitted("quote\u{202E}fdp.exe"), ("quotefdp.exe".to_owned(), 1));
    }

    #[test]
    fn a_long_name_keeps_its_ending() {
        let (name, _) = fitted(&format!("{}.xlsx", "a".repeat(500)));
        assert_eq!(name.chars().count(), LONGEST);
        assert!(name.ends_with("a.xlsx"));
        assert_eq!(fitted(&"ä".repeat(300)).0.chars().count(), LONGEST - 1);
    }
}
