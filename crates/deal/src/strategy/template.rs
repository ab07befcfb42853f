//! Texts with places that code fills from the approved offer.

use std::fmt;

use crate::{Period, Terms, figures};

/// Why a text cannot be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateError {
    /// A figure stands in the text itself: figures come from the offer alone.
    Figure,
    /// A place names nothing of an offer.
    UnknownPlace,
    /// A place is not closed.
    Unclosed,
    /// The offer has no such figure (a line that is not there, a total of mixed currencies).
    NothingThere,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Figure => "a figure stands in the text; figures come from the offer alone",
            Self::UnknownPlace => "a place names nothing of an offer",
            Self::Unclosed => "a place is not closed",
            Self::NothingThere => "the offer has no such figure",
        })
    }
}

impl std::error::Error for TemplateError {}

/// Fills `{{annual_total}}`, `{{currency}}`, `{{term_months}}`, `{{expires}}`, `{{unit_price:1}}`,
/// `{{quantity:1}}`, `{{description:1}}` and `{{unit:1}}` (lines count from 1) from the offer. A text that
/// brings a figure of its own is refused, in any script's digits, so that nothing but the offer's figures
/// can stand in what comes out.
///
/// # Errors
/// [`TemplateError`].
pub fn fill(template: &str, offer: &Terms) -> Result<String, TemplateError> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, behind) = after.split_once("}}").ok_or(TemplateError::Unclosed)?;
        filled.push_str(plain(before)?);
        filled.push_str(&value(place.trim(), offer)?);
        rest = behind;
    }
    filled.push_str(plain(rest)?);
    Ok(filled)
}

fn plain(text: &str) -> Result<&str, TemplateError> {
    if text.chars().any(char::is_numeric) { Err(TemplateError::Figure) } else { Ok(text) }
}

fn value(place: &str, offer: &Terms) -> Result<String, TemplateError> {
    let (name, line) = match place.split_once(':') {
        Some((name, number)) => {
            let number: usize = number.parse().map_err(|_| TemplateError::UnknownPlace)?;
            let at = number.checked_sub(1).ok_or(TemplateError::NothingThere)?;
            (name, Some(offer.lines.get(at).ok_or(TemplateError::NothingThere)?))
        }
        None => (place, None),
    };
    Ok(match (name, line) {
        ("annual_total", None) => figures(offer).annual_total.ok_or(TemplateError::NothingThere)?.to_string(),
        ("currency", None) => offer.currency.as_str().to_owned(),
        ("term_months", None) => offer.term_months.to_string(),
        ("expires", None) => crate::date::utc(offer.expires_at_unix_ms),
        ("unit_price", Some(line)) => line.unit_price.to_string(),
        ("quantity", Some(line)) => line.quantity.to_string(),
        ("description", Some(line)) => line.description.clone(),
        ("unit", Some(line)) => line.unit.clone(),
        ("period", Some(line)) => match Period::of_unit(&line.unit) {
            Period::Year => "a year",
            Period::Quarter => "a quarter",
            Period::Month => "a month",
            Period::Once => "once",
        }
        .to_owned(),
        _ => return Err(TemplateError::UnknownPlace),
    })
}
