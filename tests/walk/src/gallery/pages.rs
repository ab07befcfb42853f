//! The built gallery over HTTP on loopback: modules are not loaded from files.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use walk::Fault;

/// Serves a folder until the process ends.
///
/// # Errors
/// Where there is no port.
pub async fn serve(folder: PathBuf) -> Result<SocketAddr, Fault> {
    let listening = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .map_err(Fault::cannot("a port for the pages"))?;
    let address = listening.local_addr().map_err(Fault::cannot("the port's number"))?;
    let pages = Router::new().fallback(page).with_state(folder);
    tokio::spawn(async move { axum::serve(listening, pages).await });
    Ok(address)
}

async fn page(State(folder): State<PathBuf>, uri: Uri) -> Response {
    let below = Path::new(uri.path().trim_start_matches('/'));
    if below.components().any(|part| !matches!(part, Component::Normal(_))) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match tokio::fs::read(folder.join(below)).await {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind(below))], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
