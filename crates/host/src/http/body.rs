//! Reading a body: never more of it than the cap, and not for ever.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;

use super::answer::Denial;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads a body of up to `cap` bytes.
pub async fn read(headers: &HeaderMap, body: Body, cap: usize) -> Result<Vec<u8>, Denial> {
    let stated = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if stated.is_some_and(|length| length.parse::<usize>().map_or(true, |length| length > cap)) {
        return Err(Denial::TooLarge);
    }
    tokio::time::timeout(PATIENCE, collect(body, cap)).await.map_err(|_| Denial::TooSlow)?
}

async fn collect(mut body: Body, cap: usize) -> Result<Vec<u8>, Denial> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Denial::BadRequest("the body breaks off".to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        if data.len() > cap.saturating_sub(bytes.len()) {
            return Err(Denial::TooLarge);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}
