//! Where the browser brings the answer: one port of this machine, open until the answer is
//! there. Whoever else knocks is told nothing and changes nothing.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use zeroize::Zeroizing;

use super::refusal::of_word;
use super::{RedirectName, Refusal};

/// Most bytes of a request's head; codes have a few thousand.
const LONGEST_HEAD: usize = 32 * 1024;
/// How long a request may take. Browsers open connections that they then do not use.
const KNOCK: Duration = Duration::from_secs(20);
/// Connections that are heard at once.
const MOST_KNOCKS: usize = 32;

/// What the browser shows when its answer has come, in the person's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageWords {
    /// `en`, `de`.
    pub language: String,
    /// The answer is here.
    pub done: String,
    /// The provider's answer is that nobody is signed in.
    pub not_done: String,
    /// Something else was asked for.
    pub nothing: String,
}

/// The open port.
pub(super) struct Door {
    listener: TcpListener,
    /// What the provider sends the browser back to.
    pub(super) address: String,
}

type Answer = Result<Zeroizing<String>, Refusal>;

impl Door {
    pub(super) async fn open(name: RedirectName) -> Result<Self, Refusal> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|_| Refusal::NoDoor)?;
        let port = listener.local_addr().map_err(|_| Refusal::NoDoor)?.port();
        let name = match name {
            RedirectName::Address => "127.0.0.1",
            RedirectName::Localhost => "localhost",
        };
        Ok(Self { listener, address: format!("http://{name}:{port}/") })
    }

    /// The code that comes with this state. Nothing without it is an answer, and the first
    /// answer is the last.
    pub(super) async fn answer(self, state: &Zeroizing<String>, words: PageWords) -> Answer {
        let words = Arc::new(words);
        let mut knocks: JoinSet<Option<Answer>> = JoinSet::new();
        loop {
            tokio::select! {
                came = self.listener.accept(), if knocks.len() < MOST_KNOCKS => {
                    let Ok((stream, _)) = came else { return Err(Refusal::NoDoor) };
                    let (state, words) = (state.clone(), Arc::clone(&words));
                    knocks.spawn(async move {
                        tokio::time::timeout(KNOCK, heard(stream, &state, &words)).await.ok().flatten()
                    });
                }
                Some(heard) = knocks.join_next() => {
                    if let Ok(Some(answer)) = heard {
                        return answer;
                    }
                }
            }
        }
    }
}

async fn heard(mut stream: TcpStream, state: &str, words: &PageWords) -> Option<Answer> {
    let head = head(&mut stream).await?;
    let answer = read(&head, state);
    let (status, said) = match &answer {
        Some(Ok(_)) => ("200 OK", &words.done),
        Some(Err(_)) => ("200 OK", &words.not_done),
        None => ("404 Not Found", &words.nothing),
    };
    let page = page(&words.language, said);
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r\n\
         Connection: close\r\n\r\n{page}",
        page.len()
    );
    // Whether the page is seen changes nothing.
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
    answer
}

async fn head(stream: &mut TcpStream) -> Option<Zeroizing<String>> {
    let mut head = Zeroizing::new(Vec::new());
    let mut piece = Zeroizing::new([0_u8; 4096]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(piece.as_mut()).await.ok()?;
        if read == 0 || head.len() + read > LONGEST_HEAD {
            return None;
        }
        head.extend_from_slice(piece.get(..read)?);
    }
    Some(Zeroizing::new(std::str::from_utf8(&head).ok()?.to_owned()))
}

/// The answer in a request, if it is one.
fn read(head: &str, state: &str) -> Option<Answer> {
    let target = head.lines().next()?.strip_prefix("GET ")?.strip_suffix(" HTTP/1.1")?;
    if !target.starts_with("/?") {
        return None;
    }
    let url = Url::parse(&format!("http://127.0.0.1{target}")).ok()?;
    let one = |name: &str| {
        let mut values = url.query_pairs().filter(|(key, _)| key == name).map(|(_, value)| value);
        let first = values.next();
        // Said twice, it is not known which counts.
        if values.next().is_some() { None } else { first }
    };
    if !same(one("state")?.as_bytes(), state.as_bytes()) {
        return None;
    }
    match (one("code"), one("error")) {
        (Some(code), None) if !code.is_empty() => Some(Ok(Zeroizing::new(code.into_owned()))),
        (None, Some(word)) => Some(Err(of_word(&word))),
        _ => Some(Err(Refusal::Confused)),
    }
}

/// Compares all of it, however early the two differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

fn page(language: &str, words: &str) -> String {
    let (language, words) = (escaped(language), escaped(words));
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>Countersign</title>\
         <style>:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:34em;\
         margin:20vh auto;padding:0 1em}}</style></head><body><p>{words}</p></body></html>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn told(target: &str) -> Option<Answer> {
        read(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), "st-1")
    }

    #[test]
    fn only_what_brings_the_state_once_is_an_answer() {
        assert_eq!(told("/?code=a%2Fb&state=st-1").unwrap().unwrap().as_str(), "a/b");
        assert_eq!(told("/?error=access_denied&state=st-1"), Some(Err(Refusal::Denied)));
        assert_eq!(told("/?error=server_error&state=st-1"), Some(Err(Refusal::Refused)));
        for other in [
            "/?code=a",
            "/?code=a&state=st-2",
            "/?code=a&state=st-1&state=st-1",
            "/?code=a&state=st-1x",
            "/favicon.ico",
            "/elsewhere?code=a&state=st-1",
            "http://127.0.0.1/?code=a&state=st-1",
        ] {
            assert_eq!(told(other), None, "{other}");
        }
        assert_eq!(told("/?code=a&code=b&state=st-1"), Some(Err(Refusal::Confused)));
        assert_eq!(told("/?code=a&error=x&state=st-1"), Some(Err(Refusal::Confused)));
        assert_eq!(read("POST /?code=a&state=st-1 HTTP/1.1\r\n\r\n", "st-1"), None);
    }
}
