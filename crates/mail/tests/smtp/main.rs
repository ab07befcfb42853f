//! Mails handed to a real server, which come back by IMAP; and a line that is cut.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mail::imap::Mailbox;
use mail::net::{Cause, Login, Secret, Security, Server, Step, Trust};
use mail::smtp::{Handed, Letter, Parcel, hand_over, try_out};
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};
use zeroize::Zeroizing;

fn here(port: u16) -> Server {
    Server { host: "127.0.0.1".to_owned(), port, security: Security::ThisMachine }
}

fn login(user: &str, password: &str) -> Login {
    Login { user: user.to_owned(), secret: Secret::Password(Zeroizing::new(password.to_owned())) }
}

fn nobody() -> Trust {
    Trust::only(&[]).unwrap()
}

fn parcel(to: &[&str]) -> Parcel {
    let to: Vec<String> = to.iter().map(|to| (*to).to_owned()).collect();
    let letter = Letter {
        from: "anna@fabrikam.example".to_owned(),
        name: "Anna".to_owned(),
        to: to.clone(),
        subject: "Re: Grüße".to_owned(),
        body: "A first line\n.\n.. and dots\nÄrger".to_owned(),
        message_id: "answer@fabrikam.example".to_owned(),
        in_reply_to: Some("offer@contoso.example".to_owned()),
        references: vec!["offer@contoso.example".to_owned()],
        at_unix_ms: 1_780_000_000_000,
    };
    Parcel { from: letter.from.clone(), to, raw: letter.written().unwrap() }
}

/// Mails with the identifier in the vendor's inbox.
async fn arrived(dovecot: &Dovecot) -> usize {
    let login = login("sales", Dovecot::PASSWORD);
    let mut mailbox = Mailbox::reach(&here(dovecot.port), &nobody(), &login).await.unwrap();
    mailbox.by_message_id("INBOX", "answer@fabrikam.example").await.unwrap().len()
}

#[tokio::test]
async fn a_mail_that_is_handed_over_arrives() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let anna = login("anna", Dovecot::PASSWORD);
    let known = Trust::only(std::slice::from_ref(&dovecot.certificate)).unwrap();
    let secured =
        Server { host: "localhost".to_owned(), port: dovecot.smtp_port, security: Security::StartTls };
    let parcel = parcel(&["sales@contoso.example"]);
    assert_eq!(hand_over(&secured, &known, Some(&anna), &parcel).await, Handed::Taken);
    assert_eq!(arrived(&dovecot).await, 1);
    let path = dovecot.doveadm(&["fetch", "-u", "sales", "text", "mailbox", "INBOX"]);
    assert!(path.replace('\r', "").contains("In-Reply-To: <offer@contoso.example>"), "{path}");
    let raw = path.split_once("text:\n").unwrap().1.replace("\r\n", "\n").replace('\n', "\r\n");
    let mail = mail::mime::read(raw.trim_end_matches(['\u{c}', '\r', '\n']).as_bytes(), None).unwrap();
    assert_eq!(mail.text, "A first line\n.\n.. and dots\nÄrger");
}

#[tokio::test]
async fn what_was_surely_not_sent_is_said_to_be_so_with_its_reason() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let place = here(dovecot.smtp_port);
    let wrong = login("anna", "another");
    let right = login("anna", Dovecot::PASSWORD);
    let good = parcel(&["sales@contoso.example"]);
    let Handed::NotSent(trouble) = hand_over(&place, &nobody(), Some(&wrong), &good).await else { panic!() };
    assert_eq!((trouble.step, trouble.cause), (Step::Login, Cause::Denied));
    let Handed::NotSent(trouble) = hand_over(&place, &nobody(), None, &good).await else { panic!() };
    assert_eq!(trouble.step, Step::Envelope);
    let strange = Server { host: "localhost".to_owned(), port: dovecot.smtp_port, security: Security::Tls };
    let trouble = try_out(&strange, &nobody(), Some(&right)).await.unwrap_err();
    assert_eq!((trouble.step, trouble.cause), (Step::Tls, Cause::NoTls));
    assert_eq!(arrived(&dovecot).await, 0);
    try_out(&place, &nobody(), Some(&right)).await.unwrap();
}

#[tokio::test]
async fn where_the_answer_to_the_text_is_lost_delivery_is_unknown_and_nothing_is_sent_twice() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let anna = login("anna", Dovecot::PASSWORD);
    let good = parcel(&["sales@contoso.example"]);
    // The server's word that the text may come is the last that is heard.
    let line = CuttingLine::to(dovecot.smtp_port, Cut::AfterServerLine("354"));
    let handed = hand_over(&here(line.port), &nobody(), Some(&anna), &good).await;
    assert!(matches!(handed, Handed::Unknown(trouble) if trouble.step == Step::Delivery), "{handed:?}");
    assert_eq!(line.cuts(), 1);
    assert_eq!(arrived(&dovecot).await, 1, "it did arrive: sent again it would have arrived twice");
    // Cut before the text, it is sure that nothing left.
    for after in ["220", "235", "250"] {
        let line = CuttingLine::to(dovecot.smtp_port, Cut::AfterServerLine(after));
        let handed = hand_over(&here(line.port), &nobody(), Some(&anna), &good).await;
        assert!(matches!(handed, Handed::NotSent(_)), "{after}: {handed:?}");
    }
    assert_eq!(arrived(&dovecot).await, 1);
}
