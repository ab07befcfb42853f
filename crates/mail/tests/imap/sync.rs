use std::time::Duration;

use mail::imap::{Copied, FolderUse, News};
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};

use super::ground::{Memory, mail, numbers, other, pass, reach, wanted};

#[tokio::test]
async fn what_concerns_a_deal_is_kept_and_the_mailbox_is_left_as_it_was() {
    if !there("dovecot") {
        return;
    }
    for offers in [Offers::All, Offers::Little] {
        let dovecot = Dovecot::start(&["anna"], offers, "");
        let large = mail(0, "Somebody <somebody@elsewhere.example>", &"not to be fetched\r\n".repeat(30_000));
        dovecot.put("anna", "INBOX", &large);
        for number in 1..=40 {
            dovecot.put("anna", "INBOX", &if number % 2 == 0 { wanted(number) } else { other(number) });
        }
        let line = CuttingLine::to(dovecot.port, Cut::Never);
        let mut keeper = Memory::default();
        let done = pass(line.port, &mut keeper).await.unwrap();
        assert_eq!(done.kept, 20);
        assert_eq!(numbers(&keeper), (1..=20).map(|half| half * 2).collect::<Vec<_>>());
        assert_eq!(keeper.mails["m2@contoso.example"], wanted(2));
        assert!(line.passed() < 60_000, "{} bytes: more than headers and what is kept", line.passed());
        let seen = dovecot.doveadm(&["fetch", "-u", "anna", "flags", "mailbox", "INBOX"]);
        assert!(!seen.contains("Seen"), "{seen}");
        // A second pass looks at nothing again, and a new mail alone is looked at.
        let judged = keeper.judged.len();
        pass(line.port, &mut keeper).await.unwrap();
        assert_eq!(keeper.judged.len(), judged);
        dovecot.put("anna", "INBOX", &wanted(50));
        pass(line.port, &mut keeper).await.unwrap();
        assert_eq!(keeper.judged.len(), judged + 1);
        assert!(keeper.mails.contains_key("m50@contoso.example"));
    }
}

#[tokio::test]
async fn that_a_mail_was_answered_elsewhere_is_learnt_with_and_without_condstore() {
    if !there("dovecot") {
        return;
    }
    for offers in [Offers::All, Offers::Little] {
        let dovecot = Dovecot::start(&["anna"], offers, "");
        for number in 1..=3 {
            dovecot.put("anna", "INBOX", &wanted(number));
        }
        let mut keeper = Memory::default();
        pass(dovecot.port, &mut keeper).await.unwrap();
        assert!(keeper.answered.is_empty());
        assert_eq!(keeper.mark.unwrap().modseq.is_some(), offers == Offers::All);
        dovecot.doveadm(&["flags", "add", "-u", "anna", "\\Answered", "mailbox", "INBOX", "uid", "2"]);
        pass(dovecot.port, &mut keeper).await.unwrap();
        assert_eq!(keeper.answered, [2]);
    }
}

#[tokio::test]
async fn the_server_says_that_something_came() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    dovecot.put("anna", "INBOX", &wanted(1));
    let mut keeper = Memory::default();
    let mut mailbox = reach(dovecot.port).await;
    assert!(mailbox.features.idle);
    mailbox.pass("INBOX", None, &mut keeper).await.unwrap();
    let come = async {
        // Whenever it comes, before or while it is waited for, it is told.
        tokio::task::yield_now().await;
        dovecot.put("anna", "INBOX", &wanted(2));
    };
    let (news, ()) = tokio::join!(mailbox.wait(Duration::from_mins(2)), come);
    assert_eq!(news.unwrap(), News::Changed);
    // The conversation goes on where it was.
    mailbox.pass("INBOX", keeper.mark, &mut keeper).await.unwrap();
    assert_eq!(numbers(&keeper), [1, 2]);
    // A wait in which nothing happens ends, too.
    assert_eq!(mailbox.wait(Duration::from_millis(50)).await.unwrap(), News::TimeIsUp);
    assert_eq!(mailbox.examine("INBOX").await.unwrap().exists, 2);
}

#[tokio::test]
async fn without_idle_the_wait_is_time_alone() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::Little, "");
    let mut mailbox = reach(dovecot.port).await;
    assert!(!mailbox.features.idle);
    mailbox.examine("INBOX").await.unwrap();
    assert_eq!(mailbox.wait(Duration::from_millis(10)).await.unwrap(), News::TimeIsUp);
}

#[tokio::test]
async fn a_pass_stops_when_asked_and_goes_on_where_it_was() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    for number in 1..=1200 {
        dovecot.put("anna", "INBOX", &wanted(number));
    }
    let mut keeper = Memory { stop_after: Some(2), ..Memory::default() };
    let stopped = pass(dovecot.port, &mut keeper).await.unwrap();
    assert!(stopped.stopped && keeper.mails.len() < 1200, "{stopped:?}");
    assert_eq!(keeper.progress.last().unwrap().of, 1200);
    let (before, looked_at) = (keeper.mails.len(), keeper.judged.len());
    assert_eq!(usize::try_from(keeper.progress.last().unwrap().looked_at).unwrap(), before);
    keeper.stop_after = None;
    // The keeper fails the test where a mail is fetched twice.
    let done = pass(dovecot.port, &mut keeper).await.unwrap();
    assert!(!done.stopped);
    assert_eq!(numbers(&keeper), (1..=1200).collect::<Vec<_>>());
    assert_eq!(keeper.judged.len(), looked_at + 1200 - before);
    assert_eq!(keeper.progress.last().unwrap().looked_at, keeper.progress.last().unwrap().of);
}

#[tokio::test]
async fn what_is_older_is_found_once_its_sender_belongs_to_a_deal() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    for number in 1..=30 {
        dovecot.put("anna", "INBOX", &if number % 10 == 0 { other(number) } else { wanted(number) });
    }
    let mut keeper = Memory::default();
    pass(dovecot.port, &mut keeper).await.unwrap();
    assert_eq!(keeper.mails.len(), 27);
    keeper.also.push("elsewhere.example".to_owned());
    let judged = keeper.judged.len();
    let mut mailbox = reach(dovecot.port).await;
    let terms = ["elsewhere.example".to_owned()];
    let mark = keeper.mark.unwrap();
    mailbox.look_back("INBOX", mark, &terms, &mut keeper).await.unwrap();
    assert_eq!(numbers(&keeper), (1..=30).collect::<Vec<_>>());
    assert_eq!(keeper.judged.len(), judged + 3, "the rest is not looked at again");
    assert_eq!(keeper.mark.unwrap().seen_to, mark.seen_to);
}

#[tokio::test]
async fn a_copy_is_filed_once() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let mut mailbox = reach(dovecot.port).await;
    let folders = mailbox.folders().await.unwrap();
    let sent = folders.iter().find(|folder| folder.use_for == FolderUse::Sent).unwrap();
    let copy = wanted(1);
    assert_eq!(mailbox.file(&sent.name, "m1@contoso.example", &copy).await.unwrap(), Copied::Filed);
    assert_eq!(mailbox.file(&sent.name, "m1@contoso.example", &copy).await.unwrap(), Copied::WasThere);
    let mut keeper = Memory::default();
    mailbox.pass(&sent.name, None, &mut keeper).await.unwrap();
    assert_eq!(keeper.mails["m1@contoso.example"], copy);
}
