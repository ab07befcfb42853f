//! Numbers in figures, in every way that people part and scale them.

use money::Amount;

use super::figures::Written;
use super::numerals::{Part, n, parts, scale, ten_to};
use super::quantities::{Quantity, Sort, is_money, set_sort, token, without_money};
use super::tokens::{Kind, Token};

/// A number in figures with what belongs to it.
pub(super) fn in_figures(tokens: &[Token], typed: &[bool], first: usize) -> Quantity {
    let row = Row { tokens, typed };
    let (text, last, spelled) = row.joined(first);
    let mut quantity = Quantity {
        readings: figure_readings(&text),
        sort: Sort::Bare,
        scaled: false,
        first,
        last,
        in_words: false,
        spelled,
    };
    row.fraction(&mut quantity);
    scale_up(&mut quantity, tokens);
    // `2.175 million` has no thousands in it.
    let point = text
        .split_once('.')
        .is_some_and(|(head, tail)| head.len() <= 3 && tail.len() == 3 && !head.contains(','));
    if quantity.scaled && point && quantity.readings.len() == 2 {
        quantity.readings.swap(0, 1);
    }
    set_sort(&mut quantity, tokens);
    quantity
}

struct Row<'a> {
    tokens: &'a [Token],
    typed: &'a [bool],
}

impl Row<'_> {
    fn text(&self, at: usize) -> &str {
        token(self.tokens, at)
    }

    fn is_figure(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Figure)
            && !self.typed.get(at).copied().unwrap_or_default()
    }

    /// The figures that make one number with the first: its text, its last token, and whether it stands
    /// digit by digit.
    fn joined(&self, first: usize) -> (String, usize, bool) {
        let mut last = first;
        let mut text = self.text(first).to_owned();
        // `1 250 000`: groups of three after a short first one.
        let short = text.len() <= 3 && text.chars().all(|c| c.is_ascii_digit());
        loop {
            let marked = matches!(self.text(last + 1), "." | "," | "'" | "|" | "_");
            let next = if marked { last + 2 } else { last + 1 };
            if !(short && self.is_figure(next) && self.text(next).len() == 3) {
                break;
            }
            text.push_str(self.text(next));
            last = next;
        }
        if last > first {
            return (text, last, false);
        }
        if let Some((digits, end)) = self.digit_by_digit(first) {
            return (digits, end, true);
        }
        // `1,2` and `50,000` on the next line belong together.
        let next = self.text(first + 1);
        if self.is_figure(first + 1) && text.contains(',') && next.contains(',') {
            let joined = format!("{text}{next}");
            if joined.split(',').skip(1).all(|group| group.len() == 3) {
                return (joined, first + 1, false);
            }
        }
        (text, last, false)
    }

    /// `1 2 5 0 0 0 0`, `1-2-5-0`: four digits or more.
    fn digit_by_digit(&self, first: usize) -> Option<(String, usize)> {
        let single = |at: usize| self.is_figure(at) && self.text(at).len() == 1;
        // `1 1/4` is a number with its fraction.
        let fraction = single(first + 1) && self.text(first + 2) == "/" && single(first + 3);
        if !single(first) || fraction && !single(first + 4) && self.text(first + 4) != "/" {
            return None;
        }
        let (mut digits, mut end) = (self.text(first).to_owned(), first);
        loop {
            let mark = matches!(self.text(end + 1), "-" | "/" | "|" | "_" | "*" | "." | "," | "+");
            let next = if mark { end + 2 } else { end + 1 };
            if !single(next) {
                break;
            }
            digits.push_str(self.text(next));
            end = next;
        }
        // `1 . 2 5 m`
        let scaled = power_at(self.tokens, end + 1).is_some();
        if (2..=3).contains(&digits.len()) && scaled && self.text(first + 1) == "." {
            return Some((format!("{}.{}", self.text(first), digits.get(1..).unwrap_or_default()), end));
        }
        (digits.len() >= 4 || digits.len() == 3 && scaled).then_some((digits, end))
    }

    /// `8/9` and `1 1/4`.
    fn fraction(&self, quantity: &mut Quantity) {
        let Some(own) = quantity.readings.first().map(|reading| reading.value.clone()) else { return };
        let last = quantity.last;
        let number = |at: usize| self.text(at).parse::<u32>().ok().filter(|_| self.is_figure(at));
        let close = |at: usize| self.text(at) == "/" && self.tokens.get(at).is_some_and(|mark| !mark.space);
        if close(last + 1)
            && let Some(value) = number(last + 2)
                .filter(|below| (2..=100).contains(below))
                .and_then(|below| own.div_rounded(&n(below), 6))
        {
            quantity.readings = vec![written(value, 3)];
            quantity.last += 2;
        } else if close(last + 2)
            && let (Some(above), Some(below)) = (number(last + 1), number(last + 3))
            && let Some(part) = n(above).div_rounded(&n(below), 4).filter(|_| below <= 16)
        {
            quantity.readings = vec![written(own + part, 3)];
            quantity.last += 3;
        }
    }
}

fn written(value: Amount, digits: usize) -> Written {
    // Of a fraction the grain is a hundredth of it.
    let grain = value.div_rounded(&n(100), 10).unwrap_or_default();
    Written { value, fine: grain.clone(), grain, digits }
}

/// Suffixes and words of scale behind it, with fractions between (`1 and a quarter million`).
pub(super) fn scale_up(quantity: &mut Quantity, tokens: &[Token]) {
    if with_quarters(quantity, tokens) {
        return;
    }
    powers_of_ten(quantity, tokens);
    let mut at = quantity.last + 1;
    if matches!(token(tokens, at), "-" | "(" | "[") {
        at += 1;
    }
    while let Some(power) = power_at(tokens, at) {
        quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&ten_to(power)));
        quantity.scaled = true;
        quantity.last = at;
        at += 1;
        if token(tokens, at) == "." {
            at += 1;
        }
    }
    // `820L` may be eight and a half million in India, or litres.
    let letter =
        tokens.get(quantity.last + 1).filter(|next| next.text == "l" && (!next.space || next.capital));
    if letter.is_some() && !quantity.scaled {
        let lakhs: Vec<Written> = quantity.readings.iter().map(|reading| reading.times(&ten_to(5))).collect();
        quantity.readings.extend(lakhs);
    }
    // `1 million 250 thousand`
    if quantity.scaled
        && let Some(next) = tokens.get(quantity.last + 1).filter(|next| next.kind == Kind::Figure)
        && let Some(more) = figure_readings(&next.text).into_iter().next()
        && let Some(power) = scale(token(tokens, quantity.last + 2))
    {
        let more = more.times(&ten_to(power));
        for reading in &mut quantity.readings {
            *reading = Written {
                value: &reading.value + &more.value,
                grain: more.grain.clone(),
                fine: more.fine.clone(),
                digits: reading.digits + more.digits,
            };
        }
        quantity.last += 2;
    }
}

/// `12.5 * 10^5`, `1250 × 10³`.
fn powers_of_ten(quantity: &mut Quantity, tokens: &[Token]) {
    let at = quantity.last + 1;
    if !matches!(token(tokens, at), "*" | "x" | "×" | "·" | "times") {
        return;
    }
    let (power, last) = match token(tokens, at + 1) {
        "10" if matches!(token(tokens, at + 2), "^" | "e") => (token(tokens, at + 3).parse().ok(), at + 3),
        "10" if token(tokens, at + 2) == "*" && token(tokens, at + 3) == "*" => {
            (token(tokens, at + 4).parse().ok(), at + 4)
        }
        // A raised figure is a figure like others by now.
        raised => (
            raised.strip_prefix("10").filter(|rest| rest.len() == 1).and_then(|rest| rest.parse().ok()),
            at + 1,
        ),
    };
    if let Some(power) = power.filter(|power| *power <= 12) {
        quantity.readings.iter_mut().for_each(|reading| *reading = reading.times(&ten_to(power)));
        (quantity.scaled, quantity.last) = (true, last);
    }
}

/// The power of ten that a word gives what stands before it; a letter alone has to stand close.
pub(super) fn power_at(tokens: &[Token], at: usize) -> Option<u32> {
    let text = token(tokens, at);
    if text == "hundred" {
        return Some(2);
    }
    // `780 T€`
    if text == "t" && tokens.get(at + 1).is_some_and(|next| !next.space && is_money(&next.text)) {
        return Some(3);
    }
    if is_length(tokens, at) {
        return None;
    }
    let bare = without_money(text);
    let power = scale(text).or_else(|| bare.and_then(scale))?;
    let stuck = tokens.get(at).is_some_and(|token| !token.space);
    (text.chars().count() > 1 || stuck || matches!(text, "k" | "m" | "万" | "億" | "亿")).then_some(power)
}

/// `1,250 m long`, `1.2 m by 0.8 m`: metres, no millions.
pub(super) fn is_length(tokens: &[Token], at: usize) -> bool {
    let metre = |at: usize| token(tokens, at) == "m" && tokens.get(at).is_some_and(|token| token.space);
    let figure = |at: usize| tokens.get(at).is_some_and(|token| token.kind == Kind::Figure);
    let by = |at: usize| matches!(token(tokens, at), "by" | "x");
    let stretched = matches!(token(tokens, at + 1), "long" | "wide" | "high" | "tall" | "deep" | "thick");
    let times = by(at + 1) && figure(at + 2) && metre(at + 3);
    let multiplied = at.checked_sub(3).is_some_and(|before| metre(before) && by(before + 1));
    metre(at) && (stretched || times || multiplied)
}

/// `1 and a quarter million`: true where it was one.
fn with_quarters(quantity: &mut Quantity, tokens: &[Token]) -> bool {
    let mut row: Vec<Part> = Vec::new();
    let mut joined = quantity.last + 1;
    while row.len() < 12 {
        let text = token(tokens, joined);
        if text == "-" && !row.is_empty() {
            joined += 1;
            continue;
        }
        let Some(parts) = parts(text).filter(|parts| !parts.contains(&Part::Point)) else { break };
        row.extend(parts);
        joined += 1;
    }
    let quarters = row.iter().find_map(|part| match part {
        Part::Quarters(quarters) => n(*quarters).div_rounded(&n(4), 2),
        _ => None,
    });
    let power = row.iter().find_map(|part| if let Part::Scale(power) = part { Some(*power) } else { None });
    let three = row.contains(&Part::Small(3));
    let Some(share) = quarters.filter(|_| row.first() == Some(&Part::And)) else { return false };
    let share = if three { share * n(3) } else { share };
    for reading in &mut quantity.readings {
        *reading = written((&reading.value + &share) * ten_to(power.unwrap_or(0)), 3);
    }
    quantity.scaled |= power.is_some();
    quantity.last = joined.saturating_sub(1);
    true
}

/// A number said exactly: its grain is its last digit that is not zero.
pub(super) fn exact(value: &Amount) -> Written {
    let text = value.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        let zeros = whole.chars().rev().take_while(|c| *c == '0').count();
        let digits = whole.len() - zeros;
        let grain = ten_to(u32::try_from(zeros).unwrap_or(0));
        return Written { value: value.clone(), grain, fine: n(1), digits };
    }
    let places = u32::try_from(fraction.len()).unwrap_or(0);
    let digits = format!("{whole}{fraction}").trim_start_matches('0').len();
    let grain = n(1).div_rounded(&ten_to(places), places).unwrap_or_default();
    Written { value: value.clone(), fine: grain.clone(), grain, digits }
}

/// How figures with separators can be read, the likeliest first.
pub(super) fn figure_readings(text: &str) -> Vec<Written> {
    let plain: String = text.chars().filter(char::is_ascii_digit).collect();
    if plain.len() > 40 {
        return Vec::new();
    }
    let groups: Vec<&str> = text.split([',', '.', '\'', '_']).collect();
    let marks: Vec<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let whole = Amount::parse(plain.trim_start_matches('0')).map(|value| exact(&value));
    let decimal = || {
        let (head, tail) = text.rsplit_once([',', '.'])?;
        let head: String = head.chars().filter(char::is_ascii_digit).collect();
        let value = Amount::parse(&format!("{}.{tail}", if head.is_empty() { "0" } else { &head })).ok()?;
        let places = u32::try_from(tail.len()).ok()?;
        let zeros_off = tail.trim_end_matches('0').is_empty();
        if zeros_off {
            return Some(exact(&value.round_half_up(0)));
        }
        let digits = format!("{head}{tail}").trim_start_matches('0').len();
        let grain = n(1).div_rounded(&ten_to(places), places)?;
        Some(Written { value, fine: grain.clone(), grain, digits })
    };
    // `17700.000` is not parted by thousands.
    let all_threes = groups.iter().skip(1).all(|group| group.len() == 3)
        && groups.first().is_some_and(|head| (1..=3).contains(&head.len()) && *head != "0");
    let indian = groups.len() > 2
        && groups.last().is_some_and(|last| last.len() == 3)
        && groups.get(1..groups.len() - 1).unwrap_or_default().iter().all(|group| group.len() == 2);
    let one_mark = marks.windows(2).all(|pair| pair.first() == pair.last());
    let mut readings: Vec<Written> = Vec::new();
    if marks.is_empty() || ((all_threes || indian) && one_mark) {
        readings.extend(whole);
        if marks.len() == 1 {
            readings.extend(decimal());
        }
    } else {
        readings.extend(decimal());
        if marks.len() > 1 || groups.last().is_some_and(|last| last.len() > 2) {
            readings.extend(whole);
        }
    }
    readings
}
