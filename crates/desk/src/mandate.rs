//! The mandate of a deal in its plain form: versions, each stated on the desk ledger
//! without its secrets.

use deal::{Limits, Mandate, Secret};
use money::{Amount, Currency};
use store::Connection;
use store::tables::mandates::{self, MandateRow};

use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::trouble;
use crate::view::{MandateForm, MandateView, Problem};
use crate::wire_form::invalid;

impl Desk {
    /// Sets a new version of a deal's mandate. Only the owner may.
    ///
    /// # Errors
    /// Where the form makes no mandate, or the person does not own the deal.
    pub fn set_mandate(&self, deal: &str, form: &MandateForm) -> Result<MandateView, Problem> {
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        let version = self.read(|db| Ok(mandates::latest(db, deal)?.map_or(0, |row| row.version)))? + 1;
        let at = self.stamp();
        let row = row_of(form, version, &at)?;
        mandate_of(&row)?;
        // The ledger says that there is a version and who made it; a commitment to its
        // figures would be guessed, so small is the range of prices.
        let payload = format!(r#"{{"deal":{},"version":{version}}}"#, anp::json::quote(deal));
        self.write(|db| {
            mandates::add(db, deal, &row)?;
            ledger::state(db, deal, ("mandate", &payload), &signer, &at)
        })?;
        self.tell(Topic::Deal, Some(deal));
        Ok(view_of(&row))
    }
}

/// The deal's mandate, for the rules.
pub(crate) fn current(db: &Connection, deal: &str) -> Result<Option<Mandate>, Problem> {
    mandates::latest(db, deal)?.as_ref().map(mandate_of).transpose()
}

/// The deal's mandate, for the eyes of those who may see it.
pub(crate) fn current_view(db: &Connection, deal: &str) -> Result<Option<MandateView>, Problem> {
    Ok(mandates::latest(db, deal)?.as_ref().map(view_of))
}

fn mandate_of(row: &MandateRow) -> Result<Mandate, Problem> {
    let secret = |field: &str, text: &Option<String>| {
        text.as_deref()
            .map(|text| {
                Amount::parse(text).map(Secret::new).map_err(|_| invalid(field, "must be a decimal number"))
            })
            .transpose()
    };
    let limits = Limits {
        target_annual: secret("target_annual", &row.target_annual)?,
        walk_away_annual: secret("walk_away_annual", &row.walk_away_annual)?,
        longest_term_months: row.longest_term_months,
        most_rounds: row.most_rounds,
    };
    let currency =
        Currency::parse(&row.currency).map_err(|_| invalid("currency", "must be three capital letters"))?;
    Mandate::new(row.version, currency, limits).map_err(|error| invalid("mandate", error))
}

fn row_of(form: &MandateForm, version: u32, at: &str) -> Result<MandateRow, Problem> {
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let whole = |field: &str, value: &str| {
        text(value)
            .map(|value| value.parse().map_err(|_| invalid(field, "must be a whole number")))
            .transpose()
    };
    if version == 0 {
        return Err(trouble::defect("mandate version"));
    }
    Ok(MandateRow {
        version,
        currency: form.currency.trim().to_owned(),
        target_annual: text(&form.target_annual),
        walk_away_annual: text(&form.walk_away_annual),
        longest_term_months: whole("longest_term_months", &form.longest_term_months)?,
        most_rounds: whole("most_rounds", &form.most_rounds)?,
        made_at: at.to_owned(),
    })
}

fn view_of(row: &MandateRow) -> MandateView {
    MandateView {
        version: row.version,
        currency: row.currency.clone(),
        target_annual: row.target_annual.clone(),
        walk_away_annual: row.walk_away_annual.clone(),
        longest_term_months: row.longest_term_months,
        most_rounds: row.most_rounds,
    }
}
