//! Runs the computations for a client's request, within the client's limits.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::client_address::ClientAddress;
use crate::computing::Computations;
use crate::error::Refused;
use crate::server::Server;

/// An axum extractor for a client's right to run computations.
#[derive(Debug)]
pub(super) struct Computing {
    computations: Computations,
    client: IpAddr,
}

impl FromRequestParts<Server> for Computing {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Refused> {
        let Ok(client) = ClientAddress::from_request_parts(parts, server).await;
        Ok(Self { computations: server.computations().clone(), client: client.ip() })
    }
}

/// Runs work that can block for more than a moment on a blocking thread, as this client's computation.
///
/// # Errors
/// The errors from `work`, or [`Refused`] if the client has too many computations, or if this computation takes too
/// long or panics.
pub(super) async fn blocking<T: Send + 'static>(
    computing: &Computing,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    computing.computations.run(computing.client, work).await
}

/// Like [`blocking`], but without a deadline. Use this only for amounts of work that the client can't choose.
///
/// # Errors
/// The errors from `work`, or [`Refused`] if the client has too many computations, or if this computation panics.
pub(super) async fn blocking_to_the_end<T: Send + 'static>(
    computing: &Computing,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    computing.computations.run_to_the_end(computing.client, work).await
}
