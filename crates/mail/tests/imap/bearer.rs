//! Tokens in the place of a password, judged by a real server that asks an OAuth server of
//! ours about them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use mail::imap::Mailbox;
use mail::net::{Cause, Login, Secret, Step};
use support::mailserver::{Dovecot, Offers, there};
use zeroize::Zeroizing;

use super::ground::{plain, trust};

/// Says of one token that it is anna's, and of every other that it is nobody's.
fn oauth_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut write = stream.try_clone().unwrap();
            let lines = BufReader::new(stream).lines().map_while(Result::ok);
            let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let good = head.iter().any(|line| line.contains("good-token"));
            let body = if good { r#"{"active":true,"username":"anna"}"# } else { r#"{"active":false}"# };
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = write.write_all(answer.as_bytes());
        }
    });
    port
}

#[tokio::test]
async fn a_token_lets_in_by_either_way_and_a_dead_one_does_not() {
    if !there("dovecot") {
        return;
    }
    let port = oauth_server();
    let folder = tempfile::Builder::new().prefix("oauth").tempdir().unwrap();
    let file = folder.path().join("oauth2.conf");
    let asks = format!(
        "introspection_mode = auth\nintrospection_url = http://127.0.0.1:{port}/introspect\n\
         username_attribute = username\nactive_attribute = active\nactive_value = true\n"
    );
    std::fs::write(&file, asks).unwrap();
    for ways in ["oauthbearer", "xoauth2"] {
        let more = format!(
            "auth_mechanisms = {ways}\npassdb {{\n  driver = oauth2\n  mechanisms = {ways}\n  args = {}\n}}\n",
            file.display()
        );
        let dovecot = Dovecot::start(&["anna"], Offers::All, &more);
        let login = |token: &str| Login {
            user: "anna".to_owned(),
            secret: Secret::Bearer(Zeroizing::new(token.to_owned())),
        };
        let mut mailbox = Mailbox::reach(&plain(dovecot.port), &trust(), &login("good-token"))
            .await
            .unwrap_or_else(|trouble| panic!("{ways}: {trouble}; {}", dovecot.log()));
        assert_eq!(mailbox.examine("INBOX").await.unwrap().exists, 0);
        let refused = Mailbox::reach(&plain(dovecot.port), &trust(), &login("dead-token")).await.unwrap_err();
        assert_eq!((refused.step, refused.cause), (Step::Login, Cause::Denied), "{ways}");
        // A password is of no use there, and is not sent.
        let password = super::ground::anna();
        let refused = Mailbox::reach(&plain(dovecot.port), &trust(), &password).await.unwrap_err();
        assert_eq!((refused.step, refused.cause), (Step::Login, Cause::NoWayIn), "{ways}");
    }
}
