//! The two ways to bring a token.

use zeroize::Zeroizing;

/// How a token is brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// `OAUTHBEARER` (RFC 7628).
    Standard,
    /// `XOAUTH2`, from before it.
    Old,
}

impl Bearing {
    /// The best way that is offered.
    pub fn of(offered: impl Fn(&str) -> bool) -> Option<Self> {
        [Self::Standard, Self::Old].into_iter().find(|way| offered(way.name()))
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "OAUTHBEARER",
            Self::Old => "XOAUTH2",
        }
    }

    /// What proves who asks, before it is written in base 64.
    pub fn proof(self, user: &str, token: &str) -> Zeroizing<String> {
        Zeroizing::new(match self {
            Self::Standard => format!("n,a={},\x01auth=Bearer {token}\x01\x01", sasl_name(user)),
            Self::Old => format!("user={user}\x01auth=Bearer {token}\x01\x01"),
        })
    }

    /// What is answered to the reason of a refusal, in base 64.
    pub const fn heard(self) -> &'static str {
        match self {
            Self::Standard => "AQ==",
            Self::Old => "",
        }
    }
}

/// A name as GS2 writes it (RFC 5801).
fn sasl_name(name: &str) -> String {
    name.replace('=', "=3D").replace(',', "=2C")
}
