//! Making, finding and joining matches.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use match_json::SeatNumber;
use match_library::{MatchFilter, Page};
use serde::{Deserialize, Serialize};

use super::library::{self, FoundItem, OWN_PROGRAM};
use super::{blocking, bots};
use crate::error::Refused;
use crate::frames::SeatPresence;
use crate::library::failed;
use crate::plan::{NewMatch, person_name};
use crate::room::{Room, Ticket, Tickets};
use crate::server::Server;
use crate::visitor::Visitor;

/// The most matches in a list.
const LISTED_MAX: usize = 100;

/// What is asked for by `GET /api/matches`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Listing {
    /// How many matches that are over.
    #[serde(default)]
    finished: usize,
    /// How many newer ones of them are left out.
    #[serde(default)]
    offset: usize,
}

/// `GET /api/matches`
#[derive(Debug, Serialize)]
pub(super) struct Matches {
    open: Vec<MatchItem>,
    running: Vec<MatchItem>,
    /// Those that are over, the newest first, as far as they were asked for.
    finished: Vec<FoundItem>,
    /// Whether there are more of them.
    has_more: bool,
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

pub(super) async fn list(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    listing: Result<Query<Listing>, QueryRejection>,
) -> Result<Json<Matches>, Refused> {
    let Query(listing) = listing.map_err(|error| Refused::bad(error.body_text()))?;
    let (mut open, mut running) = (Vec::new(), Vec::new());
    for room in server.registry().all() {
        let free = room.free_seats();
        let may_see = visitor == Visitor::Owner || room.is_public();
        let list = match (room.has_begun(), room.is_listed()) {
            (true, _) if may_see && !room.is_over() => &mut running,
            (false, true) => &mut open,
            _ => continue,
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
    let (finished, has_more) = finished(&server, client, visitor, listing).await?;
    Ok(Json(Matches { open, running, finished, has_more }))
}

/// The kept matches of this server that are over and that this visitor may see, and whether there are more.
async fn finished(
    server: &Server,
    client: SocketAddr,
    visitor: Visitor,
    listing: Listing,
) -> Result<(Vec<FoundItem>, bool), Refused> {
    let limit = listing.finished.min(LISTED_MAX);
    if limit == 0 {
        return Ok((Vec::new(), false));
    }
    let (library, _permit) = library::begin(server, client)?;
    let found = library.search(move |library| {
        let own = Some(OWN_PROGRAM);
        let all = MatchFilter { is_finished: Some(true), program: own, ..MatchFilter::default() };
        let page = Page { offset: listing.offset, limit: limit + 1 };
        library.list(&visitor.restrict(all), page).map_err(|error| failed(&error))
    });
    let mut found = found.await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    Ok((found.into_iter().map(FoundItem::from).collect(), has_more))
}

/// `POST /api/matches`
pub(super) async fn create(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    body: Result<Json<NewMatch>, JsonRejection>,
) -> Result<(StatusCode, Json<Tickets>), Refused> {
    let Json(request) = body?;
    server.limits().make_match(client.ip(), server.registry().count())?;
    let mut plan = request.check()?;
    if visitor == Visitor::Stranger {
        plan = plan.shared(server.house())?;
    }
    let (room, tickets) = Room::new(plan);
    let (made, maker) = (Arc::clone(&room), server.clone());
    blocking(move || {
        made.begin(maker.house(), maker.store(), maker.settings().round_pause)?;
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
        joined.begin(joiner.house(), joiner.store(), joiner.settings().round_pause)?;
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
