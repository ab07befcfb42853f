use mail::imap::Mailbox;
use mail::net::{Cause, CertificateFault, Security, Server, Step, Trouble, Trust};
use support::mailserver::{Dovecot, Offers, there};

use super::ground::{anna, login, plain, trust};

fn server(host: &str, port: u16, security: Security) -> Server {
    Server { host: host.to_owned(), port, security }
}

async fn fails(server: Server, trust: &Trust, password: &str, folder: &str) -> (Step, Cause) {
    let Trouble { step, cause } =
        Mailbox::test(&server, trust, &login("anna", password), folder).await.unwrap_err();
    (step, cause)
}

#[tokio::test]
async fn a_test_of_the_connection_says_what_the_server_can() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    dovecot.doveadm(&["mailbox", "create", "-u", "anna", "Einkauf/Verträge"]);
    let known = Trust::only(std::slice::from_ref(&dovecot.certificate)).unwrap();
    for (port, security) in [(dovecot.tls_port, Security::Tls), (dovecot.port, Security::StartTls)] {
        let tested =
            Mailbox::test(&server("localhost", port, security), &known, &anna(), "INBOX").await.unwrap();
        assert!(tested.features.idle && tested.features.condstore);
        let shown: Vec<&str> = tested.folders.iter().map(|folder| folder.shown.as_str()).collect();
        assert!(shown.contains(&"INBOX") && shown.contains(&"Einkauf/Verträge"), "{shown:?}");
        // A folder is opened by the name that the server gave.
        let folder = tested.folders.iter().find(|folder| folder.shown.ends_with("Verträge")).unwrap();
        Mailbox::test(&server("localhost", port, security), &known, &anna(), &folder.name).await.unwrap();
    }
}

#[tokio::test]
async fn a_test_of_the_connection_says_precisely_what_failed() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let known = Trust::only(std::slice::from_ref(&dovecot.certificate)).unwrap();
    let good = Dovecot::PASSWORD;
    let tls = |host, port| server(host, port, Security::Tls);
    let here = dovecot.tls_port;
    assert_eq!(
        fails(tls("no-such-name.invalid", here), &known, good, "INBOX").await,
        (Step::Name, Cause::NoSuchName)
    );
    let closed = support::port::free();
    assert_eq!(fails(tls("127.0.0.1", closed), &known, good, "INBOX").await, (Step::Connect, Cause::Refused));
    assert_eq!(
        fails(tls("localhost", here), &trust(), good, "INBOX").await,
        (Step::Tls, Cause::Certificate(CertificateFault::UnknownIssuer))
    );
    assert_eq!(
        fails(tls("127.0.0.1", here), &known, good, "INBOX").await,
        (Step::Tls, Cause::Certificate(CertificateFault::WrongName))
    );
    let (step, _) = fails(tls("localhost", dovecot.port), &known, good, "INBOX").await;
    assert_eq!(step, Step::Tls);
    assert_eq!(fails(tls("localhost", here), &known, "another", "INBOX").await, (Step::Login, Cause::Denied));
    assert_eq!(
        fails(tls("localhost", here), &known, good, "No such folder").await,
        (Step::Folder, Cause::NoSuchFolder)
    );
}

#[tokio::test]
async fn without_tls_nothing_leaves_this_machine() {
    // An address of a network for documentation: nothing is sent there, which would
    // show as an error of the network and not as this one.
    let elsewhere = server("192.0.2.1", 143, Security::ThisMachine);
    let found = fails(elsewhere, &trust(), "secret", "INBOX").await;
    assert_eq!(found, (Step::Connect, Cause::NotThisMachine));
    let _ = plain(1);
}
