//! An additional scanner of the organisation's own, over HTTP. It can stop what leaves, and lift nothing.
//!
//! It is sent place and text of every field, and nothing of the mandate. What it says beyond its verdict is
//! not read.

use std::time::Duration;

use deal::{Field, ReasonKind, ScreenDown, ScreenFinding};
use serde::Deserialize;
use zeroize::Zeroizing;

/// Most bytes of its answer.
const LONGEST_ANSWER: usize = 64 << 10;

/// Where it is, and how it is asked.
#[derive(Clone)]
pub(crate) struct Outside {
    pub(crate) url: String,
    pub(crate) time: Duration,
    pub(crate) token: Zeroizing<String>,
}

/// Its verdict. `places` are those of the question; none: the whole answer.
#[derive(Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case", deny_unknown_fields)]
enum Verdict {
    Pass {},
    Stop {
        #[serde(default)]
        places: Vec<String>,
    },
}

impl Outside {
    /// What it stops. Blocks until it has answered, at most for its time.
    pub(crate) fn stops(&self, fields: &[Field]) -> Result<Vec<ScreenFinding>, ScreenDown> {
        // Whoever calls may be inside a runtime, which cannot wait for another in the same thread.
        let asked = std::thread::scope(|scope| {
            scope
                .spawn(|| {
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                    let runtime = runtime.map_err(|_| ScreenDown::OutsideUnavailable)?;
                    runtime.block_on(async {
                        let answer = tokio::time::timeout(self.time, self.asked(fields)).await;
                        answer.unwrap_or(Err(ScreenDown::OutsideTimedOut))
                    })
                })
                .join()
        });
        let verdict = asked.unwrap_or(Err(ScreenDown::OutsideUnavailable))?;
        let Verdict::Stop { places } = verdict else { return Ok(Vec::new()) };
        // A stop that names no place of ours is a stop all the same.
        let named = fields.iter().any(|field| places.contains(&field.place));
        let stopped = fields.iter().filter(|field| !named || places.contains(&field.place));
        let whole = |field: &Field| ScreenFinding {
            place: field.place.clone(),
            kind: ReasonKind::Outside,
            start: 0,
            end: field.text.chars().count(),
            decoded: false,
        };
        let mut found: Vec<ScreenFinding> = stopped.map(whole).collect();
        found.dedup_by(|one, other| one.place == other.place);
        Ok(found)
    }

    async fn asked(&self, fields: &[Field]) -> Result<Verdict, ScreenDown> {
        let down = ScreenDown::OutsideUnavailable;
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(|_| down)?;
        let mut request = http.post(&self.url).json(&question(fields));
        if !self.token.is_empty() {
            request = request.bearer_auth(self.token.as_str());
        }
        let mut answer = request.send().await.map_err(|_| down)?;
        if answer.status() != reqwest::StatusCode::OK {
            return Err(down);
        }
        let mut body = Vec::new();
        while let Some(piece) = answer.chunk().await.map_err(|_| down)? {
            body.extend_from_slice(&piece);
            if body.len() > LONGEST_ANSWER {
                return Err(down);
            }
        }
        serde_json::from_slice(&body).map_err(|_| down)
    }
}

/// `{"format":1,"fields":[{"place":…,"text":…}]}`
fn question(fields: &[Field]) -> serde_json::Value {
    let row = |field: &Field| serde_json::json!({ "place": field.place, "text": field.text });
    let rows: Vec<serde_json::Value> = fields.iter().map(row).collect();
    serde_json::json!({ "format": 1, "fields": rows })
}
