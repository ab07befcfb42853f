//! A line between two parties that loses, delays or alters what goes over it.
#![allow(clippy::expect_used, reason = "a test ends where its ground is missing")]

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What happens to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It arrives, and so does its answer.
    Passes,
    /// It never arrives.
    Lost,
    /// It arrives, and its answer is lost.
    AnswerLost,
    /// Nobody ever answers.
    Silence,
    /// Somebody else answers: status and body.
    Answered(u16, String),
}

type Decide = Box<dyn FnMut(&str) -> Fate + Send>;
type Alter = Box<dyn FnMut(&str, String) -> String + Send>;

struct Rules {
    upstream: String,
    decide: Decide,
    alter: Alter,
}

/// The line. Dropping it cuts it.
pub struct Line {
    /// Its near end, `http://ADDR:PORT`.
    pub url: String,
    rules: Arc<Mutex<Rules>>,
    carrying: tokio::task::JoinHandle<()>,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

impl Line {
    /// A line to a host, that carries everything as it is.
    ///
    /// # Panics
    /// Where there is no free port.
    pub async fn to(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let near = format!("http://{}", listener.local_addr().expect("an address"));
        let rules = Arc::new(Mutex::new(Rules {
            upstream: url.to_owned(),
            decide: Box::new(|_| Fate::Passes),
            alter: Box::new(|_, body| body),
        }));
        let shared = Arc::clone(&rules);
        let carrying = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let rules = Arc::clone(&shared);
                // Whoever is cut off in the middle has an error of its own.
                tokio::spawn(async move { carry(client, &rules).await.ok() });
            }
        });
        Self { url: near, rules, carrying }
    }

    fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leads elsewhere from now on.
    pub fn lead_to(&self, url: &str) {
        url.clone_into(&mut self.rules().upstream);
    }

    /// Decides what happens to each request; it is given as `METHOD /path?query`.
    pub fn decides(&self, decide: impl FnMut(&str) -> Fate + Send + 'static) {
        self.rules().decide = Box::new(decide);
    }

    /// Alters the body of each answer to a request.
    pub fn alters(&self, alter: impl FnMut(&str, String) -> String + Send + 'static) {
        self.rules().alter = Box::new(alter);
    }

    /// Carries everything as it is again.
    pub fn is_honest(&self) {
        self.decides(|_| Fate::Passes);
        self.alters(|_, body| body);
    }
}

async fn carry(mut client: TcpStream, rules: &Mutex<Rules>) -> std::io::Result<()> {
    let (head, body) = message(&mut client).await?;
    let route = head.split(" HTTP/").next().unwrap_or_default().to_owned();
    let (fate, upstream) = {
        let mut rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
        ((rules.decide)(&route), rules.upstream.clone())
    };
    match fate {
        Fate::Lost => return Ok(()),
        Fate::Silence => std::future::pending().await,
        Fate::Answered(status, text) => return answer(&mut client, status, &[], &text).await,
        Fate::Passes | Fate::AnswerLost => {}
    }
    let mut host = TcpStream::connect(upstream.trim_start_matches("http://")).await?;
    host.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).await?;
    host.write_all(&body).await?;
    let (answered, body) = message(&mut host).await?;
    if fate == Fate::AnswerLost {
        return Ok(());
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let body = (rules.lock().unwrap_or_else(PoisonError::into_inner).alter)(&route, body);
    let status = answered.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(502);
    let kept: Vec<&str> = answered
        .lines()
        .skip(1)
        .filter(|line| !["content-length:", "connection:"].iter().any(|name| is_field(line, name)))
        .collect();
    answer(&mut client, status, &kept, &body).await
}

fn is_field(line: &str, name: &str) -> bool {
    line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

pub(crate) async fn answer(
    client: &mut TcpStream,
    status: u16,
    fields: &[&str],
    body: &str,
) -> std::io::Result<()> {
    let fields: String =
        fields.iter().filter(|field| !field.is_empty()).flat_map(|field| [field, "\r\n"]).collect();
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status} OK\r\n{fields}content-length: {length}\r\nconnection: close\r\n\r\n");
    client.write_all(head.as_bytes()).await?;
    client.write_all(body.as_bytes()).await?;
    client.shutdown().await
}

/// A message's head, without the empty line at its end, and its body.
pub(crate) async fn message(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&bytes).trim_end().to_owned() + "\r\n";
    let length = head.lines().find(|line| is_field(line, "content-length:"));
    let length = length.and_then(|line| line.split(':').nth(1)?.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok((head, body))
}
