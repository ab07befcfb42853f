use support::mailserver::{Dovecot, Offers, there};

use super::ground::{Memory, numbers, other, pass, wanted};

#[tokio::test]
async fn under_another_validity_mails_are_known_again_and_not_fetched() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    for number in 1..=9 {
        dovecot.put("anna", "INBOX", &if number % 3 == 0 { other(number) } else { wanted(number) });
    }
    let mut keeper = Memory::default();
    pass(dovecot.port, &mut keeper).await.unwrap();
    let before = keeper.mark.unwrap();
    dovecot.doveadm(&["mailbox", "update", "-u", "anna", "--uid-validity", "77", "INBOX"]);
    dovecot.put("anna", "INBOX", &wanted(10));
    // The keeper fails the test where a mail is fetched twice.
    pass(dovecot.port, &mut keeper).await.unwrap();
    let after = keeper.mark.unwrap();
    assert_ne!(after.uid_validity, before.uid_validity);
    assert_eq!(keeper.renumbered, 2);
    assert_eq!(numbers(&keeper), [1, 2, 4, 5, 7, 8, 10]);
    assert_eq!(keeper.places.len(), 7);
}

#[tokio::test]
async fn a_folder_deleted_and_made_again_loses_nothing_that_was_kept() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    dovecot.doveadm(&["mailbox", "create", "-u", "anna", "Deals"]);
    dovecot.put("anna", "Deals", &wanted(1));
    dovecot.put("anna", "Deals", &wanted(2));
    let mut keeper = Memory::default();
    let mut mailbox = super::ground::reach(dovecot.port).await;
    mailbox.pass("Deals", None, &mut keeper).await.unwrap();
    assert_eq!(numbers(&keeper), [1, 2]);
    dovecot.doveadm(&["mailbox", "delete", "-u", "anna", "Deals"]);
    let gone = mailbox.pass("Deals", keeper.mark, &mut keeper).await.unwrap_err();
    let missing = mail::net::Trouble { step: mail::net::Step::Folder, cause: mail::net::Cause::NoSuchFolder };
    assert_eq!(gone, mail::imap::SyncEnd::Mailbox(missing));
    // Another folder of the same name, whose first UID is another mail.
    dovecot.doveadm(&["mailbox", "create", "-u", "anna", "Deals"]);
    dovecot.put("anna", "Deals", &wanted(3));
    dovecot.put("anna", "Deals", &wanted(2));
    let mut mailbox = super::ground::reach(dovecot.port).await;
    mailbox.pass("Deals", keeper.mark, &mut keeper).await.unwrap();
    assert_eq!(numbers(&keeper), [1, 2, 3]);
    assert_eq!(keeper.places.values().collect::<Vec<_>>(), ["m3@contoso.example", "m2@contoso.example"]);
}
