//! Why there are no tokens. No text of the provider's and no secret is in it.

/// Why there are no tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("sign-in: {self:?}")]
pub enum Refusal {
    /// No browser could be opened.
    NoBrowser,
    /// Nothing on this machine can be listened on.
    NoDoor,
    /// An endpoint is no HTTPS address.
    NotAnAddress,
    /// The person, or their organisation, did not agree.
    Denied,
    /// Nobody answered in the browser in time.
    PersonTooSlow,
    /// The code or the refresh token is not accepted: revoked, used or too old.
    SignInAgain,
    /// The provider does not know this application, or not for this.
    Unregistered,
    /// The provider refuses what is asked for.
    Refused,
    /// The token endpoint cannot be reached.
    Unreachable,
    /// It does not answer in time.
    ServerTooSlow,
    /// It answers something else than tokens.
    Confused,
}

/// What the browser brought back in the place of a code.
pub(super) fn of_word(word: &str) -> Refusal {
    match word {
        "access_denied" | "consent_required" | "interaction_required" | "login_required" => Refusal::Denied,
        "unauthorized_client" | "invalid_client" => Refusal::Unregistered,
        _ => Refusal::Refused,
    }
}

/// What the token endpoint said.
pub(super) fn of_token_word(word: &str) -> Refusal {
    match word {
        // The second is Microsoft's, where a password was changed or another factor is due.
        "invalid_grant" | "interaction_required" => Refusal::SignInAgain,
        "invalid_client" | "unauthorized_client" => Refusal::Unregistered,
        _ => Refusal::Refused,
    }
}
