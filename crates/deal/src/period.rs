//! The period that a unit names.
//!
//! The protocol leaves units to their authors; the reading is ours and for people. It knows years,
//! quarters and months in English and German spellings, after a slash or `per` (`seat/month`,
//! `user/mo.`, `per seat per year`, `Nutzer pro Monat`) or as a word by itself (`monthly`, `annual`,
//! `p.a.`). The first such rate wins: in `seat/month, billed annually` the price is a month's. A bare
//! `month` counts months rather than naming a rate (12 × `month` is twelve months' price), so it is paid
//! once, and so is everything that names another period (`/day`, `/3 years`): nothing is multiplied on a
//! guess. Of those [`Period::unread`] tells, so that no guardrail takes a week's price for a whole one.

use money::Amount;

/// How often a line's price falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// Each year.
    Year,
    /// Each quarter.
    Quarter,
    /// Each month.
    Month,
    /// Once; no period is named.
    Once,
}

impl Period {
    /// Reads a unit. At most its first 200 characters count (the wire allows 40).
    pub fn of_unit(unit: &str) -> Self {
        let marked = marked(unit);
        let words = words(&marked);
        let after_rate = words.windows(2).find_map(|pair| match pair {
            [rate, word] if RATES.contains(rate) => noun(word),
            _ => None,
        });
        let rhythm = || {
            let before = std::iter::once(&"").chain(&words);
            let plain = |(before, word): (&&str, &&str)| adverb(word).filter(|_| !BENDS.contains(before));
            before.zip(&words).find_map(plain)
        };
        after_rate.or_else(rhythm).unwrap_or(Self::Once)
    }

    /// What is counted, without its period: `seat` of `seat/month`. Empty where the unit names none.
    pub fn counted(unit: &str) -> String {
        let marked = marked(unit);
        let of_time = |word: &&str| RATES.contains(word) || noun(word).is_some() || adverb(word).is_some();
        let kept: Vec<&str> = words(&marked).into_iter().filter(|word| !of_time(word)).collect();
        kept.concat().trim_end_matches('s').to_owned()
    }

    /// True where the unit names a time and none of these periods: what it costs a year cannot be told.
    pub fn unread(unit: &str) -> bool {
        if Self::of_unit(unit) != Self::Once {
            return false;
        }
        let marked = marked(unit);
        let words = words(&marked);
        let after_rate = words.iter().position(|word| RATES.contains(word)).map(|at| words.split_at(at).1);
        // After a rate any word of time counts, a number before it or not (`/3 years`, `per half year`).
        let timed = |word: &&str| {
            TIMES.iter().any(|time| word.trim_end_matches('s') == *time) || noun(word).is_some()
        };
        after_rate.is_some_and(|rest| rest.iter().skip(1).any(timed))
            || words
                .windows(2)
                .any(|pair| matches!(pair, [bend, word] if BENDS.contains(bend) && adverb(word).is_some()))
            || words.iter().any(|word| OTHER_RHYTHMS.iter().any(|rhythm| word.starts_with(rhythm)))
    }

    /// How many fall into a year; none for what is paid once.
    pub fn a_year(self) -> Option<u32> {
        match self {
            Self::Year => Some(1),
            Self::Quarter => Some(4),
            Self::Month => Some(12),
            Self::Once => None,
        }
    }

    /// What the unit price is multiplied by for a year's figure: 1 for what is paid once.
    pub fn annual_factor(self) -> Amount {
        Amount::from(self.a_year().unwrap_or(1))
    }
}

/// What stands before a period.
const RATES: [&str; 7] = ["/", "per", "each", "every", "pro", "je", "p"];
/// What makes another rhythm of the one that follows (`semi-annual`).
const BENDS: [&str; 4] = ["semi", "bi", "half", "tri"];
/// Times that are no period here, without their plural's `s`.
const TIMES: [&str; 19] = [
    "second",
    "sec",
    "minute",
    "min",
    "hour",
    "hr",
    "h",
    "day",
    "d",
    "week",
    "wk",
    "fortnight",
    "semester",
    "decade",
    "stunde",
    "tag",
    "woche",
    "halbjahr",
    "halfyear",
];
/// Rhythms that are no period here, by their beginnings.
const OTHER_RHYTHMS: [&str; 20] = [
    "hourly",
    "daily",
    "weekly",
    "biweekly",
    "bimonth",
    "biannual",
    "biennial",
    "triennial",
    "semiannual",
    "semimonth",
    "halfyear",
    "halfyearly",
    "fortnight",
    "stündlich",
    "täglich",
    "wöchentlich",
    "halbjähr",
    "zweijähr",
    "dreijähr",
    "zweimonat",
];

fn marked(unit: &str) -> String {
    unit.chars().take(200).collect::<String>().to_lowercase().replace('/', " / ")
}

fn words(marked: &str) -> Vec<&str> {
    marked
        .split(|c: char| !(c.is_alphanumeric() || c == '/' || c == '.'))
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .collect()
}

fn noun(word: &str) -> Option<Period> {
    match word {
        "year" | "years" | "yr" | "yrs" | "y" | "annum" | "anno" | "jahr" => Some(Period::Year),
        "quarter" | "quarters" | "qtr" | "qtrs" | "q" | "quartal" => Some(Period::Quarter),
        "month" | "months" | "mo" | "mos" | "mth" | "mths" | "mon" | "monat" => Some(Period::Month),
        _ => None,
    }
}

fn adverb(word: &str) -> Option<Period> {
    match word {
        "annual" | "annually" | "yearly" | "p.a" | "pa" | "jährlich" => Some(Period::Year),
        "quarterly" | "quartalsweise" | "vierteljährlich" => Some(Period::Quarter),
        "monthly" | "p.m" | "monatlich" | "mtl" => Some(Period::Month),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_name_their_period() {
        for (unit, period) in [
            ("seat/year", Period::Year),
            ("/yr", Period::Year),
            ("Seat / Annum", Period::Year),
            ("licence p.a.", Period::Year),
            ("annual", Period::Year),
            ("seat/month", Period::Month),
            ("user/mo.", Period::Month),
            ("USER/MO", Period::Month),
            ("per seat per month", Period::Month),
            ("per-seat-per-month", Period::Month),
            ("monthly", Period::Month),
            ("seat/month, billed annually", Period::Month),
            ("bundle/quarter", Period::Quarter),
            ("quarterly", Period::Quarter),
            ("seat", Period::Once),
            ("licence", Period::Once),
            ("", Period::Once),
            ("month", Period::Once),
            ("day", Period::Once),
            ("GB/day", Period::Once),
            ("seat/3 years", Period::Once),
            ("seat/half-year", Period::Once),
            ("monthly-active-user/year", Period::Year),
            ("model", Period::Once),
            ("quarterback", Period::Once),
            ("Nutzer/Monat", Period::Month),
            ("Nutzer pro Jahr", Period::Year),
            ("je Quartal", Period::Quarter),
            ("Lizenz, jährlich", Period::Year),
        ] {
            assert_eq!(Period::of_unit(unit), period, "{unit:?}");
        }
    }

    #[test]
    fn a_time_that_is_no_period_is_told() {
        for unit in [
            "seat/week",
            "GB/day",
            "seat/3 years",
            "per seat per half-year",
            "seat / 2 months",
            "weekly",
            "user, bi-weekly",
            "Nutzer/Woche",
            "semi-annual",
            "hour/hr",
            "seats per 24 months",
        ] {
            assert!(Period::unread(unit), "{unit}");
        }
        for unit in
            ["seat/year", "seat", "licence", "", "site/server", "per seat", "day", "month", "per device"]
        {
            assert!(!Period::unread(unit), "{unit}");
        }
    }
}
