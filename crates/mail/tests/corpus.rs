//! A corpus: our mails, those of a public parser's own tests, and texts in every charset
//! and transfer encoding. Nothing falls over, and no text is lost.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::string_slice,
    clippy::indexing_slicing
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64ct::{Base64, Encoding as _};
use encoding_rs::Encoding;
use mail::mime::{self, Unreadable, Warning};

/// The least number of mails that all of it must come to.
const LEAST: usize = 300;

/// A text that a charset can say, with the names under which mails declare it.
const TEXTS: [(&str, &[&str]); 9] = [
    (
        "Größe für Käufer: 1.140,00 sofort",
        &["utf-8", "windows-1252", "iso-8859-1", "iso-8859-15", "macintosh", "windows-1254", "iso-8859-9"],
    ),
    ("Cena: žluťoučký kůň, dohoda", &["utf-8", "windows-1250", "iso-8859-2"]),
    (
        "Цена за место: сто рублей",
        &["utf-8", "windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "ibm866", "x-mac-cyrillic"],
    ),
    ("Τιμή ανά θέση", &["utf-8", "windows-1253", "iso-8859-7"]),
    ("מחיר לכל מושב", &["utf-8", "windows-1255", "iso-8859-8-i"]),
    ("السعر لكل مقعد", &["utf-8", "windows-1256", "iso-8859-6"]),
    ("一席あたりの価格です。見積り", &["utf-8", "shift_jis", "euc-jp", "iso-2022-jp"]),
    ("每个席位的价格", &["utf-8", "gbk", "gb2312", "gb18030"]),
    ("좌석당 가격은 협의", &["utf-8", "euc-kr"]),
];

fn quoted_printable(bytes: &[u8]) -> String {
    let mut line = 0;
    let mut text = String::new();
    for byte in bytes {
        if line > 70 {
            text.push_str("=\r\n");
            line = 0;
        }
        let _ = write!(text, "={byte:02X}");
        line += 3;
    }
    text
}

/// The same text as a mail in each charset, transfer encoding and structure.
fn made() -> Vec<(String, Vec<u8>, &'static str)> {
    let mut mails = Vec::new();
    for (text, charsets) in TEXTS {
        for charset in charsets {
            let (bytes, _, lost) = Encoding::for_label(charset.as_bytes()).expect("a charset").encode(text);
            assert!(!lost, "{charset} cannot say it");
            let coded: [(&str, Vec<u8>); 3] = [
                ("8bit", bytes.to_vec()),
                ("base64", Base64::encode_string(&bytes).into_bytes()),
                ("quoted-printable", quoted_printable(&bytes).into_bytes()),
            ];
            for (way, body) in coded {
                let head = format!(
                    "From: a@contoso.example\r\nSubject: =?{charset}?B?{}?=\r\n",
                    Base64::encode_string(&bytes)
                );
                let part = format!(
                    "Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {way}\r\n\r\n"
                );
                let alone = [head.as_bytes(), part.as_bytes(), &body].concat();
                let outer = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";
                let within =
                    [head.as_bytes(), outer.as_bytes(), part.as_bytes(), &body, b"\r\n--b--\r\n"].concat();
                mails.push((format!("{charset} {way}"), alone, text));
                mails.push((format!("{charset} {way} within"), within, text));
            }
        }
    }
    mails
}

/// The folder in which the public parser's package lies.
fn parser() -> PathBuf {
    let done = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .output()
        .unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let at = text.find("/mail-parser-").expect("the parser's package");
    let begin = text[..at].rfind('"').unwrap() + 1;
    let end = at + 1 + text[at + 1..].find('/').unwrap();
    PathBuf::from(&text[begin..end])
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_none_or(|end| end != "json") {
            found.push(path);
        }
    }
}

#[test]
fn no_text_is_lost_in_any_charset_or_encoding() {
    for (name, bytes, text) in made() {
        let mail = mime::read(&bytes, None).unwrap();
        assert_eq!(mail.text, text, "{name}");
        assert_eq!(mail.subject, text, "{name}");
        let doubts: Vec<&Warning> = mail
            .warnings
            .iter()
            .filter(|warning| matches!(warning, Warning::CharsetGuessed { .. } | Warning::Undecodable { .. }))
            .collect();
        assert!(doubts.is_empty(), "{name}: {doubts:?}");
    }
}

#[test]
fn the_whole_corpus_is_read_and_what_is_no_mail_is_said_to_be_none() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails"), &mut paths);
    let ours = paths.len();
    files(&parser().join("resources"), &mut paths);
    assert!(paths.len() > ours + 100, "the parser's own mails: {}", paths.len() - ours);
    let mut mails: Vec<(String, Vec<u8>)> =
        paths.iter().map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect();
    mails.extend(made().into_iter().map(|(name, bytes, _)| (name, bytes)));
    assert!(mails.len() >= LEAST, "{}", mails.len());
    let mut read = 0;
    for (name, bytes) in &mails {
        match mime::read(bytes, Some("mx.example")) {
            Ok(mail) => {
                read += 1;
                // Whatever line ends it came with, it says the same.
                let other = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
                if !bytes.contains(&b'\r') || std::str::from_utf8(bytes).is_ok() {
                    let again = mime::read(other.as_bytes(), Some("mx.example"));
                    assert!(again.is_ok(), "{name}");
                }
                for attachment in &mail.attachments {
                    assert!(!attachment.name.is_empty(), "{name}");
                }
            }
            Err(Unreadable::NoHeader { .. } | Unreadable::NoAuthor) => {}
            Err(other) => panic!("{name}: {other}"),
        }
    }
    // Among the public ones are some without an author, which is what they are there for.
    assert!(read >= LEAST, "{read} of {}", mails.len());
    println!("{} mails, {read} read", mails.len());
}
