//! Numbers as East Asia writes them: signs for digits and for powers of ten, alone or behind figures, with
//! nothing between them and the words that follow (`78万円です`, `七十八万`, `125만원`).

use money::Amount;

use super::numerals::{n, ten_to};

/// A sign's part in a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Digit(u32),
    /// Ten, a hundred, a thousand.
    Power(u32),
    /// Ten thousand and up, which take all that stands before.
    Myriad(u32),
}

/// Longer numbers are none.
const LONGEST: usize = 40;

/// Names of money that follow a number without a space, without what stands above and below letters.
const MONEY: [&str; 16] = [
    "円",
    "圓",
    "圆",
    "元",
    "원",
    "块",
    "美元",
    "欧元",
    "日元",
    "英镑",
    "人民币",
    "トル",
    "ユーロ",
    "달러",
    "유로",
    "루피",
];

fn sign(c: char) -> Option<Sign> {
    Some(match c {
        '〇' | '零' => Sign::Digit(0),
        '一' | '壱' | '壹' | '弌' => Sign::Digit(1),
        '二' | '弐' | '貳' | '贰' | '两' | '兩' => Sign::Digit(2),
        '三' | '参' | '參' | '叁' => Sign::Digit(3),
        '四' | '肆' => Sign::Digit(4),
        '五' | '伍' => Sign::Digit(5),
        '六' | '陸' | '陆' => Sign::Digit(6),
        '七' | '柒' | '漆' => Sign::Digit(7),
        '八' | '捌' => Sign::Digit(8),
        '九' | '玖' => Sign::Digit(9),
        '十' | '拾' => Sign::Power(1),
        '百' | '佰' | '陌' => Sign::Power(2),
        '千' | '仟' | '阡' => Sign::Power(3),
        '万' | '萬' => Sign::Myriad(4),
        '億' | '亿' => Sign::Myriad(8),
        '兆' => Sign::Myriad(12),
        _ => return None,
    })
}

/// The same in Korean syllables, which stand in other words as well.
fn syllable(c: char) -> Option<Sign> {
    Some(match c {
        '영' | '공' => Sign::Digit(0),
        '일' => Sign::Digit(1),
        '이' => Sign::Digit(2),
        '삼' => Sign::Digit(3),
        '사' => Sign::Digit(4),
        '오' => Sign::Digit(5),
        '육' | '륙' => Sign::Digit(6),
        '칠' => Sign::Digit(7),
        '팔' => Sign::Digit(8),
        '구' => Sign::Digit(9),
        '십' => Sign::Power(1),
        '백' => Sign::Power(2),
        '천' => Sign::Power(3),
        '만' => Sign::Myriad(4),
        '억' => Sign::Myriad(8),
        '조' => Sign::Myriad(12),
        _ => return None,
    })
}

/// True for a sign that is always a number's.
pub(super) fn is_sign(c: char) -> bool {
    sign(c).is_some()
}

/// The number that begins at a place: in ASCII figures, and the place behind it. A number without one of
/// these signs is none of this module's.
pub(super) fn number(chars: &[char], start: usize) -> Option<(String, usize)> {
    let first = chars.get(start)?;
    let behind_a_letter =
        start.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphabetic());
    // Syllables begin a number only where a word begins, and only where there are enough of them.
    let korean = syllable(*first).is_some() && !behind_a_letter;
    if !(first.is_ascii_digit() || is_sign(*first) || korean) {
        return None;
    }
    let (mut sum, mut at, mut signs) = (Sum::default(), start, Vec::new());
    while at < chars.len() && at - start < LONGEST {
        let c = *chars.get(at)?;
        if c.is_ascii_digit() {
            let end = figure_end(chars, at);
            sum.figure(chars.get(at..end)?)?;
            at = end;
            continue;
        }
        let Some(sign) = sign(c).or_else(|| syllable(c).filter(|_| korean || first.is_ascii_digit())) else {
            break;
        };
        // Behind figures only a power goes on: `3일` is a day.
        let after_figure = at.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
        if after_figure && matches!(sign, Sign::Digit(_)) {
            break;
        }
        sum.sign(sign);
        signs.push(sign);
        at += 1;
    }
    let myriad = signs.iter().any(|sign| matches!(sign, Sign::Myriad(_)));
    let enough = !korean || signs.len() >= 2 && myriad;
    (!signs.is_empty() && enough).then(|| (sum.total().to_string(), at))
}

/// How long the name of money is that begins right behind a number.
pub(super) fn money(chars: &[char], at: usize) -> Option<usize> {
    let behind_a_number = at
        .checked_sub(1)
        .and_then(|at| chars.get(at))
        .is_some_and(|c| c.is_ascii_digit() || is_sign(*c) || syllable(*c).is_some());
    let long = |name: &&str| {
        let name: Vec<char> = name.chars().collect();
        chars.get(at..at + name.len()).is_some_and(|there| there == name).then_some(name.len())
    };
    MONEY.iter().filter_map(long).max().filter(|_| behind_a_number)
}

/// Digits with single separators inside.
fn figure_end(chars: &[char], start: usize) -> usize {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut at = start;
    while digit(at) || (matches!(chars.get(at), Some(',' | '.')) && digit(at + 1)) {
        at += 1;
    }
    at
}

#[derive(Default)]
struct Sum {
    total: Amount,
    /// Below the next myriad.
    section: Amount,
    current: Option<Amount>,
    last_was_digit: bool,
}

impl Sum {
    fn figure(&mut self, text: &[char]) -> Option<()> {
        let text: String = text.iter().collect();
        let thousands = text.split([',', '.']).skip(1).all(|group| group.len() == 3);
        let plain = if thousands { text.replace([',', '.'], "") } else { text.replace(',', ".") };
        self.current = Some(Amount::parse(&plain).ok()?);
        self.last_was_digit = false;
        Some(())
    }

    fn sign(&mut self, sign: Sign) {
        match sign {
            Sign::Digit(digit) => {
                let before = self.current.take().filter(|_| self.last_was_digit).unwrap_or_default();
                self.current = Some(before * n(10) + n(digit));
            }
            Sign::Power(power) => {
                self.section = &self.section + self.current.take().unwrap_or_else(|| n(1)) * ten_to(power);
            }
            Sign::Myriad(power) => {
                let own = std::mem::take(&mut self.section) + self.current.take().unwrap_or_default();
                let own = if own.is_zero() { n(1) } else { own };
                self.total = &self.total + own * ten_to(power);
            }
        }
        self.last_was_digit = matches!(sign, Sign::Digit(_));
    }

    fn total(self) -> Amount {
        self.total + self.section + self.current.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, usize)> {
        let chars: Vec<char> = text.chars().collect();
        number(&chars, 0)
    }

    #[test]
    fn numbers_are_read_to_their_end_and_no_further() {
        for (text, value, long) in [
            ("78万円です", "780000", 3),
            ("7.8万", "78000", 4),
            ("1,250万円", "12500000", 6),
            ("七十八万", "780000", 4),
            ("百二十五万円", "1250000", 5),
            ("一百二十五万元", "1250000", 6),
            ("壹佰贰拾伍万", "1250000", 6),
            ("一二五〇〇〇〇", "1250000", 7),
            ("1億2千5百万", "125000000", 7),
            ("125万5000円", "1255000", 8),
            ("1.25百万", "1250000", 6),
            ("125만원", "1250000", 4),
            ("백이십오만 원", "1250000", 5),
            ("십", "10", 1),
        ] {
            let expected = (text != "십").then(|| (value.to_owned(), long));
            assert_eq!(read(text), expected, "{text}");
        }
        for text in ["78", "만나다", "이사", "3일", "word", "", "구매팀"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(money(&"78万円です".chars().collect::<Vec<_>>(), 3), Some(1));
        assert_eq!(money(&"直円".chars().collect::<Vec<_>>(), 1), None);
    }
}
