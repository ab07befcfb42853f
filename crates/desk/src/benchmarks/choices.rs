//! What holds of a table: chosen, remembered or proposed.

use anp::digest::{PayloadHash, sha256};
use deal::{Cell, Column, DecimalStyle, StyleGuess, header_of, propose, style_of};
use money::Currency;
use sheet::Sheet;

use super::{Settled, style_name};
use crate::people::count;
use crate::trouble::{defect, gone};
use crate::view::{Missing, Problem, TableChoices, Unfit};
use crate::wire_form::invalid;

/// A table with what holds of it.
pub(crate) struct Chosen<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) place: u32,
    /// Names tables with the same columns.
    pub(crate) source: String,
    pub(crate) choices: Settled,
    pub(crate) guess: StyleGuess,
    /// Whether a person has said the style.
    pub(crate) said: bool,
    pub(crate) remembered: bool,
}

impl Chosen<'_> {
    /// # Errors
    /// Where numbers can be read in two ways and nobody has said which.
    pub(crate) fn style_said(&self) -> Result<(), Problem> {
        match (&self.guess, self.said) {
            (StyleGuess::Ask(_), false) => Err(invalid("style", Unfit::StyleUnsaid)),
            _ => Ok(()),
        }
    }

    pub(crate) fn view(&self) -> TableChoices {
        let clear = self.said || !matches!(self.guess, StyleGuess::Ask(_));
        TableChoices {
            sheet: self.place,
            header: count(self.choices.header),
            columns: self.choices.columns.iter().map(Column::id).collect(),
            style: if clear { style_name(self.choices.style).to_owned() } else { String::new() },
            currency: self.choices.currency.map(|currency| currency.as_str().to_owned()).unwrap_or_default(),
            unit: self.choices.unit.clone().unwrap_or_default(),
        }
    }

    /// As it is remembered.
    pub(crate) fn text(&self) -> Result<String, Problem> {
        serde_json::to_string(&self.view()).map_err(|_| defect("table choices"))
    }
}

pub(crate) fn sheet_of<'a>(sheets: &'a [Sheet], given: Option<&TableChoices>) -> Result<&'a Sheet, Problem> {
    let place = usize::try_from(given.map_or(0, |given| given.sheet)).unwrap_or(usize::MAX);
    sheets.get(place).ok_or_else(|| gone(Missing::Sheet))
}

/// Tables whose header rows say the same are of one source; `whose` sets those of one vendor
/// apart.
pub(crate) fn source_of(sheet: &Sheet, given: Option<&TableChoices>, whose: &str) -> String {
    let header = header(sheet, given);
    let own = Some(format!("quote\u{1e}{}", whose.to_lowercase())).filter(|_| !whose.is_empty());
    let names =
        sheet.table.rows.get(header).into_iter().flatten().map(|cell| Cell::text(cell).to_lowercase());
    let names: Vec<String> = own.into_iter().chain(names).collect();
    PayloadHash(sha256(names.join("\u{1f}").as_bytes())).to_string()
}

fn header(sheet: &Sheet, given: Option<&TableChoices>) -> usize {
    given.map_or_else(|| header_of(&sheet.table), |given| usize::try_from(given.header).unwrap_or(0))
}

pub(crate) fn settle<'a>(
    sheet: &'a Sheet,
    source: String,
    given: Option<&TableChoices>,
    kept: Option<&str>,
) -> Result<Chosen<'a>, Problem> {
    let header = header(sheet, given);
    let kept: Option<TableChoices> =
        kept.filter(|_| given.is_none()).and_then(|kept| serde_json::from_str(kept).ok());
    let remembered = kept.is_some();
    let said = given.or(kept.as_ref());
    let columns = match said.filter(|said| !said.columns.is_empty()) {
        Some(said) => said
            .columns
            .iter()
            .enumerate()
            .map(|(place, id)| {
                Column::parse(id).ok_or_else(|| invalid(&format!("columns[{place}]"), Unfit::Unknown))
            })
            .collect::<Result<_, _>>()?,
        None => propose(&sheet.table, header),
    };
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let currency = said
        .and_then(|said| text(&said.currency))
        .map(|code| Currency::parse(&code).map_err(|_| invalid("currency", Unfit::Currency)))
        .transpose()?;
    let unit = said.and_then(|said| text(&said.unit));
    let spoken = match said.map_or("", |said| said.style.as_str()) {
        "" => None,
        "point" => Some(DecimalStyle::Point),
        "comma" => Some(DecimalStyle::Comma),
        _ => return Err(invalid("style", Unfit::Unknown)),
    };
    let mut choices = Settled { header, columns, style: DecimalStyle::Point, currency, unit };
    let guess = style_of(&sheet.table, &choices);
    choices.style = match (spoken, &guess) {
        (Some(spoken), _) => spoken,
        (None, StyleGuess::Clear(style)) => *style,
        (None, _) => DecimalStyle::Point,
    };
    let place = given.map_or(0, |given| given.sheet);
    Ok(Chosen { sheet, place, source, choices, guess, said: spoken.is_some(), remembered })
}
