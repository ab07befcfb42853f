//! What a condition says about payment, uplift and notice, as numbers.
//!
//! The protocol has conditions as free text, yet the mandate bounds some of what they say. This reader
//! takes a condition for one of three subjects where it names one, and reads its number where there is
//! exactly one that can be meant. Where it names the subject and no single number can be told, it says
//! so: the guardrail then stops the answer rather than guess. It reads English and German.

mod words;

use money::Amount;

use words::{Word, parts, words};

/// What a part of a condition says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// Invoices are due after so many days; 0: at once or in advance.
    PaymentDays(u32),
    /// Prices rise by so much a year, in per cent; 0: they do not.
    UpliftPercent(Amount),
    /// So many days of notice end the contract or its renewal.
    NoticeDays(u32),
    /// It names a subject, and no single number can be told.
    Unclear(Subject),
}

/// Subjects that a mandate bounds by numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// When invoices are due.
    Payment,
    /// How prices rise.
    Uplift,
    /// Notice before an end or a renewal.
    Notice,
}

/// Longest condition that is read, in characters; the wire allows 500.
const LONGEST: usize = 2000;

/// What a condition says, part by part (`;`, `,`, a full stop and a new line part it). A condition that
/// is too long to be read is unclear on everything.
pub fn clauses(condition: &str) -> Vec<Clause> {
    if condition.chars().count() > LONGEST {
        return [Subject::Payment, Subject::Uplift, Subject::Notice].map(Clause::Unclear).to_vec();
    }
    let read: Vec<Vec<Word>> = parts(condition).iter().map(|part| words(part)).collect();
    // A part that names no subject of its own goes on with the one before: "Uplift, 3 % a year".
    let mut joined: Vec<(Option<Subject>, Vec<Word>)> = Vec::new();
    for part in read {
        let own = subjects(&part);
        match (own.as_slice(), joined.last_mut()) {
            ([], Some((Some(_), before))) => before.extend(part),
            ([], _) => joined.push((None, part)),
            _ => joined.extend(own.iter().map(|subject| (Some(*subject), part.clone()))),
        }
    }
    let mut found = Vec::new();
    for (subject, part) in &joined {
        let clause = match subject {
            Some(Subject::Payment) => payment(part).map(Clause::PaymentDays),
            Some(Subject::Uplift) => uplift(part).map(Clause::UpliftPercent),
            Some(Subject::Notice) => notice(part).map(Clause::NoticeDays),
            None => continue,
        };
        found.extend(clause.or_else(|| subject.map(Clause::Unclear)));
    }
    found
}

impl Clause {
    /// The clause as a condition of ours says it; [`clauses`] reads it back. None for what is unclear.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Self::PaymentDays(days) => format!("Payment within {days} days"),
            Self::UpliftPercent(percent) => format!("Price uplift of {percent} % a year"),
            Self::NoticeDays(days) => format!("Notice of {days} days"),
            Self::Unclear(_) => return None,
        })
    }
}

fn subjects(words: &[Word]) -> Vec<Subject> {
    let any = |stems: &[&str]| words.iter().any(|word| word.begins(stems));
    let mut found = Vec::new();
    let net = words.windows(2).any(|pair| matches!(pair, [one, Word::Number(_)] if one.is("net")));
    if net || any(&["payment", "payable", "invoice", "zahl", "rechnung", "prepay", "prepaid", "netto"]) || {
        any(&["pay", "paid"]) && words.iter().any(Word::is_days)
    } {
        found.push(Subject::Payment);
    }
    let counted = any(&["seat", "user", "licen", "volume", "number", "quantit"]);
    let price = any(&["price", "fee", "rate", "charge", "preis", "entgelt", "gebühr"])
        || (any(&["annual", "year", "jähr"]) && !counted);
    let rise = any(&["increas", "rise", "rising", "raise", "grow", "adjust", "erhöh", "steig", "anpass"]);
    let named = any(&[
        "uplift",
        "escalat",
        "indexation",
        "indexed",
        "indexier",
        "cpi",
        "inflation",
        "preiserhöh",
        "preisanpass",
        "preissteiger",
        "verbraucherpreis",
    ]);
    let frozen = any(&["price", "preis", "fee"]) && any(&["freeze", "frozen", "lock", "fixed", "fest"]);
    if named || (price && rise) || frozen {
        found.push(Subject::Uplift);
    }
    if any(&["notice", "kündig", "kuendig"])
        || (any(&["terminat", "cancel"]) && words.iter().any(Word::is_days))
    {
        found.push(Subject::Notice);
    }
    found
}

fn payment(words: &[Word]) -> Option<u32> {
    // `net 60` says it whatever else stands there (`2/10 net 30`).
    let net: Vec<u32> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [one, Word::Number(days)] if one.is("net") || one.is("netto") => whole(days),
            _ => None,
        })
        .collect();
    match net.as_slice() {
        [one] => return Some(*one),
        [_, _, ..] => return None,
        [] => {}
    }
    if let Some(days) = only_days(words) {
        return Some(days);
    }
    let at_once = ["advance", "upfront", "prepa", "receipt", "immediat", "sofort", "vorkasse", "voraus"];
    let none = days(words).is_empty() && !words.iter().any(|word| matches!(word, Word::Number(_)));
    (none && words.iter().any(|word| word.begins(&at_once))).then_some(0)
}

fn uplift(words: &[Word]) -> Option<Amount> {
    let percents: Vec<&Amount> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [Word::Number(number), next] if next.is_percent() => Some(number),
            _ => None,
        })
        .collect();
    // An index is no number: `CPI + 2 %` and `the higher of CPI and 3 %` can be anything. Capped, it is
    // at most the cap.
    let index =
        words.iter().any(|word| word.begins(&["cpi", "inflation", "index", "verbraucherpreis", "rpi"]));
    let capped =
        words.iter().any(|word| word.begins(&["cap", "most", "exceed", "maximum", "max", "höchst", "lower"]));
    match percents.as_slice() {
        [one] if !index || capped => Some((*one).clone()),
        [] if !index && denied(words) => Some(Amount::zero()),
        _ => None,
    }
}

fn denied(words: &[Word]) -> bool {
    let no = ["no", "not", "without", "none", "never", "zero", "kein", "keine", "keinen", "ohne", "nicht"];
    words.iter().any(|word| no.iter().any(|no| word.is(no)))
        || words.iter().any(|word| word.begins(&["freeze", "frozen", "lock", "fixed", "fest"]))
}

fn notice(words: &[Word]) -> Option<u32> {
    only_days(words)
}

/// The one length of time, where no other number stands beside it: `30 to 60 days` is none.
fn only_days(words: &[Word]) -> Option<u32> {
    let numbers = words.iter().filter(|word| matches!(word, Word::Number(_))).count();
    only(days(words)).filter(|_| numbers == 1)
}

/// Every length of time, in days: months count 30, weeks 7, years 365.
fn days(words: &[Word]) -> Vec<u32> {
    words
        .windows(2)
        .filter_map(|pair| match pair {
            [Word::Number(number), unit] => whole(number)?.checked_mul(unit.days_each()?),
            _ => None,
        })
        .collect()
}

fn only(found: Vec<u32>) -> Option<u32> {
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}

fn whole(number: &Amount) -> Option<u32> {
    number.to_string().parse().ok()
}

#[cfg(test)]
mod tests;
