//! The demo's guide: one button a step, and every step is what a person would do.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use store::tables::{deals, outbox, pins, sealed_mandates, sessions};

use crate::boot::Workspace;
use crate::changed::Topic;
use crate::state::{Desk, locked};
use crate::timeline::{held, holds_of};
use crate::trouble::{self, gone};
use crate::view::{
    DealForm, DealState, GuideOutcome, GuideState, GuideStep, GuideView, MandateForm, Missing, Problem,
};
use crate::work::Work;

/// A vendor's agent that was started; dropping it ends it.
pub trait DemoVendor: Send + Sync {}

/// Starts the demo's vendor agent as a process of its own.
pub trait VendorStarter: Send + Sync {
    /// Starts it against a host and a handle; it keeps its files in `state`.
    ///
    /// # Errors
    /// Where it cannot be started.
    fn start(&self, host: &str, handle: &str, state: &Path) -> Result<Box<dyn DemoVendor>, Problem>;
}

pub(crate) struct Guide {
    starter: Arc<dyn VendorStarter>,
    workspace: Workspace,
    vendor: Mutex<Option<Box<dyn DemoVendor>>>,
    checked: Mutex<Option<GuideOutcome>>,
}

impl Guide {
    pub(crate) fn new(starter: Arc<dyn VendorStarter>, workspace: Workspace) -> Self {
        Self { starter, workspace, vendor: Mutex::new(None), checked: Mutex::new(None) }
    }
}

const STEPS: [&str; 8] = ["channel", "invite", "verify", "sort", "counter", "accept", "save", "check"];
const MAILS: [(&str, &str); 3] = [
    ("01-renewal.eml", include_str!("../demo/01-renewal.eml")),
    ("02-reply.eml", include_str!("../demo/02-reply.eml")),
    ("03-pricelist.eml", include_str!("../demo/03-pricelist.eml")),
];

impl Desk {
    /// Where the demo stands: read off what has happened, whoever did it.
    pub(crate) fn guide_view(&self) -> Result<Option<GuideView>, Problem> {
        let Some(guide) = &self.0.guide else { return Ok(None) };
        let facts = self.guide_facts(guide)?;
        let current = facts.done.iter().position(|done| !done).unwrap_or(facts.done.len());
        let steps = STEPS
            .iter()
            .zip(&facts.done)
            .enumerate()
            .map(|(place, (id, done))| GuideStep {
                id: (*id).to_owned(),
                state: match (place == current, done) {
                    (_, true) => GuideState::Done,
                    (true, _) if facts.waits => GuideState::Waiting,
                    (true, _) => GuideState::Now,
                    _ => GuideState::Ahead,
                },
                outcome: (*id == "check").then(|| *locked(&guide.checked)).flatten(),
            })
            .collect();
        Ok(Some(GuideView { steps, current: crate::people::count(current) }))
    }

    /// Does the step whose turn it is. Steps that a person decides open in the window.
    ///
    /// # Errors
    /// What the step itself gives.
    pub async fn guide_act(&self, step: &str) -> Result<GuideView, Problem> {
        let guide = self.0.guide.as_ref().ok_or_else(|| gone(Missing::Demo))?;
        match step {
            "channel" => {
                self.set_channel(true).await?;
            }
            "invite" => self.invite_demo(guide)?,
            "verify" => {
                let waiting = self
                    .vendors()
                    .into_iter()
                    .find(|vendor| vendor.status == crate::view::VendorStatus::Sandbox);
                let vendor = waiting.ok_or_else(|| gone(Missing::WaitingVendor))?;
                self.verify_vendor(&vendor.agent_id, &vendor.fingerprint).await?;
            }
            "sort" => {
                let row = self.today()?.unsorted.into_iter().next().ok_or_else(|| gone(Missing::Session))?;
                let deal = row.suggestion.ok_or_else(|| gone(Missing::DealOfVendor))?;
                self.assign_session(&row.session, &deal.id)?;
            }
            "save" => {
                let session = self.demo_session()?.ok_or_else(|| gone(Missing::Session))?;
                self.save_log(&session, None, &Work::unwatched()).await?;
            }
            "check" => self.check_saved(guide)?,
            _ => {}
        }
        self.tell(Topic::App, None);
        self.guide_view()?.ok_or_else(|| gone(Missing::Demo))
    }

    /// Lays out the demo: a deal with a mandate, and the first mails.
    pub(crate) fn prepare_demo(&self) -> Result<(), Problem> {
        let Some(guide) = &self.0.guide else { return Ok(()) };
        if !self.read(|db| Ok(deals::all(db)?))?.is_empty() {
            return Ok(());
        }
        let deal = self.make_deal(&DealForm {
            title: "Contoso CRM renewal".to_owned(),
            vendor: "Contoso".to_owned(),
            vendor_domains: vec!["contoso.example".to_owned()],
        })?;
        self.set_mandate(
            &deal,
            &MandateForm {
                currency: "USD".to_owned(),
                target_annual: "525000".to_owned(),
                walk_away_annual: "568000".to_owned(),
                longest_term_months: "36".to_owned(),
                most_rounds: "6".to_owned(),
                concessions_shrink: true,
                not_against_oneself: true,
                ..MandateForm::default()
            },
        )?;
        for (name, text) in MAILS.iter().take(2) {
            self.deliver(guide, name, text)?;
        }
        Ok(())
    }

    fn invite_demo(&self, guide: &Guide) -> Result<(), Problem> {
        let handle =
            self.org()?.channel.handle.ok_or_else(|| Problem::new(crate::view::ProblemCode::ChannelOff))?;
        let state = self.0.root.join("vendor");
        let vendor = guide.starter.start(&self.host().url, &handle, &state)?;
        *locked(&guide.vendor) = Some(vendor);
        Ok(())
    }

    /// Puts a mail into the folder, dated now, as if it came just then.
    fn deliver(&self, guide: &Guide, name: &str, text: &str) -> Result<(), Problem> {
        let path = guide.workspace.mail_folder().join(name);
        if path.exists() {
            return Ok(());
        }
        let now = self.0.sources.now().millis();
        let date =
            chrono::DateTime::from_timestamp_millis(now).map(|now| now.to_rfc2822()).unwrap_or_default();
        let dated: String = text
            .split_inclusive('\n')
            .map(|line| if line.starts_with("Date:") { format!("Date: {date}\r\n") } else { line.to_owned() })
            .collect();
        let part = path.with_extension("part");
        std::fs::write(&part, dated).map_err(|error| trouble::file(&part, &error))?;
        std::fs::rename(&part, &path).map_err(|error| trouble::file(&path, &error))
    }

    /// Judges the saved log, and a copy of it in which one digit of a price is changed.
    fn check_saved(&self, guide: &Guide) -> Result<(), Problem> {
        let saved = self.saved_path()?.ok_or_else(|| gone(Missing::SavedLog))?;
        let whole = self.verify_file(&saved, &Work::unwatched())?.verdict;
        let text = std::fs::read_to_string(&saved).map_err(|error| trouble::file(&saved, &error))?;
        let copy = saved.with_extension("altered.json");
        let altered = alter(&text).ok_or_else(|| gone(Missing::Price))?;
        std::fs::write(&copy, altered).map_err(|error| trouble::file(&copy, &error))?;
        let changed = self.verify_file(&copy, &Work::unwatched())?.verdict;
        *locked(&guide.checked) = Some(GuideOutcome {
            saved: whole.outcome,
            altered: changed.outcome,
            altered_at: changed.faults.iter().find_map(|fault| fault.seq),
        });
        Ok(())
    }

    fn saved_path(&self) -> Result<Option<PathBuf>, Problem> {
        let path = self
            .demo_session()?
            .map(|session| self.0.root.join("exports").join(format!("{session}.anp.json")));
        Ok(path.filter(|path| path.exists()))
    }

    fn demo_session(&self) -> Result<Option<String>, Problem> {
        let all = self.read(|db| Ok(sessions::all(db)?))?;
        Ok(all.into_iter().find(|session| session.deal.is_some()).map(|session| session.id))
    }

    fn guide_facts(&self, guide: &Guide) -> Result<Facts, Problem> {
        let (enabled, vendors) = {
            let now = self.now();
            (now.org.as_ref().is_some_and(|org| org.channel.enabled), now.vendors.clone())
        };
        let started = locked(&guide.vendor).is_some();
        let verified = vendors.iter().any(|vendor| {
            self.read(|db| Ok(pins::get(db, &vendor.agent_id)?)).is_ok_and(|pin| pin.is_some())
        });
        let all = self.read(|db| Ok(sessions::all(db)?))?;
        let session = all.iter().find(|session| session.deal.is_some()).cloned();
        let state = session.clone().map(|session| self.session_state(session)).transpose()?;
        let answers = state.as_ref().map(|state| state.answers.as_slice()).unwrap_or_default();
        let countered =
            answers.iter().any(|answer| answer.what == "counter" && answer.state == outbox::State::Sent);
        let accepted = state.as_ref().is_some_and(|state| {
            crate::timeline::deal_state(&[state.stand()], false, None) == DealState::Accepted
        });
        if countered && mandates_known(self)? {
            let (name, text) = MAILS[2];
            self.deliver(guide, name, text)?;
        }
        let waits_for_offer = state.as_ref().is_none_or(|state| held(state).is_none());
        let offers =
            state.as_ref().and_then(|state| state.log.as_ref().ok()).map_or(0, |log| holds_of(log).len());
        let done = [
            enabled || started,
            !vendors.is_empty(),
            verified,
            session.is_some(),
            countered,
            accepted,
            self.saved_path()?.is_some(),
            locked(&guide.checked).is_some(),
        ];
        let current = done.iter().position(|done| !done).unwrap_or(done.len());
        let waits = match STEPS.get(current).copied() {
            Some("invite") => started,
            Some("sort") => all.is_empty(),
            Some("counter") => waits_for_offer || offers == 0,
            Some("accept") => waits_for_offer,
            _ => false,
        };
        Ok(Facts { done, waits })
    }
}

struct Facts {
    done: [bool; STEPS.len()],
    /// Whether the step whose turn it is waits for the vendor's agent.
    waits: bool,
}

fn mandates_known(desk: &Desk) -> Result<bool, Problem> {
    desk.read(|db| {
        let all = deals::all(db)?;
        let known = all.first().map(|deal| sealed_mandates::latest(db, &deal.id)).transpose()?;
        Ok(known.flatten().is_some())
    })
}

/// The log with one digit of its first unit price changed.
fn alter(text: &str) -> Option<String> {
    let key = "\"unit_price\":";
    let at = text.find(key)? + key.len();
    let (head, tail) = text.split_at_checked(at)?;
    let mut rest = tail.chars();
    let digit = rest.next()?.to_digit(10)?;
    let other = if digit == 9 { 8 } else { digit + 1 };
    Some(format!("{head}{other}{}", rest.as_str()))
}
