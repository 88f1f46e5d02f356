//! Requests about tournaments: list, start, stop, resume and watch them, and fetch their games.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::computing::{Computing, blocking_to_the_end};
use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::limits::Permit;
use crate::server::Server;
use crate::tournaments::{FoundGames, GameWithPositions, ListedTournament, NewTournament, Watch};
use crate::upgrade::{Bounds, Socket, Upgrade};
use crate::visitor::Visitor;
use crate::wire::{Closed, Received, Wire};

/// This socket's message limits. The limits are small because the socket's clients send almost nothing.
const BOUNDS: Bounds = Bounds { message_bytes_max: 1024, read_bytes: 1024 };

/// `GET /api/tournaments`
#[derive(Debug, Serialize)]
pub(super) struct Tournaments {
    tournaments: Vec<ListedTournament>,
    /// `true` if this client may start, stop and resume tournaments.
    may_run: bool,
}

pub(super) async fn list(
    computing: Computing,
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<Json<Tournaments>, Refused> {
    let may_run = check_may_run(&server, visitor).is_ok();
    blocking_to_the_end(&computing, move || {
        let tournaments = server.tournaments().list();
        Ok(Json(Tournaments { tournaments, may_run }))
    })
    .await
}

/// The response to `POST /api/tournaments`.
#[derive(Debug, Serialize)]
pub(super) struct Begun {
    tournament: String,
}

pub(super) async fn begin(
    computing: Computing,
    State(server): State<Server>,
    visitor: Visitor,
    body: Result<Json<NewTournament>, JsonRejection>,
) -> Result<(StatusCode, Json<Begun>), Refused> {
    check_may_run(&server, visitor)?;
    let Json(request) = body?;
    blocking_to_the_end(&computing, move || {
        let tournament = server.tournaments().begin(server.shared_app(), &request, visitor)?;
        Ok((StatusCode::CREATED, Json(Begun { tournament })))
    })
    .await
}

/// The response to a command.
#[derive(Debug, Serialize)]
pub(super) struct Done {}

pub(super) async fn stop(
    computing: Computing,
    State(server): State<Server>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Done>, Refused> {
    check_may_run(&server, visitor)?;
    blocking_to_the_end(&computing, move || {
        server.tournaments().stop(&name).map(|()| Json(Done {}))
    })
    .await
}

pub(super) async fn resume(
    computing: Computing,
    State(server): State<Server>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Done>, Refused> {
    check_may_run(&server, visitor)?;
    let app = Arc::clone(server.shared_app());
    blocking_to_the_end(&computing, move || {
        server.tournaments().resume(&app, &name).map(|()| Json(Done {}))
    })
    .await
}

/// By default, only the owner can run tournaments, because they can use the computer for hours.
fn check_may_run(server: &Server, visitor: Visitor) -> Result<(), Refused> {
    if visitor == Visitor::Owner || server.settings().remote_tournaments {
        return Ok(());
    }
    let why = "only the owner of this server can run tournaments; see --remote-tournaments";
    Err(Refused::forbidden(why))
}

/// The query for `GET /api/tournaments/{tournament}/games`.
#[derive(Debug, Deserialize)]
pub(super) struct GamesQuery {
    /// Player numbers, separated by commas.
    #[serde(default)]
    players: String,
    #[serde(default)]
    from: usize,
}

pub(super) async fn games(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<FoundGames>, Refused> {
    let numbers = query.players.split(',').filter(|number| !number.is_empty());
    let players = numbers.map(str::parse).collect::<Result<Vec<usize>, _>>();
    let wrong = |_| Refused::bad("players: expected player numbers separated by commas");
    let players = players.map_err(wrong)?;
    blocking_to_the_end(&computing, move || {
        let watch = server.tournaments().watch(&name)?;
        Ok(Json(watch.read(|follower| FoundGames::find(follower, &players, query.from))))
    })
    .await
}

pub(super) async fn game(
    computing: Computing,
    State(server): State<Server>,
    Path((name, game)): Path<(String, String)>,
) -> Result<Json<GameWithPositions>, Refused> {
    blocking_to_the_end(&computing, move || {
        let watch = server.tournaments().watch(&name)?;
        let found = watch.read(|follower| GameWithPositions::find(follower, &game, watch.place()));
        found.map(Json)
    })
    .await
}

/// `GET /api/tournaments/{tournament}/socket`
pub(super) async fn open(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
    client: ClientAddress,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    let permit = server.limits().open_socket(client.ip())?;
    let watch = blocking_to_the_end(&computing, move || server.tournaments().watch(&name)).await?;
    Ok(upgrade.accept(BOUNDS, move |socket| serve(watch, socket, permit)))
}

async fn serve(watch: Arc<Watch>, socket: Socket, _permit: Permit) {
    let messages = watch.subscribe();
    let Err(Closed) = send_all(Wire::new(socket), messages).await;
}

/// Sends the latest message whenever the client is ready for a message.
async fn send_all(
    mut wire: Wire,
    mut messages: watch::Receiver<Utf8Bytes>,
) -> Result<Infallible, Closed> {
    messages.mark_changed();
    loop {
        tokio::select! {
            // Clients send no messages here, except to close the socket.
            received = wire.receive() => match received? {
                Received::TooMany => return Err(Closed),
                _ => wire.keep_alive().await?,
            },
            changed = messages.changed() => {
                changed.map_err(|_gone| Closed)?;
                let text = messages.borrow_and_update().clone();
                wire.send(text).await?;
            }
        }
    }
}
