//! A mailbox whose provider is signed in at in the browser: from the form to tokens that
//! run out, are killed, rotated and revoked.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::sync::Mutex;

use desk::view::{
    DealForm, EntryBody, MailFate, MailForm, MailOAuth, MailPhase, MailPlace, MailSecurity, ProblemCode,
};
use desk::{Browser, Desk, NoBrowser, PageWords};
use ground::Ground;
use support::mailserver::{Dovecot, Offers, there};
use support::oauth::{CLIENT, Manner, OAuthServer, browse};

/// Opens every address at once, as a person does who agrees.
struct Agrees;

impl Browser for Agrees {
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

/// Leaves the page alone and says that it was shown.
struct Hesitates(Mutex<Option<std::sync::mpsc::Sender<()>>>);

impl Browser for Hesitates {
    fn open(&self, _: &str) -> Result<(), NoBrowser> {
        self.0.lock().unwrap().take().unwrap().send(()).unwrap();
        Ok(())
    }

    fn words(&self) -> PageWords {
        let [done, not_done, nothing] =
            ["Close <this> page.", "You are not signed in.", "There is nothing here."].map(str::to_owned);
        PageWords { language: "en".to_owned(), done, not_done, nothing }
    }
}

struct Provider {
    server: OAuthServer,
    dovecot: Dovecot,
    _file: tempfile::TempDir,
}

fn provider(holds: u32) -> Provider {
    let server = OAuthServer::start(holds);
    let folder = tempfile::Builder::new().prefix("oauth").tempdir().unwrap();
    let file = folder.path().join("oauth2.conf");
    std::fs::write(&file, server.dovecot_file()).unwrap();
    let more = format!(
        "auth_mechanisms = xoauth2\npassdb {{\n  driver = oauth2\n  mechanisms = xoauth2\n  args = {}\n}}\n",
        file.display()
    );
    Provider { dovecot: Dovecot::start(&["anna"], Offers::All, &more), server, _file: folder }
}

fn form(provider: &Provider) -> MailForm {
    let here = |port: u16| MailPlace {
        host: "127.0.0.1".to_owned(),
        port: port.into(),
        security: MailSecurity::ThisMachine,
    };
    MailForm {
        address: "anna@northwind.example".to_owned(),
        login: "anna".to_owned(),
        password: String::new(),
        oauth: Some(MailOAuth {
            preset: String::new(),
            authorize_url: provider.server.authorize_url(),
            token_url: provider.server.token_url(),
            scopes: "mail offline_access".to_owned(),
            client_id: CLIENT.to_owned(),
            client_secret: "kept".to_owned(),
        }),
        ticket: String::new(),
        imap: here(provider.dovecot.port),
        smtp: here(provider.dovecot.smtp_port),
        authserv: String::new(),
        folders: Vec::new(),
    }
}

async fn phase(ground: &Ground, wanted: MailPhase) {
    let there = |desk: &Desk| {
        let account = desk.mail_view().unwrap().accounts.remove(0);
        (account.phase == wanted).then_some(())
    };
    ground.until(&format!("{wanted:?}"), there).await;
}

fn subjects(desk: &Desk, deal: &str) -> Vec<String> {
    let mails = desk.deal(deal).unwrap().timeline.into_iter().filter_map(|entry| match entry.body {
        EntryBody::Mail { subject, .. } => Some(subject),
        _ => None,
    });
    mails.collect()
}

async fn signed_in(ground: &Ground, provider: &Provider) -> String {
    let mut form = form(provider);
    form.ticket = ground.desk.sign_in_mail(&form, &Agrees).await.unwrap().ticket;
    let tested = ground.desk.test_mail(&form).await.unwrap();
    assert_eq!(tested.sending, None);
    let view = ground.desk.hold_mail(form).await.unwrap();
    assert!(view.accounts[0].signs_in);
    view.accounts[0].id.clone()
}

fn contoso(ground: &Ground) -> String {
    let form = DealForm {
        title: "CRM".to_owned(),
        vendor: "Contoso".to_owned(),
        vendor_domains: vec!["contoso.example".to_owned()],
    };
    ground.desk.make_deal(&form).unwrap()
}

fn put(provider: &Provider, id: &str) {
    let mail = format!(
        "Message-ID: <{id}@contoso.example>\r\nFrom: sales@contoso.example\r\nTo: anna@northwind.example\r\n\
         Date: Mon, 02 Nov 2026 10:00:00 +0000\r\nSubject: {id}\r\n\r\ntext\r\n"
    );
    provider.dovecot.put("anna", "INBOX", mail.as_bytes());
}

async fn come(ground: &Ground, deal: &str, number: usize) {
    let there = |desk: &Desk| (subjects(desk, deal).len() >= number).then_some(());
    ground.until("mails", there).await;
}

#[tokio::test]
async fn a_killed_token_is_renewed_and_a_revoked_consent_waits_for_the_person() {
    if !there("dovecot") {
        return;
    }
    let provider = provider(3600);
    let ground = Ground::new().await;
    let deal = contoso(&ground);
    put(&provider, "first");
    let id = signed_in(&ground, &provider).await;
    come(&ground, &deal, 1).await;
    phase(&ground, MailPhase::Waiting).await;
    assert_eq!(provider.server.asked(), ["authorization_code"], "the first token serves");
    // Nothing of it rests in the database.
    let rested: String =
        ground.db().query_row("SELECT group_concat(oauth) FROM mail_accounts", [], |row| row.get(0)).unwrap();
    for secret in ["access-", "refresh-", "kept"] {
        assert!(!rested.contains(secret), "{rested}");
    }
    // Killed by the provider: at the next login, and at sending, another is had, once.
    provider.server.rotate();
    provider.server.kill_access();
    let mail = ground.desk.deal(&deal).unwrap().timeline[0].id.replace("mail:", "");
    let mut answer = ground.desk.mail_answer(&mail).unwrap();
    "Thank you.".clone_into(&mut answer.body);
    let review = ground.desk.review_mail(&answer).unwrap();
    assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap(), MailFate::Sent);
    assert_eq!(provider.server.asked(), ["authorization_code", "refresh_token"]);
    provider.server.kill_access();
    put(&provider, "second");
    ground.desk.retry_mail().unwrap();
    come(&ground, &deal, 3).await;
    phase(&ground, MailPhase::Waiting).await;
    // Revoked: it is not tried again by itself, and says what helps.
    provider.server.revoke();
    ground.desk.retry_mail().unwrap();
    phase(&ground, MailPhase::Stuck).await;
    let problem = ground.desk.mail_view().unwrap().accounts[0].problem.clone().unwrap();
    assert_eq!(problem.code, ProblemCode::MailSignInAgain);
    put(&provider, "third");
    provider.server.be(Manner::Denied);
    let denied = ground.desk.sign_in_mail_again(&id, &Agrees).await.unwrap_err();
    assert_eq!((denied.code, denied.facts["cause"].as_str()), (ProblemCode::MailSignIn, "denied"));
    provider.server.be(Manner::Honest);
    ground.desk.sign_in_mail_again(&id, &Agrees).await.unwrap();
    come(&ground, &deal, 4).await;
}

#[tokio::test]
async fn tokens_are_renewed_before_they_run_out_and_rotated_ones_are_kept() {
    if !there("dovecot") {
        return;
    }
    // So short that a token is as good as over when it comes.
    let provider = provider(0);
    provider.server.rotate();
    let ground = Ground::new().await;
    let deal = contoso(&ground);
    signed_in(&ground, &provider).await;
    for (number, id) in [(1, "first"), (2, "second"), (3, "third")] {
        put(&provider, id);
        come(&ground, &deal, number).await;
        // A look that is asked for begins with a login, and a login with another token.
        let before = provider.server.asked().len();
        let anew = |desk: &Desk| {
            desk.retry_mail().unwrap();
            (provider.server.asked().len() > before).then_some(())
        };
        ground.until("a token for the next look", anew).await;
    }
    assert!(provider.server.asked().len() >= 3, "{:?}", provider.server.asked());
    assert_eq!(provider.server.living_refresh().len(), 1, "each took the place of the one before");
}

#[tokio::test]
async fn a_sign_in_can_be_given_up_and_counts_for_its_own_provider_alone() {
    if !there("dovecot") {
        return;
    }
    let provider = provider(3600);
    let ground = Ground::new().await;
    let (told, shown) = std::sync::mpsc::channel();
    let (desk, asked) = (ground.desk.clone(), form(&provider));
    let waiting =
        tokio::spawn(async move { desk.sign_in_mail(&asked, &Hesitates(Mutex::new(Some(told)))).await });
    tokio::task::spawn_blocking(move || shown.recv().unwrap()).await.unwrap();
    ground.desk.cancel_mail_sign_in();
    let given_up = waiting.await.unwrap().unwrap_err();
    assert_eq!((given_up.code, given_up.facts["cause"].as_str()), (ProblemCode::MailSignIn, "stopped"));
    // Without a sign-in, or with one of another provider, nothing is tried.
    let mut other = form(&provider);
    assert_eq!(ground.desk.test_mail(&other).await.unwrap_err().code, ProblemCode::MailSignInAgain);
    other.ticket = ground.desk.sign_in_mail(&other, &Agrees).await.unwrap().ticket;
    other.oauth.as_mut().unwrap().token_url = "https://elsewhere.example/token".to_owned();
    assert_eq!(ground.desk.test_mail(&other).await.unwrap_err().code, ProblemCode::MailSignInAgain);
    assert_eq!(ground.desk.hold_mail(other).await.unwrap_err().code, ProblemCode::MailSignInAgain);
    assert!(ground.desk.mail_view().unwrap().accounts.is_empty());
}
