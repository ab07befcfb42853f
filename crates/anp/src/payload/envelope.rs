//! Mandate envelopes: what each side declares, and the host's record of the opening.

use super::bounds;
use super::decode::{At, Field, Members, PayloadFault};
use crate::PROTOCOL;
use crate::digest::Fingerprint;
use crate::json::Value;

/// What an agent may do about offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// Nothing.
    None,
    /// Propose.
    ProposeOnly,
    /// Bind after a person has approved.
    BindWithHumanApproval,
}

impl Authority {
    /// All three.
    pub const ALL: [Self; 3] = [Self::None, Self::ProposeOnly, Self::BindWithHumanApproval];

    /// Text on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ProposeOnly => "propose_only",
            Self::BindWithHumanApproval => "bind_with_human_approval",
        }
    }

    /// Reads the text on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|authority| authority.as_str() == text)
    }
}

/// A declared mandate. That the agent is an AI is not a member here: an envelope that
/// declares anything else is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Who negotiates, 1–160 characters.
    pub party: String,
    /// The agent's name, 1–160 characters.
    pub agent_name: String,
    /// Topics, 1–20 of 1–120 characters.
    pub may_discuss: Vec<String>,
    /// What may be told, at most 20 of 1–120.
    pub may_disclose: Vec<String>,
    /// What is never told, at most 20 of 1–120; none where the member is absent.
    pub will_not_disclose: Option<Vec<String>>,
    /// What the agent may do about offers.
    pub offer_authority: Authority,
    /// A person to turn to, at most 320 characters.
    pub human_contact: Option<String>,
}

const KEYS: [&str; 7] = [
    "party",
    "agent",
    "may_discuss",
    "may_disclose",
    "will_not_disclose",
    "offer_authority",
    "human_contact",
];

impl Envelope {
    /// Reads an envelope.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(value: &Value) -> Result<Self, PayloadFault> {
        Self::read_at(value, &At::default())
    }

    fn read_at(value: &Value, at: &At) -> Result<Self, PayloadFault> {
        let members = Members::of(value, at, &KEYS)?;
        let party = members.required("party")?.text(bounds::PARTY)?;
        let agent = members.required("agent")?;
        let agent = Members::of(agent.value, &agent.at, &["name", "declared_ai"])?;
        let agent_name = agent.required("name")?.text(bounds::AGENT_NAME)?;
        let declared = agent.required("declared_ai")?;
        if declared.value.as_bool() != Some(true) {
            return Err(declared.form("must be true: every agent declares that it is an AI"));
        }
        let may_discuss = members.required("may_discuss")?.texts(bounds::MAY_DISCUSS, bounds::TOPIC)?;
        let may_disclose = members.required("may_disclose")?.texts(bounds::DISCLOSED, bounds::TOPIC)?;
        let will_not_disclose = members
            .optional("will_not_disclose")
            .map(|field| field.texts(bounds::DISCLOSED, bounds::TOPIC))
            .transpose()?;
        let authority = members.required("offer_authority")?;
        let offer_authority = authority
            .value
            .as_text()
            .and_then(Authority::parse)
            .ok_or_else(|| authority.form("must be none, propose_only or bind_with_human_approval"))?;
        let human_contact =
            members.optional("human_contact").map(|field| field.text(bounds::CONTACT)).transpose()?;
        Ok(Self {
            party,
            agent_name,
            may_discuss,
            may_disclose,
            will_not_disclose,
            offer_authority,
            human_contact,
        })
    }

    /// The envelope as JSON.
    pub fn to_value(&self) -> Value {
        let mut members = vec![
            ("party".to_owned(), Value::from(self.party.as_str())),
            (
                "agent".to_owned(),
                Value::object([
                    ("name", Value::from(self.agent_name.as_str())),
                    ("declared_ai", Value::Bool(true)),
                ]),
            ),
            ("may_discuss".to_owned(), texts(&self.may_discuss)),
            ("may_disclose".to_owned(), texts(&self.may_disclose)),
            ("offer_authority".to_owned(), Value::from(self.offer_authority.as_str())),
        ];
        if let Some(list) = &self.will_not_disclose {
            members.push(("will_not_disclose".to_owned(), texts(list)));
        }
        if let Some(contact) = &self.human_contact {
            members.push(("human_contact".to_owned(), Value::from(contact.as_str())));
        }
        Value::Object(members)
    }
}

pub(super) fn texts(list: &[String]) -> Value {
    Value::Array(list.iter().map(|text| Value::from(text.as_str())).collect())
}

/// The vendor's agent as the host names it in event 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedBy {
    /// Registration id, 1–128 characters.
    pub id: String,
    /// Name, 1–160 characters.
    pub name: String,
    /// Fingerprint of its key.
    pub fingerprint: Fingerprint,
}

/// Event 1: assembled by the host from the registration and the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionOpen {
    /// Who opened.
    pub agent: OpenedBy,
    /// The vendor's mandate.
    pub envelope: Envelope,
}

impl SessionOpen {
    /// Reads the payload of event 1.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(value: &Value) -> Result<Self, PayloadFault> {
        let members = Members::of(value, &At::default(), &["protocol", "agent", "envelope"])?;
        let protocol = members.required("protocol")?;
        if protocol.value.as_text() != Some(PROTOCOL) {
            return Err(protocol.form("must be ANP/0.1"));
        }
        let agent = members.required("agent")?;
        let agent = Members::of(agent.value, &agent.at, &["id", "name", "fingerprint"])?;
        let envelope = members.required("envelope")?;
        Ok(Self {
            agent: OpenedBy {
                id: agent.required("id")?.text(bounds::REGISTRATION)?,
                name: agent.required("name")?.text(bounds::AGENT_NAME)?,
                fingerprint: fingerprint(&agent.required("fingerprint")?)?,
            },
            envelope: Envelope::read_at(envelope.value, &envelope.at)?,
        })
    }

    /// The payload as JSON.
    pub fn to_value(&self) -> Value {
        Value::object([
            ("protocol", Value::from(PROTOCOL)),
            (
                "agent",
                Value::object([
                    ("id", Value::from(self.agent.id.as_str())),
                    ("name", Value::from(self.agent.name.as_str())),
                    ("fingerprint", Value::from(self.agent.fingerprint.to_string())),
                ]),
            ),
            ("envelope", self.envelope.to_value()),
        ])
    }
}

fn fingerprint(field: &Field<'_>) -> Result<Fingerprint, PayloadFault> {
    Fingerprint::parse(&field.text(bounds::FINGERPRINT)?)
        .map_err(|_| field.form("must be 64 lower-case hex digits"))
}
