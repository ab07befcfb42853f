//! Large attachments stay on the server until somebody asks for them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::path::Path;

use anp::digest::{PayloadHash, sha256};
use desk::view::{AttachmentView, EntryBody, MailForm, MailPlace, MailSecurity, ProblemCode};
use desk::{Desk, Topic};
use ground::Ground;
use support::mailserver::{Dovecot, Offers, there};

const LINES: usize = 150_000;

/// A mail with a small table and a file of several megabytes, and that file.
fn letter() -> (Vec<u8>, Vec<u8>) {
    // Three bytes to four signs: a line of 76 is "QUJD" nineteen times, but for its beginning.
    let (mut coded, mut bytes) = (String::new(), Vec::new());
    for line in 0..LINES {
        let first = if line % 2 == 0 { ("eHl6", b"xyz") } else { ("MDEy", b"012") };
        coded.push_str(first.0);
        coded.push_str(&"QUJD".repeat(18));
        coded.push_str("\r\n");
        bytes.extend_from_slice(first.1);
        bytes.extend_from_slice("ABC".repeat(18).as_bytes());
    }
    let mail = format!(
        "Message-ID: <1@contoso.example>\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\nFrom: sales@contoso.example\r\n\
         To: anna@northwind.example\r\nSubject: large\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n\
         --b\r\nContent-Type: text/csv; name=small.csv\r\n\r\na;b\r\n1;2\r\n\
         --b\r\nContent-Type: application/zip; name=\"../all of it.zip\"\r\nContent-Transfer-Encoding: base64\r\n\r\n\
         {coded}--b--\r\n"
    );
    (mail.into_bytes(), bytes)
}

fn files(desk: &Desk, deal: &str) -> Option<(String, Vec<AttachmentView>)> {
    let entry = desk.deal(deal).unwrap().timeline.into_iter().next()?;
    match entry.body {
        EntryBody::Mail { attachments, .. } => Some((entry.id.replace("mail:", ""), attachments)),
        _ => panic!(),
    }
}

fn left_in(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_large_attachment_is_fetched_when_asked_for_and_can_be_stopped() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let ground = Ground::new().await;
    let deal = ground.deal();
    let (mail, bytes) = letter();
    dovecot.put("anna", "INBOX", &mail);
    let here = |port: u16| MailPlace {
        host: "127.0.0.1".to_owned(),
        port: port.into(),
        security: MailSecurity::ThisMachine,
    };
    let form = MailForm {
        address: "anna@northwind.example".to_owned(),
        login: "anna".to_owned(),
        password: Dovecot::PASSWORD.to_owned(),
        oauth: None,
        ticket: String::new(),
        imap: here(dovecot.port),
        smtp: here(dovecot.smtp_port),
        authserv: String::new(),
        folders: Vec::new(),
    };
    ground.desk.hold_mail(form).await.unwrap();
    let (number, found) = ground.until("the mail", |desk| files(desk, &deal)).await;
    let large = found.iter().find(|file| file.on_server).unwrap().clone();
    assert!(large.sha256.is_empty() && large.saved.is_none());
    let folder = ground.folder.path().join("desk/attachments");
    // Stopped at its first megabyte: nothing of it stays.
    let mut changes = ground.desk.changes();
    let (desk, place) = (ground.desk.clone(), (number.clone(), large.part.clone()));
    let fetching = tokio::spawn(async move { desk.fetch_attachment(&place.0, &place.1).await });
    loop {
        let change = changes.recv().await.unwrap();
        let now = files(&ground.desk, &deal).unwrap().1;
        let coming = now.iter().find(|file| file.part == large.part).unwrap().coming;
        // Others tell of the deal too, before as much has come.
        if change.topic == Topic::Deal && coming.is_some_and(|bytes| bytes >= 1 << 20) {
            break;
        }
    }
    ground.desk.stop_attachment(&number, &large.part);
    assert_eq!(fetching.await.unwrap().unwrap_err().code, ProblemCode::Stopped);
    assert_eq!(left_in(&folder), Vec::<String>::new());
    // Asked for once more it comes whole, into the workspace and nowhere else.
    let path = ground.desk.fetch_attachment(&number, &large.part).await.unwrap();
    let path = Path::new(&path);
    assert_eq!(path.parent(), Some(folder.as_path()));
    assert_eq!(std::fs::read(path).unwrap(), bytes);
    let (_, found) = files(&ground.desk, &deal).unwrap();
    let now = found.iter().find(|file| file.part == large.part).unwrap();
    assert!(!now.on_server && now.coming.is_none());
    assert!(PayloadHash(sha256(&bytes)).to_string().ends_with(&now.sha256));
    assert_eq!(now.saved.as_deref(), path.to_str());
    // What is here already is written from here, and is a table that can be read.
    let small = found.iter().find(|file| file.table).unwrap();
    let path = ground.desk.fetch_attachment(&number, &small.part).await.unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap().replace('\r', "").trim(), "a;b\n1;2");
    assert_eq!(left_in(&folder).len(), 2);
}
