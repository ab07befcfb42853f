//! Where an address's servers are, so far as it can be known without asking anybody but
//! its own domain.

use mail::find::{imap_of, smtp_of};
use mail::net::{Security, Server, Trust};
use mail::records::Records;

use super::presets;
use crate::state::Desk;
use crate::view::{MailGuess, MailPlace, MailSecurity};

impl Desk {
    /// Servers that fit an address, by a list of providers that is here: nobody is asked.
    pub fn guess_mail(&self, address: &str) -> MailGuess {
        presets::guess(address)
    }

    /// Servers that fit an address: its provider's, by a list that is here; else those that
    /// its own domain's records name, or that answer there under the names that are usual.
    pub async fn find_mail(&self, address: &str) -> MailGuess {
        let mut guess = presets::guess(address);
        let domain = address.trim().rsplit_once('@').map_or("", |(_, domain)| domain).to_lowercase();
        let Ok(trust) = Trust::of_the_system() else { return guess };
        if guess.provider.is_some() || !is_domain(&domain) {
            return guess;
        }
        let records = Records::of_the_system();
        let records = records.as_ref();
        let (imap, smtp) = tokio::join!(imap_of(&domain, records, &trust), smtp_of(&domain, records, &trust));
        guess.answered = imap.is_some() && smtp.is_some();
        guess.imap = imap.map_or(guess.imap, place_of);
        guess.smtp = smtp.map_or(guess.smtp, place_of);
        guess
    }
}

fn is_domain(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
    text.len() <= 253 && text.contains('.') && !text.starts_with('.') && text.chars().all(plain)
}

fn place_of(server: Server) -> MailPlace {
    let security = match server.security {
        Security::Tls => MailSecurity::Tls,
        Security::StartTls => MailSecurity::StartTls,
        Security::ThisMachine => MailSecurity::ThisMachine,
    };
    MailPlace { host: server.host, port: u32::from(server.port), security }
}
