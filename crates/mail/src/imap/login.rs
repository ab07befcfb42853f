//! Reaching a mailbox: greeting, encryption, proof.

use base64ct::{Base64, Encoding as _};
use imap_proto::{Response, Status};
use zeroize::Zeroizing;

use super::conn::{Conn, End, capabilities, parsed, quoted};
use super::folder::{Folder, Opened};
use super::frame::Limits;
use crate::net::{
    Bearing, Cause, Login, Secret, Security, Server, Step, Trouble, Trust, at, connect, secured,
};

/// What a server offers of what this program makes use of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Features {
    /// It says by itself that something came.
    pub idle: bool,
    /// It says what changed since it was last asked.
    pub condstore: bool,
    /// It tells which folder holds what was sent.
    pub special_use: bool,
}

/// A mailbox, logged in.
#[derive(Debug)]
pub struct Mailbox {
    pub(super) conn: Conn,
    /// What the server offers.
    pub features: Features,
}

/// What a connection test found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tested {
    /// What the server offers.
    pub features: Features,
    /// Its folders.
    pub folders: Vec<Folder>,
    /// The folder that was opened.
    pub opened: Opened,
}

impl Mailbox {
    /// Reaches a mailbox and logs in.
    ///
    /// # Errors
    /// [`Trouble`] that names the step which failed, from the server's name to the login.
    pub async fn reach(server: &Server, trust: &Trust, login: &Login) -> Result<Self, Trouble> {
        let (mut conn, mut offered) = greeted(server, trust).await?;
        conn.step = Step::Login;
        if offered.is_empty() {
            offered = asked(&mut conn).await?;
        }
        let told = enter(&mut conn, &offered, login).await?;
        // More is offered to those who are known.
        let offered = if told.is_empty() { asked(&mut conn).await? } else { told };
        let has = |name: &str| offered.iter().any(|known| known == name);
        let features = Features {
            idle: has("IDLE"),
            condstore: has("CONDSTORE") || has("QRESYNC"),
            special_use: has("SPECIAL-USE") || has("XLIST"),
        };
        Ok(Self { conn, features })
    }

    /// Whether a mailbox answers there, with a certificate that holds; nobody logs in.
    ///
    /// # Errors
    /// [`Trouble`] that names the step which failed.
    pub async fn greets(server: &Server, trust: &Trust) -> Result<(), Trouble> {
        let (mut conn, _) = greeted(server, trust).await?;
        let _ = conn.run("LOGOUT", Limits::PLAIN, |_| ()).await;
        Ok(())
    }

    /// Tries all that a sync needs, up to opening a folder.
    ///
    /// # Errors
    /// [`Trouble`] that names the step which failed.
    pub async fn test(
        server: &Server,
        trust: &Trust,
        login: &Login,
        folder: &str,
    ) -> Result<Tested, Trouble> {
        let mut mailbox = Self::reach(server, trust, login).await?;
        let folders = mailbox.folders().await?;
        let opened = mailbox.examine(folder).await?;
        let features = mailbox.features;
        mailbox.leave().await;
        Ok(Tested { features, folders, opened })
    }

    /// Says goodbye. That it is heard is not waited for in earnest.
    pub async fn leave(mut self) {
        let _ = self.conn.run("LOGOUT", Limits::PLAIN, |_| ()).await;
    }
}

/// The greeting, behind TLS where that is asked for, with the capabilities if it names them.
async fn greeted(server: &Server, trust: &Trust) -> Result<(Conn, Vec<String>), Trouble> {
    let stream = connect(server).await?;
    match server.security {
        Security::Tls => greeting(Conn::new(secured(stream, server, trust).await?)).await,
        Security::ThisMachine => greeting(Conn::new(stream)).await,
        Security::StartTls => {
            let (mut conn, _) = greeting(Conn::new(stream)).await?;
            conn.step = Step::Tls;
            if conn.run("STARTTLS", Limits::PLAIN, |_| ()).await? != End::Ok {
                return Err(conn.trouble(Cause::NoStartTls));
            }
            let stream = secured(conn.into_stream(), server, trust).await?;
            // What was offered before TLS may be anybody's word.
            Ok((Conn::new(stream), Vec::new()))
        }
    }
}

async fn greeting(mut conn: Conn) -> Result<(Conn, Vec<String>), Trouble> {
    let frame = conn.answer(Limits::PLAIN).await?;
    let read = parsed(&frame, |response| {
        let welcome = matches!(response, Response::Data { status: Status::Ok | Status::PreAuth, .. });
        (welcome, capabilities(response).unwrap_or_default())
    });
    match read {
        Some((true, offered)) => Ok((conn, offered)),
        Some((false, _)) => Err(conn.trouble(Cause::Rejected)),
        None if frame.starts_with(b"* OK") => Ok((conn, Vec::new())),
        None => Err(conn.trouble(Cause::Confused)),
    }
}

async fn asked(conn: &mut Conn) -> Result<Vec<String>, Trouble> {
    let mut offered = Vec::new();
    let hear = |response: &Response<'_>| offered.extend(capabilities(response).unwrap_or_default());
    let end = conn.run("CAPABILITY", Limits::PLAIN, hear).await?;
    if end == End::Ok { Ok(offered) } else { Err(conn.trouble(Cause::Confused)) }
}

/// Logs in by the best way that both sides know; the capabilities come back if the answer
/// names them.
async fn enter(conn: &mut Conn, offered: &[String], login: &Login) -> Result<Vec<String>, Trouble> {
    let has = |name: &str| offered.iter().any(|known| known == name);
    let (way, proof, heard) = match &login.secret {
        Secret::Bearer(token) => match Bearing::of(|way| has(&format!("AUTH={way}"))) {
            Some(way) => (way.name(), way.proof(&login.user, token), way.heard()),
            None => return Err(conn.trouble(Cause::NoWayIn)),
        },
        Secret::Password(password) if has("AUTH=PLAIN") => {
            ("PLAIN", Zeroizing::new(format!("\0{}\0{}", login.user, password.as_str())), "")
        }
        Secret::Password(password) if !has("LOGINDISABLED") => {
            return old_login(conn, &login.user, password).await;
        }
        Secret::Password(_) => return Err(conn.trouble(Cause::NoWayIn)),
    };
    let proof = Zeroizing::new(Base64::encode_string(proof.as_bytes()));
    let tag = conn.begin(&format!("AUTHENTICATE {way}")).await?;
    let mut given = false;
    let mut told = Vec::new();
    loop {
        let frame = conn.answer(Limits::PLAIN).await?;
        if frame.starts_with(b"+") {
            // A second question is a refusal with its reason, given once it is heard.
            let line = if given {
                Zeroizing::new(format!("{heard}\r\n"))
            } else {
                Zeroizing::new(format!("{}\r\n", proof.as_str()))
            };
            given = true;
            conn.send(line.as_bytes()).await?;
            continue;
        }
        told.extend(
            parsed(&frame, |response| capabilities(response).unwrap_or_default()).unwrap_or_default(),
        );
        let Some(end) = frame.strip_prefix(tag.as_bytes()) else { continue };
        return if end.starts_with(b" OK") { Ok(told) } else { Err(conn.trouble(Cause::Denied)) };
    }
}

/// `LOGIN`, for servers that offer nothing newer.
async fn old_login(conn: &mut Conn, user: &str, password: &str) -> Result<Vec<String>, Trouble> {
    let (Some(user), Some(password)) = (quoted(user), quoted(password).map(Zeroizing::new)) else {
        return Err(at(Step::Login, Cause::NoWayIn));
    };
    let mut told = Vec::new();
    let command = Zeroizing::new(format!("LOGIN {user} {}", password.as_str()));
    let hear = |response: &Response<'_>| told.extend(capabilities(response).unwrap_or_default());
    let end = conn.run(&command, Limits::PLAIN, hear).await?;
    if end == End::Ok { Ok(told) } else { Err(conn.trouble(Cause::Denied)) }
}
