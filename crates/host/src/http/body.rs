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

/// How much of a body that is too large is still taken from the line, unread, and for how
/// long: a sender that writes its body out before it looks for the answer would find the
/// line broken instead of the refusal.
const LEFT_OVER: usize = 4 * 1024 * 1024;
const LINGERING: Duration = Duration::from_secs(2);

/// Reads a body of up to `cap` bytes.
pub async fn read(headers: &HeaderMap, mut body: Body, cap: usize) -> Result<Vec<u8>, Denial> {
    let stated = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let fits = stated.is_none_or(|length| length.parse::<usize>().is_ok_and(|length| length <= cap));
    let read = if fits {
        tokio::time::timeout(PATIENCE, collect(&mut body, cap)).await.map_err(|_| Denial::TooSlow)?
    } else {
        Err(Denial::TooLarge)
    };
    if matches!(read, Err(Denial::TooLarge)) {
        // Beside the answer, which does not wait for it.
        tokio::spawn(tokio::time::timeout(LINGERING, pass_over(body)));
    }
    read
}

async fn pass_over(mut body: Body) {
    let mut left = LEFT_OVER;
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        left = left.saturating_sub(frame.data_ref().map_or(0, |data| data.len().max(1)));
        if left == 0 {
            return;
        }
    }
}

async fn collect(body: &mut Body, cap: usize) -> Result<Vec<u8>, Denial> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Denial::BadRequest("the body breaks off".to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        if data.len() > cap.saturating_sub(bytes.len()) {
            return Err(Denial::TooLarge);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}
