//! A session's setup as canonical JSON: what was fixed is kept, and hashed as it stands.

use anp::json::{self, Value};
use anp::time::Moment;
use money::Amount;

use super::{Caps, Dialect, Retry, Role, Setup};
use crate::mandate::{Bound, Limit, Mandate};
use crate::terms::{SessionId, Terms};

impl Setup {
    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        let bounds = self.caps.mandate.bounds.iter().map(|bound| {
            let (rule, limit) = limit_text(&bound.limit);
            Value::object([
                ("limit", Value::from(limit)),
                ("member", Value::from(bound.member.as_str())),
                ("rule", Value::from(rule)),
            ])
        });
        let dialect = match self.dialect {
            Dialect::Full => "full",
            Dialect::Guide => "guide",
        };
        json::canonical(&Value::object([
            ("best_final", self.caps.best_final.as_ref().map_or(Value::Null, Terms::value)),
            ("deadline", Value::from(self.caps.deadline.to_text())),
            ("dialect", Value::from(dialect)),
            ("mandate", Value::Array(bounds.collect())),
            ("max_rounds", Value::from(self.caps.max_rounds)),
            ("retry_every_ms", Value::from(self.retry.every_ms.to_string())),
            ("retry_sends", Value::from(u32::from(self.retry.sends))),
            ("role", Value::from(self.role.name())),
            ("session_id", Value::from(self.session.as_str())),
        ]))
    }

    /// Reads what [`Setup::to_json`] wrote; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let value = json::parse_flawless(text.as_bytes()).ok()?;
        let member = |name: &str| value.get(name).and_then(Value::as_text);
        let count = |name: &str| value.get(name).and_then(Value::as_count);
        let bound = |value: &Value| {
            let text = |name: &str| value.get(name).and_then(Value::as_text);
            let limit = limit(text("rule")?, text("limit")?)?;
            Some(Bound { member: text("member")?.to_owned(), limit })
        };
        let bounds = value.get("mandate")?.as_array()?.iter().map(bound).collect::<Option<_>>()?;
        let best_final = match value.get("best_final")? {
            Value::Null => None,
            terms => Some(Terms::of(terms).ok()?),
        };
        let setup = Self {
            session: SessionId::parse(member("session_id")?)?,
            role: [Role::Opener, Role::Answerer]
                .into_iter()
                .find(|role| Some(role.name()) == member("role"))?,
            dialect: match member("dialect")? {
                "full" => Dialect::Full,
                "guide" => Dialect::Guide,
                _ => return None,
            },
            caps: Caps {
                max_rounds: u32::try_from(count("max_rounds")?).ok()?,
                deadline: Moment::parse(member("deadline")?).ok()?,
                mandate: Mandate { bounds },
                best_final,
            },
            retry: Retry {
                every_ms: member("retry_every_ms")?.parse().ok()?,
                sends: u8::try_from(count("retry_sends")?).ok()?,
            },
        };
        (setup.to_json() == text).then_some(setup)
    }
}

fn limit_text(limit: &Limit) -> (&'static str, String) {
    match limit {
        Limit::AtMost(amount) => ("at_most", amount.to_string()),
        Limit::AtLeast(amount) => ("at_least", amount.to_string()),
        Limit::NotBefore(moment) => ("not_before", moment.to_text()),
        Limit::NotAfter(moment) => ("not_after", moment.to_text()),
        Limit::Is(text) => ("is", text.clone()),
    }
}

fn limit(rule: &str, text: &str) -> Option<Limit> {
    Some(match rule {
        "at_most" => Limit::AtMost(Amount::parse(text).ok()?),
        "at_least" => Limit::AtLeast(Amount::parse(text).ok()?),
        "not_before" => Limit::NotBefore(Moment::parse(text).ok()?),
        "not_after" => Limit::NotAfter(Moment::parse(text).ok()?),
        "is" => Limit::Is(text.to_owned()),
        _ => return None,
    })
}
