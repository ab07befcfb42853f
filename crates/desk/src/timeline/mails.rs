//! Mails of a deal on the timeline. Everything in them is inert text.

use mail::mime;
use store::Connection;
use store::tables::mails;

use crate::mailbox::authserv;
use crate::view::{AttachmentView, Entry, EntryBody, Problem, Standing};

pub(super) fn entries(db: &Connection, deal: &str, title: &str) -> Result<Vec<Entry>, Problem> {
    let _ = title;
    Ok(mails::of_deal(db, deal)?.iter().map(entry).collect())
}

fn entry(row: &mails::MailRow) -> Entry {
    let id = format!("mail:{}", row.id);
    // What was kept was readable when it came; a mail that is not any more says so.
    let Ok(mail) = mime::read(&row.raw, authserv()) else {
        return Entry {
            id,
            at: row.at.clone(),
            author: String::new(),
            ours: false,
            standing: Standing::MailUnauthenticated,
            event: None,
            body: EntryBody::Mail {
                subject: String::new(),
                from: String::new(),
                to: Vec::new(),
                text: String::new(),
                quoted: None,
                attachments: Vec::new(),
                warnings: vec!["unreadable".to_owned()],
            },
        };
    };
    let from = mail.from.as_ref();
    let address = from.map(|from| from.address.clone()).unwrap_or_default();
    let name = from.and_then(|from| from.name.clone()).unwrap_or_else(|| address.clone());
    Entry {
        id,
        at: row.at.clone(),
        author: name,
        ours: false,
        standing: if mail.dmarc_pass { Standing::MailDmarcPass } else { Standing::MailUnauthenticated },
        event: None,
        body: EntryBody::Mail {
            subject: mail.subject.clone().unwrap_or_default(),
            from: address,
            to: mail.to.iter().map(|to| to.address.clone()).collect(),
            text: mail.text.clone(),
            quoted: mail.quoted.clone(),
            attachments: mail
                .attachments
                .iter()
                .map(|part| AttachmentView {
                    name: part.name.clone().unwrap_or_default(),
                    media_type: part.media_type.clone(),
                    bytes: u32::try_from(part.bytes.len()).unwrap_or(u32::MAX),
                    sha256: part.sha256.clone(),
                })
                .collect(),
            warnings: mail.warnings.iter().map(|warning| warning.code().to_owned()).collect(),
        },
    }
}
