//! The mandate as a lawyer reads it.

use std::fmt::Write as _;

use money::Amount;

use super::limits::{Authority, LineKey, Span};
use super::{LineLimit, Mandate};
use crate::date::utc;
use crate::{Period, Secret};

impl Mandate {
    /// The whole mandate in numbered clauses, secrets included: for the eyes of those who may see them.
    ///
    /// Each clause is a sentence that binds by itself; what is not set is said to be open, so that
    /// nobody has to know the form to know what was left out.
    pub fn readable(&self, deal: &str, owner: &str) -> Secret<String> {
        let mut text = format!(
            "MANDATE, version {}\nDeal: {deal}\nDeal owner: {owner}\nCurrency: {}\n",
            self.version, self.currency
        );
        let sections = [
            ("Authority and subject", self.frame()),
            ("Price", self.price()),
            ("Single lines", self.single_lines()),
            ("Term, payment and notice", self.spans()),
            ("Conditions", self.conditions()),
            ("Conduct", self.conduct()),
        ];
        for ((title, clauses), number) in sections.into_iter().zip(1_u32..) {
            let _ = write!(text, "\n{number}. {title}\n");
            for (clause, part) in clauses.into_iter().zip(1_u32..) {
                let _ = writeln!(text, "   {number}.{part} {clause}");
            }
        }
        text.push_str(
            "\nTargets, limits and the budget are confidential towards the vendor. Nothing formal leaves \
             without the deal owner's decision.\n",
        );
        Secret::new(text)
    }

    fn frame(&self) -> Vec<String> {
        let authority = match self.limits.authority {
            None => "No limit is set on what the buyer's side may do; the deal owner decides.".to_owned(),
            Some(Authority::Discuss) => {
                "The buyer's side may discuss. It makes no counter and accepts nothing.".to_owned()
            }
            Some(Authority::Propose) => {
                "The buyer's side may make counters by the deal owner's decision. It accepts nothing."
                    .to_owned()
            }
            Some(Authority::Bind) => {
                "The buyer's side may make counters and accept offers, each by the deal owner's decision."
                    .to_owned()
            }
        };
        let list = |what: &str, topics: &[String]| {
            if topics.is_empty() {
                format!("What may be {what} is not limited by this mandate.")
            } else {
                format!("May be {what}: {}.", topics.join("; "))
            }
        };
        vec![
            authority,
            list("discussed", &self.limits.may_discuss),
            list("disclosed", &self.limits.may_disclose),
        ]
    }

    fn price(&self) -> Vec<String> {
        let limits = &self.limits;
        let total = |what: &str, sum: &Option<Secret<Amount>>, none: &str| match sum {
            Some(sum) => what.replace('#', &self.money(sum)),
            None => none.to_owned(),
        };
        let uplift = match &limits.most_uplift_percent {
            Some(percent) => format!("Prices may rise by at most {percent} % a year."),
            None => "No limit is set on yearly rises of prices.".to_owned(),
        };
        vec![
            total(
                "The annual total that is aimed at is #.",
                &limits.target_annual,
                "No annual total is aimed at.",
            ),
            total(
                "No offer with an annual total above # may be made or accepted.",
                &limits.walk_away_annual,
                "No annual total is set above which there is no deal.",
            ),
            total(
                "No year of the contract may cost more than #, rises of prices and one-off lines included.",
                &limits.budget_annual,
                "No budget is set.",
            ),
            uplift,
        ]
    }

    fn single_lines(&self) -> Vec<String> {
        if self.limits.lines.is_empty() {
            return vec!["No limits are set for single lines.".to_owned()];
        }
        self.limits.lines.iter().map(|line| self.single_line(line)).collect()
    }

    fn single_line(&self, line: &LineLimit) -> String {
        let name = match &line.line {
            LineKey::Sku(sku) => format!("Item {sku}"),
            LineKey::Description(description) => format!("\u{201C}{description}\u{201D}"),
        };
        let per = if line.basis == Period::Once { "a unit, once" } else { "a unit and year" };
        let target = line.target.as_ref().map(|sum| format!("aimed at {}", self.money(sum)));
        let most = line.walk_away.as_ref().map(|sum| format!("at most {}", self.money(sum)));
        let said: Vec<String> = [target, most].into_iter().flatten().collect();
        format!("{name}: {} for {per}.", said.join(", "))
    }

    fn spans(&self) -> Vec<String> {
        let limits = &self.limits;
        let term = Span { least: limits.shortest_term_months, most: limits.longest_term_months };
        vec![
            span("The term, of any line too, is", term, "months", "No term is prescribed."),
            span(
                "We have",
                limits.payment_days,
                "days to pay an invoice",
                "No days for payment are prescribed.",
            ),
            span("Notice of an end takes", limits.notice_days, "days", "No notice is prescribed."),
            span(
                "A counter stays open for",
                limits.expiry_days,
                "days",
                "No validity of counters is prescribed.",
            ),
        ]
    }

    fn conditions(&self) -> Vec<String> {
        let list = |what: &str, conditions: &[String], none: &str| {
            if conditions.is_empty() {
                none.to_owned()
            } else {
                format!("{what}: {}.", conditions.join("; "))
            }
        };
        vec![
            list("Wanted", &self.limits.conditions_wanted, "No conditions are asked for."),
            list("Not accepted", &self.limits.conditions_refused, "No conditions are ruled out."),
        ]
    }

    fn conduct(&self) -> Vec<String> {
        let limits = &self.limits;
        let mut clauses = vec![match limits.most_rounds {
            Some(most) => format!("At most {most} counters of ours."),
            None => "The number of counters is not limited.".to_owned(),
        }];
        clauses.push(match limits.deadline_unix_ms {
            Some(at) => {
                format!(
                    "From {} on nothing is offered or accepted, and no counter stays open beyond it.",
                    utc(at)
                )
            }
            None => "No deadline is set.".to_owned(),
        });
        if limits.concessions_shrink {
            clauses.push("Each concession of ours is at most as large as the one before.".to_owned());
        }
        if limits.not_against_oneself {
            clauses.push("A counter of ours that was not answered is not improved.".to_owned());
        }
        clauses
    }

    fn money(&self, sum: &Secret<Amount>) -> String {
        let plain = sum.expose_secret().to_string();
        let (whole, fraction) = plain.split_once('.').unwrap_or((plain.as_str(), ""));
        let places = usize::try_from(self.currency.minor_units()).unwrap_or(2).max(fraction.len());
        let point = if places == 0 { String::new() } else { format!(".{fraction:0<places$}") };
        format!("{} {}{point}", self.currency, grouped(whole))
    }
}

/// Digits in threes, with commas as in English texts.
fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn span(what: &str, span: Span, unit: &str, none: &str) -> String {
    match (span.least, span.most) {
        (None, None) => none.to_owned(),
        (Some(least), None) => format!("{what} at least {least} {unit}."),
        (None, Some(most)) => format!("{what} at most {most} {unit}."),
        (Some(least), Some(most)) if least == most => format!("{what} {least} {unit}."),
        (Some(least), Some(most)) => format!("{what} {least} to {most} {unit}."),
    }
}
