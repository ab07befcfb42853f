//! Mails that arrive in the folder, between the events of the same deal.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::path::PathBuf;

use desk::view::{EntryBody, ProblemCode, Standing};
use ground::Ground;
use support::client::{now, offer};

fn letter(from: &str, subject: &str, at_millis: i64) -> String {
    let at = chrono::DateTime::from_timestamp_millis(at_millis).unwrap().to_rfc2822();
    format!(
        "Date: {at}\r\nFrom: {from}\r\nTo: procurement@northwind.example\r\nSubject: {subject}\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nSee <b>our offer</b>.\r\n"
    )
}

fn put(ground: &Ground, name: &str, text: &[u8]) -> PathBuf {
    let path = ground.folder.path().join("desk/mail").join(name);
    let part = path.with_extension("part");
    std::fs::write(&part, text).unwrap();
    std::fs::rename(part, &path).unwrap();
    path
}

/// Subjects and event numbers of a deal's timeline, in its order.
fn order(ground: &Ground, deal: &str) -> Vec<String> {
    let view = ground.desk.deal(deal).unwrap();
    let name = |entry: desk::view::Entry| match entry.body {
        EntryBody::Mail { subject, .. } => subject,
        _ => entry.event.unwrap().seq.to_string(),
    };
    view.timeline.into_iter().map(name).collect()
}

#[tokio::test]
async fn mails_stand_between_the_events_of_their_deal() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let sales = "Sales <sales@contoso.example>";
    put(&ground, "1.eml", letter(sales, "before", now().millis() - 86_400_000).as_bytes());
    put(&ground, "2.eml", letter("x@tailspin.example", "of nobody's deal", now().millis()).as_bytes());
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // Between two events: a whole second of the mail's clock lies between them.
    let between = now().millis() / 1000 * 1000 + 1000;
    while now().millis() < between + 1 {
        std::thread::yield_now();
    }
    put(&ground, "3.eml", letter(sales, "between", between).as_bytes());
    contoso.say(&session, "offer", &offer(1080.0)).await.ok();
    let all = ["before", "1", "2", "3", "between", "4"];
    ground.until("mails and events", |_| (order(&ground, &deal).len() == all.len()).then_some(())).await;
    assert_eq!(order(&ground, &deal), all);
    let view = ground.desk.deal(&deal).unwrap();
    assert_eq!(view.timeline[0].standing, Standing::MailUnauthenticated);
    let EntryBody::Mail { from, text, .. } = &view.timeline[0].body else { panic!() };
    assert_eq!((from.as_str(), text.trim()), ("sales@contoso.example", "See <b>our offer</b>."));

    // The same mail again, and the folder read again after a restart, add nothing.
    put(&ground, "again.eml", letter(sales, "between", between).as_bytes());
    put(&ground, "new.eml", letter(sales, "last", between + 86_400_000).as_bytes());
    let ground = ground.reopened(|_| {}).await;
    ground.until("the last mail", |_| (order(&ground, &deal).len() == all.len() + 1).then_some(())).await;
    // A mail from tomorrow does not push itself behind what comes after it.
    let last = ground.desk.deal(&deal).unwrap().timeline.pop().unwrap();
    assert!(anp::time::Moment::parse(&last.at).unwrap() <= now());
}

#[tokio::test]
async fn a_mail_that_came_before_its_deal_is_found() {
    let ground = Ground::new().await;
    put(&ground, "1.eml", letter("sales@contoso.example", "early", now().millis() - 1000).as_bytes());
    // A file that cannot be read comes after it, so that it has been read by then.
    put(&ground, "2.eml", b"");
    ground.problem(ProblemCode::MailUnreadable).await;
    let deal = ground.deal();
    assert_eq!(order(&ground, &deal), ["early"]);
}

#[tokio::test]
async fn a_mail_that_cannot_be_read_is_named_and_does_not_stop_the_others() {
    let ground = Ground::new().await;
    let deal = ground.deal();
    let bad = put(&ground, "0-bad.eml", b"");
    put(&ground, "1.eml", letter("sales@contoso.example", "good", now().millis()).as_bytes());
    let problem = ground.problem(ProblemCode::MailUnreadable).await;
    assert_eq!(problem.facts["file"], "0-bad.eml");
    ground.until("the good one", |_| (order(&ground, &deal) == ["good"]).then_some(())).await;
    // Nothing the host says makes it go away; taking the file out does.
    ground.desk.set_channel(false).await.unwrap();
    ground.contoso().await;
    ground.problem(ProblemCode::MailUnreadable).await;
    std::fs::remove_file(bad).unwrap();
    let gone = |desk: &desk::Desk| desk.app_view().unwrap().problems.is_empty().then_some(());
    ground.until("it is gone", gone).await;
}
