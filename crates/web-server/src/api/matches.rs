//! Making, finding and joining matches.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use match_json::SeatNumber;
use serde::{Deserialize, Serialize};

use super::{blocking, bots};
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
    let Json(request) = body?;
    server.limits().make_match(client.ip(), server.registry().count())?;
    let plan = request.check()?;
    let (room, tickets) = Room::new(plan);
    let (made, maker) = (Arc::clone(&room), server.clone());
    blocking(move || {
        made.begin(maker.house(), maker.store())?;
        if !made.has_begun() {
            // Somebody is missing: what is wrong is said now and not when they have come.
            made.check(maker.house())?;
        }
        maker.registry().add(&made);
        Ok(())
    })
    .await?;
    save_waiting(&server, &room).await;
    Ok((StatusCode::CREATED, Json(tickets)))
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
    let Json(request) = body?;
    let room = server.find_match(name).await?;
    let (joined, joiner) = (Arc::clone(&room), server.clone());
    let ticket = blocking(move || {
        let name = person_name(request.name.as_deref());
        let ticket = joined.take_seat(name, request.token.as_deref())?;
        joined.begin(joiner.house(), joiner.store())?;
        Ok(ticket)
    })
    .await?;
    save_waiting(&server, &room).await;
    Ok(Json(ticket))
}

/// The answer of `DELETE /api/matches/{match}`.
#[derive(Debug, Serialize)]
pub(super) struct Deleted {
    #[serde(rename = "match")]
    name: String,
}

/// `DELETE /api/matches/{match}`
pub(super) async fn delete(
    State(server): State<Server>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Deleted>, Refused> {
    let (room, rights) = bots::enter(&server, name, &headers).await?;
    if rights.seats.is_empty() && !rights.is_director {
        return Err(Refused::forbidden("only who holds a seat of a match can delete it"));
    }
    let asked = Arc::clone(&room);
    if !rights.is_director && !blocking(move || Ok(asked.is_at_rest())).await? {
        let why = "the match goes on: resign it or play it to its end before you delete it";
        return Err(Refused::conflict(why));
    }
    if let Some(store) = server.store() {
        let failed = |_| Refused::failed("the match could not be deleted from the library");
        store.delete(room.handle()).await.map_err(failed)?;
    }
    server.registry().remove(room.name());
    room.dismiss();
    Ok(Json(Deleted { name: room.name().into() }))
}

/// Saves a match that has not begun. One that has is saved by its events.
async fn save_waiting(server: &Server, room: &Room) {
    if let (Some(store), false) = (server.store(), room.has_begun()) {
        room.save_waiting(store).await;
    }
}
