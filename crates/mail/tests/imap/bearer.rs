//! Tokens in the place of a password, judged by a real server that asks an OAuth server of
//! ours about them.

use mail::imap::Mailbox;
use mail::net::{Cause, Login, Secret, Step};
use mail::oauth::{Browser, Chance, Client, NoBrowser, PageWords, RedirectName, sign_in};
use mail::smtp::{Handed, Parcel, hand_over, try_out};
use support::mailserver::{Dovecot, Offers, there};
use support::oauth::{CLIENT, OAuthServer, browse};
use zeroize::Zeroizing;

use super::ground::{plain, trust};

struct Follows;

impl Browser for Follows {
    fn open(&self, address: &str) -> Result<(), NoBrowser> {
        let address = address.to_owned();
        std::thread::spawn(move || browse(&address));
        Ok(())
    }

    fn words(&self) -> PageWords {
        let [done, not_done, nothing] =
            ["Close <this> page.", "You are not signed in.", "There is nothing here."].map(str::to_owned);
        PageWords { language: "en".to_owned(), done, not_done, nothing }
    }
}

async fn token(server: &OAuthServer) -> Zeroizing<String> {
    let client = Client {
        authorize_url: server.authorize_url(),
        token_url: server.token_url(),
        id: CLIENT.to_owned(),
        secret: None,
        scopes: Vec::new(),
        more: Vec::new(),
        redirect: RedirectName::Address,
        patience: mail::oauth::SERVERS_PATIENCE,
    };
    let chance = Chance { state: [1; 32], verifier: [2; 32] };
    sign_in(&client, &Follows, &chance, "", mail::oauth::PERSONS_PATIENCE).await.unwrap().access
}

#[tokio::test]
async fn a_token_lets_in_by_either_way_to_read_and_to_send_and_a_dead_one_does_not() {
    if !there("dovecot") {
        return;
    }
    let server = OAuthServer::start(3600);
    let folder = tempfile::Builder::new().prefix("oauth").tempdir().unwrap();
    let file = folder.path().join("oauth2.conf");
    std::fs::write(&file, server.dovecot_file()).unwrap();
    let good = token(&server).await;
    for ways in ["oauthbearer", "xoauth2", "xoauth2 oauthbearer"] {
        let more = format!(
            "auth_mechanisms = {ways}\npassdb {{\n  driver = oauth2\n  mechanisms = {ways}\n  args = {}\n}}\n",
            file.display()
        );
        let dovecot = Dovecot::start(&["anna"], Offers::All, &more);
        let login = |token: &str| Login {
            user: "anna".to_owned(),
            secret: Secret::Bearer(Zeroizing::new(token.to_owned())),
        };
        let mut mailbox = Mailbox::reach(&plain(dovecot.port), &trust(), &login(&good))
            .await
            .unwrap_or_else(|trouble| panic!("{ways}: {trouble}; {}", dovecot.log()));
        assert_eq!(mailbox.examine("INBOX").await.unwrap().exists, 0);
        let parcel = Parcel {
            from: "anna@fabrikam.example".to_owned(),
            to: vec!["anna@fabrikam.example".to_owned()],
            raw: b"Subject: by token\r\n\r\ntext\r\n".to_vec(),
        };
        let handed = hand_over(&plain(dovecot.smtp_port), &trust(), Some(&login(&good)), &parcel).await;
        assert_eq!(handed, Handed::Taken, "{ways}: {}", dovecot.log());
        assert_eq!(mailbox.examine("INBOX").await.unwrap().exists, 1, "{ways}");
        let dead = login("dead-token");
        let refused = Mailbox::reach(&plain(dovecot.port), &trust(), &dead).await.unwrap_err();
        assert_eq!((refused.step, refused.cause), (Step::Login, Cause::Denied), "{ways}");
        let refused = try_out(&plain(dovecot.smtp_port), &trust(), Some(&dead)).await.unwrap_err();
        assert_eq!((refused.step, refused.cause), (Step::Login, Cause::Denied), "{ways}");
        // A password is of no use there, and is not sent.
        let password = super::ground::anna();
        for refused in [
            Mailbox::reach(&plain(dovecot.port), &trust(), &password).await.unwrap_err(),
            try_out(&plain(dovecot.smtp_port), &trust(), Some(&password)).await.unwrap_err(),
        ] {
            assert_eq!((refused.step, refused.cause), (Step::Login, Cause::NoWayIn), "{ways}");
        }
    }
}
