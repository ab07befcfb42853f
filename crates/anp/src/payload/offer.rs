//! Offers and counters: strict, structured terms.

use money::{Amount, Currency};

use super::bounds;
use super::decode::{At, Field, Members, PayloadFault, Problem};
use super::envelope::texts;
use crate::json::{Path, Step, Value};
use crate::time::Moment;

/// An offer or counter.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// Currency.
    pub currency: Currency,
    /// Term in months, 1–120.
    pub term_months: u32,
    /// End of validity as written, an RFC 3339 date-time.
    pub expires_at: String,
    /// 1–200 lines.
    pub line_items: Vec<Line>,
    /// The total the author states, at least 0.
    pub total_annual: Option<Amount>,
    /// At most 20 of 1–500 characters; none where the member is absent.
    pub conditions: Option<Vec<String>>,
    /// At most 4,000 characters.
    pub notes: Option<String>,
}

/// A line of an offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Stock-keeping unit, at most 80 characters.
    pub sku: Option<String>,
    /// What is sold, 1–300 characters.
    pub description: String,
    /// Above 0, at most 10^7.
    pub quantity: Amount,
    /// 1–40 characters.
    pub unit: String,
    /// 0 to 10^9.
    pub unit_price: Amount,
    /// Currency.
    pub currency: Currency,
    /// The line's own term in months, 1–120.
    pub term_months: Option<u32>,
}

const KEYS: [&str; 7] =
    ["currency", "term_months", "expires_at", "line_items", "total_annual", "conditions", "notes"];
const LINE_KEYS: [&str; 7] =
    ["sku", "description", "quantity", "unit", "unit_price", "currency", "term_months"];

impl Offer {
    /// Reads an offer.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(value: &Value) -> Result<Self, PayloadFault> {
        let members = Members::of(value, &At::default(), &KEYS)?;
        let expires = members.required("expires_at")?;
        let expires_at = expires.text(bounds::TIME)?;
        if Moment::parse(&expires_at).is_err() {
            return Err(expires.form("must be an RFC 3339 date-time"));
        }
        let total = members.optional("total_annual");
        if let Some(field) = &total
            && !bounds::is_total(field.number()?)
        {
            return Err(field.range("must not be negative"));
        }
        Ok(Self {
            currency: currency(&members.required("currency")?)?,
            term_months: members.required("term_months")?.months()?,
            expires_at,
            line_items: members
                .required("line_items")?
                .list(bounds::LINES)?
                .iter()
                .map(Line::read)
                .collect::<Result<_, _>>()?,
            total_annual: total.map(|field| field.amount()).transpose()?,
            conditions: members
                .optional("conditions")
                .map(|field| field.texts(bounds::CONDITIONS, bounds::CONDITION))
                .transpose()?,
            notes: members.optional("notes").map(|field| field.text(bounds::NOTES)).transpose()?,
        })
    }

    /// Holds an offer of our own making to the same bounds, and to what a double can say.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn checked(self) -> Result<Self, PayloadFault> {
        let again = Self::read(&self.to_value())?;
        for (index, (ours, theirs)) in self.line_items.iter().zip(&again.line_items).enumerate() {
            let exact = [
                ("quantity", ours.quantity == theirs.quantity),
                ("unit_price", ours.unit_price == theirs.unit_price),
            ];
            if let Some((key, _)) = exact.iter().find(|(_, same)| !same) {
                return Err(too_many_digits(&[
                    Step::Key("line_items".to_owned()),
                    Step::Index(index),
                    Step::Key((*key).to_owned()),
                ]));
            }
        }
        if self.total_annual != again.total_annual {
            return Err(too_many_digits(&[Step::Key("total_annual".to_owned())]));
        }
        Ok(again)
    }

    /// The moment at which validity ends.
    pub fn expires(&self) -> Moment {
        // Every constructor has read the text.
        Moment::parse(&self.expires_at).unwrap_or(Moment::from_millis(0))
    }

    /// What the protocol calls the total: the stated one, else the sum of
    /// quantity × unit price.
    pub fn total(&self) -> Amount {
        self.total_annual.clone().unwrap_or_else(|| {
            self.line_items
                .iter()
                .fold(Amount::zero(), |sum, line| &sum + &(&line.quantity * &line.unit_price))
        })
    }

    /// The offer as JSON.
    pub fn to_value(&self) -> Value {
        let mut members = vec![
            ("currency".to_owned(), Value::from(self.currency.as_str())),
            ("term_months".to_owned(), Value::from(self.term_months)),
            ("expires_at".to_owned(), Value::from(self.expires_at.as_str())),
            ("line_items".to_owned(), Value::Array(self.line_items.iter().map(Line::to_value).collect())),
        ];
        if let Some(total) = &self.total_annual {
            members.push(("total_annual".to_owned(), double(total)));
        }
        if let Some(conditions) = &self.conditions {
            members.push(("conditions".to_owned(), texts(conditions)));
        }
        if let Some(notes) = &self.notes {
            members.push(("notes".to_owned(), Value::from(notes.as_str())));
        }
        Value::Object(members)
    }
}

impl Line {
    fn read(field: &Field<'_>) -> Result<Self, PayloadFault> {
        let members = Members::of(field.value, &field.at, &LINE_KEYS)?;
        let quantity = members.required("quantity")?;
        if !bounds::is_quantity(quantity.number()?) {
            return Err(quantity.range("must be above 0 and at most 10,000,000"));
        }
        let price = members.required("unit_price")?;
        if !bounds::is_price(price.number()?) {
            return Err(price.range("must be from 0 to 1,000,000,000"));
        }
        Ok(Self {
            sku: members.optional("sku").map(|field| field.text(bounds::SKU)).transpose()?,
            description: members.required("description")?.text(bounds::DESCRIPTION)?,
            quantity: quantity.amount()?,
            unit: members.required("unit")?.text(bounds::UNIT)?,
            unit_price: price.amount()?,
            currency: currency(&members.required("currency")?)?,
            term_months: members.optional("term_months").map(|field| field.months()).transpose()?,
        })
    }

    fn to_value(&self) -> Value {
        let mut members = vec![
            ("description".to_owned(), Value::from(self.description.as_str())),
            ("quantity".to_owned(), double(&self.quantity)),
            ("unit".to_owned(), Value::from(self.unit.as_str())),
            ("unit_price".to_owned(), double(&self.unit_price)),
            ("currency".to_owned(), Value::from(self.currency.as_str())),
        ];
        if let Some(sku) = &self.sku {
            members.push(("sku".to_owned(), Value::from(sku.as_str())));
        }
        if let Some(months) = self.term_months {
            members.push(("term_months".to_owned(), Value::from(months)));
        }
        Value::Object(members)
    }
}

/// The double nearest to a decimal. [`Offer::checked`] refuses what it cannot say;
/// amounts that were read came from doubles.
fn double(amount: &Amount) -> Value {
    Value::Number(amount.to_string().parse().unwrap_or(f64::MAX))
}

fn currency(field: &Field<'_>) -> Result<Currency, PayloadFault> {
    Currency::parse(&field.text(bounds::CURRENCY)?).map_err(|_| field.form("must be three capital letters"))
}

fn too_many_digits(path: &[Step]) -> PayloadFault {
    PayloadFault { path: Path(path.to_vec()), problem: Problem::Digits }
}
