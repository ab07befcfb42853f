//! The tasks that are served, as MCP tools.

use serde_json::{Value, json};

/// A task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// `get_adcp_capabilities`
    Capabilities,
    /// `sync_accounts`
    Accounts,
    /// `request_proposals`
    Request,
    /// `refine_proposals`
    Refine,
    /// `accept_proposal`
    Accept,
    /// `decline_proposals`
    Decline,
    /// `get_task_status`
    Status,
}

/// All of them.
pub const TOOLS: [Tool; 7] = [
    Tool::Capabilities,
    Tool::Accounts,
    Tool::Request,
    Tool::Refine,
    Tool::Accept,
    Tool::Decline,
    Tool::Status,
];

const REQUEST: [&str; 12] = [
    "adcp_version",
    "adcp_major_version",
    "context_id",
    "context",
    "governance_context",
    "push_notification_config",
    "idempotency_key",
    "account",
    "brand",
    "brief",
    "criteria",
    "opportunity",
];
const REFINE: [&str; 8] = [
    "adcp_version",
    "adcp_major_version",
    "context_id",
    "context",
    "governance_context",
    "push_notification_config",
    "idempotency_key",
    "refinements",
];
const DECLINE: [&str; 9] = [
    "adcp_version",
    "adcp_major_version",
    "context_id",
    "context",
    "governance_context",
    "push_notification_config",
    "idempotency_key",
    "declines",
    "opportunity",
];
const ACCEPT: [&str; 17] = [
    "adcp_version",
    "adcp_major_version",
    "idempotency_key",
    "name",
    "account",
    "proposal_id",
    "proposal_terms_digest",
    "total_budget",
    "daily_budget_cap",
    "budget_cap_timezone",
    "io_acceptance",
    "purchase_order_ref",
    "governance_context",
    "push_notification_config",
    "reporting_webhook",
    "opportunity",
    "context",
];
const ACCOUNTS: [&str; 8] = [
    "adcp_version",
    "adcp_major_version",
    "context",
    "ext",
    "idempotency_key",
    "accounts",
    "delete_missing",
    "dry_run",
];
const READ: [&str; 9] = [
    "adcp_version",
    "adcp_major_version",
    "context",
    "ext",
    "protocols",
    "task_id",
    "account",
    "include_history",
    "include_result",
];

impl Tool {
    /// The task of this name.
    pub fn named(name: &str) -> Option<Self> {
        TOOLS.into_iter().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capabilities => "get_adcp_capabilities",
            Self::Accounts => "sync_accounts",
            Self::Request => "request_proposals",
            Self::Refine => "refine_proposals",
            Self::Accept => "accept_proposal",
            Self::Decline => "decline_proposals",
            Self::Status => "get_task_status",
        }
    }

    /// Whether it changes anything, and so goes by a key.
    pub const fn changes(self) -> bool {
        matches!(self, Self::Request | Self::Refine | Self::Accept | Self::Decline)
    }

    /// What its arguments may hold.
    pub const fn members(self) -> &'static [&'static str] {
        match self {
            Self::Capabilities | Self::Status => &READ,
            Self::Accounts => &ACCOUNTS,
            Self::Request => &REQUEST,
            Self::Refine => &REFINE,
            Self::Accept => &ACCEPT,
            Self::Decline => &DECLINE,
        }
    }

    /// What they must hold.
    pub const fn required(self) -> &'static [&'static str] {
        match self {
            Self::Capabilities => &[],
            Self::Accounts => &["accounts"],
            Self::Request => &["idempotency_key", "brief"],
            Self::Refine => &["idempotency_key", "refinements"],
            Self::Accept => &["idempotency_key", "account", "proposal_id", "proposal_terms_digest"],
            Self::Decline => &["idempotency_key", "declines"],
            Self::Status => &["task_id"],
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Capabilities => "Says what this agent supports.",
            Self::Accounts => "Names the buyer's account.",
            Self::Request => "Makes draft proposals from a brief.",
            Self::Refine => "Revises drafts, or finalizes them into held snapshots.",
            Self::Accept => "Accepts a committed proposal.",
            Self::Decline => "Ends the pursuit of proposals.",
            Self::Status => "Says where a submitted task stands.",
        }
    }

    /// As `tools/list` names it.
    pub fn listed(self) -> Value {
        let properties: serde_json::Map<String, Value> =
            self.members().iter().map(|member| ((*member).to_owned(), schema(member))).collect();
        json!({
            "name": self.name(),
            "description": self.words(),
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": self.required(),
            },
            "annotations": { "readOnlyHint": !self.changes() },
        })
    }
}

fn schema(member: &str) -> Value {
    let kind = match member {
        "adcp_major_version" => "integer",
        "refinements" | "declines" | "accounts" | "protocols" => "array",
        "context"
        | "account"
        | "brand"
        | "criteria"
        | "opportunity"
        | "push_notification_config"
        | "total_budget"
        | "io_acceptance"
        | "reporting_webhook"
        | "ext" => "object",
        "include_history" | "include_result" | "delete_missing" | "dry_run" => "boolean",
        "daily_budget_cap" => "number",
        _ => "string",
    };
    json!({ "type": kind })
}
