//! A very long thread on its deal.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout, missing_docs)]

mod ground;

use desk::view::{EntryBody, Standing};
use ground::Ground;

const MAILS: usize = 10_000;

/// A mail of the thread; minutes apart, each an answer to the one before.
fn letter(number: usize) -> (String, Vec<u8>) {
    let at =
        chrono::DateTime::from_timestamp(1_700_000_000 + i64::try_from(number).unwrap() * 60, 0).unwrap();
    let from = if number.is_multiple_of(2) { "sales@contoso.example" } else { "anna@northwind.example" };
    let to = if number.is_multiple_of(2) { "anna@northwind.example" } else { "sales@contoso.example" };
    let before = number.checked_sub(1).map_or(String::new(), |before| {
        // As programs write it: the beginning of the thread, and its last few mails.
        let few: Vec<String> = (before.saturating_sub(20)..=before).map(|id| format!("<m{id}@c>")).collect();
        format!("In-Reply-To: <m{before}@c>\r\nReferences: <m0@c>\r\n {}\r\n", few.join("\r\n "))
    });
    let mail = format!(
        "Message-ID: <m{number}@c>\r\n{before}Date: {}\r\nFrom: {from}\r\nTo: {to}\r\nSubject: Re: CRM\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nword {number}\r\n\r\n> word before\r\n",
        at.to_rfc2822()
    );
    (at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true), mail.into_bytes())
}

#[tokio::test]
async fn ten_thousand_mails_stand_on_their_deal_whole_and_in_their_order() {
    let ground = Ground::new().await;
    let deal = ground.deal();
    let mut db = ground.db();
    let put = db.transaction().unwrap();
    // They come in another order than they were written.
    for step in 0..MAILS {
        let number = step * 7_919 % MAILS;
        let (at, raw) = letter(number);
        put.execute(
            "INSERT INTO mails (deal, digest, at, raw) VALUES (?1, ?2, ?3, ?4)",
            rusqlite::params![deal, format!("d{number}"), at, raw],
        )
        .unwrap();
        let id = put.last_insert_rowid();
        put.execute(
            "INSERT INTO mail_ids (mail, message_id, size) VALUES (?1, ?2, ?3)",
            rusqlite::params![id, format!("m{number}@c"), raw.len()],
        )
        .unwrap();
    }
    put.commit().unwrap();
    let began = std::time::Instant::now();
    let view = ground.desk.deal(&deal).unwrap();
    println!("{MAILS} mails assembled in {:?}", began.elapsed());
    assert_eq!(view.timeline.len(), MAILS);
    assert_eq!(view.unread.len(), MAILS);
    for (number, entry) in view.timeline.iter().enumerate() {
        let EntryBody::Mail { text, quoted, .. } = &entry.body else { panic!("{:?}", entry.id) };
        assert_eq!(text.trim(), format!("word {number}"));
        assert_eq!(quoted.as_deref().map(str::trim), Some("> word before"));
        assert_eq!(entry.standing, Standing::MailUnauthenticated);
    }
    // Looked at once more, nothing has become of it but that it was seen.
    ground.desk.mark_seen(&deal, &view.marks).unwrap();
    let began = std::time::Instant::now();
    let again = ground.desk.deal(&deal).unwrap();
    println!("and once more in {:?}", began.elapsed());
    assert_eq!((again.timeline.len(), again.unread.len()), (MAILS, 0));
}
