//! What a seller says of itself, as far as a buyer's steps hang on it.

use anp::json::Value;

use crate::request::refine::Dimension;

/// The `proposal_refinement` block: what the seller can parse and check.
///
/// An empty list says that only words are understood; no block at all says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefinementSupport {
    /// The named dimensions; none where the block names no list, which says nothing either.
    pub dimensions: Option<Vec<Dimension>>,
    /// The most alternatives of one refinement, where the seller has a limit of its own.
    pub max_alternatives: Option<u64>,
}

impl RefinementSupport {
    /// Reads the block. Names that this version does not know are left aside.
    pub fn read(block: &Value) -> Self {
        let names = block.get("supported_dimensions").and_then(Value::as_array);
        let dimensions =
            names.map(|names| names.iter().filter_map(Value::as_text).filter_map(Dimension::parse).collect());
        let max_alternatives = block.get("max_alternatives").and_then(Value::as_count);
        Self { dimensions, max_alternatives }
    }

    /// Whether the seller says that it supports this; none where it says nothing.
    pub fn supports(&self, dimension: Dimension) -> Option<bool> {
        self.dimensions.as_ref().map(|dimensions| dimensions.contains(&dimension))
    }
}

/// What a seller says of itself in `get_adcp_capabilities`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// The releases that it speaks, as it names them.
    pub versions: Vec<String>,
    /// How long it remembers what it has answered to a key, in seconds; none where it promises nothing,
    /// and then nothing is sent that must not happen twice.
    pub replay_seconds: Option<u64>,
    /// The tools of the proposals' life that it names.
    pub lifecycle_tools: Vec<String>,
    /// What it can parse and check of a revision.
    pub refinement: Option<RefinementSupport>,
}

impl Capabilities {
    /// Reads the body of the answer. What does not stand there is not promised.
    pub fn read(body: &Value) -> Self {
        let adcp = body.get("adcp").unwrap_or(&Value::Null);
        let media_buy = body.get("media_buy").unwrap_or(&Value::Null);
        let texts = |value: Option<&Value>| -> Vec<String> {
            let all = value.and_then(Value::as_array).unwrap_or_default();
            all.iter().filter_map(Value::as_text).map(str::to_owned).collect()
        };
        let idempotency = adcp.get("idempotency").unwrap_or(&Value::Null);
        let supported = idempotency.get("supported").and_then(Value::as_bool) == Some(true);
        let seconds = idempotency.get("replay_ttl_seconds").and_then(Value::as_count);
        Self {
            versions: texts(adcp.get("supported_versions")),
            replay_seconds: seconds.filter(|seconds| supported && *seconds > 0),
            lifecycle_tools: texts(media_buy.get("lifecycle_tools")),
            refinement: media_buy.get("proposal_refinement").map(RefinementSupport::read),
        }
    }

    /// The release to speak: `3.2` where the seller has it, else the latest of its prereleases of 3.2,
    /// by its exact name. Never a patch: `3.2.4` is no name on this wire.
    pub fn version(&self) -> Option<&str> {
        if let Some(stable) = self.versions.iter().find(|version| *version == "3.2") {
            return Some(stable);
        }
        let prereleases = self.versions.iter().filter(|version| version.starts_with("3.2-"));
        prereleases.max_by_key(|version| prerelease(version)).map(String::as_str)
    }
}

/// The order of prereleases: numbers by their value, other parts by their text, numbers first.
fn prerelease(version: &str) -> Vec<(bool, u64, String)> {
    let parts = version.split(['-', '.']).skip(2);
    parts
        .map(|part| match part.parse() {
            Ok(number) => (false, number, String::new()),
            Err(_) => (true, 0, part.to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &str) -> Capabilities {
        Capabilities::read(&anp::json::parse_flawless(text.as_bytes()).unwrap())
    }

    #[test]
    fn the_release_is_one_that_the_seller_names() {
        let version = |versions: &str| {
            read(&format!(r#"{{"adcp":{{"supported_versions":{versions}}}}}"#)).version().map(str::to_owned)
        };
        assert_eq!(version(r#"["3.0","3.2","3.2-beta.5"]"#).as_deref(), Some("3.2"));
        assert_eq!(version(r#"["3.2-beta.5","3.2-beta.12","3.1"]"#).as_deref(), Some("3.2-beta.12"));
        assert_eq!(version(r#"["3.2-rc.1","3.2-beta.12"]"#).as_deref(), Some("3.2-rc.1"));
        assert_eq!(version(r#"["3.1","3.2.4","4.0"]"#), None);
    }

    #[test]
    fn no_replay_time_is_no_promise() {
        let seconds = |block: &str| read(&format!(r#"{{"adcp":{{"idempotency":{block}}}}}"#)).replay_seconds;
        assert_eq!(seconds(r#"{"supported":true,"replay_ttl_seconds":86400}"#), Some(86_400));
        assert_eq!(seconds(r#"{"supported":true}"#), None);
        assert_eq!(seconds(r#"{"supported":false,"replay_ttl_seconds":86400}"#), None);
        assert_eq!(read("{}").replay_seconds, None);
    }
}
