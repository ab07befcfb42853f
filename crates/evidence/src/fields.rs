//! Members of a bundle's own JSON, read one by one with their paths.

use anp::json::Value;

/// A file of a bundle that does not say what it is there to say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path} must be {expected}")]
pub struct Misread {
    /// Where.
    pub path: String,
    /// What was expected there.
    pub expected: String,
}

/// A number that counts something.
pub(crate) fn count(number: u64) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    Value::Number(number as f64)
}

/// An object at a path.
pub(crate) struct Fields<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(crate) fn wrong(&self, key: &str, expected: &str) -> Misread {
        Misread { path: self.path(key), expected: expected.to_owned() }
    }

    fn member<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, Misread> {
        self.value.get(key).and_then(read).ok_or_else(|| self.wrong(key, expected))
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'a str, Misread> {
        self.member(key, "a text", Value::as_text)
    }

    pub(crate) fn text_or_null(&self, key: &str) -> Result<Option<&'a str>, Misread> {
        self.member(key, "a text or null", |value| match value {
            Value::Null => Some(None),
            other => other.as_text().map(Some),
        })
    }

    /// A text that may lack.
    pub(crate) fn text_if_any(&self, key: &str) -> Result<Option<&'a str>, Misread> {
        if self.value.get(key).is_some() { self.text(key).map(Some) } else { Ok(None) }
    }

    /// A text that may lack or be null.
    pub(crate) fn text_if_any_or_null(&self, key: &str) -> Result<Option<&'a str>, Misread> {
        if self.value.get(key).is_some() { self.text_or_null(key) } else { Ok(None) }
    }

    pub(crate) fn list_of_texts(&self, key: &str) -> Result<Vec<String>, Misread> {
        let texts = self.value.get(key).and_then(Value::as_array);
        let texts = texts.and_then(|all| all.iter().map(|text| text.as_text().map(str::to_owned)).collect());
        texts.ok_or_else(|| self.wrong(key, "a list of texts"))
    }

    pub(crate) fn count(&self, key: &str) -> Result<u64, Misread> {
        self.member(key, "a whole number", Value::as_count)
    }

    pub(crate) fn count_or_null(&self, key: &str) -> Result<Option<u64>, Misread> {
        self.member(key, "a whole number or null", |value| match value {
            Value::Null => Some(None),
            other => other.as_count().map(Some),
        })
    }

    pub(crate) fn truth(&self, key: &str) -> Result<bool, Misread> {
        self.member(key, "true or false", Value::as_bool)
    }

    /// A text that another type reads.
    pub(crate) fn parsed<T, E>(
        &self,
        key: &str,
        expected: &str,
        parse: impl FnOnce(&'a str) -> Result<T, E>,
    ) -> Result<T, Misread> {
        self.member(key, expected, |value| value.as_text().and_then(|text| parse(text).ok()))
    }

    pub(crate) fn object(&self, key: &str) -> Result<Fields<'a>, Misread> {
        let value = self.member(key, "an object", |value| value.as_object().map(|_| value))?;
        Ok(Fields { value, path: self.path(key) })
    }

    /// An object, or null.
    pub(crate) fn object_or_null(&self, key: &str) -> Result<Option<Fields<'a>>, Misread> {
        match self.value.get(key) {
            Some(Value::Null) => Ok(None),
            _ => self.object(key).map(Some),
        }
    }

    /// A list that may lack.
    pub(crate) fn list_if_any<T>(
        &self,
        key: &str,
        read: impl FnMut(&Fields<'a>) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        if self.value.get(key).is_some() { self.list(key, read) } else { Ok(Vec::new()) }
    }

    pub(crate) fn list<T>(
        &self,
        key: &str,
        mut read: impl FnMut(&Fields<'a>) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        let items = self.member(key, "a list", Value::as_array)?;
        let path = self.path(key);
        items
            .iter()
            .enumerate()
            .map(|(at, value)| read(&Fields { value, path: format!("{path}[{at}]") }))
            .collect()
    }
}
