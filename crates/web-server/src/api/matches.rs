//! Making, finding and joining matches.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::StatusCode;
use match_json::SeatNumber;
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::error::Refused;
use crate::frames::SeatPresence;
use crate::plan::{NewMatch, person_name};
use crate::room::{Room, Ticket, Tickets};
use crate::server::Server;

/// The most matches in a list.
const LISTED_MAX: usize = 100;

/// `GET /api/matches`
#[derive(Debug, Serialize)]
pub(super) struct Matches {
    open: Vec<MatchItem>,
    running: Vec<MatchItem>,
}

#[derive(Debug, Serialize)]
struct MatchItem {
    #[serde(rename = "match")]
    name: String,
    game: String,
    players: Vec<SeatPresence>,
    time_control: String,
    free: Vec<SeatNumber>,
}

pub(super) async fn list(State(server): State<Server>) -> Json<Matches> {
    let (mut open, mut running) = (Vec::new(), Vec::new());
    for room in server.registry().all() {
        let free = room.free_seats();
        let list = match (room.has_begun(), room.is_listed()) {
            (true, _) => &mut running,
            (false, true) => &mut open,
            (false, false) => continue,
        };
        if list.len() < LISTED_MAX {
            list.push(MatchItem {
                name: room.name().into(),
                game: room.game().name().into(),
                players: room.presence().players,
                time_control: room.time_control(),
                free,
            });
        }
    }
    Json(Matches { open, running })
}

/// `POST /api/matches`
pub(super) async fn create(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Result<Json<NewMatch>, JsonRejection>,
) -> Result<(StatusCode, Json<Tickets>), Refused> {
    let Json(request) = body.map_err(|error| Refused::bad(error.body_text()))?;
    server.limits().make_match(client.ip(), server.registry().count())?;
    let plan = request.check()?;
    let tickets = blocking(move || {
        let (room, tickets) = Room::new(plan);
        // If somebody is missing, what is wrong is said now and not when they have come.
        room.check(server.house())?;
        room.begin(server.house())?;
        server.registry().add(&room);
        Ok(tickets)
    });
    Ok((StatusCode::CREATED, Json(tickets.await?)))
}

/// The body of `POST /api/matches/{match}/join`.
#[derive(Debug, Deserialize)]
pub(super) struct Join {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    token: Option<String>,
}

pub(super) async fn join(
    State(server): State<Server>,
    Path(name): Path<String>,
    body: Result<Json<Join>, JsonRejection>,
) -> Result<Json<Ticket>, Refused> {
    let Json(request) = body.map_err(|error| Refused::bad(error.body_text()))?;
    let room = find(&server, &name)?;
    blocking(move || {
        let ticket =
            room.take_seat(person_name(request.name.as_deref()), request.token.as_deref())?;
        room.begin(server.house())?;
        Ok(Json(ticket))
    })
    .await
}

/// The match with this name.
///
/// # Errors
/// [`Refused`] if there is none.
pub(crate) fn find(server: &Server, name: &str) -> Result<Arc<Room>, Refused> {
    let found = server.registry().find(name);
    found.ok_or_else(|| Refused::not_found("there is no such match: it may have been removed"))
}
