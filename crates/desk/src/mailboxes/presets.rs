//! Where a provider's servers are, by the address alone: nothing is asked of anybody.

use super::oauth_presets;
use crate::view::{MailGuess, MailPlace, MailSecurity, MailServers};

struct Provider {
    name: &'static str,
    domains: &'static [&'static str],
    imap: (&'static str, u16, MailSecurity),
    smtp: (&'static str, u16, MailSecurity),
    /// The name that its receiving server gives itself, where it gives one.
    authserv: &'static str,
    /// Which preset gives its tokens; empty where a password does.
    oauth: &'static str,
    /// Whether a password of its own for programs is needed.
    app_password: bool,
}

use MailSecurity::{StartTls, ThisMachine, Tls};

const fn provider(
    name: &'static str,
    domains: &'static [&'static str],
    imap: &'static str,
    smtp: (&'static str, u16, MailSecurity),
) -> Provider {
    Provider { name, domains, imap: (imap, 993, Tls), smtp, authserv: "", oauth: "", app_password: false }
}

const PROVIDERS: [Provider; 12] = [
    Provider {
        authserv: "mx.google.com",
        oauth: "google",
        ..provider("Google", &["gmail.com", "googlemail.com"], "imap.gmail.com", ("smtp.gmail.com", 465, Tls))
    },
    Provider {
        oauth: "microsoft",
        ..provider(
            "Microsoft",
            &["outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de", "hotmail.de"],
            "outlook.office365.com",
            ("smtp.office365.com", 587, StartTls),
        )
    },
    Provider {
        app_password: true,
        ..provider(
            "iCloud",
            &["icloud.com", "me.com", "mac.com"],
            "imap.mail.me.com",
            ("smtp.mail.me.com", 587, StartTls),
        )
    },
    Provider {
        app_password: true,
        ..provider(
            "Yahoo",
            &["yahoo.com", "yahoo.de", "ymail.com"],
            "imap.mail.yahoo.com",
            ("smtp.mail.yahoo.com", 465, Tls),
        )
    },
    Provider {
        app_password: true,
        ..provider(
            "Fastmail",
            &["fastmail.com", "fastmail.fm"],
            "imap.fastmail.com",
            ("smtp.fastmail.com", 465, Tls),
        )
    },
    provider("GMX", &["gmx.de", "gmx.net", "gmx.at", "gmx.ch"], "imap.gmx.net", ("mail.gmx.net", 465, Tls)),
    provider("WEB.DE", &["web.de"], "imap.web.de", ("smtp.web.de", 587, StartTls)),
    provider(
        "T-Online",
        &["t-online.de", "magenta.de"],
        "secureimap.t-online.de",
        ("securesmtp.t-online.de", 465, Tls),
    ),
    provider("mailbox.org", &["mailbox.org"], "imap.mailbox.org", ("smtp.mailbox.org", 465, Tls)),
    provider("Posteo", &["posteo.de", "posteo.net"], "posteo.de", ("posteo.de", 465, Tls)),
    provider("Zoho", &["zoho.com", "zohomail.com"], "imap.zoho.com", ("smtp.zoho.com", 465, Tls)),
    Provider {
        imap: ("127.0.0.1", 1143, ThisMachine),
        ..provider(
            "Proton",
            &["proton.me", "protonmail.com", "pm.me"],
            "127.0.0.1",
            ("127.0.0.1", 1025, ThisMachine),
        )
    },
];

/// What fits an address: its provider's servers, or what they are commonly called.
pub(super) fn guess(address: &str) -> MailGuess {
    let address = address.trim().to_owned();
    let domain = address.rsplit_once('@').map_or(String::new(), |(_, domain)| domain.to_lowercase());
    let known = PROVIDERS.iter().find(|provider| provider.domains.contains(&domain.as_str()));
    match known {
        Some(known) => MailGuess {
            provider: Some(known.name.to_owned()),
            login: address,
            imap: place(known.imap),
            smtp: place(known.smtp),
            authserv: known.authserv.to_owned(),
            oauth: Some(known.oauth.to_owned()).filter(|preset| !preset.is_empty()),
            app_password: known.app_password,
            answered: false,
            presets: oauth_presets::all(),
        },
        None => MailGuess {
            provider: None,
            login: address,
            imap: place((&format!("imap.{domain}"), 993, Tls)),
            smtp: place((&format!("smtp.{domain}"), 465, Tls)),
            authserv: String::new(),
            oauth: None,
            app_password: false,
            answered: false,
            presets: oauth_presets::all(),
        },
    }
}

/// A provider's servers, by its name.
pub(super) fn provider_named(name: &str) -> Option<MailServers> {
    let known = PROVIDERS.iter().find(|provider| provider.name == name)?;
    Some(MailServers {
        imap: place(known.imap),
        smtp: place(known.smtp),
        authserv: known.authserv.to_owned(),
    })
}

fn place((host, port, security): (&str, u16, MailSecurity)) -> MailPlace {
    MailPlace { host: host.to_owned(), port: u32::from(port), security }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_providers_servers_are_known_by_the_address_alone() {
        let gmail = guess(" anna@GMail.com ");
        assert_eq!(gmail.provider.as_deref(), Some("Google"));
        assert_eq!((gmail.imap.host.as_str(), gmail.imap.port), ("imap.gmail.com", 993));
        assert_eq!(gmail.oauth.as_deref(), Some("google"));
        let own = guess("anna@fabrikam.example");
        assert_eq!((own.provider, own.imap.host.as_str()), (None, "imap.fabrikam.example"));
    }

    #[test]
    fn no_domain_belongs_to_two_providers_and_none_is_spoken_to_without_tls_but_here() {
        let mut domains: Vec<&str> = PROVIDERS.iter().flat_map(|one| one.domains).copied().collect();
        let all = domains.len();
        domains.sort_unstable();
        domains.dedup();
        assert_eq!(domains.len(), all);
        for one in &PROVIDERS {
            for (host, _, security) in [one.imap, one.smtp] {
                assert_eq!(security == ThisMachine, host == "127.0.0.1", "{host}");
            }
        }
    }
}
