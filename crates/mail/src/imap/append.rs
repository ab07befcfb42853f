//! A copy of what was sent, filed where a person's programs look for it.

use super::conn::{End, quoted};
use super::frame::Limits;
use super::login::Mailbox;
use crate::net::{Cause, Step, Trouble};

/// What became of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// It was filed.
    Filed,
    /// It was there: the provider files what is sent through it.
    WasThere,
}

impl Mailbox {
    /// Files a mail in a folder, as read, unless one with its `Message-ID` is there.
    ///
    /// # Errors
    /// [`Trouble`] of the mailbox. Where it broke off in the midst, the copy may be there;
    /// to try again is safe.
    pub async fn file(&mut self, folder: &str, message_id: &str, raw: &[u8]) -> Result<Copied, Trouble> {
        if !self.by_message_id(folder, message_id).await?.is_empty() {
            return Ok(Copied::WasThere);
        }
        self.conn.step = Step::Filing;
        let name = quoted(folder).ok_or_else(|| self.conn.trouble(Cause::NoSuchFolder))?;
        let tag = self.conn.begin(&format!("APPEND {name} (\\Seen) {{{}}}", raw.len())).await?;
        loop {
            let frame = self.conn.answer(Limits::PLAIN).await?;
            if frame.starts_with(b"+") {
                break;
            }
            if frame.starts_with(tag.as_bytes()) {
                return Err(self.conn.trouble(Cause::Rejected));
            }
        }
        self.conn.send(raw).await?;
        self.conn.send(b"\r\n").await?;
        match self.conn.until(&tag, Limits::PLAIN, |_| ()).await? {
            End::Ok => Ok(Copied::Filed),
            End::No | End::Bad => Err(self.conn.trouble(Cause::Rejected)),
        }
    }
}
