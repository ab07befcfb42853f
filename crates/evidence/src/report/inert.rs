//! Text from outside in the report: escaped, isolated from the direction of what stands
//! around it, with every character made visible that would hide, reorder or act.

use core::fmt::Write as _;

use anp::time::Moment;
use money::{Amount, Currency};

/// Characters that take no room, look like a space that they are not, or turn the text,
/// beside the controls.
const HIDDEN: [(u32, u32); 19] = [
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x61c, 0x61c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180e),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xe000, 0xf8ff),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1d173, 0x1d17a),
    (0xe0000, 0xe007f),
    (0xe0100, 0xe01ef),
    (0xf0000, 0x0010_ffff),
];

/// A piece of a line.
pub(super) fn inert(text: &str) -> String {
    isolated(text, false)
}

/// A text of lines, whose breaks stand.
pub(super) fn lines(text: &str) -> String {
    format!("<div class=\"words\">{}</div>", isolated(&text.replace("\r\n", "\n"), true))
}

fn isolated(text: &str, breaks: bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str("<bdi>");
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' if breaks => out.push(c),
            c if c.is_control() || HIDDEN.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(c))) => {
                let _ = write!(out, "<span class=\"sign\">U+{:04X}</span>", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push_str("</bdi>");
    out
}

/// A hash or fingerprint, whole, in groups that may break.
pub(super) fn hash(hex: &str) -> String {
    let plain = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !plain {
        return inert(hex);
    }
    let halves = hex.split_at_checked(32).unwrap_or((hex, ""));
    format!("<code>{}<wbr>{}</code>", halves.0, halves.1)
}

/// The first digits of a hash, where the whole stands elsewhere.
pub(super) fn short(hex: &str) -> String {
    let first: String = hex.chars().take(12).collect();
    format!("<code>{}</code>", inert(&first))
}

/// A time in UTC to the second; what is no time stands as it is.
pub(super) fn time(text: &str) -> String {
    let Ok(moment) = Moment::parse(text) else { return inert(text) };
    let text = moment.to_text();
    let (day, clock) = text.split_once('T').unwrap_or((text.as_str(), ""));
    let clock: String = clock.chars().take(8).collect();
    format!("<span class=\"when\">{day} {clock}</span>")
}

/// A number with its thousands apart.
pub(super) fn number(amount: &Amount) -> String {
    grouped(&amount.to_string(), 0)
}

/// An amount of a currency, with at least the digits in which it is paid.
pub(super) fn money(amount: &Amount, currency: Currency) -> String {
    grouped(&amount.to_string(), usize::try_from(currency.minor_units()).unwrap_or(2))
}

fn grouped(text: &str, least: usize) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("−", rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut out = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() || least > 0 {
        let _ = write!(out, ".{fraction:0<least$}");
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_and_nothing_hides() {
        let text = inert("<b>\"a\"</b>&\u{202e}x\u{200b}\u{1b}[2J\n\u{e0041}");
        assert_eq!(
            text,
            "<bdi>&lt;b&gt;&quot;a&quot;&lt;/b&gt;&amp;<span class=\"sign\">U+202E</span>x\
             <span class=\"sign\">U+200B</span><span class=\"sign\">U+001B</span>[2J\
             <span class=\"sign\">U+000A</span><span class=\"sign\">U+E0041</span></bdi>"
        );
        assert_eq!(
            lines("a\r\nb\rc"),
            "<div class=\"words\"><bdi>a\nb<span class=\"sign\">U+000D</span>c</bdi></div>"
        );
        assert_eq!(inert("Zoë 東京 שלום 👍"), "<bdi>Zoë 東京 שלום 👍</bdi>");
    }

    #[test]
    fn numbers_keep_every_digit() {
        let amount = |text: &str| Amount::parse(text).unwrap();
        let (usd, yen) = (Currency::parse("USD").unwrap(), Currency::parse("JPY").unwrap());
        assert_eq!(money(&amount("1140"), usd), "1,140.00");
        assert_eq!(money(&amount("-1234567.5"), usd), "−1,234,567.50");
        assert_eq!(money(&amount("0.0000021"), usd), "0.0000021");
        assert_eq!(money(&amount("123"), yen), "123");
        assert_eq!(number(&amount("10000000")), "10,000,000");
        assert_eq!(time("2026-07-11T11:00:00.123+02:00"), "<span class=\"when\">2026-07-11 09:00:00</span>");
        assert_eq!(time("<soon>"), "<bdi>&lt;soon&gt;</bdi>");
    }
}
