//! A mailbox behind a real Dovecot, and answers that leave by it and come back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use desk::Desk;
use desk::view::{
    DealForm, Entry, EntryBody, MailAnswer, MailFate, MailForm, MailOutFate, MailPhase, MailPlace,
    MailSecurity, ProblemCode, ScreenOutcome, Standing,
};
use ground::Ground;
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};

const OURS: &str = "anna@northwind.example";

fn here(port: u16) -> MailPlace {
    MailPlace { host: "127.0.0.1".to_owned(), port: port.into(), security: MailSecurity::ThisMachine }
}

fn form(dovecot: &Dovecot, smtp: u16) -> MailForm {
    MailForm {
        address: OURS.to_owned(),
        login: "anna".to_owned(),
        password: Dovecot::PASSWORD.to_owned(),
        oauth: None,
        ticket: String::new(),
        imap: here(dovecot.port),
        smtp: here(smtp),
        authserv: "mx.northwind.example".to_owned(),
        folders: Vec::new(),
    }
}

fn letter(id: &str, from: &str, subject: &str, more: &str) -> Vec<u8> {
    format!(
        "{more}Message-ID: <{id}>\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\nFrom: {from}\r\nTo: {OURS}\r\n\
         Subject: {subject}\r\n\r\ntext of {id}\r\n"
    )
    .into_bytes()
}

fn mails(desk: &Desk, deal: &str) -> Vec<Entry> {
    let entries = desk.deal(deal).unwrap().timeline.into_iter();
    entries.filter(|entry| matches!(entry.body, EntryBody::Mail { .. })).collect()
}

fn subjects(desk: &Desk, deal: &str) -> Vec<String> {
    let subject = |entry: Entry| match entry.body {
        EntryBody::Mail { subject, .. } => subject,
        _ => unreachable!(),
    };
    let mut subjects: Vec<String> = mails(desk, deal).into_iter().map(subject).collect();
    subjects.sort();
    subjects
}

/// The subject of the mails, once there are so many.
async fn come(ground: &Ground, deal: &str, number: usize) -> Vec<String> {
    let seen = |desk: &Desk| Some(subjects(desk, deal)).filter(|subjects| subjects.len() >= number);
    ground.until("mails", seen).await
}

async fn up_to_date(ground: &Ground) {
    let waits = |desk: &Desk| {
        let accounts = desk.mail_view().unwrap().accounts;
        accounts.iter().all(|account| account.phase == MailPhase::Waiting).then_some(())
    };
    ground.until("the mailbox is up to date", waits).await;
}

#[tokio::test]
async fn mails_of_deals_come_with_their_standing_and_others_stay_where_they_are() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let ground = Ground::new().await;
    let deal = ground.deal();
    let passed = "Authentication-Results: mx.northwind.example; dmarc=pass header.from=contoso.example\r\n";
    let feigned = "Authentication-Results: mx.contoso.example; dmarc=pass header.from=contoso.example\r\n";
    dovecot.put("anna", "INBOX", &letter("1@c", "Sales <sales@contoso.example>", "passed", passed));
    dovecot.put("anna", "INBOX", &letter("2@c", "sales@contoso.example", "feigned", feigned));
    dovecot.put("anna", "INBOX", &letter("3@c", "friend@elsewhere.example", "private", ""));
    dovecot.put(
        "anna",
        "INBOX",
        &letter("4@c", "Contoso <sales@c0ntoso.example>", "new bank details", passed),
    );
    ground.desk.hold_mail(form(&dovecot, dovecot.smtp_port)).await.unwrap();
    assert_eq!(come(&ground, &deal, 2).await, ["feigned", "passed"]);
    up_to_date(&ground).await;
    let standing = |subject: &str| {
        let fits = |entry: &&Entry| matches!(&entry.body, EntryBody::Mail { subject: found, .. } if found == subject);
        mails(&ground.desk, &deal).iter().find(fits).unwrap().standing
    };
    assert_eq!(standing("passed"), Standing::MailDmarcPass);
    assert_eq!(standing("feigned"), Standing::MailUnauthenticated);
    // Who looks like the vendor waits for a person, with that said; nothing else is kept.
    let unsorted = ground.desk.today().unwrap().unsorted_mails;
    assert_eq!(unsorted.len(), 1);
    assert_eq!(unsorted[0].looks_like.as_deref(), Some("contoso.example"));
    assert_eq!(unsorted[0].suggestion, None);
    let kept: i64 = ground.db().query_row("SELECT count(*) FROM mails", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 3);
    // What comes later comes by itself; answered elsewhere is seen.
    dovecot.put("anna", "INBOX", &letter("5@c", "sales@contoso.example", "later", ""));
    assert_eq!(come(&ground, &deal, 3).await, ["feigned", "later", "passed"]);
    // Once its sender belongs to a deal, what came before is fetched, too.
    let friend = DealForm {
        title: "Other".to_owned(),
        vendor: "Elsewhere".to_owned(),
        vendor_domains: vec!["elsewhere.example".to_owned()],
    };
    let other = ground.desk.make_deal(&friend).unwrap();
    assert_eq!(come(&ground, &other, 1).await, ["private"]);
}

#[tokio::test]
async fn of_one_vendors_deals_the_thread_says_which_and_a_subject_never_does() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let ground = Ground::new().await;
    let first = ground.deal();
    ground.desk.hold_mail(form(&dovecot, dovecot.smtp_port)).await.unwrap();
    let sales = "sales@contoso.example";
    dovecot.put("anna", "INBOX", &letter("one@c", sales, "CRM", ""));
    come(&ground, &first, 1).await;
    let second = ground.deal();
    dovecot.put("anna", "INBOX", &letter("two@c", sales, "Re: CRM", "In-Reply-To: <one@c>\r\n"));
    assert_eq!(come(&ground, &first, 2).await, ["CRM", "Re: CRM"]);
    // The same subject without the thread, and a stranger within it, wait for a person.
    dovecot.put("anna", "INBOX", &letter("three@c", sales, "Re: CRM", ""));
    let stranger = "x@tailspin.example";
    dovecot.put("anna", "INBOX", &letter("four@c", stranger, "Re: CRM", "References: <one@c> <two@c>\r\n"));
    let two = |desk: &Desk| Some(desk.today().unwrap().unsorted_mails).filter(|mails| mails.len() == 2);
    let unsorted = ground.until("two mails wait", two).await;
    let from = |address: &str| unsorted.iter().find(|mail| mail.from == address).unwrap();
    assert_eq!(from(sales).suggestion, None);
    assert_eq!(from(stranger).suggestion.as_ref().unwrap().id, first);
    assert_eq!(subjects(&ground.desk, &second), Vec::<String>::new());
    ground.desk.assign_mail(&from(sales).mail, &second).unwrap();
    assert_eq!(subjects(&ground.desk, &second), ["Re: CRM"]);
}

#[tokio::test]
async fn a_mailbox_that_cannot_be_reached_says_why_and_a_stopped_one_rests() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let ground = Ground::new().await;
    let deal = ground.deal();
    let mut wrong = form(&dovecot, dovecot.smtp_port);
    "another".clone_into(&mut wrong.password);
    let problem = ground.desk.test_mail(&wrong).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::MailServer);
    assert_eq!((problem.facts["step"].as_str(), problem.facts["cause"].as_str()), ("login", "denied"));
    assert!(!format!("{problem:?}").contains("another"), "no secret in a problem");
    assert_eq!(ground.desk.hold_mail(wrong).await.unwrap_err().code, ProblemCode::MailServer);
    assert!(ground.desk.mail_view().unwrap().accounts.is_empty());
    let good = form(&dovecot, dovecot.smtp_port);
    let tested = ground.desk.test_mail(&good).await.unwrap();
    assert!(tested.idle && tested.sending.is_none());
    // Sending has a server of its own: what fails there is said, and reading works all the same.
    let unsent = form(&dovecot, 1);
    let tested = ground.desk.test_mail(&unsent).await.unwrap();
    let sending = tested.sending.unwrap();
    assert_eq!((sending.facts["step"].as_str(), sending.facts["cause"].as_str()), ("connect", "refused"));
    let id = ground.desk.hold_mail(good).await.unwrap().accounts[0].id.clone();
    up_to_date(&ground).await;
    let stopped = ground.desk.pause_mail(&id, true).unwrap();
    assert_eq!(stopped.accounts[0].phase, MailPhase::Stopped);
    dovecot.put("anna", "INBOX", &letter("1@c", "sales@contoso.example", "while stopped", ""));
    ground.desk.pause_mail(&id, false).unwrap();
    assert_eq!(come(&ground, &deal, 1).await, ["while stopped"]);
}

async fn answerable(ground: &Ground, dovecot: &Dovecot, smtp: u16) -> (String, MailAnswer) {
    let deal = ground.deal();
    ground.desk.hold_mail(form(dovecot, smtp)).await.unwrap();
    let thread = "References: <zero@contoso.example>\r\n";
    dovecot.put("anna", "INBOX", &letter("one@contoso.example", "sales@contoso.example", "CRM", thread));
    come(ground, &deal, 1).await;
    up_to_date(ground).await;
    let entry = mails(&ground.desk, &deal).remove(0);
    let mut answer = ground.desk.mail_answer(entry.id.strip_prefix("mail:").unwrap()).unwrap();
    "Thank you.\nWe look at it.".clone_into(&mut answer.body);
    (deal, answer)
}

fn vendors_copies(dovecot: &Dovecot) -> String {
    dovecot.doveadm(&["fetch", "-u", "sales", "hdr", "mailbox", "INBOX"]).replace('\r', "")
}

#[tokio::test]
async fn an_answer_leaves_once_in_its_thread_and_a_copy_is_filed() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let ground = Ground::new().await;
    let (deal, answer) = answerable(&ground, &dovecot, dovecot.smtp_port).await;
    assert_eq!(
        (answer.subject.as_str(), answer.to.as_slice()),
        ("Re: CRM", &["sales@contoso.example".to_owned()][..])
    );
    let review = ground.desk.review_mail(&answer).unwrap();
    assert_eq!(review.obstacle, None);
    assert!(review.events[0].payload.contains("We look at it."));
    assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap(), MailFate::Sent);
    assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap_err().code, ProblemCode::Gone);
    let headers = vendors_copies(&dovecot);
    assert_eq!(headers.matches("Subject: Re: CRM").count(), 1);
    assert!(headers.contains("In-Reply-To: <one@contoso.example>"), "{headers}");
    assert!(headers.contains("References: <zero@contoso.example> <one@contoso.example>"), "{headers}");
    // It stands on the timeline as ours, once, also after its copy came back.
    let filed = |_: &Desk| {
        let copies = dovecot.doveadm(&["fetch", "-u", "anna", "hdr", "mailbox", "Sent"]);
        copies.contains("Subject: Re: CRM").then_some(())
    };
    ground.until("the copy", filed).await;
    up_to_date(&ground).await;
    ground.desk.retry_mail().unwrap();
    let placed = |_: &Desk| {
        let places = "SELECT count(*) FROM mail_places WHERE folder = 'Sent'";
        let count: i64 = ground.db().query_row(places, [], |row| row.get(0)).unwrap();
        (count == 1).then_some(())
    };
    ground.until("the copy's place", placed).await;
    let ours: Vec<Entry> = mails(&ground.desk, &deal).into_iter().filter(|entry| entry.ours).collect();
    assert_eq!(ours.len(), 1);
    // The decision stands on the deal's ledger.
    let decisions = "SELECT count(*) FROM ledger WHERE kind = 'decision' AND payload LIKE '%mail:%'";
    let decided: i64 = ground.db().query_row(decisions, [], |row| row.get(0)).unwrap();
    assert_eq!(decided, 1);
    // The vendor's answer to it joins the deal.
    let id = headers.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned();
    let reply = format!("In-Reply-To: {id}\r\n");
    dovecot.put(
        "anna",
        "INBOX",
        &letter("two@contoso.example", "sales@contoso.example", "Re: Re: CRM", &reply),
    );
    come(&ground, &deal, 3).await;
}

#[tokio::test]
async fn no_secret_leaves_by_mail_and_nobody_but_the_vendor_is_written_to() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let ground = Ground::new().await;
    let (_, mut answer) = answerable(&ground, &dovecot, dovecot.smtp_port).await;
    for told in ["We could go up to 568,000 a year.", "Our limit: 568.000"] {
        told.clone_into(&mut answer.body);
        let review = ground.desk.review_mail(&answer).unwrap();
        assert_eq!(review.screen.outcome, ScreenOutcome::Blocked, "{told}");
        assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap_err().code, ProblemCode::Gone);
    }
    "Hello".clone_into(&mut answer.body);
    for address in ["sales@c0ntoso.example", "sales@contoso.example.evil.example", ""] {
        answer.to = vec![address.to_owned()];
        assert_eq!(ground.desk.review_mail(&answer).unwrap_err().code, ProblemCode::FormInvalid, "{address}");
    }
    assert_eq!(vendors_copies(&dovecot), "");
}

#[tokio::test]
async fn a_lost_word_after_the_text_is_for_a_person_to_settle() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let line = CuttingLine::to(dovecot.smtp_port, Cut::AfterServerLine("354"));
    let mut ground = Ground::new().await;
    let (deal, answer) = answerable(&ground, &dovecot, line.port).await;
    let review = ground.desk.review_mail(&answer).unwrap();
    assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap(), MailFate::Unknown);
    let unknown = |desk: &Desk| {
        desk.deal(&deal).unwrap().timeline.into_iter().find_map(|entry| match entry.body {
            EntryBody::MailOut { decision, fate: MailOutFate::Unknown, .. } => Some(decision),
            _ => None,
        })
    };
    let decision = unknown(&ground.desk).unwrap();
    // Neither time nor a new start sends it again.
    ground = ground.reopened(|_| ()).await;
    assert_eq!(unknown(&ground.desk).as_ref(), Some(&decision));
    assert_eq!(vendors_copies(&dovecot).matches("Subject: Re: CRM").count(), 1);
    ground.desk.settle_mail(&decision, true).unwrap();
    assert_eq!(unknown(&ground.desk), None);
    assert_eq!(subjects(&ground.desk, &deal), ["CRM", "Re: CRM"]);
    assert_eq!(ground.desk.settle_mail(&decision, false).unwrap_err().code, ProblemCode::Gone);
}
