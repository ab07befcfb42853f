//! Readers that take more than they should, for the faults that need them.

use anp::base64url;
use anp::digest::PayloadHash;
use anp::event::{Kind, Stated};
use anp::json::{FlawKind, Value, canonical, parse};
use anp::keys::Signature;

use super::words::Denial;
use super::{Fault, Host, repair};

/// A signature in any dress of base64.
pub fn signature(text: &str) -> Option<Signature> {
    let plain: String = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    base64url::decode::<64>(&plain).ok().map(Signature)
}

/// A signature whatever bits are left over in its last character.
pub fn with_leftover_bits(text: &str) -> Option<Signature> {
    let last = text.chars().last()?;
    let rest: String = text.chars().take(85).collect();
    // The four characters that stand for no bits left over; the others follow them.
    let plain = ['A', 'Q', 'g', 'w'].into_iter().rfind(|plain| place(*plain) <= place(last))?;
    base64url::decode::<64>(&format!("{rest}{plain}")).ok().map(Signature)
}

fn place(character: char) -> usize {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".find(character).unwrap_or(0)
}

impl Host {
    /// A body's JSON, flawless unless the fault lets the flaw through.
    pub fn object(&self, body: &[u8]) -> Result<Value, Denial> {
        let relaxed = self.relaxed(body);
        let body = relaxed.as_deref().unwrap_or(body);
        if body == b"null" && self.has(Fault::NullKills) {
            return Err(Denial::told(500, "internal", "null has no members"));
        }
        let parsed = parse(body).map_err(Denial::bad)?;
        let let_through = |kind: FlawKind| {
            matches!(
                (kind, self.fault),
                (FlawKind::DuplicateKey, Some(Fault::DuplicateKeysTaken))
                    | (FlawKind::LoneSurrogate, Some(Fault::LoneSurrogatesTaken))
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

    /// The body as a reader takes it that is laxer than JSON; none where it is taken as it is.
    fn relaxed(&self, body: &[u8]) -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(body);
        if text.contains('\u{fffd}') && !self.has(Fault::LossyUtf8) {
            return None;
        }
        let text = match self.fault? {
            Fault::LossyUtf8 => text.into_owned(),
            Fault::RelaxedJson => text.replace("NaN", "0").replace(",}", "}"),
            // As readers with doubles alone understand them.
            Fault::InexactIntegersTaken => text.replace("9007199254740993", "9007199254740992"),
            Fault::InfinityTaken => text.replace("1e999", "1.7976931348623157e308"),
            _ => return None,
        };
        Some(text.into_bytes())
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
        let Some(fault) = self.fault else { return payload };
        match kind {
            Kind::Offer | Kind::CounterOffer => repair::offer(fault, &mut payload),
            Kind::Message if fault == Fault::EmptyMessageTaken => repair::empty_body(&mut payload),
            Kind::Decline if fault == Fault::ReasonUnknownKeys => repair::keep(&mut payload, &["reason"]),
            Kind::Envelope if fault == Fault::LaterEnvelopeUnchecked => {
                repair::amend(&mut payload, "agent", |agent| {
                    repair::amend(agent, "declared_ai", |declared| *declared = Value::Bool(true));
                });
            }
            _ => {}
        }
        payload
    }

    /// The same for the envelope of an opening.
    pub fn repaired_envelope(&self, mut envelope: Value) -> Value {
        if let Some(fault) = self.fault {
            repair::envelope(fault, &mut envelope);
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
