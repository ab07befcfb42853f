//! Strict reading of objects: each member is taken once, what is left over is refused.

use core::fmt;
use core::ops::RangeInclusive;

use money::Amount;

use super::bounds;
use crate::json::{Path, Step, Value, es_text};

/// A payload that breaks its kind's schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", if path.0.is_empty() { String::new() } else { format!("{path}: ") })]
pub struct PayloadFault {
    /// Where, from the payload's root.
    pub path: Path,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A required member lacks.
    Missing,
    /// A member that the schema does not know.
    Unknown,
    /// Another kind of value.
    Kind {
        /// What is expected.
        expected: &'static str,
        /// What stands there.
        found: &'static str,
    },
    /// A text's length in code points, or a list's in items, is out of bounds.
    Length {
        /// Least.
        least: usize,
        /// Most.
        most: usize,
        /// What stands there.
        found: usize,
    },
    /// A number has more digits than one on this wire can carry.
    Digits,
    /// A number is out of bounds or not whole where it must be; the rule in words.
    Range(&'static str),
    /// A text has another form than the schema says; the rule in words.
    Form(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("is required and missing"),
            Self::Unknown => f.write_str("is not a key of this kind of payload"),
            Self::Kind { expected, found } => write!(f, "must be {expected}, not {found}"),
            Self::Length { least, most, found } => write!(f, "must have {least} to {most}, has {found}"),
            Self::Digits => f.write_str("has more digits than a number on this wire can carry"),
            Self::Range(rule) | Self::Form(rule) => f.write_str(rule),
        }
    }
}

/// Where the reader stands.
#[derive(Debug, Clone, Default)]
pub(super) struct At(Vec<Step>);

impl At {
    pub(super) fn key(&self, key: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::Key(key.to_owned()));
        Self(steps)
    }

    pub(super) fn index(&self, index: usize) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::Index(index));
        Self(steps)
    }

    pub(super) fn fault(&self, problem: Problem) -> PayloadFault {
        PayloadFault { path: Path(self.0.clone()), problem }
    }

    fn kind(&self, expected: &'static str, value: &Value) -> PayloadFault {
        self.fault(Problem::Kind { expected, found: value.kind() })
    }
}

/// An object whose members are taken by name.
pub(super) struct Members<'a> {
    at: At,
    members: &'a [(String, Value)],
}

impl<'a> Members<'a> {
    /// Takes an object that has no keys beside `known`.
    pub(super) fn of(value: &'a Value, at: &At, known: &[&str]) -> Result<Self, PayloadFault> {
        let members = value.as_object().ok_or_else(|| at.kind("an object", value))?;
        match members.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => Err(at.key(name).fault(Problem::Unknown)),
            None => Ok(Self { at: at.clone(), members }),
        }
    }

    /// An optional member with its place.
    pub(super) fn optional(&self, key: &str) -> Option<Field<'a>> {
        let (_, value) = self.members.iter().find(|(name, _)| name == key)?;
        Some(Field { at: self.at.key(key), value })
    }

    /// A required member with its place.
    pub(super) fn required(&self, key: &str) -> Result<Field<'a>, PayloadFault> {
        self.optional(key).ok_or_else(|| self.at.key(key).fault(Problem::Missing))
    }
}

/// A value at its place.
pub(super) struct Field<'a> {
    pub(super) at: At,
    pub(super) value: &'a Value,
}

impl<'a> Field<'a> {
    /// A text of so many code points.
    pub(super) fn text(&self, bounds: RangeInclusive<usize>) -> Result<String, PayloadFault> {
        let text = self.value.as_text().ok_or_else(|| self.at.kind("a text", self.value))?;
        self.length(text.chars().count(), &bounds)?;
        Ok(text.to_owned())
    }

    /// A list of so many items.
    pub(super) fn list(&self, bounds: RangeInclusive<usize>) -> Result<Vec<Field<'a>>, PayloadFault> {
        let items = self.value.as_array().ok_or_else(|| self.at.kind("a list", self.value))?;
        self.length(items.len(), &bounds)?;
        Ok(items.iter().enumerate().map(|(index, value)| Field { at: self.at.index(index), value }).collect())
    }

    /// A list of texts.
    pub(super) fn texts(
        &self,
        items: RangeInclusive<usize>,
        each: RangeInclusive<usize>,
    ) -> Result<Vec<String>, PayloadFault> {
        self.list(items)?.iter().map(|item| item.text(each.clone())).collect()
    }

    /// The exact decimal of a double's shortest text.
    pub(super) fn amount(&self) -> Result<Amount, PayloadFault> {
        let number = self.number()?;
        Amount::parse(&es_text(number)).map_err(|_| self.range("must be a number"))
    }

    /// A number.
    pub(super) fn number(&self) -> Result<f64, PayloadFault> {
        self.value.as_number().ok_or_else(|| self.at.kind("a number", self.value))
    }

    /// Whole months, 1–120; `36.0` is whole.
    pub(super) fn months(&self) -> Result<u32, PayloadFault> {
        let number = self.number()?;
        if !bounds::is_months(number) {
            return Err(self.range("must be a whole number of months from 1 to 120"));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, 1 to 120")]
        Ok(number as u32)
    }

    pub(super) fn range(&self, rule: &'static str) -> PayloadFault {
        self.at.fault(Problem::Range(rule))
    }

    pub(super) fn form(&self, rule: &'static str) -> PayloadFault {
        self.at.fault(Problem::Form(rule))
    }

    fn length(&self, found: usize, bounds: &RangeInclusive<usize>) -> Result<(), PayloadFault> {
        if bounds.contains(&found) {
            return Ok(());
        }
        let (least, most) = (*bounds.start(), *bounds.end());
        Err(self.at.fault(Problem::Length { least, most, found }))
    }
}
