//! `POST /api/owner`: exchanges the owner's token for a cookie.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::owner_token;
use crate::server::Server;
use crate::visitor::Entrance;

/// The body of the request.
#[derive(Deserialize)]
pub(super) struct Claim {
    token: String,
}

/// The response.
#[derive(Debug, Serialize)]
struct Claimed {
    owner: bool,
}

pub(super) async fn claim(
    State(server): State<Server>,
    client: ClientAddress,
    entrance: Entrance,
    headers: HeaderMap,
    body: Result<Json<Claim>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(claim) = body?;
    server.limits().send_message(client.ip())?;
    let Entrance::Public { port } = entrance else {
        return Ok(Json(Claimed { owner: true }).into_response());
    };
    let owner = server.settings().owner.as_ref();
    if !owner.is_some_and(|token| token.is(&claim.token)) {
        let why = "invalid owner link: the server prints a new one each time it starts";
        return Err(Refused::forbidden(why));
    }
    // The origin was verified to be this server. Only a page served over HTTPS can set a secure cookie.
    let is_secure =
        headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https:"));
    let cookie = owner_token::cookie(&claim.token, port, is_secure);
    let cookie = cookie.ok_or_else(|| Refused::failed("internal server error"))?;
    Ok(([(SET_COOKIE, cookie)], Json(Claimed { owner: true })).into_response())
}
