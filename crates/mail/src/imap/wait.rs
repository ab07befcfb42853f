//! Waiting for mail: told by the server where it tells, asking again where not.

use std::time::Duration;

use super::conn::End;
use super::frame::Limits;
use super::login::Mailbox;
use crate::net::{Cause, Step, Trouble};

/// Servers hang up on who is silent for half an hour (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_mins(25);

/// What a wait ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// The server says that the opened folder changed.
    Changed,
    /// Time is up: look.
    TimeIsUp,
}

impl Mailbox {
    /// Waits until the opened folder changes, or for so long. Where the server does not
    /// tell, it is only the latter.
    ///
    /// A mailbox whose wait is dropped is in the midst of a conversation and fit for
    /// nothing more.
    ///
    /// # Errors
    /// [`Trouble`] of the mailbox.
    pub async fn wait(&mut self, longest: Duration) -> Result<News, Trouble> {
        self.conn.step = Step::Reading;
        if !self.features.idle {
            tokio::time::sleep(longest).await;
            return Ok(News::TimeIsUp);
        }
        let tag = self.conn.begin("IDLE").await?;
        loop {
            let frame = self.conn.answer(Limits::PLAIN).await?;
            if frame.starts_with(b"+") {
                break;
            }
            if frame.starts_with(tag.as_bytes()) {
                return Err(self.conn.trouble(Cause::Rejected));
            }
            // What comes before it begins to wait is news, too; it is heard again below
            // only if more comes.
            if is_news(&frame) {
                return self.end_idle(&tag, News::Changed, true).await;
            }
        }
        let told = tokio::time::timeout(longest.min(LONGEST_IDLE), async {
            loop {
                let frame = self.conn.answer_whenever(Limits::PLAIN).await?;
                if frame.starts_with(b"* BYE") {
                    return Err(self.conn.trouble(Cause::Closed));
                }
                if is_news(&frame) {
                    return Ok(());
                }
            }
        });
        match told.await {
            Ok(Ok(())) => self.end_idle(&tag, News::Changed, false).await,
            Ok(Err(trouble)) => Err(trouble),
            Err(_) => self.end_idle(&tag, News::TimeIsUp, false).await,
        }
    }

    async fn end_idle(&mut self, tag: &str, news: News, early: bool) -> Result<News, Trouble> {
        if early {
            // The word to go on has not come yet.
            while !self.conn.answer(Limits::PLAIN).await?.starts_with(b"+") {}
        }
        self.conn.send(b"DONE\r\n").await?;
        match self.conn.until(tag, Limits::PLAIN, |_| ()).await? {
            End::Ok => Ok(news),
            End::No | End::Bad => Err(self.conn.trouble(Cause::Rejected)),
        }
    }
}

/// Whether an answer says that the folder changed; that the server is still there is none.
fn is_news(frame: &[u8]) -> bool {
    frame.starts_with(b"* ") && frame.get(2).is_some_and(u8::is_ascii_digit)
}
