//! The screen behind a pipe: one question on standard input, one answer on standard output, and the end.
//!
//! Both are a length of four bytes, the most significant first, and so much JSON. A question brings the
//! fields and the scenario, secrets included; an answer brings places and reasons and never a text. Each
//! names the form and the rules that it follows, so that two programs that do not belong together say so
//! instead of guessing.
#![forbid(unsafe_code)]

mod answer;
#[cfg(unix)]
mod limits;
mod question;

use std::io::{self, Read, Write};

use deal::{Field, Scenario, Screen, ScreenDown, ScreenFinding};

#[cfg(unix)]
pub use limits::{limits, take_limits};

/// The form of questions and answers.
const FORMAT: u32 = 1;
/// The longest question, in bytes: [`deal::MAX_SCREENED_BYTES`] of text escaped, and the deal's figures.
pub const LONGEST_QUESTION: usize = 8 << 20;
/// The longest answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 20;

/// The question as it goes down the pipe.
///
/// # Errors
/// [`ScreenDown::TooMuch`] where it is longer than [`LONGEST_QUESTION`].
pub fn question(fields: &[Field], scenario: &Scenario) -> Result<Vec<u8>, ScreenDown> {
    framed(&question::written(fields, scenario)?, LONGEST_QUESTION).ok_or(ScreenDown::TooMuch)
}

/// What came up the pipe, held against the fields that were asked about.
///
/// # Errors
/// [`ScreenDown`] where the screen says that it cannot judge, or what came is no answer to the question.
pub fn answer(bytes: &[u8], asked: &[Field]) -> Result<Vec<ScreenFinding>, ScreenDown> {
    let body = unframed(bytes, LONGEST_ANSWER).ok_or(ScreenDown::Garbled)?;
    answer::read(body, asked)
}

/// Answers the one question on `from` to `to`.
///
/// # Errors
/// Where the pipe breaks, or what came is no question: nothing is answered then.
pub fn serve(from: &mut dyn Read, to: &mut dyn Write, screen: &dyn Screen) -> io::Result<()> {
    let mut bytes = Vec::new();
    from.take(LONGEST_QUESTION as u64 + 5).read_to_end(&mut bytes)?;
    let unread = || io::Error::from(io::ErrorKind::InvalidData);
    let body = unframed(&bytes, LONGEST_QUESTION).ok_or_else(unread)?;
    let answer = match question::read(body).ok_or_else(unread)? {
        question::Asked::OtherRules => answer::written(&Err(ScreenDown::OtherRules), 0),
        question::Asked::Fields(fields, scenario) => {
            answer::written(&screen.screen(&fields, &scenario), fields.len())
        }
    };
    to.write_all(&framed(&answer, LONGEST_ANSWER).ok_or_else(unread)?)?;
    to.flush()
}

fn framed(body: &[u8], longest: usize) -> Option<Vec<u8>> {
    let length = u32::try_from(body.len()).ok().filter(|_| body.len() <= longest)?;
    Some([&length.to_be_bytes(), body].concat())
}

fn unframed(bytes: &[u8], longest: usize) -> Option<&[u8]> {
    let (length, body) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    (length <= longest && body.len() == length).then_some(body)
}

#[cfg(test)]
mod tests;
