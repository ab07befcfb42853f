//! The HTTP door.

mod admit;
mod answer;
mod body;
mod buyer;
mod fields;
mod limit;
mod public;
mod vendor;
mod verification;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderName, Method, header as http_header};
use axum::routing::{any, get, post};
use tokio::sync::watch;
use tower_http::cors::{Any, CorsLayer};

use anp::keys::{PublicKey, SecretKey};
use anp::log::KeyEntry;
use anp::request::header;

use crate::measure::{self, Measures};
use crate::store::{Limited, Quota, Store, Taken};
use crate::{Clock, HostError, Limits, Proxies, Settings, Smtp, random};
use answer::Denial;
use buyer::polls::Polls;

/// All that answering needs.
pub struct Door {
    store: Store,
    key: Arc<SecretKey>,
    clock: Clock,
    limits: Limits,
    proxies: Proxies,
    public_url: Option<String>,
    smtp: Option<Arc<Smtp>>,
    polls: Polls,
    measures: Arc<Measures>,
    /// Nobody's key: what a request by nobody is checked with.
    stranger: PublicKey,
    /// Turns true when the host ends; long polls end then.
    ending: watch::Receiver<bool>,
}

impl Door {
    pub fn new(
        store: Store,
        key: SecretKey,
        settings: &Settings,
        measures: Arc<Measures>,
        ending: watch::Receiver<bool>,
    ) -> Result<Self, HostError> {
        Ok(Self {
            store,
            key: Arc::new(key),
            clock: settings.clock.clone(),
            limits: settings.limits,
            proxies: settings.proxies.clone(),
            public_url: settings.public_url.clone(),
            smtp: settings.smtp.clone().map(Arc::new),
            polls: Polls::default(),
            measures,
            stranger: SecretKey::from_seed(&random::bytes()?).public(),
            ending,
        })
    }

    /// How much is let in of what is limited.
    fn quota(&self, limited: Limited) -> Quota {
        match limited {
            Limited::Registrations => Quota::of(limited, self.limits.registrations),
            Limited::Requests => Quota::of(limited, self.limits.requests),
            Limited::Appends => Quota::of(limited, self.limits.appends),
            Limited::CodesMailed => Quota::CODES_MAILED,
            Limited::CodesAnswered => Quota::CODES_ANSWERED,
        }
    }

    /// Takes one of what is limited. Where the limit cannot be asked, nothing is let in.
    async fn take(&self, limited: Limited, who: String) -> Result<(), Denial> {
        match self.store.take(self.quota(limited), who).await? {
            Taken::Granted => Ok(()),
            Taken::Wait { seconds } => Err(Denial::RateLimited(seconds)),
        }
    }

    /// The platform's entry in a log's `keys`.
    fn platform(&self) -> KeyEntry {
        KeyEntry::platform(self.key.public())
    }
}

/// All routes.
pub fn router(door: Door) -> Router {
    let measures = Arc::clone(&door.measures);
    Router::new()
        .merge(open_to_browsers())
        .merge(buyer::routes())
        .route("/healthz", get(public::healthz))
        .route("/readyz", get(public::readyz))
        .fallback(nothing)
        .method_not_allowed_fallback(nothing)
        .with_state(Arc::new(door))
        .layer(axum::middleware::from_fn_with_state(measures, measure::count))
}

async fn nothing() -> Denial {
    Denial::NotFound
}

/// Routes that pages of any origin may call: the vendors' and what is public.
fn open_to_browsers() -> Router<Arc<Door>> {
    let headers = [header::AGENT, header::TIMESTAMP, header::NONCE, header::SIGNATURE];
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(
            headers
                .map(HeaderName::from_static)
                .into_iter()
                .chain([http_header::CONTENT_TYPE])
                .collect::<Vec<_>>(),
        )
        .expose_headers([http_header::RETRY_AFTER])
        .max_age(std::time::Duration::from_hours(1));
    Router::new()
        .route("/api/agent/v1/register", post(vendor::register))
        .route("/api/agent/v1/sessions", post(vendor::open_session))
        .route("/api/agent/v1/sessions/{id}", get(vendor::session))
        .route("/api/agent/v1/sessions/{id}/events", post(vendor::append))
        .route("/api/agent/v1/sessions/{id}/log", get(vendor::log))
        .route("/api/agent/v1/verification", post(verification::answer))
        .route("/api/agent/{*rest}", any(nothing))
        .route("/.well-known/anp.json", get(public::well_known))
        .route("/schemas/{name}", get(public::schema))
        .method_not_allowed_fallback(nothing)
        .layer(cors)
}
