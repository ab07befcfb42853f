//! What an amount is said per: a unit of the price, a length of time, a part of a firm.

use money::Amount;

use super::bases::{Of, Span};
use super::numerals::{n, ten_to};
use super::quantities::{PRICED, token};
use super::rates::number;
use super::tokens::{Kind, Token};

/// What it is per, and the last token of it.
pub(super) fn unit(tokens: &[Token], at: usize, many: Option<&Amount>, rate: bool) -> Option<(Of, usize)> {
    let word = |at: usize| token(tokens, at);
    let one = || many.cloned().unwrap_or_else(|| n(1));
    let mut next = at;
    let (mut working, mut half) = (false, false);
    while next < at + 4 {
        match word(next) {
            "working" | "business" | "work" | "trading" | "banking" | "office" => working = true,
            "half" => half = true,
            "calendar" | "full" | "whole" | "single" | "contract" | "billing" | "fiscal" | "financial"
            | "named" | "paid" | "active" | "service" | "licensed" | "new" | "additional" | "individual"
            | "-" | "entire" | "lone" | "last" | "subscribed" | "first" => {}
            _ => break,
        }
        next += 1;
    }
    let span = |months: u32| {
        let whole = one() * n(months);
        let whole = if half { whole.div_rounded(&n(2), 4).unwrap_or(whole) } else { whole };
        Of::Span(Span::Months(whole))
    };
    let of = match word(next) {
        "month" | "months" | "mo" | "monat" | "monate" | "mois" | "mes" | "mese" => span(1),
        "quarter" | "quarters" | "quartal" | "trimester" | "trimestre" if many.is_none() || rate => span(3),
        "year" | "years" | "yr" | "annum" | "jahr" | "jahre" | "jaar" | "rok" | "anno" | "ano" | "vuosi"
        | "twelvemonth" => span(12),
        "semester" | "semesters" | "halbjahr" => span(6),
        "decade" => span(120),
        "half" if half => span(12),
        "week" | "weeks" | "wk" | "woche" | "wochen" | "semaine" => Of::Span(Span::Weeks(one())),
        "fortnight" | "fortnights" => Of::Span(Span::Weeks(one() * n(2))),
        "day" | "days" | "tag" | "arbeitstag" | "jour" if working || word(next) == "arbeitstag" => {
            Of::Span(Span::WorkingDays(one()))
        }
        "weekday" | "weekdays" | "workday" | "workdays" => Of::Span(Span::WorkingDays(one())),
        "day" | "days" | "tag" | "jour" => Of::Span(Span::Days(one())),
        "hour" | "hours" | "minute" | "minutes" | "shift" if rate => Of::Span(Span::Hours(one())),
        "term" | "laufzeit" | "duration" => Of::Span(Span::Term),
        "lot" | "pack" | "block" | "bundle" | "batch" | "package" | "group" | "set" | "tranche" | "band"
            if rate =>
        {
            // `per block of 50 seats`, `per 50-seat block`
            let (many, behind) = if word(next + 1) == "of" { number(tokens, next + 2) } else { (None, next) };
            let units = many?;
            let last = if counts_units_at(tokens, behind) { behind } else { behind.saturating_sub(1) };
            return Some((Of::Units(units), last));
        }
        text if is_unit_of_price(text) => {
            // `per 10-seat pack`
            let pack = matches!(word(next + 1), "pack" | "block" | "bundle" | "lot" | "batch");
            return Some((Of::Units(one()), if pack { next + 1 } else { next }));
        }
        // `per hundred`, `per thousand`
        _ if rate && many.is_some_and(is_power) && next == at => {
            return Some((Of::Units(one()), at - 1));
        }
        text if rate && is_each_of_unknown(text) => return Some((Of::Unknown, next)),
        _ if rate && is_any_noun(tokens, next) => return Some((Of::Thing, next)),
        _ => return None,
    };
    // `half-year`, `six-month period`, `two-year term`
    let behind = if word(next + 1) == "-" { next + 2 } else { next + 1 };
    let last = if matches!(word(behind), "period" | "term" | "span" | "stretch" | "contract") {
        behind
    } else {
        next
    };
    Some((of, last))
}

fn is_power(many: &Amount) -> bool {
    (1..=4).any(|power| *many == ten_to(power))
}

fn counts_units_at(tokens: &[Token], at: usize) -> bool {
    is_unit_of_price(token(tokens, at))
}

fn is_unit_of_price(word: &str) -> bool {
    PRICED.contains(&word)
        || matches!(
            word,
            "head"
                | "heads"
                | "person"
                | "people"
                | "employee"
                | "employees"
                | "colleague"
                | "colleagues"
                | "nose"
                | "capita"
                | "login"
                | "logins"
                | "account"
                | "accounts"
                | "nutzer"
                | "platz"
                | "named"
        )
}

/// `per agent`: behind `per` stands what nobody knows the number of.
fn is_any_noun(tokens: &[Token], at: usize) -> bool {
    const NONE: [&str; 16] = [
        "se", "cent", "email", "e", "our", "your", "the", "this", "that", "diem", "your", "clause",
        "section", "article", "request", "my",
    ];
    let per = at.checked_sub(1).is_some_and(|at| token(tokens, at) == "per");
    per && tokens.get(at).is_some_and(|word| {
        word.kind == Kind::Word && word.text.chars().count() > 2 && !NONE.contains(&word.text.as_str())
    })
}

/// Parts of a firm or of a year whose number is not told.
fn is_each_of_unknown(word: &str) -> bool {
    matches!(
        word,
        "department"
            | "departments"
            | "division"
            | "team"
            | "site"
            | "branch"
            | "office"
            | "country"
            | "region"
            | "unit's"
            | "subsidiary"
            | "entity"
            | "plant"
            | "location"
            | "store"
            | "shop"
            | "floor"
            | "building"
            | "cost"
            | "squad"
            | "faculty"
            | "school"
            | "clinic"
            | "ward"
            | "project"
            | "business"
            | "product"
            | "module"
            | "instalment"
            | "installment"
            | "payment"
            | "invoice"
            | "milestone"
            | "phase"
            | "cycle"
            | "sprint"
            | "season"
            | "session"
            | "desk"
            | "desktop"
            | "machine"
            | "workplace"
            | "workstation"
            | "pair"
            | "cluster"
            | "cohort"
            | "affiliate"
            | "partner"
            | "continent"
            | "tower"
    )
}
