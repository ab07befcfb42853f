//! A deal's seller: given, asked what it can, its token kept.

use std::time::Duration;

use adcp::answer::Reading;
use adcp::capability::Capabilities;
use adcp::message;
use adcp::request::tools;
use anp::json;
use anp::time::Moment;
use store::keychain::SecretPlace;
use store::tables::adcp::{self as rows, Seller};
use store::tables::settings;
use zeroize::Zeroizing;

use super::line::{Heard, Trouble};
use super::visit::{Door, Visit, on_this_machine};
use super::wire;
use crate::changed::Topic;
use crate::keys::{blocking, told};
use crate::state::{Desk, locked};
use crate::trouble::{defect, gone};
use crate::view::{AdcpSellerForm, AdcpView, Missing, Problem, ProblemCode, Unfit};
use crate::wire_form::invalid;

/// How long an answer may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(45);

/// Distance between the clocks from which on a hold's end cannot be trusted, in milliseconds.
const CLOCK_TRUSTED_MILLIS: i64 = 60_000;

impl Desk {
    /// Gives a deal its seller, and asks it what it can. A seller that does not answer is given all the
    /// same, with its trouble beside it.
    ///
    /// # Errors
    /// Where the form is incomplete, the person does not own the deal, or the keychain does not take the
    /// token.
    pub async fn adcp_set_seller(&self, form: &AdcpSellerForm) -> Result<AdcpView, Problem> {
        let signer = self.signer()?;
        self.owned(&form.deal, &signer)?;
        let known = self.read(|db| Ok(rows::seller(db, &form.deal)?))?;
        let url = address(&form.url)?;
        if form.brand.trim().is_empty() || !form.brand.contains('.') {
            return Err(invalid("brand", Unfit::Domain));
        }
        let id = known.as_ref().map_or_else(|| self.0.sources.id(), |known| known.id.clone());
        let token = Zeroizing::new(form.token.trim().to_owned());
        // A token is for the seller that it was given for, and goes to no other address.
        let moved = known.as_ref().is_none_or(|known| known.url != url);
        if token.is_empty() && moved {
            return Err(invalid("token", Unfit::Token));
        }
        if !token.is_empty() {
            self.keep_seller_token(&id, &token).await?;
        }
        let seller = Seller {
            deal: form.deal.clone(),
            id,
            url,
            account: serde_json::to_string(&form.account).unwrap_or_default(),
            brand: form.brand.trim().to_lowercase(),
            capabilities: Vec::new(),
            tools: "[]".to_owned(),
            asked_at: String::new(),
        };
        self.write(|db| Ok(rows::put_seller(db, &seller)?))?;
        self.adcp_ask_seller(&form.deal).await
    }

    /// Asks a deal's seller again what it can: without a release first, then with the one that is spoken.
    ///
    /// # Errors
    /// Where the deal has no seller; that it does not answer stands in the view.
    pub async fn adcp_ask_seller(&self, deal: &str) -> Result<AdcpView, Problem> {
        let seller = self.read(|db| Ok(rows::seller(db, deal)?))?.ok_or_else(|| gone(Missing::Seller))?;
        let problem = match self.asked(seller).await {
            Ok(seller) => {
                self.write(|db| Ok(rows::put_seller(db, &seller)?))?;
                None
            }
            Err(problem) => Some(problem),
        };
        self.note_seller(deal, problem);
        self.tell(Topic::Deal, Some(deal));
        self.adcp_view(deal)
    }

    async fn asked(&self, seller: Seller) -> Result<Seller, Problem> {
        let door = self.door(&seller).await?;
        let first = self.question(&seller, door.call(CAPABILITIES, &text_of(None)).await)?;
        let mut heard = first;
        let known = capabilities(&heard.message).ok_or_else(|| trouble(&seller.url, "confused"))?;
        if let Some(version) = known.version() {
            heard = self.question(&seller, door.call(CAPABILITIES, &text_of(Some(version))).await)?;
            capabilities(&heard.message).ok_or_else(|| trouble(&seller.url, "confused"))?;
        }
        // Some serve more than they declare.
        let listed = self.question(&seller, door.tools().await)?;
        let served = wire::tools(&listed.message);
        let tools = serde_json::to_string(&served).unwrap_or_default();
        Ok(Seller { capabilities: heard.message.into_bytes(), tools, asked_at: self.stamp(), ..seller })
    }

    /// An answer to a question that changes nothing.
    fn question(&self, seller: &Seller, visit: Visit) -> Result<Heard, Problem> {
        match visit {
            Visit::Came(heard) => {
                self.note_clock(&seller.deal, &heard);
                Ok(heard)
            }
            Visit::NotSent(why) | Visit::Lost(why) => Err(trouble(&seller.url, cause(why))),
        }
    }

    /// The way to a seller, with its token.
    pub(super) async fn door(&self, seller: &Seller) -> Result<Door, Problem> {
        let token = self.seller_token(&seller.id).await?;
        let http = self.seller_http(on_this_machine(&seller.url))?;
        Ok(Door { url: seller.url.clone(), token, http })
    }

    fn seller_http(&self, alone: bool) -> Result<reqwest::Client, Problem> {
        let mut clients = locked(&self.0.adcp.clients);
        if let Some(known) = clients.get(&alone) {
            return Ok(known.clone());
        }
        let patience = *locked(&self.0.adcp.patience);
        let made = Door::http(patience, alone).map_err(|_| defect("http client"))?;
        clients.insert(alone, made.clone());
        Ok(made)
    }

    async fn seller_token(&self, seller: &str) -> Result<Zeroizing<String>, Problem> {
        if let Some(known) = locked(&self.0.adcp.tokens).get(seller) {
            return Ok(known.clone());
        }
        let place = self.seller_place(seller)?;
        let token = blocking(move || place.read()).await?.map_err(|trouble| told(&trouble))?;
        locked(&self.0.adcp.tokens).insert(seller.to_owned(), token.clone());
        Ok(token)
    }

    async fn keep_seller_token(&self, seller: &str, token: &Zeroizing<String>) -> Result<(), Problem> {
        if locked(&self.0.adcp.held).as_ref() != Some(token) {
            let (place, kept) = (self.seller_place(seller)?, token.clone());
            blocking(move || place.write(&kept)).await?.map_err(|trouble| told(&trouble))?;
        }
        locked(&self.0.adcp.tokens).insert(seller.to_owned(), token.clone());
        Ok(())
    }

    fn seller_place(&self, seller: &str) -> Result<SecretPlace, Problem> {
        let workspace = self.read(|db| Ok(settings::get(db, "workspace")?))?.unwrap_or_default();
        SecretPlace::of_seller(&workspace, seller).map_err(|trouble| told(&trouble))
    }

    /// Holds a token in the keychain's place, and waits for sellers no longer than so long: for tests.
    #[cfg(feature = "fault-injection")]
    pub fn adcp_hold(&self, token: &str, patience: Duration) {
        *locked(&self.0.adcp.held) = Some(Zeroizing::new(token.to_owned()));
        *locked(&self.0.adcp.patience) = patience;
        locked(&self.0.adcp.clients).clear();
    }

    /// Takes up sellers' tokens after a restart, for tests.
    #[cfg(feature = "fault-injection")]
    pub fn adcp_hold_for(&self, deal: &str) {
        let seller = self.read(|db| Ok(rows::seller(db, deal)?)).ok().flatten();
        let held = locked(&self.0.adcp.held).clone();
        if let (Some(seller), Some(held)) = (seller, held) {
            locked(&self.0.adcp.tokens).insert(seller.id, held);
        }
    }

    pub(super) fn note_seller(&self, deal: &str, problem: Option<Problem>) {
        let mut problems = locked(&self.0.adcp.problems);
        match problem {
            Some(problem) => problems.insert(deal.to_owned(), problem),
            None => problems.remove(deal),
        };
    }

    /// Notes how far this clock is from the seller's.
    pub(super) fn note_clock(&self, deal: &str, heard: &Heard) {
        let date =
            heard.server_date.as_deref().and_then(|date| chrono::DateTime::parse_from_rfc2822(date).ok());
        let Some(date) = date else { return };
        let ahead = self.0.sources.now().since(Moment::from_millis(date.timestamp_millis()));
        locked(&self.0.adcp.clocks).insert(deal.to_owned(), ahead);
    }

    /// The clock's trouble, where a hold's end cannot be trusted by it.
    pub(super) fn clock_trouble(&self, deal: &str) -> Option<Problem> {
        let ahead = locked(&self.0.adcp.clocks).get(deal).copied()?;
        if ahead.abs() <= CLOCK_TRUSTED_MILLIS {
            return None;
        }
        let direction = if ahead > 0 { "ahead" } else { "behind" };
        let minutes = (ahead.abs() + 30_000) / 60_000;
        Some(Problem::new(ProblemCode::ClockWrong).with("minutes", minutes).with("direction", direction))
    }
}

const CAPABILITIES: &str = "get_adcp_capabilities";

fn text_of(version: Option<&str>) -> String {
    json::canonical(&tools::capabilities(version))
}

fn capabilities(message: &str) -> Option<Capabilities> {
    match message::brought(message).reading() {
        Reading::Done(body) => Some(Capabilities::read(&body.value)),
        _ => None,
    }
}

/// A seller's trouble for the window.
pub(super) fn trouble(url: &str, cause: &str) -> Problem {
    Problem::new(ProblemCode::SellerTrouble).with("url", url).with("cause", cause)
}

/// A trouble's name; the window's catalog has its words.
pub(super) const fn cause(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Unreachable => "unreachable",
        Trouble::Denied => "denied",
        Trouble::Busy(_) => "busy",
        Trouble::Broken => "broken",
        Trouble::TimedOut => "timed_out",
        Trouble::TooMuch => "too_much",
        Trouble::Confused => "confused",
    }
}

/// An address that a token may be sent to: encrypted, or on this machine.
fn address(text: &str) -> Result<String, Problem> {
    let url = reqwest::Url::parse(text.trim()).map_err(|_| invalid("url", Unfit::WebAddress))?;
    let open = url.scheme() == "http" && on_this_machine(url.as_str());
    if !(url.scheme() == "https" || open) {
        return Err(invalid("url", Unfit::EncryptedAddress));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid("url", Unfit::LoginInAddress));
    }
    Ok(url.to_string())
}
