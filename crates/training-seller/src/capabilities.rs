//! What this seller says it supports, and in which versions it speaks.

use serde_json::{Value, json};

use crate::fault::Fault;
use crate::profile::Profile;

/// How long an answer is kept for its key, in seconds: one day.
pub const REPLAY_SECONDS: u32 = 86_400;

/// How many holds a buyer may have at once.
pub const MOST_HOLDS: usize = 3;

/// The exact prerelease that one profile speaks.
const PRERELEASE: &str = "3.2-rc.7";

/// The typed dimensions that are declared; none where nothing is declared at all.
pub fn dimensions(profile: Profile) -> Option<&'static [&'static str]> {
    const USUAL: [&str; 6] =
        ["total_budget", "product_changes", "alternatives", "cpm", "impressions", "criteria"];
    const ALL: [&str; 7] =
        ["total_budget", "product_changes", "alternatives", "cpm", "impressions", "criteria", "flight"];
    match profile {
        Profile::AskOnly => Some(&[]),
        Profile::Undeclared => None,
        Profile::LateFlight => Some(&ALL),
        _ => Some(&USUAL),
    }
}

/// The most drafts of one refinement.
pub const fn most_alternatives(profile: Profile) -> u64 {
    match profile {
        Profile::Undeclared => 10,
        _ => 3,
    }
}

/// The versions that are spoken.
const fn versions(profile: Profile) -> &'static [&'static str] {
    match profile {
        Profile::Prerelease => &["3.1", PRERELEASE],
        _ => &["3.1", "3.2"],
    }
}

/// The version that a request names, or the usual one.
///
/// # Errors
/// `VERSION_UNSUPPORTED` with those that are spoken.
pub fn version(arguments: &Value, profile: Profile) -> Result<&'static str, Fault> {
    let spoken = versions(profile);
    let asked = arguments.get("adcp_version").and_then(Value::as_str);
    let major = arguments.get("adcp_major_version").is_none_or(|major| *major == 3);
    let usual = spoken.last().copied().unwrap_or("3.2");
    let found = asked.map_or(Some(usual), |asked| spoken.iter().copied().find(|version| *version == asked));
    found.filter(|_| major).ok_or_else(|| {
        Fault::correctable("VERSION_UNSUPPORTED", "StreamHaus does not speak that version.")
            .at("adcp_version")
            .with("details", json!({ "supported_versions": spoken }))
    })
}

/// The answer to `get_adcp_capabilities`.
pub fn answer(version: &str, profile: Profile) -> Value {
    let mut tools = vec!["request_proposals", "refine_proposals", "accept_proposal", "decline_proposals"];
    if profile == Profile::AcceptUndeclared {
        tools.retain(|tool| *tool != "accept_proposal");
    }
    let replay = if profile == Profile::NoReplay {
        json!({ "supported": false })
    } else {
        json!({ "supported": true, "replay_ttl_seconds": REPLAY_SECONDS, "in_flight_max_seconds": 60 })
    };
    let mut buying = json!({
        "lifecycle_tools": tools,
        "supports_proposals": true,
        "supported_pricing_models": ["cpm"],
    });
    if let (Some(declared), Some(members)) = (dimensions(profile), buying.as_object_mut()) {
        let mut refinement = json!({ "supported_dimensions": declared });
        if declared.contains(&"alternatives") {
            refinement = json!({
                "supported_dimensions": declared,
                "max_alternatives": most_alternatives(profile),
            });
        }
        members.insert("proposal_refinement".to_owned(), refinement);
    }
    json!({
        "status": "completed",
        "adcp_version": version,
        "adcp": {
            "major_versions": [3],
            "supported_versions": versions(profile),
            "idempotency": replay,
        },
        "supported_protocols": ["media_buy"],
        "account": { "supported_billing": ["operator"], "sandbox": true },
        "media_buy": buying,
    })
}
