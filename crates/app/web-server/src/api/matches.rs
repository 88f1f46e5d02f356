//! Requests that create, list, join and delete matches.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use match_library::{MatchFilter, Page};
use notation::json::SeatNumber;
use serde::{Deserialize, Serialize};

use super::bots;
use super::computing::{Computing, blocking};
use super::library::{self, FoundItem, OWN_PROGRAM};
use crate::budget::Payer;
use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::frames::SeatPresence;
use crate::library::failed;
use crate::plan::{NewMatch, person_name};
use crate::room::{Room, Ticket, Tickets};
use crate::server::Server;
use crate::visitor::Visitor;

/// The maximum number of matches in a list.
const LISTED_MAX: usize = 100;

/// The parameters for `GET /api/matches`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Listing {
    /// The maximum number of finished matches.
    #[serde(default)]
    finished: usize,
    /// The number of newer matches to skip.
    #[serde(default)]
    offset: usize,
}

/// `GET /api/matches`
#[derive(Debug, Serialize)]
pub(super) struct Matches {
    open: Vec<MatchItem>,
    running: Vec<MatchItem>,
    /// The requested finished matches, newest first.
    finished: Vec<FoundItem>,
    /// `true` if there are more finished matches.
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
    client: ClientAddress,
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

/// This server's saved, finished matches that the visitor may see, and `true` if there are more.
async fn finished(
    server: &Server,
    client: ClientAddress,
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
    computing: Computing,
    State(server): State<Server>,
    payer: Payer,
    body: Result<Json<NewMatch>, JsonRejection>,
) -> Result<(StatusCode, Json<Tickets>), Refused> {
    let Json(request) = body?;
    server.limits().make_match(payer.client, server.registry().count())?;
    let mut plan = request.check()?;
    if payer.visitor == Visitor::Stranger {
        plan = plan.shared(server.app())?;
    }
    let (room, mut tickets) = Room::new(plan);
    let (made, maker) = (Arc::clone(&room), server.clone());
    tickets.paused = blocking(&computing, move || {
        let paused = made.admit(maker.app(), |engines| maker.grant(payer, engines))?;
        made.begin(maker.app(), maker.store(), maker.settings().round_pause)?;
        if !made.has_begun() {
            // A human player has not joined yet. Report errors now rather than when the person arrives.
            made.check(maker.app())?;
        }
        Ok(paused)
    })
    .await?;
    if let Err(error) = room.save(server.store()).await {
        // A refused match must not appear in the library.
        room.handle().retire();
        return Err(error.into());
    }
    server.registry().add(&room);
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
    computing: Computing,
    State(server): State<Server>,
    payer: Payer,
    Path(name): Path<String>,
    body: Result<Json<Join>, JsonRejection>,
) -> Result<Json<Ticket>, Refused> {
    let Json(request) = body?;
    let room = server.find_match(name, payer).await?;
    let taken = room.take_seat(person_name(request.name.as_deref()), request.token.as_deref())?;
    if let Err(refused) = begin_joined(&computing, &server, &room).await {
        room.leave_seat(&taken);
        // Another server may have claimed the match in the library. The next visitor saves it again.
        let _failed = room.save(server.store()).await;
        return Err(refused);
    }
    Ok(Json(taken.ticket))
}

/// Saves a match after a seat was taken. Once all seats are taken, starts the match and saves it again.
async fn begin_joined(
    computing: &Computing,
    server: &Server,
    room: &Arc<Room>,
) -> Result<(), Refused> {
    room.save(server.store()).await?;
    let (joined, joiner) = (Arc::clone(room), server.clone());
    let begin = move || joined.begin(joiner.app(), joiner.store(), joiner.settings().round_pause);
    blocking(computing, begin).await?;
    Ok(room.save(server.store()).await?)
}

/// The response to `DELETE /api/matches/{match}`.
#[derive(Debug, Serialize)]
pub(super) struct Deleted {
    #[serde(rename = "match")]
    name: String,
}

/// `DELETE /api/matches/{match}`
pub(super) async fn delete(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Deleted>, Refused> {
    let room = server.find_at_rest(name).await?;
    let rights = bots::rights(&room, &headers)?;
    if rights.seats.is_empty() && !rights.is_director {
        return Err(Refused::forbidden("only the match's players can delete it"));
    }
    let asked = Arc::clone(&room);
    if !rights.is_director && !blocking(&computing, move || Ok(asked.is_at_rest())).await? {
        let why = "cannot delete the match: it is not over; finish it or resign first";
        return Err(Refused::conflict(why));
    }
    if let Some(store) = server.store() {
        store.delete(room.handle()).wait().await?;
    }
    server.registry().remove(room.name());
    room.dismiss();
    Ok(Json(Deleted { name: room.name().into() }))
}
