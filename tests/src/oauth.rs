//! An OAuth 2 server of a test's own on this machine: it gives codes to whoever opens its
//! page, tokens for codes, renews them, and tells a mail server whether a token lives.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use anp::digest::sha256;

/// How the server behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manner {
    /// As it should.
    #[default]
    Honest,
    /// It sends the browser back with another state.
    OtherState,
    /// It sends the browser back with another state first, and then with the right one.
    ForgedFirst,
    /// The person does not agree.
    Denied,
    /// Codes are too old when they come back.
    CodeExpired,
    /// It answers no token request until [`OAuthServer::let_go`].
    Slow,
}

#[derive(Debug, Default)]
struct Books {
    manner: Manner,
    rotates: bool,
    holds: u32,
    number: u32,
    codes: BTreeMap<String, Code>,
    access: BTreeSet<String>,
    refresh: BTreeSet<String>,
    asked: Vec<String>,
}

#[derive(Debug, Clone)]
struct Code {
    challenge: String,
    redirect: String,
    client: String,
}

/// The server.
#[derive(Debug, Clone)]
pub struct OAuthServer {
    /// Its port.
    pub port: u16,
    books: Arc<(Mutex<Books>, Condvar)>,
}

/// The user whom all its tokens name.
pub const USER: &str = "anna";
/// The application that it knows.
pub const CLIENT: &str = "countersign-of-fabrikam";

impl OAuthServer {
    /// Starts one. Tokens hold for so many seconds, as it says; they live until they are
    /// killed.
    ///
    /// # Panics
    /// Where no port is free.
    pub fn start(holds: u32) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| panic!("a port: {error}"));
        let port = listener.local_addr().map_or(0, |address| address.port());
        let books = Books { holds, ..Books::default() };
        let server = Self { port, books: Arc::new((Mutex::new(books), Condvar::new())) };
        let serving = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = serving.clone();
                std::thread::spawn(move || server.serve(stream));
            }
        });
        server
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a person agrees.
    pub fn authorize_url(&self) -> String {
        format!("http://127.0.0.1:{}/authorize", self.port)
    }

    /// Where tokens are had.
    pub fn token_url(&self) -> String {
        format!("http://127.0.0.1:{}/token", self.port)
    }

    /// Behaves so from now on.
    pub fn be(&self, manner: Manner) {
        self.books().manner = manner;
    }

    /// Gives another refresh token at each renewal; the old one is worth nothing then.
    pub fn rotate(&self) {
        self.books().rotates = true;
    }

    /// Answers what waited, and is honest from now on.
    pub fn let_go(&self) {
        self.be(Manner::Honest);
        self.books.1.notify_all();
    }

    /// Kills every access token.
    pub fn kill_access(&self) {
        self.books().access.clear();
    }

    /// The person takes back what they agreed to.
    pub fn revoke(&self) {
        let mut books = self.books();
        books.access.clear();
        books.refresh.clear();
    }

    /// The kinds of token requests so far (`authorization_code`, `refresh_token`).
    pub fn asked(&self) -> Vec<String> {
        self.books().asked.clone()
    }

    /// Refresh tokens that are worth something.
    pub fn living_refresh(&self) -> Vec<String> {
        self.books().refresh.iter().cloned().collect()
    }

    /// What Dovecot's `passdb` needs in its file to ask this server about tokens.
    pub fn dovecot_file(&self) -> String {
        format!(
            "introspection_mode = auth\nintrospection_url = http://127.0.0.1:{}/introspect\n\
             username_attribute = username\nactive_attribute = active\nactive_value = true\n",
            self.port
        )
    }

    fn serve(&self, stream: TcpStream) {
        let Ok(mut write) = stream.try_clone() else { return };
        let mut read = BufReader::new(stream);
        let mut first = String::new();
        let mut length = 0;
        let mut bearer = String::new();
        let _ = read.read_line(&mut first);
        loop {
            let mut line = String::new();
            if read.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
                break;
            }
            let (name, value) = line.trim().split_once(": ").unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap_or(0),
                "authorization" => value.trim_start_matches("Bearer ").clone_into(&mut bearer),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        let _ = read.read_exact(&mut body);
        let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let answer = match path {
            "/authorize" => self.authorize(&pairs(query)),
            "/token" => self.token(&pairs(&String::from_utf8_lossy(&body))),
            "/introspect" => {
                let living = self.books().access.contains(&bearer);
                json("200 OK", &format!(r#"{{"active":{living},"username":"{USER}"}}"#))
            }
            _ => json("404 Not Found", "{}"),
        };
        let _ = write.write_all(answer.as_bytes());
    }

    fn authorize(&self, asked: &BTreeMap<String, String>) -> String {
        let of = |name: &str| asked.get(name).cloned().unwrap_or_default();
        let mut books = self.books();
        let fit = of("client_id") == CLIENT
            && of("response_type") == "code"
            && of("code_challenge_method") == "S256"
            && of("code_challenge").len() == 43;
        if !fit {
            return json("400 Bad Request", "{}");
        }
        books.number += 1;
        let code = format!("code/{}", books.number);
        let (redirect, state) = (of("redirect_uri"), of("state"));
        books.codes.insert(
            code.clone(),
            Code { challenge: of("code_challenge"), redirect: redirect.clone(), client: of("client_id") },
        );
        let code = code.replace('/', "%2F");
        let back = |query: &str| format!("Location: {redirect}?{query}\r\n");
        let right = back(&format!("code={code}&state={state}"));
        let wrong = back(&format!("code={code}&state=another"));
        let ways = match books.manner {
            Manner::OtherState => wrong,
            Manner::ForgedFirst => wrong + &right,
            Manner::Denied => back(&format!("error=access_denied&state={state}")),
            _ => right,
        };
        format!("HTTP/1.1 302 Found\r\n{ways}Content-Length: 0\r\nConnection: close\r\n\r\n")
    }

    fn token(&self, asked: &BTreeMap<String, String>) -> String {
        let of = |name: &str| asked.get(name).cloned().unwrap_or_default();
        let mut books = self.books();
        books.asked.push(of("grant_type"));
        while books.manner == Manner::Slow {
            books = self.books.1.wait(books).unwrap_or_else(PoisonError::into_inner);
        }
        let refused = |why: &str| json("400 Bad Request", &format!(r#"{{"error":"{why}"}}"#));
        if of("client_id") != CLIENT {
            return refused("invalid_client");
        }
        let renewing = of("grant_type") == "refresh_token";
        let good = if renewing {
            books.refresh.contains(&of("refresh_token"))
        } else {
            // A code counts once, for whoever has its verifier.
            let proof = anp::base64url::encode(&sha256(of("code_verifier").as_bytes()));
            let code = books.codes.remove(&of("code"));
            books.manner != Manner::CodeExpired
                && code.is_some_and(|code| {
                    code.challenge == proof
                        && code.redirect == of("redirect_uri")
                        && code.client == of("client_id")
                })
        };
        if !good {
            return refused("invalid_grant");
        }
        books.number += 1;
        let access = format!("access-{}", books.number);
        books.access.insert(access.clone());
        let refresh = if !renewing || books.rotates {
            books.refresh.remove(&of("refresh_token"));
            let refresh = format!("refresh-{}", books.number);
            books.refresh.insert(refresh.clone());
            format!(r#","refresh_token":"{refresh}""#)
        } else {
            String::new()
        };
        let holds = books.holds;
        json(
            "200 OK",
            &format!(r#"{{"access_token":"{access}","token_type":"Bearer","expires_in":{holds}{refresh}}}"#),
        )
    }
}

/// Does what a browser does at an address: opens it and goes where it is sent, to each
/// place in turn. The pages come back.
pub fn browse(address: &str) -> Vec<String> {
    let answer = get(address);
    let ways: Vec<&str> = answer.lines().filter_map(|line| line.strip_prefix("Location: ")).collect();
    if ways.is_empty() { vec![answer] } else { ways.into_iter().map(get).collect() }
}

fn get(address: &str) -> String {
    let rest = address.strip_prefix("http://").unwrap_or_default();
    let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
    let place = place.replace("localhost", "127.0.0.1");
    let mut answer = String::new();
    if let Ok(mut stream) = TcpStream::connect(&place) {
        let _ = stream.write_all(format!("GET /{path} HTTP/1.1\r\nHost: {place}\r\n\r\n").as_bytes());
        let _ = stream.read_to_string(&mut answer);
    }
    answer
}

fn json(status: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn pairs(query: &str) -> BTreeMap<String, String> {
    let split = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((decoded(name), decoded(value)))
    };
    query.split('&').filter_map(split).collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let pair: Vec<u8> = rest.by_ref().take(2).collect();
                let text = String::from_utf8_lossy(&pair).into_owned();
                bytes.extend(u8::from_str_radix(&text, 16));
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
