//! How a person confirms by a registration's contact address that the key speaks for the
//! vendor: a one-time code goes there by mail, and comes back by the key's own signed
//! request, or by word of mouth to who asked. Ours; the protocol leaves the way open.

use zeroize::Zeroizing;

use crate::OWN_DOMAIN;
use crate::digest::{BodyHash, Fingerprint};
use crate::time::Moment;

/// Digits and letters that nobody takes for each other, read or said aloud: the base 32 of
/// Crockford.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Random bytes of which a code is made: 5 bits of each, 60 together. So few serve since
/// tries are counted, and so many are needed since whoever has read the record has its hash.
pub const RANDOM: usize = 12;

/// How long a code serves, in milliseconds: 48 hours.
pub const SERVES_MILLIS: i64 = 48 * 60 * 60 * 1000;

/// Wrong tries after which a code serves no more.
pub const MOST_WRONG: u32 = 5;

/// Longest text that is taken for a code, in characters.
pub const LONGEST: usize = 64;

/// A code. It is wiped when it is dropped, and no debug print shows it.
pub struct Code(Zeroizing<String>);

impl Code {
    /// Of random bytes.
    pub fn of(random: &[u8; RANDOM]) -> Self {
        let sign = |byte: &u8| SIGNS.get(usize::from(byte & 31)).copied().unwrap_or(b'0');
        Self(Zeroizing::new(random.iter().map(|byte| char::from(sign(byte))).collect()))
    }

    /// As somebody has typed, pasted or heard it: case, hyphens, spaces and the letters that
    /// are taken for digits count for nothing. None for what cannot be a code.
    pub fn read(text: &str) -> Option<Self> {
        let mut code = Zeroizing::new(String::with_capacity(RANDOM));
        for sign in text.chars().filter(|sign| !(sign.is_whitespace() || *sign == '-')) {
            let sign = match sign.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                sign => sign,
            };
            let known = u8::try_from(sign).is_ok_and(|sign| SIGNS.contains(&sign));
            if !known || code.len() >= RANDOM {
                return None;
            }
            code.push(sign);
        }
        (code.len() == RANDOM).then_some(Self(code))
    }

    /// In three groups, as people are shown it.
    pub fn expose_text(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(RANDOM + 2));
        for (at, sign) in self.0.chars().enumerate() {
            if at > 0 && at % 4 == 0 {
                text.push('-');
            }
            text.push(sign);
        }
        text
    }

    /// What rests in its place: bound to the registration and salted, so that equal codes
    /// are not seen to be equal and none serves for another registration.
    pub fn bound(&self, registration: &str, salt: &str) -> String {
        let said = Zeroizing::new(format!("{OWN_DOMAIN}\ncontact-code\n{registration}\n{salt}\n{}", *self.0));
        BodyHash::of(said.as_bytes()).to_string()
    }
}

impl core::fmt::Debug for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Code")
    }
}

/// A mail's words.
#[derive(Debug)]
pub struct Words {
    /// Its subject.
    pub subject: String,
    /// Its text; it holds the code.
    pub body: Zeroizing<String>,
}

/// What the mail says. Nothing that a registration has brought stands in it but its key:
/// anybody can register under anybody's address, and would write to it through us.
///
/// `answer_at` is where agents reach the host, if they do.
pub fn words(org: &str, key: &Fingerprint, code: &Code, until: Moment, answer_at: Option<&str>) -> Words {
    let agent = answer_at.map_or_else(String::new, |url| {
        format!(
            "Your agent can send it, signed with its key as every request is:\n\n    \
             POST {url}/api/agent/v1/verification\n    {{\"code\": \"{}\"}}\n\nOr tell",
            *code.expose_text()
        )
    });
    let tell = if agent.is_empty() { "Tell" } else { agent.as_str() };
    let body = format!(
        "An agent was registered for negotiations with {org}, and this address was given as its contact.\n\n\
         The code that confirms it:\n\n    {}\n\n\
         It serves once, until {}.\n\n\
         First compare the fingerprint of the key that was registered with your own agent's:\n\n    {key}\n\n\
         {tell} the code to the person at {org} who takes care of this, over a way that you \
         both know.\n\n\
         If your organisation has registered no agent, or the fingerprint is another, give the code to \
         nobody: without it nothing is confirmed.\n",
        *code.expose_text(),
        minutes(until),
    );
    Words { subject: format!("Code to confirm an agent for {org}"), body: Zeroizing::new(body) }
}

/// To the minute, as people read it.
fn minutes(at: Moment) -> String {
    let text = at.to_text();
    match text.split_once('T') {
        Some((day, time)) => format!("{day} {} UTC", time.get(..5).unwrap_or(time)),
        None => text,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn code() -> Code {
        Code::of(&[0, 31, 32, 10, 18, 17, 200, 7, 9, 21, 26, 25])
    }

    #[test]
    fn a_code_is_read_however_a_person_writes_it() {
        let text = code().expose_text();
        assert_eq!(*text, "0Z0A-JH87-9NTS");
        for typed in [text.as_str(), "ozoa jh87 9nts", " 0z0a-JH879NTS\n"] {
            assert_eq!(Code::read(typed).unwrap().bound("r", "s"), code().bound("r", "s"), "{typed}");
        }
        assert!(Code::read("1l1I1l1I1l1I").is_some_and(|code| *code.expose_text() == "1111-1111-1111"));
        for none in ["", "0Z0A-JH87-9NT", "0Z0A-JH87-9NTSS", "0Z0A-JH87-9NTU", "0Z0A–JH87–9NTS"] {
            assert!(Code::read(none).is_none(), "{none}");
        }
    }

    #[test]
    fn what_rests_fits_one_registration_and_one_salt() {
        let bound = code().bound("one", "salt");
        assert_ne!(bound, code().bound("another", "salt"));
        assert_ne!(bound, code().bound("one", "other"));
        assert!(!bound.contains("0Z0A") && bound.len() == 64);
        assert_eq!(format!("{:?}", code()), "Code");
    }

    #[test]
    fn the_mail_says_what_to_do_and_where() {
        let until = Moment::parse("2026-12-02T13:05:59.123Z").unwrap();
        let key = Fingerprint([7; 32]);
        let told = words("Northwind", &key, &code(), until, None);
        for part in ["0Z0A-JH87-9NTS", "2026-12-02 13:05 UTC", &key.to_string(), "Tell the code"] {
            assert!(told.body.contains(part), "{part}: {}", *told.body);
        }
        assert!(!told.body.contains("POST") && !told.subject.contains("0Z0A"));
        let told = words("Northwind", &key, &code(), until, Some("https://deals.example"));
        assert!(told.body.contains("POST https://deals.example/api/agent/v1/verification\n"));
        assert!(told.body.contains("Or tell the code"));
    }
}
