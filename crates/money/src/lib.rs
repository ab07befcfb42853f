//! Exact decimals and currencies: sums that neither round nor overflow silently.
//!
//! Prices on the wire may be as small as `1e-7` and a stated total has no upper bound, so neither a
//! double nor a fixed number of minor units will do. An [`Amount`] holds any decimal exactly; it is
//! rounded only where a caller says so, to the number of decimals that the caller names.
#![forbid(unsafe_code)]

mod amount;
mod currency;
mod divide;
mod ops;
mod price;

pub use amount::{Amount, AmountError, MAX_DIGITS_EITHER_SIDE, MAX_TEXT};
pub use currency::{Currency, CurrencyError};
pub use price::{CurrencyMismatch, Money};
