//! What operators measure: numbers alone, no ids, no names, nothing that anybody wrote.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    /// The route's pattern, never the path as it came.
    route: String,
    method: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// All measures of a host.
pub struct Measures {
    registry: Registry,
    requests: Family<Asked, Counter>,
    seconds: Family<Route, Histogram>,
    connections: Gauge,
    polls: Gauge,
    ready: Gauge,
}

impl Measures {
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("countersign");
        let requests = Family::<Asked, Counter>::default();
        let seconds = Family::<Route, Histogram>::new_with_constructor(|| {
            // 1 ms to 32 s: a long poll lasts up to 30 s.
            Histogram::new(exponential_buckets(0.001, 2.0, 16))
        });
        let (connections, polls, ready) = (Gauge::default(), Gauge::default(), Gauge::default());
        registry.register("requests", "Requests answered", requests.clone());
        registry.register("request_seconds", "Time until the answer", seconds.clone());
        registry.register("connections", "Connections that are open", connections.clone());
        registry.register("polls", "Desks that wait for a change", polls.clone());
        registry.register("ready", "Whether the database answers (1) or not (0)", ready.clone());
        Self { registry, requests, seconds, connections, polls, ready }
    }

    /// Counts a connection for as long as what this gives lives.
    pub fn connection(&self) -> Open {
        Open::of(&self.connections)
    }

    /// Counts a waiting desk for as long as what this gives lives.
    pub fn poll(&self) -> Open {
        Open::of(&self.polls)
    }

    /// Says whether the database answers.
    pub fn ready(&self, ready: bool) {
        self.ready.set(i64::from(ready));
    }

    fn text(&self) -> Result<String, core::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// One of what a gauge counts.
pub struct Open(Gauge);

impl Open {
    fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Counts and logs every request: route, method, status and time, and nothing of what
/// it said.
pub async fn count(State(measures): State<Arc<Measures>>, request: Request<Body>, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    // Methods that no route knows are whatever somebody typed.
    let method = match request.method().as_str() {
        known @ ("GET" | "POST" | "OPTIONS" | "HEAD") => known,
        _ => "OTHER",
    }
    .to_owned();
    let began = Instant::now();
    let response = next.run(request).await;
    let took = began.elapsed();
    let status = response.status().as_u16();
    tracing::info!(target: "countersign::request", route, method, status, millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
    measures.seconds.get_or_create(&Route { route: route.clone() }).observe(took.as_secs_f64());
    measures.requests.get_or_create(&Asked { route, method, status }).inc();
    response
}

/// The operators' own listener: `GET /metrics`.
pub fn router(measures: Arc<Measures>) -> Router {
    Router::new().route("/metrics", get(show)).with_state(measures)
}

async fn show(State(measures): State<Arc<Measures>>) -> Response {
    let text = measures.text().unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
