//! Signing in by a browser, against an OAuth server of ours that also misbehaves.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mail::oauth::{
    Browser, Chance, Client, NoBrowser, PageWords, RedirectName, Refusal, Tokens, renew, sign_in,
};
use support::oauth::{CLIENT, Manner, OAuthServer, browse};

const LONG: Duration = Duration::from_mins(1);
const CHANCE: Chance = Chance { state: [7; 32], verifier: [9; 32] };

fn client(server: &OAuthServer) -> Client {
    Client {
        authorize_url: server.authorize_url(),
        token_url: server.token_url(),
        id: CLIENT.to_owned(),
        secret: None,
        scopes: vec!["mail".to_owned(), "offline_access".to_owned()],
        more: vec![("prompt".to_owned(), "consent".to_owned())],
        redirect: RedirectName::Address,
        patience: LONG,
    }
}

/// Follows every address at once, and keeps what it was shown.
#[derive(Default)]
struct Follows {
    opened: Mutex<Vec<String>>,
    pages: Arc<Mutex<Vec<String>>>,
}

impl Browser for Follows {
    fn open(&self, address: &str) -> Result<(), NoBrowser> {
        self.opened.lock().unwrap().push(address.to_owned());
        let (address, pages) = (address.to_owned(), Arc::clone(&self.pages));
        std::thread::spawn(move || {
            let shown = browse(&address);
            pages.lock().unwrap().extend(shown);
        });
        Ok(())
    }

    fn words(&self) -> PageWords {
        let [done, not_done, nothing] =
            ["Close <this> page.", "You are not signed in.", "There is nothing here."].map(str::to_owned);
        PageWords { language: "en".to_owned(), done, not_done, nothing }
    }
}

struct Absent;

impl Browser for Absent {
    fn open(&self, _: &str) -> Result<(), NoBrowser> {
        Err(NoBrowser)
    }

    fn words(&self) -> PageWords {
        let [done, not_done, nothing] =
            ["Close <this> page.", "You are not signed in.", "There is nothing here."].map(str::to_owned);
        PageWords { language: "en".to_owned(), done, not_done, nothing }
    }
}

async fn signed_in(server: &OAuthServer) -> Result<Tokens, Refusal> {
    sign_in(&client(server), &Follows::default(), &CHANCE, "anna@fabrikam.example", LONG).await
}

#[tokio::test]
async fn a_person_agrees_in_the_browser_and_the_code_is_worth_something_to_us_alone() {
    let server = OAuthServer::start(3600);
    for redirect in [RedirectName::Address, RedirectName::Localhost] {
        let follows = Follows::default();
        let client = Client { redirect, ..client(&server) };
        let given = sign_in(&client, &follows, &CHANCE, "anna@fabrikam.example", LONG).await.unwrap();
        assert!(given.access.starts_with("access-"));
        assert!(given.refresh.is_some());
        assert_eq!(given.holds, Some(Duration::from_hours(1)));
        assert!(!format!("{given:?} {client:?}").contains("access-"), "no token in a debug text");
        let opened = follows.opened.lock().unwrap().clone();
        assert_eq!(opened.len(), 1);
        for part in ["login_hint=anna%40fabrikam.example", "prompt=consent", "scope=mail+offline_access"] {
            assert!(opened[0].contains(part), "{part} in {}", opened[0]);
        }
        // The verifier itself is never shown to a browser.
        assert!(!opened[0].contains("CQkJCQ"), "{}", opened[0]);
    }
}

#[tokio::test]
async fn an_answer_with_another_state_changes_nothing_and_the_right_one_still_counts() {
    let server = OAuthServer::start(3600);
    server.be(Manner::OtherState);
    let follows = Follows::default();
    let refused =
        sign_in(&client(&server), &follows, &CHANCE, "", Duration::from_millis(600)).await.unwrap_err();
    assert_eq!(refused, Refusal::PersonTooSlow);
    assert_eq!(server.asked(), Vec::<String>::new(), "the forged code was not used");
    server.be(Manner::ForgedFirst);
    assert!(signed_in(&server).await.is_ok());
}

#[tokio::test]
async fn every_refusal_is_named() {
    let server = OAuthServer::start(3600);
    server.be(Manner::Denied);
    assert_eq!(signed_in(&server).await.unwrap_err(), Refusal::Denied);
    server.be(Manner::CodeExpired);
    assert_eq!(signed_in(&server).await.unwrap_err(), Refusal::SignInAgain);
    server.be(Manner::Honest);
    let absent = sign_in(&client(&server), &Absent, &CHANCE, "", LONG).await.unwrap_err();
    assert_eq!(absent, Refusal::NoBrowser);
    let unknown = Client { id: "somebody".to_owned(), ..client(&server) };
    let nobody: zeroize::Zeroizing<String> = "refresh-1".to_owned().into();
    assert_eq!(renew(&unknown, &nobody).await.unwrap_err(), Refusal::Unregistered);
    for address in ["http://login.fabrikam.example/token", "ftp://127.0.0.1/", "", "file:///etc/passwd"] {
        let open = Client { token_url: address.to_owned(), ..client(&server) };
        assert_eq!(renew(&open, &nobody).await.unwrap_err(), Refusal::NotAnAddress, "{address}");
    }
    let nothing = Client { token_url: "http://127.0.0.1:1/token".to_owned(), ..client(&server) };
    assert_eq!(renew(&nothing, &nobody).await.unwrap_err(), Refusal::Unreachable);
    let other = Client { token_url: format!("http://127.0.0.1:{}/nothing", server.port), ..client(&server) };
    assert_eq!(renew(&other, &nobody).await.unwrap_err(), Refusal::Confused);
}

#[tokio::test]
async fn tokens_are_renewed_rotated_or_not_until_they_are_revoked() {
    let server = OAuthServer::start(3600);
    let first = signed_in(&server).await.unwrap();
    let refresh = first.refresh.unwrap();
    let second = renew(&client(&server), &refresh).await.unwrap();
    assert_ne!(second.access, first.access);
    assert!(second.refresh.is_none(), "the old one is kept");
    server.rotate();
    let third = renew(&client(&server), &refresh).await.unwrap();
    let rotated = third.refresh.unwrap();
    assert_eq!(renew(&client(&server), &refresh).await.unwrap_err(), Refusal::SignInAgain);
    let last = renew(&client(&server), &rotated).await.unwrap().refresh.unwrap();
    server.revoke();
    assert_eq!(renew(&client(&server), &last).await.unwrap_err(), Refusal::SignInAgain);
}

#[tokio::test]
async fn a_slow_server_is_waited_for_and_not_for_ever() {
    let server = OAuthServer::start(3600);
    let refresh = signed_in(&server).await.unwrap().refresh.unwrap();
    server.be(Manner::Slow);
    let hasty = Client { patience: Duration::from_millis(300), ..client(&server) };
    assert_eq!(renew(&hasty, &refresh).await.unwrap_err(), Refusal::ServerTooSlow);
    // On a busy machine the hasty one may have given up before its question was out.
    let before = server.asked().len();
    let waiting = tokio::spawn({
        let (client, refresh) = (client(&server), refresh.clone());
        async move { renew(&client, &refresh).await }
    });
    while server.asked().len() == before && !waiting.is_finished() {
        tokio::task::yield_now().await;
    }
    server.let_go();
    assert!(waiting.await.unwrap().is_ok());
}

#[tokio::test]
async fn nothing_listens_once_there_was_an_answer_or_nobody_waits_any_more() {
    let server = OAuthServer::start(3600);
    let follows = Follows::default();
    sign_in(&client(&server), &follows, &CHANCE, "", LONG).await.unwrap();
    let opened = follows.opened.lock().unwrap()[0].clone();
    assert!(!browse(&opened)[0].contains("200 OK"), "the door is shut");
    let page = loop {
        if let Some(page) = follows.pages.lock().unwrap().first().cloned() {
            break page;
        }
        tokio::task::yield_now().await;
    };
    assert!(
        page.contains("<html lang=\"en\">") && page.contains("<p>Close &lt;this&gt; page.</p>"),
        "{page}"
    );
    assert!(page.contains("default-src 'none'") && page.contains("no-store"), "{page}");
    // Cancelled: dropping is all there is to it.
    let slow = Follows::default();
    server.be(Manner::OtherState);
    let client = client(&server);
    tokio::select! {
        biased;
        _ = sign_in(&client, &slow, &CHANCE, "", LONG) => panic!("nobody answered"),
        () = async { while slow.pages.lock().unwrap().is_empty() { tokio::task::yield_now().await; } } => {}
    }
    let opened = slow.opened.lock().unwrap()[0].clone();
    assert_eq!(browse(&opened), [String::new()]);
}
