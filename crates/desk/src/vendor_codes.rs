//! A code to a vendor's contact, so that a person there confirms the registration: the host
//! mails it or, where it has no mail server, this desk does. What the code says is the
//! host's word; the decision stays a person's.

use anp::contact::{Code, words};
use anp::digest::Fingerprint;
use anp::roles::Act;
use anp::time::Moment;
use mail::net::Login;
use mail::smtp::{Handed, Letter, Parcel};
use store::tables::mail_accounts::{self, Account};

use crate::host_words::{CodeAnswer, CodeWord, PersonWord, VendorWord, read};
use crate::mailboxes::{handed, server};
use crate::state::{Desk, Signer};
use crate::trouble::{gone, mail_server};
use crate::vendors::path_part;
use crate::view::{
    Broken, CodeState, CodeTyped, CodeView, CodeWay, Missing, Problem, ProblemCode, Unfit, VendorView,
};
use crate::wire_form::invalid;

/// Milliseconds after which a mail that is still being handed over is not waited for.
const HANDED_OVER_BY: i64 = 15 * 60 * 1000;

/// Longest name of an organisation that is written into a mail, in characters.
const LONGEST_NAME: usize = 120;

impl Desk {
    /// By what a code would be mailed.
    pub(crate) fn code_way(&self) -> CodeWay {
        if self.now().org.as_ref().is_some_and(|org| org.org.mails) {
            return CodeWay::Host;
        }
        match self.code_mailbox() {
            Ok(Some(account)) => CodeWay::Desk { from: account.address },
            _ => CodeWay::Nobody,
        }
    }

    fn code_mailbox(&self) -> Result<Option<Account>, Problem> {
        self.read(|db| Ok(mail_accounts::all(db)?.into_iter().find(|account| !account.paused)))
    }

    /// Lets a code be mailed to a registration's contact. `fingerprint` is the one that the
    /// person saw.
    ///
    /// # Errors
    /// [`ProblemCode::CannotMail`] where neither the host nor this desk can; where the person
    /// is no org owner, the host refuses, or this desk's mail server does.
    pub async fn ask_vendor_code(
        &self,
        agent_id: &str,
        fingerprint: &str,
    ) -> Result<Vec<VendorView>, Problem> {
        let signer = self.signer()?;
        self.may(Act::DecideVendor)?;
        self.not_halted()?;
        let seen = Fingerprint::parse(fingerprint).map_err(|_| gone(Missing::VendorKey))?;
        let path = format!("vendors/{}/code", path_part(agent_id)?);
        let asked = match self.code_way() {
            CodeWay::Host => {
                let body = format!(r#"{{"fingerprint":"{seen}","mailed_by":"host"}}"#);
                signer.client.post(&path, body).await?.success(&signer.client).map(|_| ())
            }
            CodeWay::Desk { .. } => self.mail_code(&signer, agent_id, (&path, seen)).await,
            CodeWay::Nobody => Err(Problem::new(ProblemCode::CannotMail)),
        };
        self.refresh_vendors(&signer).await?;
        asked.map(|()| self.vendors())
    }

    /// Mails a code from a mailbox of this desk. Of the host comes the code alone: it writes
    /// nothing in this person's name.
    async fn mail_code(
        &self,
        signer: &Signer,
        agent_id: &str,
        (path, seen): (&str, Fingerprint),
    ) -> Result<(), Problem> {
        let account = self.code_mailbox()?.ok_or_else(|| Problem::new(ProblemCode::CannotMail))?;
        let (contact, org) = {
            let now = self.now();
            let word = now.vendors.iter().find(|word| word.agent_id == agent_id);
            let org = now.org.as_ref().map(|org| (org.org.name.clone(), org.org.public_url.clone()));
            (word.map(|word| word.contact_email.clone()), org)
        };
        let contact = contact.ok_or_else(|| gone(Missing::WaitingVendor))?;
        let (name, public_url) = org.ok_or_else(|| gone(Missing::AtHost))?;
        let name: String = name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
        // Asked for before a code is made: a locked keychain mails nothing.
        let secret = self.mail_secret(&account).await?;
        let place = server(&account.smtp)?;
        let body = format!(r#"{{"fingerprint":"{seen}","mailed_by":"desk"}}"#);
        let reply = signer.client.post(path, body).await?.success(&signer.client)?;
        let answer: CodeAnswer = read(&signer.client, "code", &reply)?;
        let (code, word) = Code::read(&answer.secret)
            .zip(answer.code)
            .ok_or_else(|| signer.client.confused(Broken::Answer).with("of", "code"))?;
        let until = Moment::parse(&word.expires_at)
            .map_err(|_| signer.client.confused(Broken::Answer).with("of", "code"))?;
        let told = words(&name, &seen, &code, until, public_url.as_deref());
        let domain = account.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        let letter = Letter {
            from: account.address.clone(),
            name: signer.name.clone(),
            to: vec![contact.clone()],
            subject: told.subject,
            body: told.body.as_str().to_owned(),
            message_id: format!("{}@{domain}", self.0.sources.id()),
            in_reply_to: None,
            references: Vec::new(),
            at_unix_ms: self.0.sources.now().millis(),
        };
        let outcome = match letter.written() {
            Ok(raw) => {
                let login = Login { user: account.login.clone(), secret };
                let parcel = Parcel { from: account.address.clone(), to: vec![contact], raw };
                // The keychain may have waited for a person while somebody pressed the switch.
                match self.not_halted() {
                    Ok(()) => Ok(handed(&place, &login, &parcel).await),
                    Err(halted) => Err(halted),
                }
            }
            Err(fault) => Err(invalid(fault.field, Unfit::NotInMail)),
        };
        let delivery = match &outcome {
            Ok(Handed::Taken) => "sent",
            Ok(Handed::Unknown(_)) => "unknown",
            Ok(Handed::NotSent(_)) | Err(_) => "not_sent",
        };
        let asked_at = anp::json::quote(&word.asked_at);
        let report = format!(r#"{{"asked_at":{asked_at},"delivery":"{delivery}"}}"#);
        let path = format!("{path}/delivery");
        // Whatever is heard of this, the mail is where it is.
        if signer.client.post(&path, report).await.is_err() {
            tracing::warn!("how far a code's mail came could not be told to the host");
        }
        match outcome? {
            Handed::NotSent(trouble) => Err(mail_server(&account.address, &place.host, trouble)),
            Handed::Taken | Handed::Unknown(_) => Ok(()),
        }
    }

    /// Takes what the vendor's person has told as the code.
    ///
    /// # Errors
    /// Where it cannot be a code, the person is no org owner, or the host refuses.
    pub async fn type_vendor_code(&self, agent_id: &str, code: &str) -> Result<CodeTyped, Problem> {
        let signer = self.signer()?;
        self.may(Act::DecideVendor)?;
        let code = Code::read(code).ok_or_else(|| invalid("code", Unfit::OtherForm))?;
        let path = format!("vendors/{}/code/answer", path_part(agent_id)?);
        let body = format!(r#"{{"code":"{}"}}"#, *code.expose_text());
        let reply = signer.client.post(&path, body).await?.success(&signer.client)?;
        let answer: CodeAnswer = read(&signer.client, "code", &reply)?;
        self.refresh_vendors(&signer).await?;
        Ok(CodeTyped { fits: answer.fits, vendors: self.vendors() })
    }
}

/// A code as the window shows it, at this moment.
pub(crate) fn code_view(code: &CodeWord, word: &VendorWord, people: &[PersonWord], now: Moment) -> CodeView {
    let named = |id: &String| {
        people.iter().find(|person| person.id == *id).map_or_else(|| id.clone(), |person| person.name.clone())
    };
    let over =
        |text: &str, later: i64| Moment::parse(text).is_ok_and(|moment| moment.plus_millis(later) <= now);
    let state = match code.state.as_str() {
        "answered" => CodeState::Answered,
        "closed" => CodeState::Closed,
        "not_sent" => CodeState::NotSent,
        _ if over(&code.expires_at, 0) => CodeState::Expired,
        "sent" => CodeState::Sent,
        "sending" if !over(&code.asked_at, HANDED_OVER_BY) => CodeState::Sending,
        _ => CodeState::Unknown,
    };
    CodeView {
        state,
        asked_by: named(&code.asked_by),
        asked_at: code.asked_at.clone(),
        expires_at: code.expires_at.clone(),
        tries_left: code.tries_left,
        typed_by: code.answered_by.as_ref().filter(|by| **by != word.agent_id).map(named),
        answered_at: code.answered_at.clone(),
    }
}
