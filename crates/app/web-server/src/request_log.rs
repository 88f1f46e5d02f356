//! Logs requests. Each request has an ID, which appears in all its log lines.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, info, info_span};

use crate::secret::new_name;
use crate::server::Server;

/// The header with the request ID.
const REQUEST_ID: &str = "x-request-id";

/// The maximum length of a request ID from a proxy.
const ID_LENGTH_MAX: usize = 64;

/// Logs and counts a request. Uses the request ID from a proxy in front of the server, if any.
pub(crate) async fn log(State(server): State<Server>, request: Request, next: Next) -> Response {
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let id = given.filter(|id| id.len() <= ID_LENGTH_MAX).map_or_else(new_name, str::to_owned);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    let span = info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let took = start.elapsed();
    let status = response.status();
    server.metrics().count_request(status, took);
    span.in_scope(|| info!(%method, path, status = status.as_u16(), ?took, "answered"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}
