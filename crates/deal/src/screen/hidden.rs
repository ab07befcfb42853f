//! Secret totals whose digits stand apart, backwards, in names and in codes.

use money::Amount;

use super::behind::{of_many_things, of_something};
use super::confidential::Confidential;
use super::context::Context;
use super::names::figures_of_limits;
use super::quantities::{Quantity, Sort, quantities};
use super::tokens::{Kind, Token, tokens};
use super::typed::{numbers_a_paper, stands_in_a_uuid};
use crate::plain::Plain;

impl Confidential {
    /// The digits of a secret one after the other in several figures, whatever stands between, or backwards
    /// in one. What counts things takes part only in pieces of up to three digits.
    pub(super) fn is_spread(&self, tokens: &[Token], typed: &[bool], counted: &[bool]) -> bool {
        let digits: String = tokens
            .iter()
            .zip(typed)
            .filter(|(token, typed)| token.kind == Kind::Figure && !**typed && token.text.len() <= 3)
            .map(|(token, _)| token.text.as_str())
            .collect();
        let figures: Vec<&Token> = tokens
            .iter()
            .zip(counted)
            .filter(|(token, counted)| token.kind == Kind::Figure && !**counted)
            .map(|(token, _)| token)
            .collect();
        let all: String =
            figures.iter().flat_map(|token| token.text.chars().filter(char::is_ascii_digit)).collect();
        let long = |total: &String| total.len() >= 7 && all.contains(total.as_str());
        let backwards =
            tokens.iter().zip(counted).filter(|(token, counted)| token.kind == Kind::Figure && !**counted);
        let mut backwards = backwards
            .map(|(token, _)| token.text.chars().rev().filter(char::is_ascii_digit).collect::<String>());
        let totals: Vec<String> = self.totals_in_digits().collect();
        let several = figures.len() > 1;
        totals.iter().any(|total| digits.contains(total) || several && long(total))
            || backwards.any(|figure| totals.contains(&figure))
    }

    /// A number of a telephone or an article that is a secret total with noughts around it.
    fn is_a_serial(&self, tokens: &[Token], typed: &[bool]) -> bool {
        let bare = |digits: &str| digits.trim_matches('0').to_owned();
        let totals: Vec<String> = self.totals_in_digits().collect();
        let (mut run, mut groups) = (String::new(), 0);
        let mut ends = |token: Option<&Token>, typed: bool| {
            let figure = typed && token.is_some_and(|token| token.kind == Kind::Figure);
            let joins = typed
                && token.is_some_and(|token| matches!(token.text.as_str(), "-" | "/" | "(" | ")" | "."));
            if let Some(token) = token.filter(|_| figure) {
                run.push_str(&token.text);
                groups += 1;
            }
            if figure || joins {
                return false;
            }
            let hidden = groups > 1
                && totals.iter().any(|total| run.contains(total.as_str()) && bare(&run) == bare(total));
            run.clear();
            groups = 0;
            hidden
        };
        let within = tokens.iter().zip(typed).any(|(token, typed)| ends(Some(token), *typed));
        within || ends(None, false)
    }

    /// True where figures are the leading digits of a secret total.
    pub(super) fn begins_a_total(&self, digits: &str) -> bool {
        let bare = digits.trim_end_matches('0');
        self.totals_in_digits()
            .any(|total| total.starts_with(digits) && total.trim_end_matches('0').len() <= bare.len())
    }

    /// A room, a ticket, a code with the digits of a secret total, in a sentence that speaks of what we can pay: where
    /// it stands. What names something is no amount by itself, and with such words it tells one.
    pub(super) fn dresses_a_limit(
        &self,
        tokens: &[Token],
        typed: &[bool],
        context: &Context<'_>,
    ) -> Option<usize> {
        const LIMITS: [&str; 24] = [
            "cap",
            "ceiling",
            "budget",
            "afford",
            "pay",
            "price",
            "walk",
            "reserve",
            "mandate",
            "batna",
            "thousand",
            "thousands",
            "colon",
            "digits",
            "million",
            "millions",
            "zeros",
            "noughts",
            "lucky",
            "favourite",
            "favorite",
            "k",
            "secretly",
            "spend",
        ];
        tokens.iter().zip(typed).position(|(token, typed)| *typed && token.kind == Kind::Figure)?;
        tokens.iter().zip(typed).enumerate().find_map(|(at, (token, typed))| {
            if !*typed || token.kind != Kind::Figure || context.foreign_money(at) {
                return None;
            }
            let digits: String = token.text.chars().filter(char::is_ascii_digit).collect();
            let begins = digits.len() >= 2 && self.begins_a_total(&digits);
            (begins && context.any(at, |word| LIMITS.contains(&word))).then_some(at)
        })
    }

    /// Secret totals that are not told as well.
    pub(super) fn secret_totals(&self) -> Vec<Amount> {
        self.denied.totals.iter().filter(|total| !self.told.totals.contains(total)).cloned().collect()
    }

    /// Secret totals in digits, long enough not to be met by chance.
    pub(super) fn totals_in_digits(&self) -> impl Iterator<Item = String> {
        self.denied.totals.iter().map(ToString::to_string).filter(|text| text.len() >= 5)
    }

    /// A file's name that speaks of a limit and holds a secret's leading digits.
    pub(super) fn names_a_limit(&self, text: &str) -> bool {
        let leading = |digits: &str| digits.trim_matches('0').to_owned();
        figures_of_limits(text).iter().any(|digits| {
            let price = Amount::parse(digits).is_ok_and(|price| {
                digits.len() >= 3 && self.denied.plain.contains(&price) && !self.told.money.contains(&price)
            });
            let digits = leading(digits);
            price || digits.len() >= 2 && self.totals_in_digits().any(|total| leading(&total) == digits)
        })
    }

    /// A secret in a code, an address, a name or behind the label of an account: a total of five digits or
    /// more is met there by nobody's chance, whatever the sentence speaks of. Papers and UUIDs alone are so many
    /// that one may bear it, as long as the sentence speaks of no limit.
    pub(super) fn hides_in_names(&self, tokens: &[Token], typed: &[bool], context: &Context<'_>) -> bool {
        self.is_a_serial(tokens, typed)
            || tokens.iter().zip(typed).enumerate().any(|(at, (token, typed))| {
                if !*typed || token.kind != Kind::Figure {
                    return false;
                }
                let digits: String = token.text.chars().filter(char::is_ascii_digit).collect();
                let follows = |suffix: &[&str]| {
                    tokens.get(at + 1).is_some_and(|next| !next.space && suffix.contains(&next.text.as_str()))
                };
                let scale = if follows(&["k"]) {
                    1_000
                } else if follows(&["m", "mm", "mio"]) {
                    1_000_000_u32
                } else {
                    1
                };
                let value = Amount::parse(&token.text).ok().map(|value| value * Amount::from(scale));
                if scale > 1 && value.is_some_and(|value| self.denied.totals.contains(&value)) {
                    return true;
                }
                let secret = digits.len() >= 5 && self.totals_in_digits().any(|total| total == digits);
                secret
                    && (!numbers_a_paper(tokens, at) && !stands_in_a_uuid(tokens, at)
                        || context.of_limits(at))
            })
    }

    /// Only the secret totals themselves, of five digits or more or with a scale: for readings in which
    /// chance finds much.
    pub(super) fn holds_exactly(&self, text: &str, words_only: bool) -> bool {
        let plain = Plain::of(text, usize::MAX);
        let tokens = tokens(&plain, &[]);
        let none = vec![false; tokens.len()];
        let large = |value: &Amount| *value >= Amount::from(10_000_u32);
        // `1.1 million calls` is judged where it stands.
        let counts = |quantity: &Quantity| match quantity.sort {
            Sort::Counted => true,
            Sort::Noun => of_many_things(&tokens, quantity.last),
            _ => of_something(&tokens, quantity.last),
        };
        // Letters that were moved are soon Roman figures.
        let roman = |quantity: &Quantity| {
            let own = tokens.get(quantity.first..=quantity.last).unwrap_or_default();
            own.iter().all(|word| word.text.chars().all(|c| "ivxlcdmk".contains(c)))
        };
        let said = |quantity: &&Quantity| !words_only || quantity.in_words && !roman(quantity);
        quantities(&tokens, &none).iter().filter(said).any(|quantity| {
            !counts(quantity)
                && quantity.readings.iter().any(|reading| {
                    large(&reading.value)
                        && self.denied.totals.contains(&reading.value)
                        && !self.told.totals.contains(&reading.value)
                })
        })
    }
}
