//! Numbers of the wire as exact decimals: a double by its shortest text, which is what the digest
//! covers, so that a comparison judges what was bound and nothing else.

use anp::json::{Value, es_text};
use money::{Amount, Currency, Money};

/// The decimal that stands here; none where no number stands.
pub fn amount(value: &Value) -> Option<Amount> {
    Amount::parse(&es_text(value.as_number()?)).ok()
}

/// The decimal that stands in a member.
pub(crate) fn member(value: &Value, key: &str) -> Option<Amount> {
    value.get(key).and_then(amount)
}

/// The currency that stands in the member of that name.
pub(crate) fn currency(value: &Value) -> Option<Currency> {
    Currency::parse(value.get("currency")?.as_text()?).ok()
}

/// `{amount, currency}`.
pub(crate) fn money(value: &Value) -> Option<Money> {
    Some(Money::new(member(value, "amount")?, currency(value)?))
}

/// The amount as a number of the wire.
///
/// # Errors
/// [`Inexact`] where no double says exactly this.
pub fn to_wire(amount: &Amount) -> Result<Value, Inexact> {
    let number: f64 = amount.to_string().parse().map_err(|_| Inexact)?;
    let value = Value::Number(number);
    if number.is_finite() && self::amount(&value).as_ref() == Some(amount) { Ok(value) } else { Err(Inexact) }
}

/// The decimal has more digits than a number on this wire carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a number with more digits than the wire carries exactly")]
pub struct Inexact;
