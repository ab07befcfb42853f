//! A mail is handed to a server, step by step, so that it is known what became of it.

use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use zeroize::Zeroizing;

use super::bearer;
use super::spoken::Spoken;
use crate::net::{
    Cause, Login, PATIENCE, Secret, Security, Server, Step, Trouble, Trust, at, connect, secured, within,
};

/// How long a server may take for a mail's whole text (RFC 5321, 4.5.3.2.6).
const TEXT_PATIENCE: Duration = Duration::from_mins(10);
/// Lines of an answer before TLS that are read.
const MOST_LINES: usize = 100;

/// A mail with the addresses that its server delivers it to.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// The author's address.
    pub from: String,
    /// To whom.
    pub to: Vec<String>,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handed {
    /// The server took it.
    Taken,
    /// It was surely not sent.
    NotSent(Trouble),
    /// Its text was on the way when the answer was lost: it may have arrived.
    Unknown(Trouble),
}

/// Hands a mail over. It never does so twice.
pub async fn hand_over(server: &Server, trust: &Trust, login: Option<&Login>, parcel: &Parcel) -> Handed {
    let mut spoken = match before_the_text(server, trust, login, parcel).await {
        Ok(spoken) => spoken,
        Err(trouble) => return Handed::NotSent(trouble),
    };
    let told = tokio::time::timeout(TEXT_PATIENCE, spoken.message(&parcel.raw)).await;
    match told {
        Ok(Ok(_)) => {
            // Whether the goodbye is heard changes nothing any more.
            let _ = tokio::time::timeout(PATIENCE, spoken.quit()).await;
            Handed::Taken
        }
        // A refusal is an answer: the server did not take it.
        Ok(Err(error)) if error.is_permanent() => Handed::NotSent(at(Step::Delivery, Cause::Rejected)),
        Ok(Err(error)) if error.is_transient() => Handed::NotSent(at(Step::Delivery, Cause::Deferred)),
        Ok(Err(_)) => Handed::Unknown(at(Step::Delivery, Cause::Closed)),
        Err(_) => Handed::Unknown(at(Step::Delivery, Cause::TimedOut)),
    }
}

/// Tries all that sending needs, up to the login; nothing is sent.
///
/// # Errors
/// [`Trouble`] that names the step which failed.
pub async fn try_out(server: &Server, trust: &Trust, login: Option<&Login>) -> Result<(), Trouble> {
    let mut spoken = known(server, trust, login).await?;
    let _ = tokio::time::timeout(PATIENCE, spoken.quit()).await;
    Ok(())
}

/// Whether mails can be handed over there, with a certificate that holds; nobody logs in.
///
/// # Errors
/// [`Trouble`] that names the step which failed.
pub async fn greets(server: &Server, trust: &Trust) -> Result<(), Trouble> {
    try_out(server, trust, None).await
}

async fn before_the_text(
    server: &Server,
    trust: &Trust,
    login: Option<&Login>,
    parcel: &Parcel,
) -> Result<AsyncSmtpConnection, Trouble> {
    let unfit = |_| at(Step::Envelope, Cause::Rejected);
    let from: Address = parcel.from.parse().map_err(unfit)?;
    let to: Vec<Address> = parcel.to.iter().map(|to| to.parse().map_err(unfit)).collect::<Result<_, _>>()?;
    let mut spoken = known(server, trust, login).await?;
    let has = |extension| spoken.server_info().supports_feature(extension);
    let mut options = Vec::new();
    if !parcel.raw.is_ascii() {
        if !has(Extension::EightBitMime) {
            return Err(at(Step::Envelope, Cause::Rejected));
        }
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    if !(parcel.from.is_ascii() && parcel.to.iter().all(|to| to.is_ascii())) {
        if !has(Extension::SmtpUtfEight) {
            return Err(at(Step::Envelope, Cause::Rejected));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    said(Step::Envelope, spoken.command(Mail::new(Some(from), options))).await?;
    for to in to {
        // One who is refused is reason enough to send to nobody: a person looks again.
        said(Step::Envelope, spoken.command(Rcpt::new(to, Vec::new()))).await?;
    }
    said(Step::Envelope, spoken.command(Data)).await?;
    Ok(spoken)
}

/// A connection on which the server knows who asks.
async fn known(
    server: &Server,
    trust: &Trust,
    login: Option<&Login>,
) -> Result<AsyncSmtpConnection, Trouble> {
    let mut spoken = greeted(server, trust).await?;
    if let Some(login) = login {
        match &login.secret {
            Secret::Password(password) => by_password(&mut spoken, &login.user, password).await?,
            Secret::Bearer(token) => bearer::enter(&mut spoken, &our_name(), &login.user, token).await?,
        }
    }
    Ok(spoken)
}

async fn by_password(
    spoken: &mut AsyncSmtpConnection,
    user: &str,
    password: &Zeroizing<String>,
) -> Result<(), Trouble> {
    let ways = [Mechanism::Plain, Mechanism::Login];
    if spoken.server_info().get_auth_mechanism(&ways).is_none() {
        return Err(at(Step::Login, Cause::NoWayIn));
    }
    let credentials = Credentials::new(user.to_owned(), password.as_str().to_owned());
    let told = said(Step::Login, spoken.auth(&ways, &credentials)).await;
    told.map(|_| ()).map_err(|trouble| match trouble.cause {
        Cause::Rejected => at(Step::Login, Cause::Denied),
        _ => trouble,
    })
}

/// The machine's own name is nobody's business.
fn our_name() -> ClientId {
    ClientId::Domain("localhost".to_owned())
}

async fn greeted(server: &Server, trust: &Trust) -> Result<AsyncSmtpConnection, Trouble> {
    let stream = connect(server).await?;
    let peer = stream.peer_addr().map_err(|_| at(Step::Connect, Cause::Closed))?;
    let name = our_name();
    match server.security {
        Security::ThisMachine => {
            let stream = Box::new(Spoken { first: b"", stream, peer });
            said(Step::Greeting, AsyncSmtpConnection::connect_with_transport(stream, &name)).await
        }
        Security::Tls => {
            let stream = Box::new(Spoken { first: b"", stream: secured(stream, server, trust).await?, peer });
            said(Step::Greeting, AsyncSmtpConnection::connect_with_transport(stream, &name)).await
        }
        Security::StartTls => {
            let stream = within(PATIENCE, Step::Greeting, ready_for_tls(stream)).await?;
            let stream = secured(stream, server, trust).await?;
            let stream = Box::new(Spoken { first: b"220 secured\r\n", stream, peer });
            said(Step::Greeting, AsyncSmtpConnection::connect_with_transport(stream, &name)).await
        }
    }
}

/// Speaks up to the word after which TLS begins. What came with it is dropped.
async fn ready_for_tls(stream: TcpStream) -> Result<TcpStream, Trouble> {
    let mut stream = BufReader::new(stream);
    if reply(&mut stream).await? != 220 {
        return Err(at(Step::Greeting, Cause::Rejected));
    }
    for (word, wanted) in [("EHLO localhost\r\n", 250), ("STARTTLS\r\n", 220)] {
        let sent = stream.get_mut().write_all(word.as_bytes()).await;
        sent.map_err(|_| at(Step::Greeting, Cause::Closed))?;
        if reply(&mut stream).await? != wanted {
            return Err(at(Step::Tls, Cause::NoStartTls));
        }
    }
    Ok(stream.into_inner())
}

/// The code of an answer.
async fn reply(stream: &mut BufReader<TcpStream>) -> Result<u16, Trouble> {
    let confused = at(Step::Greeting, Cause::Confused);
    for _ in 0..MOST_LINES {
        let mut line = Vec::new();
        let mut bounded = tokio::io::AsyncReadExt::take(&mut *stream, 4096);
        let read = bounded.read_until(b'\n', &mut line).await;
        if read.map_err(|_| at(Step::Greeting, Cause::Closed))? == 0 {
            return Err(at(Step::Greeting, Cause::Closed));
        }
        let code = line.get(..3).and_then(|code| std::str::from_utf8(code).ok()?.parse().ok());
        let code = code.ok_or(confused)?;
        if line.get(3) != Some(&b'-') {
            return Ok(code);
        }
    }
    Err(confused)
}

pub(super) async fn said<T>(step: Step, work: impl Future<Output = Result<T, Error>>) -> Result<T, Trouble> {
    within(PATIENCE, step, async {
        work.await.map_err(|error| {
            let cause = match error {
                _ if error.is_permanent() => Cause::Rejected,
                _ if error.is_transient() => Cause::Deferred,
                _ if error.is_timeout() => Cause::TimedOut,
                _ if error.is_response() => Cause::Confused,
                _ => Cause::Closed,
            };
            at(step, cause)
        })
    })
    .await
}
