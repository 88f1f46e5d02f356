//! The operator's endpoints.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::Refused;
use crate::metrics::TEXT_TYPE;
use crate::server::Server;

/// `GET /metrics`
pub(super) async fn metrics(State(server): State<Server>) -> Result<Response, Refused> {
    let (matches, sockets) = (server.registry().count(), server.limits().sockets());
    let text = server.metrics().text(matches, sockets, server.budget().memory_mib());
    let text = text.map_err(|error| Refused::failed(error.to_string()))?;
    Ok(([(CONTENT_TYPE, TEXT_TYPE)], text).into_response())
}

/// `GET /healthz`: checks that the server responds and can save its matches.
pub(super) async fn health(State(server): State<Server>) -> Result<&'static str, Refused> {
    let checked =
        tokio::task::spawn_blocking(move || server.store().map_or(Ok(()), |store| store.check()));
    match checked.await {
        Ok(Ok(())) => Ok("ok\n"),
        Ok(Err(error)) => Err(Refused::unavailable(format!("cannot save matches: {error}"))),
        Err(_panic) => Err(Refused::unavailable("internal server error")),
    }
}

/// `GET /api/openapi.json`: the machine-readable description of all requests.
pub(super) async fn description() -> Response {
    ([(CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}
