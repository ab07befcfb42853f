//! Joining a team by an invitation: its host becomes this desk's own, and the keys of the
//! organisation's people follow from the founder's key that the invitation names.

use std::sync::Arc;

use anp::digest::EventHash;
use anp::join::{Ticket, org_ledger};
use anp::keys::SecretKey;
use anp::ledger::Wording;
use anp::office::kind;
use store::Connection;
use store::sealed::{NONCE, RestKey};
use store::tables::{deals, settings};
use zeroize::Zeroizing;

use crate::boot::HostPlace;
use crate::host_client::HostClient;
use crate::host_words::read;
use crate::ledger::{Joined, introduction, joining};
use crate::people::is_loopback;
use crate::state::{Desk, locked};
use crate::trouble::defect;
use crate::view::{AppView, InvitationView, KeyPlace, Problem, ProblemCode, Unfit};
use crate::wire_form::invalid;

/// Where an invitation rests until it has served.
const PLACE: &str = "ticket";

impl Desk {
    /// What an invitation says, before anything is done with it.
    ///
    /// # Errors
    /// Where the text is none, or its host is not reached safely.
    pub fn read_invitation(&self, text: &str) -> Result<InvitationView, Problem> {
        let ticket = ticket(text)?;
        Ok(InvitationView {
            host: ticket.host.clone(),
            platform_fingerprint: ticket.platform.to_string(),
            founds: ticket.founder.is_none(),
        })
    }

    /// Takes an invitation: makes the person's key on this machine and joins with it. A
    /// key that was made for an invitation that did not serve is used again.
    ///
    /// # Errors
    /// Where the text is no invitation, the key's place refuses, this desk is somebody's
    /// already, or the team's host does not take it.
    pub async fn join(
        &self,
        text: &str,
        name: String,
        place: KeyPlace,
        passphrase: Option<String>,
    ) -> Result<AppView, Problem> {
        let ticket = ticket(text)?;
        let (made, person, deals) = self.read(|db| {
            let get = |name| settings::get(db, name);
            Ok((get("person_fingerprint")?, get("person_id")?, deals::all(db)?.len()))
        })?;
        if person.is_some() || deals > 0 {
            return Err(invalid("invitation", Unfit::Organisation));
        }
        let nonce = self.0.sources.bytes();
        let beside = |db: &Connection, key: &SecretKey| keep(db, &ticket, key, &nonce);
        let signer_key = self.now().joining.clone();
        // A key was made for an earlier invitation and is at hand.
        if let (Some(fingerprint), Some(key)) = (made, signer_key) {
            self.write(|db| {
                settings::set(db, "person_name", name.trim())?;
                beside(db, &key)
            })?;
            self.host_of_ticket(&ticket);
            let seed = key.expose_seed();
            self.take_key(Ok(SecretKey::from_seed(&seed)), &fingerprint, place).await?;
            return self.app_view();
        }
        self.make_key_with(name, (place, passphrase), |db, key| {
            beside(db, key)?;
            self.host_of_ticket(&ticket);
            Ok(())
        })
        .await
    }

    /// Joins with a key that the caller holds, for tests: no keychain, no passphrase.
    ///
    /// # Errors
    /// As [`Desk::join`].
    #[cfg(feature = "fault-injection")]
    pub async fn join_with(&self, text: &str, name: &str, key: SecretKey) -> Result<AppView, Problem> {
        let ticket = ticket(text)?;
        let (fingerprint, nonce) = (key.fingerprint().to_string(), self.0.sources.bytes());
        self.write(|db| {
            settings::set(db, "person_name", name)?;
            settings::set(db, "person_fingerprint", &fingerprint)?;
            keep(db, &ticket, &key, &nonce)
        })?;
        self.host_of_ticket(&ticket);
        self.take_key(Ok(key), &fingerprint, KeyPlace::PassphraseFile).await?;
        self.app_view()
    }

    fn host_of_ticket(&self, ticket: &Ticket) {
        *locked(&self.0.host) =
            HostPlace { url: ticket.host.clone(), embedded: false, platform_fingerprint: None };
    }

    /// Joins by the invitation that was taken, and gives the person's id at the host.
    pub(crate) async fn join_by_ticket(&self, name: &str, key: &Arc<SecretKey>) -> Result<String, Problem> {
        self.now().joining = Some(Arc::clone(key));
        let ticket = self.read(|db| opened(db, key))?;
        let ledger = org_ledger(&ticket.platform).ok_or_else(|| defect("org ledger"))?;
        let more = [
            ("invitation", ticket.invitation.clone()),
            ("proof", ticket.let_in(&ledger, &key.public()).to_string()),
        ];
        let payload = introduction(name, key, &more)?;
        let said = if ticket.founder.is_some() { kind::JOINED } else { kind::FOUNDED };
        let wording = Wording::new(ledger, said, payload.as_bytes(), 1, EventHash::ZERO);
        let statement = wording.map_err(|_| defect("joining"))?.sign(key);
        let client = HostClient::new(&ticket.host, "joining", Arc::clone(key), self.0.sources.clone())?;
        let reply = client.post("join", joining(&statement)).await?;
        if matches!(reply.status, 400 | 401 | 409) && reply.clock_problem().is_none() {
            return Err(Problem::new(ProblemCode::InvitationRefused));
        }
        let body = reply.success(&client)?;
        let joined: Joined = read(&client, "join", &body)?;
        let founder = ticket.founder.unwrap_or_else(|| key.fingerprint());
        self.write(|db| {
            settings::set(db, "founder", &founder.to_string())?;
            settings::set(db, "person_id", &joined.person)?;
            Ok(settings::remove(db, "ticket")?)
        })?;
        self.now().joining = None;
        Ok(joined.person)
    }
}

fn ticket(text: &str) -> Result<Ticket, Problem> {
    let ticket = Ticket::parse(text).map_err(|_| Problem::new(ProblemCode::InvitationUnreadable))?;
    // What a team writes to each other is not for whoever carries it.
    let safe = ticket.host.starts_with("https://")
        || (ticket.host.starts_with("http://") && is_loopback(&ticket.host));
    if safe { Ok(ticket) } else { Err(invalid("invitation", Unfit::HostNotEncrypted)) }
}

/// Writes down what the invitation says, its secret sealed.
fn keep(db: &Connection, ticket: &Ticket, key: &SecretKey, nonce: &[u8; NONCE]) -> Result<(), Problem> {
    let text = ticket.expose_text();
    let sealed = RestKey::of(key).seal(PLACE, nonce, text.as_bytes()).map_err(|_| defect("ticket seal"))?;
    settings::set(db, "ticket", &anp::base64url::encode(&sealed))?;
    settings::set(db, "host_url", &ticket.host)?;
    settings::set(db, "platform_fingerprint", &ticket.platform.to_string())?;
    settings::set(db, "cursor", "0")?;
    Ok(())
}

fn opened(db: &Connection, key: &SecretKey) -> Result<Ticket, Problem> {
    let sealed = settings::get(db, "ticket")?.unwrap_or_default();
    let sealed = anp::base64url::decode_any(&sealed).map_err(|_| defect("stored ticket"))?;
    let text = RestKey::of(key).open(PLACE, &sealed).map_err(|_| defect("stored ticket"))?;
    let text = Zeroizing::new(String::from_utf8_lossy(&text).into_owned());
    ticket(&text)
}
