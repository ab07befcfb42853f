//! The period that a unit names.
//!
//! The protocol leaves units to their authors; the reading is ours and for people. It knows years,
//! quarters and months in English spellings, after a slash or `per` (`seat/month`, `user/mo.`, `per
//! seat per year`, `seat / annum`) or as a word by itself (`monthly`, `annual`, `p.a.`). The first such
//! rate wins: in `seat/month, billed annually` the price is a month's. A bare `month` counts months
//! rather than naming a rate (12 × `month` is twelve months' price), so it is paid once, and so is
//! everything that names another period (`/day`, `/3 years`): nothing is multiplied on a guess.

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
        let text: String = unit.chars().take(200).collect::<String>().to_lowercase();
        let marked = text.replace('/', " / ");
        let words: Vec<&str> = marked
            .split(|c: char| !(c.is_alphanumeric() || c == '/' || c == '.'))
            .map(|word| word.trim_matches('.'))
            .filter(|word| !word.is_empty())
            .collect();
        let after_rate = words.windows(2).find_map(|pair| match pair {
            ["/" | "per" | "each" | "every", word] => noun(word),
            _ => None,
        });
        after_rate.or_else(|| words.iter().find_map(|word| adverb(word))).unwrap_or(Self::Once)
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

fn noun(word: &str) -> Option<Period> {
    match word {
        "year" | "years" | "yr" | "yrs" | "y" | "annum" | "anno" => Some(Period::Year),
        "quarter" | "quarters" | "qtr" | "qtrs" | "q" => Some(Period::Quarter),
        "month" | "months" | "mo" | "mos" | "mth" | "mths" | "mon" => Some(Period::Month),
        _ => None,
    }
}

fn adverb(word: &str) -> Option<Period> {
    match word {
        "annual" | "annually" | "yearly" | "p.a" | "pa" => Some(Period::Year),
        "quarterly" => Some(Period::Quarter),
        "monthly" | "p.m" => Some(Period::Month),
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
        ] {
            assert_eq!(Period::of_unit(unit), period, "{unit:?}");
        }
    }
}
