//! Whose mail it says that it is, and what the receiving server thinks of that.

use super::Unreadable;
use super::fields::Fields;
use super::letter::{Address, Warning};

/// The author.
///
/// # Errors
/// [`Unreadable::NoAuthor`] without one.
pub fn author(fields: &Fields, warnings: &mut Vec<Warning>) -> Result<Address, Unreadable> {
    let authors = fields.addresses("From", warnings);
    if authors.len() > 1 {
        warnings.push(Warning::SeveralAuthors { authors: authors.len() });
    }
    authors.into_iter().next().ok_or(Unreadable::NoAuthor)
}

/// Warns of answers that would go to another domain than the author's.
pub fn compare_reply(from: &Address, reply_to: &[Address], warnings: &mut Vec<Warning>) {
    let from = from.domain();
    if let Some(elsewhere) = reply_to.iter().map(Address::domain).find(|domain| *domain != from) {
        warnings.push(Warning::ReplyToElsewhere { from, reply_to: elsewhere });
    }
}

/// Whether the topmost `Authentication-Results` is the receiving server's own and
/// says that DMARC passed for the author's domain. Those below may be the sender's.
/// A mail with more than one `From` has no author that could have passed.
pub fn dmarc_pass(fields: &Fields, server: &str, from: &Address) -> bool {
    let Some(topmost) = fields.all("Authentication-Results").next() else { return false };
    let Ok(topmost) = std::str::from_utf8(topmost) else { return false };
    if fields.all("From").nth(1).is_some() {
        return false;
    }
    let mut statements = statements(topmost).into_iter();
    let who = statements.next().unwrap_or_default();
    if !who.first().is_some_and(|name| name.eq_ignore_ascii_case(server)) {
        return false;
    }
    let mut passed = false;
    for statement in statements {
        let mut pairs = statement.iter().filter_map(|pair| pair.split_once('='));
        let Some((method, result)) = pairs.next() else { continue };
        let method = method.split('/').next().unwrap_or_default();
        if !method.eq_ignore_ascii_case("dmarc") {
            continue;
        }
        let for_author = pairs
            .filter(|(name, _)| name.eq_ignore_ascii_case("header.from"))
            .all(|(_, domain)| domain.to_lowercase() == from.domain());
        if !result.eq_ignore_ascii_case("pass") || !for_author {
            return false;
        }
        passed = true;
    }
    passed
}

/// The parts between semicolons, each as its words; comments are left out, blanks
/// around `=` too, and quotation marks.
fn statements(text: &str) -> Vec<Vec<String>> {
    let mut statements = vec![vec![String::new()]];
    let (mut depth, mut quoted, mut signs) = (0_usize, false, text.chars());
    while let Some(sign) = signs.next() {
        let sign = match sign {
            '\\' if quoted || depth > 0 => {
                let escaped = signs.next();
                if depth > 0 {
                    continue;
                }
                escaped.unwrap_or_default()
            }
            '"' if depth == 0 => {
                quoted = !quoted;
                continue;
            }
            sign if quoted => sign,
            '(' => {
                depth += 1;
                continue;
            }
            ')' if depth > 0 => {
                depth -= 1;
                continue;
            }
            _ if depth > 0 => continue,
            ';' => {
                statements.push(vec![String::new()]);
                continue;
            }
            sign => sign,
        };
        put(&mut statements, sign, quoted);
    }
    for statement in &mut statements {
        statement.retain(|word| !word.is_empty());
    }
    statements
}

/// Puts a sign to the last word, or begins the next.
fn put(statements: &mut [Vec<String>], sign: char, quoted: bool) {
    let Some(statement) = statements.last_mut() else { return };
    let before = statement.iter().rev().find(|word| !word.is_empty());
    let open = before.is_some_and(|word| word.ends_with('='));
    if sign.is_whitespace() && !quoted {
        if !open && statement.last().is_some_and(|word| !word.is_empty()) {
            statement.push(String::new());
        }
        return;
    }
    // A `=` after a blank belongs to the word before the blank.
    if sign == '=' && statement.last().is_some_and(String::is_empty) && statement.len() > 1 {
        statement.pop();
    }
    if let Some(word) = statement.last_mut() {
        word.push(sign);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn passes(header: &str) -> bool {
        let mail = format!("{header}\r\nFrom: Sales <sales@contoso.example>\r\n\r\n");
        let (fields, _) = Fields::of_mail(mail.as_bytes(), &mut Vec::new()).unwrap();
        let from = author(&fields, &mut Vec::new()).unwrap();
        dmarc_pass(&fields, "mx.fabrikam.example", &from)
    }

    #[test]
    fn the_receiving_servers_word_counts() {
        for header in [
            "Authentication-Results: mx.fabrikam.example; dmarc=pass header.from=contoso.example",
            "authentication-results: MX.Fabrikam.Example 1;\r\n spf=fail smtp.mailfrom=x.example;\r\n\
             \tdmarc = PASS (p=reject; pct=100) header.from = Contoso.Example",
            "Authentication-Results: mx.fabrikam.example (a (nested) comment); dmarc/1=pass",
            "Authentication-Results: \"mx.fabrikam.example\"; dmarc=pass reason=\"a; b=c (d)\"",
        ] {
            assert!(passes(header), "{header}");
        }
    }

    #[test]
    fn anybody_elses_word_does_not() {
        let ours = "Authentication-Results: mx.fabrikam.example; spf=pass";
        for header in [
            "Subject: dmarc=pass",
            "Authentication-Results: mx.contoso.example; dmarc=pass header.from=contoso.example",
            "Authentication-Results: mx.fabrikam.example.evil.example; dmarc=pass",
            &format!("{ours}\r\nAuthentication-Results: mx.fabrikam.example; dmarc=pass"),
            "ARC-Authentication-Results: i=1; mx.fabrikam.example; dmarc=pass",
            "X-Authentication-Results: mx.fabrikam.example; dmarc=pass",
        ] {
            assert!(!passes(header), "{header}");
        }
    }

    #[test]
    fn what_only_looks_like_a_pass_is_none() {
        for result in [
            "dmarc=fail header.from=contoso.example",
            "dmarc=none",
            "dmarc=pass header.from=fabrikam.example",
            "dmarc=pass; dmarc=fail",
            "dmarc=fail; dmarc=pass",
            "spf=pass reason=\"x; dmarc=pass\"",
            "spf=pass (x; dmarc=pass)",
            "spf=pass (\\); dmarc=pass)",
            "dkim=pass dmarc=pass",
            "xdmarc=pass",
            "dmarc=passed",
            "none",
            "",
        ] {
            assert!(!passes(&format!("Authentication-Results: mx.fabrikam.example; {result}")), "{result}");
        }
    }

    #[test]
    fn with_two_authors_fields_nobody_passed() {
        let header = "Authentication-Results: mx.fabrikam.example; dmarc=pass\r\nFrom: a@contoso.example";
        assert!(!passes(header));
    }
}
