//! Where the great providers give tokens. The application's id is the organisation's own.

use super::presets::provider_named;
use crate::view::{MailOAuth, MailOAuthPreset};

/// Every preset.
pub(super) fn all() -> Vec<MailOAuthPreset> {
    let preset = |id: &str, name: &str, provider: &str, urls: [&str; 2], scopes: &[&str]| MailOAuthPreset {
        id: id.to_owned(),
        name: name.to_owned(),
        servers: provider_named(provider),
        oauth: MailOAuth {
            preset: id.to_owned(),
            authorize_url: urls[0].to_owned(),
            token_url: urls[1].to_owned(),
            scopes: scopes.join(" "),
            client_id: String::new(),
            client_secret: String::new(),
        },
    };
    vec![
        preset(
            "microsoft",
            "Microsoft 365",
            "Microsoft",
            [
                "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
                "https://login.microsoftonline.com/common/oauth2/v2.0/token",
            ],
            &[
                "https://outlook.office.com/IMAP.AccessAsUser.All",
                "https://outlook.office.com/SMTP.Send",
                "offline_access",
            ],
        ),
        preset(
            "google",
            "Google",
            "Google",
            ["https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token"],
            &["https://mail.google.com/"],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_ask_over_tls_for_mail_and_for_what_lasts() {
        for preset in all() {
            let oauth = &preset.oauth;
            assert!(oauth.authorize_url.starts_with("https://") && oauth.token_url.starts_with("https://"));
            assert!(oauth.client_id.is_empty(), "the organisation's own");
            assert!(preset.servers.as_ref().is_some_and(|servers| servers.imap.port == 993), "{}", preset.id);
        }
        assert!(all().iter().any(|one| one.id == "microsoft" && one.oauth.scopes.contains("offline_access")));
    }
}
