//! Whose mail it says that it is, and what the receiving server thinks of that.

use super::Unreadable;
use super::fields::Fields;
use super::letter::{Address, Check, Warning};

/// Statements that are kept.
const MOST_CHECKS: usize = 20;

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

/// One statement of the receiving server's.
struct Statement {
    check: Check,
    /// Whether it speaks of the author's domain, where it names one.
    for_author: bool,
}

/// What the topmost `Authentication-Results` says, if it is the receiving server's own.
/// Those below may be the sender's.
fn said(fields: &Fields, server: &str, from: &Address) -> Vec<Statement> {
    let Some(topmost) = fields.all("Authentication-Results").next() else { return Vec::new() };
    let Ok(topmost) = std::str::from_utf8(topmost) else { return Vec::new() };
    let mut statements = statements(topmost).into_iter();
    let who = statements.next().unwrap_or_default();
    if !who.first().is_some_and(|name| name.eq_ignore_ascii_case(server)) {
        return Vec::new();
    }
    statements.filter_map(|statement| read(&statement, from)).collect()
}

fn read(statement: &[String], from: &Address) -> Option<Statement> {
    let mut pairs = statement.iter().filter_map(|pair| pair.split_once('='));
    let (method, result) = pairs.next()?;
    let method = method.split('/').next().unwrap_or_default().to_lowercase();
    let method = ["spf", "dkim", "dmarc"].into_iter().find(|known| *known == method)?;
    let result = result.to_lowercase();
    let result = RESULTS.into_iter().find(|known| *known == result).unwrap_or("unknown");
    let for_author = pairs
        .filter(|(name, _)| name.eq_ignore_ascii_case("header.from"))
        .all(|(_, domain)| domain.to_lowercase() == from.domain());
    Some(Statement { check: Check { method, result }, for_author })
}

/// What a check can come to (RFC 8601, 2.7).
const RESULTS: [&str; 8] =
    ["pass", "fail", "softfail", "neutral", "none", "policy", "temperror", "permerror"];

/// What the receiving server says of SPF, DKIM and DMARC, in its order; nothing where the
/// topmost statement is not its own.
pub fn checks(fields: &Fields, server: &str, from: &Address) -> Vec<Check> {
    said(fields, server, from).into_iter().map(|statement| statement.check).take(MOST_CHECKS).collect()
}

/// Whether the receiving server says that DMARC passed for the author's domain. A mail with
/// more than one `From` has no author that could have passed.
pub fn dmarc_pass(fields: &Fields, server: &str, from: &Address) -> bool {
    if fields.all("From").nth(1).is_some() {
        return false;
    }
    let said = said(fields, server, from);
    let mut dmarc = said.iter().filter(|statement| statement.check.method == "dmarc").peekable();
    dmarc.peek().is_some() && dmarc.all(|one| one.check.result == "pass" && one.for_author)
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
    fn what_the_receiving_server_checked_is_told_and_nobody_elses_word() {
        let told = |header: &str| {
            let mail = format!("{header}\r\nFrom: Sales <sales@contoso.example>\r\n\r\n");
            let (fields, _) = Fields::of_mail(mail.as_bytes(), &mut Vec::new()).unwrap();
            let from = author(&fields, &mut Vec::new()).unwrap();
            let checks = checks(&fields, "mx.fabrikam.example", &from).into_iter();
            checks.map(|check| format!("{}={}", check.method, check.result)).collect::<Vec<_>>()
        };
        let ours = "Authentication-Results: mx.fabrikam.example; spf=SoftFail smtp.mailfrom=x.example; \
                    dkim=pass header.d=contoso.example; arc=pass; dmarc=<b>";
        assert_eq!(told(ours), ["spf=softfail", "dkim=pass", "dmarc=unknown"]);
        let forged = "Authentication-Results: mx.contoso.example; spf=pass; dkim=pass";
        assert_eq!(told(forged), Vec::<String>::new());
        assert_eq!(told(&format!("{forged}\r\n{ours}")), Vec::<String>::new());
    }

    #[test]
    fn with_two_authors_fields_nobody_passed() {
        let header = "Authentication-Results: mx.fabrikam.example; dmarc=pass\r\nFrom: a@contoso.example";
        assert!(!passes(header));
    }
}
