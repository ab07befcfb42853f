//! Readers that take more than they should, for the faults that need them.

use anp::base64url;
use anp::digest::PayloadHash;
use anp::event::{Kind, Stated};
use anp::json::{FlawKind, Value, canonical, parse};
use anp::keys::Signature;

use super::words::Denial;
use super::{Fault, Host};

/// A signature in any dress of base64.
pub fn signature(text: &str) -> Option<Signature> {
    let plain: String = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    base64url::decode::<64>(&plain).ok().map(Signature)
}

impl Host {
    /// A body's JSON, flawless unless the fault lets the flaw through.
    pub fn object(&self, body: &[u8]) -> Result<Value, Denial> {
        let relaxed;
        let body = match self.fault {
            Some(Fault::LossyUtf8) => {
                relaxed = String::from_utf8_lossy(body).into_owned();
                relaxed.as_bytes()
            }
            Some(Fault::RelaxedJson) => {
                relaxed = String::from_utf8_lossy(body).replace("NaN", "0").replace(",}", "}");
                relaxed.as_bytes()
            }
            _ => body,
        };
        let parsed = parse(body).map_err(Denial::bad)?;
        let let_through = |kind: FlawKind| {
            matches!(
                (kind, self.fault),
                (FlawKind::DuplicateKey, Some(Fault::DuplicateKeysTaken))
                    | (FlawKind::InexactInteger, Some(Fault::InexactIntegersTaken))
                    | (FlawKind::LoneSurrogate, Some(Fault::LoneSurrogatesTaken))
                    | (FlawKind::OutOfRange, Some(Fault::InfinityTaken))
            )
        };
        if let Some(flaw) = parsed.flaws.iter().find(|flaw| !let_through(flaw.kind)) {
            if flaw.kind == FlawKind::TooDeep && self.has(Fault::NestingKills) {
                return Err(Denial::told(500, "internal", "The stack is at its end."));
            }
            return Err(Denial::bad(flaw));
        }
        match parsed.value {
            object @ Value::Object(_) => Ok(object),
            other => Err(Denial::bad(format_args!("the body must be an object, not {}", other.kind()))),
        }
    }

    /// Holds a payload to its schema; gives the canonical text of what was received.
    pub fn stated(&self, kind: Kind, payload: &Value) -> Result<String, Denial> {
        let repaired = self.repaired(kind, payload.clone());
        Stated::read(kind, &repaired).map_err(Denial::bad)?;
        let text = canonical(payload);
        let notes = payload.get("notes").and_then(Value::as_text).unwrap_or_default();
        if self.has(Fault::LengthsInUtf16) && notes.encode_utf16().count() > 4_000 {
            return Err(Denial::bad("too long"));
        }
        Ok(text)
    }

    /// The payload with what the fault overlooks put right.
    fn repaired(&self, kind: Kind, mut payload: Value) -> Value {
        let offer = matches!(kind, Kind::Offer | Kind::CounterOffer);
        match self.fault {
            Some(Fault::OfferUnknownKeys) if offer => keep(
                &mut payload,
                &["currency", "term_months", "expires_at", "line_items", "total_annual", "conditions", "notes"],
            ),
            Some(Fault::LineUnknownKeys) if offer => on_lines(&mut payload, |line| {
                keep(
                    line,
                    &["sku", "description", "quantity", "unit", "unit_price", "currency", "term_months"],
                );
            }),
            Some(Fault::TermUnbounded) if offer => amend(&mut payload, "term_months", |term| {
                if term.as_number().is_some_and(|term| term > 120.0) {
                    *term = Value::Number(1.0);
                }
            }),
            Some(Fault::LinesUnbounded) if offer => amend(&mut payload, "line_items", |lines| {
                if let Value::Array(lines) = lines {
                    lines.truncate(200);
                }
            }),
            Some(Fault::NegativePriceTaken) if offer => {
                on_lines(&mut payload, |line| amend(line, "unit_price", absolute));
            }
            Some(Fault::ZeroQuantityTaken) if offer => {
                on_lines(&mut payload, |line| {
                    amend(line, "quantity", |quantity| {
                        if quantity.as_number() == Some(0.0) {
                            *quantity = Value::Number(1.0);
                        }
                    });
                });
            }
            Some(Fault::ExpiryUnchecked) if offer => amend(&mut payload, "expires_at", |expiry| {
                *expiry = Value::from("2099-01-01T00:00:00Z");
            }),
            Some(Fault::EmptyMessageTaken) if kind == Kind::Message => amend(&mut payload, "body", |body| {
                if body.as_text() == Some("") {
                    *body = Value::from("-");
                }
            }),
            Some(Fault::LaterEnvelopeUnchecked) if kind == Kind::Envelope => {
                amend(&mut payload, "agent", |agent| {
                    amend(agent, "declared_ai", |declared| *declared = Value::Bool(true));
                });
            }
            _ => {}
        }
        payload
    }

    /// The same for the envelope of an opening.
    pub fn repaired_envelope(&self, mut envelope: Value) -> Value {
        match self.fault {
            Some(Fault::DeclaredAiUnchecked) => amend(&mut envelope, "agent", |agent| {
                let name = agent.get("name").cloned().unwrap_or(Value::Null);
                *agent = Value::object([("name", name), ("declared_ai", Value::Bool(true))]);
            }),
            Some(Fault::EnvelopeUnknownKeys) => keep(
                &mut envelope,
                &[
                    "party",
                    "agent",
                    "may_discuss",
                    "may_disclose",
                    "will_not_disclose",
                    "offer_authority",
                    "human_contact",
                ],
            ),
            Some(Fault::TopicsUnbounded) => amend(&mut envelope, "may_discuss", |topics| {
                if let Value::Array(topics) = topics {
                    topics.truncate(20);
                }
            }),
            Some(Fault::AnyAuthority) => amend(&mut envelope, "offer_authority", |authority| {
                *authority = Value::from("none");
            }),
            _ => {}
        }
        envelope
    }
}

/// The hash of a payload's canonical text, or of its raw text under the fault.
pub fn payload_hash(host: &Host, canonical: &str, body: &[u8]) -> PayloadHash {
    if host.has(Fault::HashOfRawText) {
        let text = String::from_utf8_lossy(body);
        let raw = text.split_once(r#""payload":"#).map_or("", |(_, rest)| rest);
        let raw = raw.rsplit_once(r#","signature""#).map_or(raw, |(payload, _)| payload);
        return PayloadHash(anp::digest::sha256(raw.as_bytes()));
    }
    PayloadHash::of_canonical(canonical)
}

fn keep(value: &mut Value, known: &[&str]) {
    if let Value::Object(members) = value {
        members.retain(|(name, _)| known.contains(&name.as_str()));
    }
}

fn amend(value: &mut Value, key: &str, change: impl FnOnce(&mut Value)) {
    if let Value::Object(members) = value
        && let Some((_, member)) = members.iter_mut().find(|(name, _)| name == key)
    {
        change(member);
    }
}

fn on_lines(offer: &mut Value, change: impl Fn(&mut Value)) {
    amend(offer, "line_items", |lines| {
        if let Value::Array(lines) = lines {
            lines.iter_mut().for_each(change);
        }
    });
}

fn absolute(number: &mut Value) {
    if let Value::Number(number) = number {
        *number = number.abs();
    }
}
