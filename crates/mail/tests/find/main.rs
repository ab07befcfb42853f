//! A domain's servers are found by trying the usual names, against a real server.
#![allow(clippy::unwrap_used, missing_docs)]

use mail::find::{PATIENCE, first_imap, first_smtp, usual_imap, usual_smtp};
use mail::net::{Security, Server, Trust};
use mail::records::Records;
use support::dns::Dns;
use support::mailserver::{Dovecot, Offers, there};

fn server(host: &str, port: u16, security: Security) -> Server {
    Server { host: host.to_owned(), port, security }
}

#[tokio::test]
async fn the_first_name_that_answers_with_a_certificate_that_holds_is_taken() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    let trust = Trust::only(std::slice::from_ref(&dovecot.certificate)).unwrap();
    let closed = support::port::free();
    let good = server("localhost", dovecot.tls_port, Security::Tls);
    let places = vec![
        server("imap.fabrikam.invalid", 993, Security::Tls),
        server("localhost", closed, Security::Tls),
        // It answers, under another name than its certificate's.
        server("127.0.0.1", dovecot.tls_port, Security::Tls),
        good.clone(),
        server("localhost", dovecot.port, Security::StartTls),
    ];
    assert_eq!(first_imap(places.clone(), &trust, PATIENCE).await, Some(good));
    let nobody = Trust::only(&[]).unwrap();
    assert_eq!(first_imap(places, &nobody, PATIENCE).await, None);
    let handed = server("127.0.0.1", dovecot.smtp_port, Security::ThisMachine);
    let places = vec![server("127.0.0.1", closed, Security::ThisMachine), handed.clone()];
    assert_eq!(first_smtp(places, &nobody, PATIENCE).await, Some(handed));
    // A mailbox is no place to hand mails over.
    let mailbox = vec![server("127.0.0.1", dovecot.port, Security::ThisMachine)];
    assert_eq!(first_smtp(mailbox, &nobody, PATIENCE).await, None);
}

/// A domain's own word on its servers comes first, in the order that it gives them; where it says nothing, or
/// what it names does not answer, the usual names are tried.
#[tokio::test]
async fn a_domains_records_name_its_servers() {
    let dns = Dns::start(|name| match name {
        "_imaps._tcp.fabrikam.example" => vec![
            (20, 0, 993, "late.fabrikam.example"),
            (10, 5, 993, "light.fabrikam.example"),
            (10, 60, 1993, "Mail.Hoster.Example"),
            (10, 1, 0, "nowhere.fabrikam.example"),
        ],
        "_imap._tcp.fabrikam.example" => vec![(0, 0, 143, "plain.fabrikam.example")],
        // There is none, the record says.
        "_submissions._tcp.fabrikam.example" => vec![(0, 0, 0, "")],
        "_submission._tcp.fabrikam.example" => vec![(0, 0, 587, "out.fabrikam.example")],
        _ => vec![],
    });
    let records = Records::at(dns.at).unwrap();
    let places = records.imap("fabrikam.example").await;
    let named: Vec<_> = places.iter().map(|one| (one.host.as_str(), one.port, one.security)).collect();
    assert_eq!(
        named,
        [
            ("mail.hoster.example", 1993, Security::Tls),
            ("light.fabrikam.example", 993, Security::Tls),
            ("late.fabrikam.example", 993, Security::Tls),
            ("plain.fabrikam.example", 143, Security::StartTls),
        ]
    );
    let out = records.smtp("fabrikam.example").await;
    assert_eq!(out, [server("out.fabrikam.example", 587, Security::StartTls)]);
    assert_eq!(records.imap("silent.example").await, []);
    // The resolver was asked of this domain's services, as they stand, and of nothing else.
    let asked = dns.asked();
    assert!(
        asked
            .iter()
            .all(|name| name.ends_with("._tcp.fabrikam.example") || name.ends_with("._tcp.silent.example")),
        "{asked:?}"
    );
}

#[tokio::test]
async fn a_resolver_that_is_silent_names_nothing() {
    let records = Records::at(Dns::silent().at).unwrap();
    assert_eq!(records.imap("fabrikam.example").await, []);
}

#[test]
fn the_domains_own_names_alone_are_asked_and_none_without_encryption() {
    let all: Vec<Server> = [usual_imap("fabrikam.example"), usual_smtp("fabrikam.example")].concat();
    assert_eq!(all.len(), 12);
    assert!(all.iter().all(|one| one.host.ends_with("fabrikam.example")));
    assert!(all.iter().all(|one| one.security != Security::ThisMachine));
    assert_eq!(usual_imap("a.example").first().unwrap().host, "imap.a.example");
}
