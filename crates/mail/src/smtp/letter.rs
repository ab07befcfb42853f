//! A mail as it is sent.

use std::time::{Duration, SystemTime};

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, MessageBuilder};

/// Characters of a subject.
const LONGEST_SUBJECT: usize = 500;
/// Identifiers that `References` names, the first and the latest (RFC 5322 sets no bound,
/// servers do).
const MOST_REFERENCES: usize = 30;

/// What a mail is to say, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The author's address.
    pub from: String,
    /// The name beside it; empty for none.
    pub name: String,
    /// To whom.
    pub to: Vec<String>,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub body: String,
    /// Its identifier, without angle brackets.
    pub message_id: String,
    /// The identifier of the mail that it answers.
    pub in_reply_to: Option<String>,
    /// Those before it in the thread, the oldest first, the answered one last.
    pub references: Vec<String>,
    /// When it was written, in milliseconds since 1970-01-01T00:00Z.
    pub at_unix_ms: i64,
}

/// Why a mail cannot be written. The fault names the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} cannot stand in a mail")]
pub struct Unwritable {
    /// `from`, `to`, `subject` or `body`.
    pub field: &'static str,
}

impl Letter {
    /// The mail's bytes.
    ///
    /// # Errors
    /// [`Unwritable`] for what is no address, or a subject of more than one line.
    pub fn written(&self) -> Result<Vec<u8>, Unwritable> {
        let of = |field| move |_| Unwritable { field };
        if self.subject.chars().count() > LONGEST_SUBJECT || self.subject.contains(char::is_control) {
            return Err(Unwritable { field: "subject" });
        }
        if self.to.is_empty() {
            return Err(Unwritable { field: "to" });
        }
        let name =
            Some(self.name.clone()).filter(|name| !name.is_empty() && !name.contains(char::is_control));
        let author = Mailbox::new(name, self.from.parse().map_err(of("from"))?);
        let at = Duration::from_millis(u64::try_from(self.at_unix_ms).unwrap_or(0));
        let mut mail = MessageBuilder::new()
            .from(author)
            .subject(self.subject.clone())
            .date(SystemTime::UNIX_EPOCH + at)
            .message_id(Some(format!("<{}>", self.message_id)))
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            mail = mail.to(Mailbox::new(None, to.parse().map_err(of("to"))?));
        }
        if let Some(answered) = self.in_reply_to.as_deref().filter(|id| fits(id)) {
            mail = mail.in_reply_to(format!("<{answered}>"));
        }
        let references = shortened(&self.references);
        if !references.is_empty() {
            mail = mail.references(references.join(" "));
        }
        let body = self.body.replace("\r\n", "\n").replace('\n', "\r\n");
        Ok(mail.body(body).map_err(|_| Unwritable { field: "body" })?.formatted())
    }
}

/// Whether an identifier can be named: others wrote it.
fn fits(id: &str) -> bool {
    (1..=500).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>'))
}

fn shortened(references: &[String]) -> Vec<String> {
    let fitting: Vec<&String> = references.iter().filter(|id| fits(id)).collect();
    let skipped = fitting.len().saturating_sub(MOST_REFERENCES);
    let kept = fitting.iter().enumerate().filter(|(at, _)| *at == 0 || *at > skipped);
    kept.map(|(_, id)| format!("<{id}>")).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::mime;

    fn letter() -> Letter {
        Letter {
            from: "olivia@northwind.example".to_owned(),
            name: "Olivia Öster".to_owned(),
            to: vec!["sales@contoso.example".to_owned()],
            subject: "Re: Angebot für 500 Plätze".to_owned(),
            body: "Grüße\n.\nFrom here on: <b>nothing</b>".to_owned(),
            message_id: "one@northwind.example".to_owned(),
            in_reply_to: Some("offer@contoso.example".to_owned()),
            references: vec!["first@contoso.example".to_owned(), "offer@contoso.example".to_owned()],
            at_unix_ms: 1_780_000_000_000,
        }
    }

    #[test]
    fn what_is_written_is_read_alike() {
        let written = letter().written().unwrap();
        let mail = mime::read(&written, None).unwrap();
        assert_eq!(mail.subject, letter().subject);
        assert_eq!(mail.text, letter().body);
        assert_eq!(mail.message_id.unwrap(), letter().message_id);
        assert_eq!(mail.in_reply_to, ["offer@contoso.example"]);
        assert_eq!(mail.references, letter().references);
        assert_eq!(mail.date.unwrap().unix_ms, Some(letter().at_unix_ms));
        assert_eq!(
            (mail.from.name.as_str(), mail.from.domain().as_str()),
            ("Olivia Öster", "northwind.example")
        );
    }

    #[test]
    fn no_field_writes_another() {
        let mut evil = letter();
        evil.subject = "Hello\r\nBcc: all@elsewhere.example".to_owned();
        assert_eq!(evil.written().unwrap_err().field, "subject");
        let mut evil = letter();
        evil.to = vec!["sales@contoso.example\r\nBcc: a@b.example".to_owned()];
        assert_eq!(evil.written().unwrap_err().field, "to");
        let mut evil = letter();
        evil.in_reply_to = Some("x>\r\nBcc: a@b.example\r\nX: <y".to_owned());
        evil.references.push("x y@z".to_owned());
        let written = String::from_utf8(evil.written().unwrap()).unwrap();
        assert!(!written.contains("Bcc") && !written.contains("In-Reply-To"), "{written}");
    }

    #[test]
    fn of_a_long_thread_the_first_and_the_latest_are_named() {
        let mut long = letter();
        long.references = (0..200).map(|number| format!("m{number}@contoso.example")).collect();
        let mail = mime::read(&long.written().unwrap(), None).unwrap();
        assert_eq!(mail.references.len(), MOST_REFERENCES);
        assert_eq!(mail.references.first().unwrap(), "m0@contoso.example");
        assert_eq!(mail.references.last().unwrap(), "m199@contoso.example");
    }
}
