//! One conversation: a command, the answers to it, its end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::BytesMut;
use imap_proto::{Response, ResponseCode, Status};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use zeroize::Zeroizing;

use super::frame::{Frames, Limits};
use crate::net::{Cause, Duplex, PATIENCE, Step, Trouble, at, of_io, within};

/// Bytes read at once.
const READ: usize = 64 * 1024;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// As asked.
    Ok,
    /// Refused.
    No,
    /// Not understood.
    Bad,
}

/// A conversation.
pub struct Conn {
    io: Box<dyn Duplex>,
    frames: Frames,
    commands: u32,
    /// Mails' data in answers to the current command that could not be read.
    pub unread: usize,
    /// What is being done, for errors.
    pub step: Step,
}

impl std::fmt::Debug for Conn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conn").field("step", &self.step).finish_non_exhaustive()
    }
}

impl Conn {
    pub fn new(io: impl Duplex + 'static) -> Self {
        Self { io: Box::new(io), frames: Frames::default(), commands: 0, unread: 0, step: Step::Greeting }
    }

    pub const fn trouble(&self, cause: Cause) -> Trouble {
        at(self.step, cause)
    }

    /// The next answer, waited for no longer than a server may take.
    pub async fn answer(&mut self, limits: Limits) -> Result<BytesMut, Trouble> {
        within(PATIENCE, self.step, self.answer_whenever(limits)).await
    }

    /// The next answer, whenever it comes. Nothing is lost where the wait is given up.
    pub async fn answer_whenever(&mut self, limits: Limits) -> Result<BytesMut, Trouble> {
        loop {
            match self.frames.next(limits) {
                Ok(Some(frame)) => return Ok(frame),
                Ok(None) => {}
                Err(_) => return Err(self.trouble(Cause::TooMuch)),
            }
            let room = self.frames.room();
            room.reserve(READ);
            match self.io.read_buf(room).await {
                Ok(0) => return Err(self.trouble(Cause::Closed)),
                Ok(_) => {}
                Err(error) => return Err(self.trouble(of_io(&error))),
            }
        }
    }

    /// Sends bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let step = self.step;
        within(PATIENCE, step, async {
            let sent = async {
                self.io.write_all(bytes).await?;
                self.io.flush().await
            };
            sent.await.map_err(|error| at(step, of_io(&error)))
        })
        .await
    }

    /// Begins a command; its tag comes back.
    pub async fn begin(&mut self, command: &str) -> Result<String, Trouble> {
        if command.bytes().any(|byte| matches!(byte, b'\r' | b'\n' | 0)) {
            return Err(self.trouble(Cause::Confused));
        }
        self.commands += 1;
        self.unread = 0;
        let tag = format!("C{}", self.commands);
        let line = Zeroizing::new(format!("{tag} {command}\r\n"));
        self.send(line.as_bytes()).await?;
        Ok(tag)
    }

    /// Gives each answer up to a command's end to `hear`.
    pub async fn until(
        &mut self,
        tag: &str,
        limits: Limits,
        mut hear: impl FnMut(&Response<'_>),
    ) -> Result<End, Trouble> {
        loop {
            let frame = self.answer(limits).await?;
            match heard(&frame, tag, &mut hear).map_err(|cause| self.trouble(cause))? {
                Heard::End(end) => return Ok(end),
                Heard::Unread => self.unread += 1,
                Heard::Data => {}
            }
        }
    }

    /// A command with all its answers.
    pub async fn run(
        &mut self,
        command: &str,
        limits: Limits,
        hear: impl FnMut(&Response<'_>),
    ) -> Result<End, Trouble> {
        let tag = self.begin(command).await?;
        self.until(&tag, limits, hear).await
    }

    /// The stream as it is. What was received and not looked at is dropped: before TLS
    /// anybody could have put it there.
    pub fn into_stream(self) -> Box<dyn Duplex> {
        self.io
    }
}

/// Parses an answer. The grammar's crate panics on a few answers that no honest server
/// gives (`INTERNALDATE NIL`, a letter beyond ASCII behind a code); they count as
/// unreadable, too.
pub fn parsed<T>(frame: &[u8], read: impl FnOnce(&Response<'_>) -> T) -> Option<T> {
    let parse = || match Response::parse(frame) {
        Ok(([], response)) => Some(read(&response)),
        _ => None,
    };
    catch_unwind(AssertUnwindSafe(parse)).ok().flatten()
}

enum Heard {
    End(End),
    Data,
    Unread,
}

fn heard(frame: &[u8], tag: &str, hear: &mut impl FnMut(&Response<'_>)) -> Result<Heard, Cause> {
    // The end is read here: the free text behind it is nobody's grammar.
    if let Some(rest) = frame.strip_prefix(tag.as_bytes()).and_then(|rest| rest.strip_prefix(b" ")) {
        let end = [(b"OK".as_slice(), End::Ok), (b"NO", End::No), (b"BAD", End::Bad)];
        let end = end.into_iter().find(|(word, _)| rest.get(..word.len()) == Some(word));
        // A code may stand in it that counts (the capabilities after a login).
        let _ = parsed(frame, &mut *hear);
        return end.map(|(_, end)| Heard::End(end)).ok_or(Cause::Confused);
    }
    if frame.starts_with(b"* BYE") {
        return Err(Cause::Closed);
    }
    if parsed(frame, &mut *hear).is_some() || !is_fetch(frame) {
        // Untagged data of a kind that is not known concerns nothing that was asked for.
        return Ok(Heard::Data);
    }
    Ok(Heard::Unread)
}

/// Whether an answer is a mail's data: `* 12 FETCH …`.
fn is_fetch(frame: &[u8]) -> bool {
    let Some(rest) = frame.strip_prefix(b"* ") else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && rest.get(digits..digits + 6).is_some_and(|word| word.eq_ignore_ascii_case(b" FETCH"))
}

/// The capabilities that an answer names, in upper case.
pub fn capabilities(response: &Response<'_>) -> Option<Vec<String>> {
    let named = match response {
        Response::Capabilities(named) => named,
        Response::Data { outcome, .. } | Response::Done { outcome, status: Status::Ok, .. } => {
            match &outcome.code {
                Some(ResponseCode::Capabilities(named)) => named,
                _ => return None,
            }
        }
        _ => return None,
    };
    let name = |capability: &imap_proto::Capability<'_>| match capability {
        imap_proto::Capability::Imap4rev1 => "IMAP4REV1".to_owned(),
        imap_proto::Capability::Auth(way) => format!("AUTH={}", way.to_uppercase()),
        imap_proto::Capability::Atom(name) => name.to_uppercase(),
    };
    Some(named.iter().map(name).collect())
}

/// A text as IMAP quotes it; none where it cannot be quoted.
pub fn quoted(text: &str) -> Option<String> {
    if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
