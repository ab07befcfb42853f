//! Payloads of words: messages and reasons.

use super::bounds;
use super::decode::{At, Members, PayloadFault};
use crate::json::Value;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Subject. The protocol sets no bound beside the request's size.
    pub subject: Option<String>,
    /// 1–20,000 characters.
    pub body: String,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(value: &Value) -> Result<Self, PayloadFault> {
        let members = Members::of(value, &At::default(), &["subject", "body"])?;
        Ok(Self {
            subject: members.optional("subject").map(|field| field.text(bounds::UNBOUNDED)).transpose()?,
            body: members.required("body")?.text(bounds::BODY)?,
        })
    }

    /// The message as JSON.
    pub fn to_value(&self) -> Value {
        let mut members = vec![("body".to_owned(), Value::from(self.body.as_str()))];
        if let Some(subject) = &self.subject {
            members.push(("subject".to_owned(), Value::from(subject.as_str())));
        }
        Value::Object(members)
    }
}

/// The payload of a decline or a close.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reason {
    /// Why. The protocol sets no bound beside the request's size.
    pub reason: Option<String>,
}

impl Reason {
    /// Reads a reason.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path.
    pub fn read(value: &Value) -> Result<Self, PayloadFault> {
        let members = Members::of(value, &At::default(), &["reason"])?;
        let reason = members.optional("reason").map(|field| field.text(bounds::UNBOUNDED)).transpose()?;
        Ok(Self { reason })
    }

    /// The reason as JSON.
    pub fn to_value(&self) -> Value {
        Value::Object(
            self.reason.iter().map(|reason| ("reason".to_owned(), Value::from(reason.as_str()))).collect(),
        )
    }
}
