//! A server that lies about sizes. No real one can be had that does: this one follows a
//! script.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use mail::imap::SyncEnd;
use mail::net::{Cause, Step, Trouble};

use super::ground::{Memory, login, pass_as, wanted};

/// Answers each command whose text holds a word with the line beside it.
fn liar(script: Vec<(&'static str, Vec<u8>)>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut write = stream.try_clone().unwrap();
            let _ = write.write_all(b"* OK [CAPABILITY IMAP4rev1] ready\r\n");
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let tag = line.split(' ').next().unwrap_or_default().to_owned();
                if let Some((_, answer)) = script.iter().find(|(word, _)| line.contains(word)) {
                    let _ = write.write_all(answer);
                }
                let _ = write.write_all(format!("{tag} OK done\r\n").as_bytes());
            }
        }
    });
    port
}

fn ordinary(size: &str, body: Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    let heading = b"From: sales@contoso.example\r\nMessage-ID: <m1@contoso.example>\r\n\r\n";
    let length = heading.len();
    let mut headings =
        format!("* 1 FETCH (UID 1 RFC822.SIZE {size} BODY[HEADER.FIELDS (FROM)]<0> {{{length}}}\r\n")
            .into_bytes();
    headings.extend_from_slice(heading);
    headings.extend_from_slice(b")\r\n");
    vec![
        ("EXAMINE", b"* 1 EXISTS\r\n* OK [UIDVALIDITY 1] a\r\n* OK [UIDNEXT 2] b\r\n".to_vec()),
        ("SEARCH", b"* SEARCH 1\r\n".to_vec()),
        ("HEADER.FIELDS", headings),
        ("BODY.PEEK[]", body),
    ]
}

fn body(announced: usize, text: &[u8]) -> Vec<u8> {
    let mut answer = format!("* 1 FETCH (UID 1 BODY[]<0> {{{announced}}}\r\n").into_bytes();
    answer.extend_from_slice(text);
    answer.extend_from_slice(b")\r\n");
    answer
}

async fn ends(script: Vec<(&'static str, Vec<u8>)>) -> (Option<Cause>, Memory) {
    let port = liar(script);
    let mut keeper = Memory::default();
    let end = pass_as(&login("anna", "secret"), port, &mut keeper).await;
    let cause = match end {
        Ok(_) => None,
        Err(SyncEnd::Mailbox(Trouble { step: Step::Reading, cause })) => Some(cause),
        Err(other) => panic!("{other:?}"),
    };
    (cause, keeper)
}

#[tokio::test]
async fn a_mail_is_what_came_and_not_what_was_said_of_it() {
    let mail = wanted(1);
    let (cause, keeper) = ends(ordinary("12", body(mail.len(), &mail))).await;
    assert_eq!(cause, None);
    assert_eq!(keeper.mails["m1@contoso.example"], mail);
}

#[tokio::test]
async fn more_than_was_asked_for_ends_the_conversation_before_it_is_taken() {
    for announced in [3_000_000, 500_000_000, usize::MAX] {
        let (cause, keeper) = ends(ordinary("100", body(announced, &wanted(1)))).await;
        assert_eq!(cause, Some(Cause::TooMuch), "{announced}");
        assert!(keeper.mails.is_empty() && keeper.mark.is_none());
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_no_end_of_the_mails() {
    let mut script = ordinary("100", b"* 1 FETCH (UID 1 BODY[]<0> what?)\r\n".to_vec());
    let (cause, keeper) = ends(script.clone()).await;
    assert_eq!(cause, Some(Cause::Confused));
    assert!(keeper.mark.is_none());
    script.retain(|(word, _)| *word != "HEADER.FIELDS");
    script.push(("HEADER.FIELDS", b"* 1 FETCH (UID 1 INTERNALDATE NIL)\r\n".to_vec()));
    let (cause, keeper) = ends(script).await;
    assert_eq!(cause, Some(Cause::Confused));
    assert!(keeper.mark.is_none());
}

#[tokio::test]
async fn a_size_that_no_mail_has_leads_to_no_more_than_is_read() {
    let mail = wanted(1);
    let mut script = ordinary("4294967295", body(mail.len(), &mail));
    script.push((
        "BODYSTRUCTURE",
        format!("* 1 FETCH (UID 1 BODYSTRUCTURE {})\r\n", "(".repeat(5000)).into_bytes(),
    ));
    let (cause, keeper) = ends(script).await;
    assert_eq!(cause, Some(Cause::TooMuch), "lying too deep");
    assert!(keeper.mails.is_empty());
}
