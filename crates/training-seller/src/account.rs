//! Who buys here. Two buyers, so that it can be seen that neither learns of the other.

use serde_json::Value;

/// The first buyer's token. It guards nothing but training.
pub const TOKEN: &str = "training-pinnacle";

/// The second buyer's.
pub const RIVAL_TOKEN: &str = "training-northwind";

/// A buyer, known by its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Buyer {
    /// Pinnacle Agency, for the scenario.
    Pinnacle,
    /// Northwind, who may know nothing of Pinnacle's proposals.
    Northwind,
}

impl Buyer {
    /// Whose token this is.
    pub fn of_token(token: &str) -> Option<Self> {
        match token {
            TOKEN => Some(Self::Pinnacle),
            RIVAL_TOKEN => Some(Self::Northwind),
            _ => None,
        }
    }

    /// The id of the buyer's one account.
    pub const fn account_id(self) -> &'static str {
        match self {
            Self::Pinnacle => "account_pinnacle_acme",
            Self::Northwind => "account_northwind",
        }
    }

    /// The domain of the agency that operates it.
    pub const fn operator(self) -> &'static str {
        match self {
            Self::Pinnacle => "pinnacle-agency.example",
            Self::Northwind => "northwind.example",
        }
    }

    /// The brand that it buys for where it names none.
    pub const fn brand(self) -> &'static str {
        match self {
            Self::Pinnacle => "acmeoutdoor.example",
            Self::Northwind => "northwind.example",
        }
    }

    /// Whether an `account` of a request is this buyer's and of that brand.
    pub fn owns(self, account: &Value, brand: &str) -> bool {
        let text = |member: &str| account.get(member).and_then(Value::as_str);
        if let Some(id) = text("account_id") {
            return id == self.account_id();
        }
        let named = account.get("brand").and_then(|brand| brand.get("domain"));
        text("operator") == Some(self.operator()) && named.and_then(Value::as_str) == Some(brand)
    }
}
