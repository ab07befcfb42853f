//! Acts on the organisation's own ledger. They are made while the host answers: who is of
//! the organisation is not decided in passing.

use anp::digest::Fingerprint;
use anp::join::{Ticket, org_ledger};
use anp::json::{Value, canonical};
use anp::office::kind;
use anp::roles::{Act, Role};
use anp::time::Moment;
use store::tables::{deals, settings};
use zeroize::Zeroizing;

use crate::state::{Desk, Signer};
use crate::trouble::{defect, gone};
use crate::view::{MadeInvitation, Missing, PeopleView, Problem, ProblemCode, RoleView, Unfit};
use crate::wire_form::invalid;

/// Longest time for which an invitation serves, in days.
const LONGEST_DAYS: u32 = 30;

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

fn texts<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(words.into_iter().map(Value::from).collect())
}

fn key(text: &str) -> Result<Fingerprint, Problem> {
    Fingerprint::parse(text).map_err(|_| gone(Missing::Person))
}

impl Desk {
    /// Invites somebody, in these roles, for so many days. The text is shown once: whoever
    /// has it can join.
    ///
    /// # Errors
    /// Where the person here does not govern, the form is incomplete, or the host does not
    /// answer.
    pub async fn invite(&self, name: &str, roles: &[RoleView], days: u32) -> Result<MadeInvitation, Problem> {
        self.may(Act::Govern)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
            return Err(invalid("name", Unfit::Length).with("least", 1).with("most", 120));
        }
        if roles.is_empty() {
            return Err(invalid("roles", Unfit::OneOrMore));
        }
        if !(1..=LONGEST_DAYS).contains(&days) {
            return Err(invalid("days", Unfit::Range).with("least", 1).with("most", 30));
        }
        let signer = self.signer()?;
        let (platform, founder) =
            self.read(|db| Ok((settings::get(db, "platform_fingerprint")?, settings::get(db, "founder")?)))?;
        let platform = platform.and_then(|text| Fingerprint::parse(&text).ok());
        let founder = founder.and_then(|text| Fingerprint::parse(&text).ok());
        let platform = platform.ok_or_else(|| defect("platform key"))?;
        let ticket = Ticket {
            host: self.reached_at(),
            platform,
            founder,
            invitation: self.0.sources.id(),
            seed: Zeroizing::new(self.0.sources.bytes()),
        };
        // A minute less, so that clocks that differ a little do not make it too long.
        let until = self.0.sources.now().plus_millis(i64::from(days) * DAY_MILLIS - 60_000).to_text();
        let payload = canonical(&Value::object([
            ("expires_at", until.as_str().into()),
            ("invitation", ticket.invitation.as_str().into()),
            ("name", name.into()),
            ("public_key", ticket.key().public().to_string().into()),
            ("roles", texts(roles.iter().map(|role| role.role().as_str()))),
        ]));
        self.state_on_org(&signer, kind::INVITED, &payload).await?;
        Ok(MadeInvitation { name: name.to_owned(), text: ticket.expose_text().to_string(), until })
    }

    /// Where a colleague's desk reaches the host.
    fn reached_at(&self) -> String {
        let public = self.now().org.as_ref().and_then(|org| org.org.public_url.clone());
        let host = self.host();
        public.filter(|_| host.embedded || crate::people::is_loopback(&host.url)).unwrap_or(host.url)
    }

    /// Takes an invitation back that nobody has used.
    ///
    /// # Errors
    /// As [`Desk::invite`]; where the invitation is not open.
    pub async fn withdraw_invitation(&self, id: &str) -> Result<PeopleView, Problem> {
        self.may(Act::Govern)?;
        let payload = canonical(&Value::object([("invitation", id.into())]));
        self.state_on_org(&*self.signer()?, kind::WITHDRAWN, &payload).await?;
        self.people_view()
    }

    /// Gives a person these roles and no others.
    ///
    /// # Errors
    /// As [`Desk::invite`]; where the organisation would have no owner.
    pub async fn give_roles(&self, person: &str, roles: &[RoleView]) -> Result<PeopleView, Problem> {
        self.may(Act::Govern)?;
        let person = key(person)?;
        if roles.is_empty() {
            return Err(invalid("roles", Unfit::OneOrMore));
        }
        if !roles.contains(&RoleView::OrgOwner) {
            self.owned_without(person)?;
        }
        let payload = canonical(&Value::object([
            ("person", person.to_string().into()),
            ("roles", texts(roles.iter().map(|role| role.role().as_str()))),
        ]));
        self.state_on_org(&*self.signer()?, kind::ROLES, &payload).await?;
        self.people_view()
    }

    /// Ends a person's key: what it signed stays valid, and it signs nothing more.
    ///
    /// # Errors
    /// As [`Desk::invite`]; where the organisation would have no owner.
    pub async fn let_go(&self, person: &str) -> Result<PeopleView, Problem> {
        let person = key(person)?;
        let signer = self.signer()?;
        if person != signer.key.fingerprint() {
            self.may(Act::Govern)?;
        }
        self.owned_without(person)?;
        let payload = canonical(&Value::object([("person", person.to_string().into())]));
        self.state_on_org(&signer, kind::LEFT, &payload).await?;
        self.people_view()
    }

    /// Somebody stands in for the person here until a moment, in one deal or in all. A
    /// moment that has passed ends it.
    ///
    /// # Errors
    /// Where the person here or the other may not decide.
    pub async fn name_stand_in(
        &self,
        to: &str,
        deal: Option<&str>,
        until: &str,
    ) -> Result<PeopleView, Problem> {
        self.may(Act::Decide)?;
        let (to, signer) = (key(to)?, self.signer()?);
        let until = Moment::parse(until).map_err(|_| invalid("until", Unfit::DateTime))?;
        let payload = match deal {
            Some(deal) => Value::object([
                ("deals", texts([deal])),
                ("to", to.to_string().into()),
                ("until", until.to_text().into()),
            ]),
            None => Value::object([("to", to.to_string().into()), ("until", until.to_text().into())]),
        };
        self.state_on_org(&signer, kind::DELEGATED, &canonical(&payload)).await?;
        // Who stands in judges by the mandate as the owner does.
        for row in self.read(|db| Ok(deals::all(db)?))? {
            let meant = deal.is_none_or(|deal| deal == row.id);
            let own = row.owner_fingerprint == signer.fingerprint_text();
            if meant && own && until > self.0.sources.now() {
                self.reseal_mandate(&row.id, &signer, None)?;
            }
        }
        self.people_view()
    }

    /// Whether a counter must be approved by somebody else than who drafted it.
    ///
    /// # Errors
    /// As [`Desk::invite`].
    pub async fn set_four_eyes(&self, on: bool) -> Result<PeopleView, Problem> {
        self.may(Act::Govern)?;
        let payload = canonical(&Value::object([("on", on.into())]));
        self.state_on_org(&*self.signer()?, kind::FOUR_EYES, &payload).await?;
        self.people_view()
    }

    /// Gives a deal another owner.
    ///
    /// # Errors
    /// Where neither the deal nor the organisation is the person's.
    pub async fn hand_over_deal(&self, deal: &str, to: &str) -> Result<(), Problem> {
        let (to, signer) = (key(to)?, self.signer()?);
        let at = self.stamp();
        let owner = self.read(|db| Ok(deals::get(db, deal)?))?.ok_or_else(|| gone(Missing::Deal))?;
        if owner.owner_fingerprint != signer.fingerprint_text() {
            self.may(Act::Govern)?;
        }
        if owner.owner_fingerprint == signer.fingerprint_text() {
            // Whoever joined a moment ago is known by then, and so what secrets for them are sealed to.
            if let Some(org) = self.read(crate::ledger::org_ledger)? {
                self.sync_ledger(&signer, org.as_str()).await?;
            }
            // Before the word that hands it over: afterwards the mandate is not this person's to seal.
            self.reseal_mandate(deal, &signer, Some(to))?;
        }
        let payload = canonical(&Value::object([("owner", to.to_string().into())]));
        self.write(|db| crate::ledger::state(db, deal, (kind::OWNER, &payload), &signer, &at))?;
        self.sync_ledger(&signer, deal).await
    }

    /// Whether somebody else than this person owns the organisation too.
    fn owned_without(&self, person: Fingerprint) -> Result<(), Problem> {
        let now = self.0.sources.now();
        let known = self.office()?;
        let office = known.as_ref().and_then(|known| known.office.as_ref());
        let others = office.is_some_and(|office| {
            office.members().iter().any(|member| {
                member.fingerprint() != person
                    && member.covers(now)
                    && member.until.is_none()
                    && member.roles_at(now).contains(&Role::OrgOwner)
            })
        });
        if others { Ok(()) } else { Err(Problem::new(ProblemCode::LastOwner)) }
    }

    /// States something on the organisation's ledger now, or not at all.
    pub(crate) async fn state_on_org(
        &self,
        signer: &Signer,
        kind: &str,
        payload: &str,
    ) -> Result<(), Problem> {
        let platform = self.read(|db| Ok(settings::get(db, "platform_fingerprint")?))?;
        let platform = platform.and_then(|text| Fingerprint::parse(&text).ok());
        let org = platform.and_then(|platform| org_ledger(&platform)).ok_or_else(|| defect("org ledger"))?;
        self.state_now(signer, org.as_str(), (kind, payload)).await?;
        self.refresh_org(signer).await
    }
}

impl RoleView {
    /// The role that it shows.
    pub(crate) const fn role(self) -> Role {
        match self {
            Self::Procurement => Role::Procurement,
            Self::DealOwner => Role::DealOwner,
            Self::Legal => Role::Legal,
            Self::OrgOwner => Role::OrgOwner,
        }
    }

    /// The view of a role. The desk's agent is nobody's colleague: where it would be shown as one it stands
    /// with the least of them.
    pub(crate) const fn of(role: Role) -> Self {
        match role {
            Role::Procurement | Role::Agent => Self::Procurement,
            Role::DealOwner => Self::DealOwner,
            Role::Legal => Self::Legal,
            Role::OrgOwner => Self::OrgOwner,
        }
    }
}
