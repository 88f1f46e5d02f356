//! A match over plain HTTP, for remote programs that hold a seat. A stream of lines replaces the socket's messages. The
//! program answers with requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::budget::Payer;
use crate::error::Refused;
use crate::feed::Feed;
use crate::frames::{FromClient, FromServer};
use crate::limits::Permit;
use crate::room::{Client, Rights, Room};
use crate::server::Server;
use crate::session::ClientSession;

/// The media type for a stream of JSON lines.
const LINES: &str = "application/x-ndjson";

/// The time without output before an empty line is sent, which lets both sides notice a lost connection.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// The time limit for answering a question.
const ANSWER_TIME_MAX: Duration = Duration::from_mins(1);

/// A message stream, with the resources that the client occupies while it reads.
struct Events {
    feed: Feed,
    _client: Client,
    _permit: Permit,
}

/// `GET /api/matches/{match}/events`
pub(super) async fn events(
    State(server): State<Server>,
    Path(name): Path<String>,
    payer: Payer,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let permit = server.limits().open_socket(payer.client)?;
    let (room, rights) = enter(&server, name, payer, &headers).await?;
    let client = Client::enter(&room, rights.seats.clone(), server.settings().abandon_after);
    let events = Events {
        _client: client.ok_or_else(|| Refused::unavailable("the match is paused; try again"))?,
        feed: Feed::new(room, rights),
        _permit: permit,
    };
    let lines = stream::unfold(events, |mut events| async {
        let line = match timeout(SILENCE_MAX, events.feed.next()).await {
            Ok(message) => format!("{}\n", message?.as_str()),
            Err(_silent) => "\n".into(),
        };
        Some((Ok::<_, Infallible>(Bytes::from(line)), events))
    });
    Ok(([(CONTENT_TYPE, LINES)], Body::from_stream(lines)).into_response())
}

/// `POST /api/matches/{match}/messages`
pub(super) async fn message(
    State(server): State<Server>,
    Path(name): Path<String>,
    payer: Payer,
    headers: HeaderMap,
    body: Result<Json<FromClient>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(message) = body?;
    server.limits().send_message(payer.client)?;
    let (room, rights) = enter(&server, name, payer, &headers).await?;
    let (later, mut waiting) = mpsc::channel(1);
    let question = matches!(message, FromClient::Ask { .. });
    let session = ClientSession::new(server, room, rights, payer);
    let answer = match session.answer(message, Some(&later)).await {
        Some(answer) => answer,
        None if question => {
            drop(later);
            let advice = timeout(ANSWER_TIME_MAX, waiting.recv()).await.ok().flatten();
            let advice = advice.ok_or_else(|| Refused::failed("the engine did not answer"))?;
            return Ok(json(StatusCode::OK, advice.as_str().to_owned()));
        }
        None => return Err(Refused::not_found("no such move in the match")),
    };
    let status = match answer {
        FromServer::Refused { .. } => StatusCode::CONFLICT,
        FromServer::Error { .. } => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    };
    Ok(json(status, answer.text().as_str().to_owned()))
}

/// The match and the client's [rights].
async fn enter(
    server: &Server,
    name: String,
    payer: Payer,
    headers: &HeaderMap,
) -> Result<(Arc<Room>, Rights), Refused> {
    let room = server.find_match(name, payer).await?;
    let rights = rights(&room, headers)?;
    Ok((room, rights))
}

/// The rights for the token in the header `Authorization: Bearer TOKEN`. Without the header, a spectator's rights.
///
/// # Errors
/// [`Refused`] if the header is malformed or the token has no rights in this match.
pub(super) fn rights(room: &Room, headers: &HeaderMap) -> Result<Rights, Refused> {
    let Some(value) = headers.get(AUTHORIZATION) else {
        return Ok(room.rights(&[]));
    };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    let token =
        token.ok_or_else(|| Refused::bad("expected the header \"Authorization: Bearer TOKEN\""))?;
    let rights = room.rights(&[token.to_owned()]);
    if rights.seats.is_empty() && !rights.is_director {
        return Err(Refused::forbidden("this token is not valid for this match"));
    }
    Ok(rights)
}

fn json(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}
