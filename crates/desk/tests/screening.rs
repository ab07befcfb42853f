//! The screen on the way out: what is held and released, and what happens where the screen fails.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use desk::view::{AnswerForm, Approved, OutsideScannerForm, ProblemCode, ScreenOutcome, ScreenReasonKind};
use ground::{Ground, message, ours};
use support::ledgers::{self, entries};

const LONG: Duration = Duration::from_mins(1);

#[tokio::test]
async fn a_figure_from_nowhere_waits_for_the_owner_and_the_release_is_signed() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &message("Others paid 777,000 dollars for as much."));
    assert_eq!(review.screen.outcome, ScreenOutcome::Held);
    assert_eq!(review.obstacle.as_ref().unwrap().code, ProblemCode::ScreenHeld);
    let [mark] = review.screen.marks.as_slice() else { panic!("{:?}", review.screen) };
    assert_eq!((mark.place.as_str(), mark.kind), ("body", ScreenReasonKind::UntracedFigure));
    assert_eq!((mark.start, mark.end, mark.blocks), (12, 19, false));
    // Neither unreleased nor with another release does it leave, and the review stays.
    for named in [&[][..], &[1], &[0, 0], &[0, 1]] {
        let refused = ground.desk.approve_releasing(&review.ticket, named).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::ScreenHeld, "{named:?}");
    }
    assert!(ours(&contoso.log(&session).await).is_empty());
    let sent = ground.desk.approve_releasing(&review.ticket, &[0]).await.unwrap();
    assert_eq!(sent, Approved::Sent { seq: 4 });
    let decided = entries(&ground.db(), &deal).into_iter().rfind(|entry| entry.kind == "decision").unwrap();
    assert_eq!(decided.payload["released"][0]["place"], "body");
    assert_eq!(decided.payload["released"][0]["kind"], "untraced_figure");
    assert_eq!(decided.payload["events"][0]["payload_hash"], review.events[0].payload_hash.as_str());
    assert!(!decided.payload.to_string().contains("777"));
    ledgers::assert_sound(&ground.db());
    // Once it was told it is told; another figure is not.
    assert_eq!(ground.review(&session, &message("As I said, 777,000 dollars.")).obstacle, None);
    let other = ground.review(&session, &message("As I said, 778,000 dollars."));
    assert_eq!(other.screen.outcome, ScreenOutcome::Held);
}

#[tokio::test]
async fn what_is_blocked_nobody_releases() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    for body in
        ["We stop at 568 thousand dollars.", "That is 1,136 dollars a seat.", "NTY4MDAw dollars: 568k"]
    {
        let review = ground.review(&session, &message(body));
        assert_eq!(review.screen.outcome, ScreenOutcome::Blocked, "{body}");
        let refused = ground.desk.approve_releasing(&review.ticket, &[0]).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::Gone);
    }
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn a_colleague_does_not_release_what_is_held() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &message("Others paid 777,000 dollars for as much."));
    ground.db().execute("UPDATE deals SET owner_fingerprint = 'x'", []).unwrap();
    let refused = ground.desk.approve_releasing(&review.ticket, &[0]).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::NotOwner);
    assert!(ours(&contoso.log(&session).await).is_empty());
}

/// A program in the place of the scanner.
fn program(ground: &Ground, name: &str, script: &str) -> PathBuf {
    let path = ground.folder.path().join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A script that answers with this JSON.
fn answering(json: &str) -> String {
    let length = u32::try_from(json.len()).unwrap().to_be_bytes();
    let length = length.iter().fold(String::new(), |text, byte| text + &format!("\\{byte:03o}"));
    format!("/bin/cat >/dev/null\nprintf '{length}'\nprintf '%s' '{json}'")
}

#[tokio::test]
async fn where_the_scanner_fails_nothing_leaves_and_the_window_says_so() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let fine = |fields: u32, rules: u32| {
        answering(&format!(r#"{{"format":1,"rules":{rules},"fields":{fields},"findings":[]}}"#))
    };
    let short = Duration::from_millis(300);
    let scripts = [
        ("killed", "kill -9 $$".to_owned(), LONG, "unavailable"),
        ("failing", "exit 3".to_owned(), LONG, "unavailable"),
        ("hanging", "exec /bin/sleep 1000".to_owned(), short, "timed_out"),
        ("slow", format!("{}\nexec /bin/sleep 1000", fine(2, deal::SCREEN_RULES)), short, "timed_out"),
        ("eating", "exec /usr/bin/tail /dev/zero".to_owned(), LONG, "unavailable"),
        ("rubbish", "echo hello".to_owned(), LONG, "garbled"),
        ("silent", "exit 0".to_owned(), LONG, "garbled"),
        ("old", fine(2, 1), LONG, "other_rules"),
        ("another's", fine(7, deal::SCREEN_RULES), LONG, "garbled"),
        ("late failure", format!("{}\nexit 1", fine(2, deal::SCREEN_RULES)), LONG, "unavailable"),
    ];
    for (name, script, time, why) in scripts {
        ground.desk.screen_by(program(&ground, name, &script), time);
        closed(&ground, &session, name, why).await;
    }
    ground.desk.screen_by(ground.folder.path().join("missing"), LONG);
    closed(&ground, &session, "missing", "unavailable").await;
    let view = ground.desk.screening_view().unwrap();
    assert_eq!(view.problem.unwrap().code, ProblemCode::ScreenDown);
    assert!(ours(&contoso.log(&session).await).is_empty());
    ground.desk.screen_by(env!("CARGO_BIN_EXE_countersign-scan").into(), LONG);
    assert_eq!(ground.desk.screening_view().unwrap().problem, None);
    assert_eq!(ground.answer(&session, &message("Thank you.")).await, 4);
}

/// Every kind of answer is closed.
async fn closed(ground: &Ground, session: &str, name: &str, why: &str) {
    let reason = || "Thank you.".to_owned();
    for form in [
        message("Thank you."),
        ground.counter(session, "1045.6"),
        AnswerForm::Accept,
        AnswerForm::Decline { reason: reason() },
        AnswerForm::Close { reason: reason() },
    ] {
        let review = ground.review(session, &form);
        assert_eq!(review.screen.outcome, ScreenOutcome::Down, "{name}");
        let obstacle = review.obstacle.unwrap();
        // Accepting lies beyond the walk-away; the screen's trouble is said first all the same.
        assert_eq!(obstacle.code, ProblemCode::ScreenDown, "{name}");
        let said = obstacle.facts.get("why").unwrap().as_str();
        assert_eq!(said, why, "{name}");
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap_err().code, ProblemCode::Gone);
    }
}

#[tokio::test]
async fn a_scanner_that_dies_after_the_review_lets_nothing_leave() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &message("Thank you."));
    assert_eq!(review.obstacle, None);
    ground.desk.screen_by(ground.folder.path().join("missing"), LONG);
    let refused = ground.desk.approve(&review.ticket).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::ScreenDown);
    assert!(ours(&contoso.log(&session).await).is_empty());
}

/// An additional scanner: a server that gives one answer, and keeps what it was asked.
struct Outside {
    url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Outside {
    fn saying(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/scan", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let keeps = Arc::clone(&heard);
        std::thread::spawn(move || {
            let mut open = Vec::new();
            for line in listener.incoming() {
                let mut line = line.unwrap();
                keeps.lock().unwrap().push(request(&mut line));
                let _ = line.write_all(answer.as_bytes());
                if answer.is_empty() {
                    // It keeps the line and says nothing.
                    open.push(line);
                }
            }
        });
        Self { url, heard }
    }

    fn form(&self, token: &str) -> OutsideScannerForm {
        OutsideScannerForm { on: true, url: self.url.clone(), seconds: 1, token: token.to_owned() }
    }
}

/// One request, head and body.
fn request(line: &mut TcpStream) -> String {
    let mut heard = String::new();
    let mut piece = [0; 4096];
    loop {
        let read = line.read(&mut piece).unwrap();
        heard.push_str(&String::from_utf8_lossy(&piece[..read]));
        let Some((fields, body)) = heard.split_once("\r\n\r\n") else {
            assert!(read > 0, "{heard}");
            continue;
        };
        let length = fields
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) || read == 0 {
            return heard;
        }
    }
}

macro_rules! http {
    ($status:literal, $body:literal) => {
        concat!(
            "HTTP/1.1 ",
            $status,
            "\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n",
            $body
        )
    };
}

#[tokio::test]
async fn an_additional_scanner_only_ever_stops() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let hello = message("Thank you.");
    let passes = Outside::saying(http!("200 OK", r#"{"verdict":"pass"}"#));
    ground.desk.hold_outside_scanner(passes.form("s3cret-token")).unwrap();
    assert_eq!(ground.review(&session, &hello).obstacle, None);
    let asked = passes.heard.lock().unwrap().join("\n");
    assert!(asked.contains("authorization: Bearer s3cret-token"), "{asked}");
    assert!(asked.contains(r#"{"place":"body","text":"Thank you."}"#), "{asked}");
    for secret in ["568000", "525000", "Contoso"] {
        assert!(!asked.contains(secret), "it is told of the mandate: {asked}");
    }
    assert!(!format!("{:?}", ground.desk.screening_view().unwrap()).contains("s3cret"));
    // It lifts nothing, and is not even sent what is blocked.
    let held = ground.review(&session, &message("Others paid 777,000 dollars."));
    assert_eq!(held.screen.outcome, ScreenOutcome::Held);
    let before = passes.heard.lock().unwrap().len();
    let blocked = ground.review(&session, &message("We stop at 568,000 dollars."));
    assert_eq!(blocked.screen.outcome, ScreenOutcome::Blocked);
    assert_eq!(passes.heard.lock().unwrap().len(), before);
    // A stop blocks, wherever it says that it is.
    for stop in [
        http!("200 OK", r#"{"verdict":"stop","places":["body"]}"#),
        http!("200 OK", r#"{"verdict":"stop"}"#),
        http!("200 OK", r#"{"verdict":"stop","places":["nowhere"]}"#),
    ] {
        ground.desk.hold_outside_scanner(Outside::saying(stop).form("")).unwrap();
        let review = ground.review(&session, &hello);
        assert_eq!(review.screen.outcome, ScreenOutcome::Blocked);
        assert!(review.screen.marks.iter().all(|mark| mark.kind == ScreenReasonKind::Outside));
        assert!(ground.desk.approve(&review.ticket).await.is_err());
    }
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn an_additional_scanner_that_gives_no_verdict_closes() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    for (answer, why) in [
        (http!("500 Oops", r#"{"verdict":"pass"}"#), "outside_unavailable"),
        (http!("204 No Content", ""), "outside_unavailable"),
        (http!("302 Found\r\nlocation: http://127.0.0.1:1/", ""), "outside_unavailable"),
        (http!("200 OK", "pass"), "outside_unavailable"),
        (http!("200 OK", r#"{"verdict":"fine"}"#), "outside_unavailable"),
        (http!("200 OK", r#"{"verdict":"pass","but":1}"#), "outside_unavailable"),
        ("hello\r\n", "outside_unavailable"),
        ("", "outside_timed_out"),
    ] {
        let scanner = Outside::saying(answer);
        ground.desk.hold_outside_scanner(scanner.form("")).unwrap();
        let review = ground.review(&session, &message("Thank you."));
        assert_eq!(review.screen.outcome, ScreenOutcome::Down, "{answer}");
        assert_eq!(review.obstacle.unwrap().facts.get("why").unwrap(), why, "{answer}");
        assert!(ground.desk.approve(&review.ticket).await.is_err());
    }
    let nobody = OutsideScannerForm {
        on: true,
        url: "http://127.0.0.1:1/".to_owned(),
        seconds: 1,
        token: String::new(),
    };
    ground.desk.hold_outside_scanner(nobody.clone()).unwrap();
    assert_eq!(ground.review(&session, &message("Thank you.")).screen.outcome, ScreenOutcome::Down);
    assert!(ours(&contoso.log(&session).await).is_empty());
    for url in ["http://scanner.example/", "ftp://127.0.0.1/", "https://me:too@scanner.example/", ""] {
        let form = OutsideScannerForm { url: url.to_owned(), ..nobody.clone() };
        assert_eq!(ground.desk.hold_outside_scanner(form).unwrap_err().code, ProblemCode::FormInvalid);
    }
    // Off again, by a person.
    ground.desk.hold_outside_scanner(OutsideScannerForm { on: false, ..nobody }).unwrap();
    assert_eq!(ground.answer(&session, &message("Thank you.")).await, 4);
}
