//! Headers, shapes and texts of mails, with a bound on each answer.

use std::collections::HashMap;

use imap_proto::{AttributeValue, MailboxDatum, MessageSection, Response, SectionPath};

use super::conn::End;
use super::frame::Limits;
use super::keeper::Heading;
use super::login::Mailbox;
use super::shape::Shape;
use super::{CHUNK, HEADING_BYTES, WHOLE};
use crate::mime::{self, LARGEST_MAIL};
use crate::net::{Cause, Step, Trouble};

/// The fields by which it is decided whether a mail is kept.
const FIELDS: &str = "FROM TO CC REPLY-TO MESSAGE-ID IN-REPLY-TO REFERENCES DATE SUBJECT";

/// One mail's answer.
#[derive(Debug, Default)]
pub struct Answer {
    pub size: Option<u32>,
    pub header: Option<Vec<u8>>,
    pub body: Option<Vec<u8>>,
    pub sections: HashMap<String, Vec<u8>>,
    pub shape: Option<Shape>,
    pub answered: Option<bool>,
}

impl Mailbox {
    /// UIDs for which a condition holds, ascending, of a folder with so many mails.
    pub(super) async fn search(&mut self, condition: &str, exists: u32) -> Result<Vec<u32>, Trouble> {
        self.conn.step = Step::Reading;
        let mut found = Vec::new();
        let hear = |response: &Response<'_>| {
            if let Response::MailboxData(MailboxDatum::Search(uids)) = response {
                found.extend_from_slice(uids);
            }
        };
        let limits = Limits::naming(usize::try_from(exists).unwrap_or(usize::MAX / 100));
        let end = self.conn.run(&format!("UID SEARCH {condition}"), limits, hear).await?;
        if end != End::Ok {
            return Err(self.conn.trouble(Cause::Rejected));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Whatever a fetch answers, by UID. What belongs to no UID that was asked for is
    /// dropped.
    pub(super) async fn fetch(
        &mut self,
        uids: &[u32],
        what: &str,
        limits: Limits,
    ) -> Result<HashMap<u32, Answer>, Trouble> {
        self.conn.step = Step::Reading;
        let mut answers: HashMap<u32, Answer> = HashMap::new();
        let command = format!("UID FETCH {} {what}", set(uids));
        let hear = |response: &Response<'_>| {
            if let Response::Fetch(_, values) = response
                && let Some(uid) = uid_of(values)
                && uids.binary_search(&uid).is_ok()
            {
                note(answers.entry(uid).or_default(), values);
            }
        };
        match self.conn.run(&command, limits, hear).await? {
            End::Ok => Ok(answers),
            End::No | End::Bad => Err(self.conn.trouble(Cause::Rejected)),
        }
    }

    /// The same, where an answer that cannot be read would lose a mail.
    async fn fetch_all(
        &mut self,
        uids: &[u32],
        what: &str,
        limits: Limits,
    ) -> Result<HashMap<u32, Answer>, Trouble> {
        let answers = self.fetch(uids, what, limits).await?;
        if self.conn.unread > 0 { Err(self.conn.trouble(Cause::Confused)) } else { Ok(answers) }
    }

    /// Headings of mails, in the order asked for. Mails that are gone, and those that
    /// nobody says to have written, have none.
    pub(super) async fn headings(&mut self, uids: &[u32]) -> Result<Vec<Heading>, Trouble> {
        let what = format!("(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS ({FIELDS})]<0.{HEADING_BYTES}>)");
        let mut answers = self.fetch_all(uids, &what, Limits::holding(HEADING_BYTES)).await?;
        let heading = |uid: &u32| {
            let answer = answers.remove(uid)?;
            let mut bytes = answer.header?;
            // Cut off in the midst it has no end of its own.
            bytes.extend_from_slice(b"\r\n\r\n");
            let mail = mime::read(&bytes, None).ok()?;
            Some(Heading { uid: *uid, size: answer.size?, mail })
        };
        Ok(uids.iter().filter_map(heading).collect())
    }

    /// How mails are divided; those whose division cannot be read have none.
    pub(super) async fn shapes(&mut self, uids: &[u32]) -> Result<HashMap<u32, Shape>, Trouble> {
        let answers = self.fetch(uids, "(UID BODYSTRUCTURE)", Limits::PLAIN).await?;
        Ok(answers.into_iter().filter_map(|(uid, answer)| Some((uid, answer.shape?))).collect())
    }

    /// Mails whole, each at most [`WHOLE`] bytes as the server says. What turns out to be
    /// more is fetched on, to the most that is read.
    pub(super) async fn whole(&mut self, uids: &[u32]) -> Result<HashMap<u32, Vec<u8>>, Trouble> {
        if uids.is_empty() {
            return Ok(HashMap::new());
        }
        let what = format!("(UID BODY.PEEK[]<0.{}>)", WHOLE + 1);
        let answers = self.fetch_all(uids, &what, Limits::holding(WHOLE + 1)).await?;
        let mut whole = HashMap::new();
        for (uid, answer) in answers {
            let Some(body) = answer.body else { continue };
            let body = if body.len() > WHOLE { self.section(uid, "", LARGEST_MAIL + 1).await? } else { body };
            whole.insert(uid, body);
        }
        Ok(whole)
    }

    /// One section of a mail piece by piece, at most so many bytes of it. Empty where it
    /// is not there.
    pub(super) async fn section(&mut self, uid: u32, section: &str, most: usize) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            let asked = CHUNK.min(most - bytes.len());
            let piece = self.piece(uid, section, bytes.len(), asked).await?;
            bytes.extend_from_slice(&piece);
            if piece.len() < asked {
                break;
            }
        }
        Ok(bytes)
    }

    /// A piece of a section; shorter than asked for at its end.
    pub(super) async fn piece(
        &mut self,
        uid: u32,
        section: &str,
        from: usize,
        bytes: usize,
    ) -> Result<Vec<u8>, Trouble> {
        let what = format!("(UID BODY.PEEK[{section}]<{from}.{bytes}>)");
        let mut answers = self.fetch_all(&[uid], &what, Limits::holding(bytes)).await?;
        let Some(answer) = answers.remove(&uid) else { return Ok(Vec::new()) };
        let answer = match section {
            "" => answer.body,
            "HEADER" => answer.header,
            part => answer.sections.into_iter().find(|(name, _)| name == part).map(|(_, bytes)| bytes),
        };
        let piece = answer.unwrap_or_default();
        if piece.len() > bytes { Err(self.conn.trouble(Cause::TooMuch)) } else { Ok(piece) }
    }
}

fn uid_of(values: &[AttributeValue<'_>]) -> Option<u32> {
    values.iter().find_map(|value| if let AttributeValue::Uid(uid) = value { Some(*uid) } else { None })
}

fn note(answer: &mut Answer, values: &[AttributeValue<'_>]) {
    for value in values {
        match value {
            AttributeValue::Rfc822Size(size) => answer.size = Some(*size),
            AttributeValue::BodyStructure(said) => answer.shape = Shape::read(said),
            AttributeValue::Flags(flags) => {
                answer.answered = Some(flags.iter().any(|flag| flag.eq_ignore_ascii_case("\\Answered")));
            }
            AttributeValue::BodySection { section, data: Some(data), .. } => {
                let data = data.to_vec();
                match section {
                    None => answer.body = Some(data),
                    Some(SectionPath::Full(MessageSection::Header)) => answer.header = Some(data),
                    Some(SectionPath::Full(_)) => {}
                    Some(SectionPath::Part(path, about)) => {
                        let path = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
                        let end = if matches!(about, Some(MessageSection::Mime)) { ".MIME" } else { "" };
                        answer.sections.insert(path + end, data);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Ascending UIDs as IMAP writes a set.
pub(super) fn set(uids: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for uid in uids {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*uid) => *last = *uid,
            _ => ranges.push((*uid, *uid)),
        }
    }
    let write = |(first, last): (u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}:{last}") }
    };
    ranges.into_iter().map(write).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::set;

    #[test]
    fn neighbours_are_written_as_ranges() {
        assert_eq!(set(&[1, 2, 3, 7, 9, 10]), "1:3,7,9:10");
        assert_eq!(set(&[u32::MAX - 1, u32::MAX]), "4294967294:4294967295");
    }
}
