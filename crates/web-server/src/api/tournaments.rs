//! Tournaments: listed, begun, stopped and resumed, watched, and their games.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::blocking;
use crate::error::Refused;
use crate::limits::Permit;
use crate::server::Server;
use crate::tournaments::{FoundGames, GameWithPositions, ListedTournament, NewTournament, Watch};
use crate::upgrade::{Bounds, Socket, Upgrade};
use crate::visitor::Visitor;
use crate::wire::{Closed, Received, Wire};

/// A client has nothing to say.
const BOUNDS: Bounds = Bounds { message_bytes_max: 1024, read_bytes: 1024 };

/// `GET /api/tournaments`
#[derive(Debug, Serialize)]
pub(super) struct Tournaments {
    tournaments: Vec<ListedTournament>,
    /// Whether this client may begin, stop and resume tournaments.
    may_run: bool,
}

pub(super) async fn list(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<Json<Tournaments>, Refused> {
    let may_run = check_may_run(&server, visitor).is_ok();
    blocking(move || {
        let tournaments = server.tournaments().list();
        Ok(Json(Tournaments { tournaments, may_run }))
    })
    .await
}

/// The answer to `POST /api/tournaments`.
#[derive(Debug, Serialize)]
pub(super) struct Begun {
    tournament: String,
}

pub(super) async fn begin(
    State(server): State<Server>,
    visitor: Visitor,
    body: Result<Json<NewTournament>, JsonRejection>,
) -> Result<(StatusCode, Json<Begun>), Refused> {
    check_may_run(&server, visitor)?;
    let Json(request) = body?;
    blocking(move || {
        let tournament = server.tournaments().begin(server.shared_house(), &request)?;
        Ok((StatusCode::CREATED, Json(Begun { tournament })))
    })
    .await
}

/// The answer to a command.
#[derive(Debug, Serialize)]
pub(super) struct Done {}

pub(super) async fn stop(
    State(server): State<Server>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Done>, Refused> {
    check_may_run(&server, visitor)?;
    blocking(move || server.tournaments().stop(&name).map(|()| Json(Done {}))).await
}

pub(super) async fn resume(
    State(server): State<Server>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Done>, Refused> {
    check_may_run(&server, visitor)?;
    let house = Arc::clone(server.shared_house());
    blocking(move || server.tournaments().resume(&house, &name).map(|()| Json(Done {}))).await
}

/// Tournaments use the computer for hours, so that only its own users run them unless the arguments say otherwise.
fn check_may_run(server: &Server, visitor: Visitor) -> Result<(), Refused> {
    if visitor == Visitor::Owner || server.settings().remote_tournaments {
        return Ok(());
    }
    let why =
        "only people at the server's own computer run tournaments here: see --remote-tournaments";
    Err(Refused::forbidden(why))
}

/// The query of `GET /api/tournaments/{tournament}/games`.
#[derive(Debug, Deserialize)]
pub(super) struct GamesQuery {
    /// Numbers of players, separated by commas.
    #[serde(default)]
    players: String,
    #[serde(default)]
    from: usize,
}

pub(super) async fn games(
    State(server): State<Server>,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<FoundGames>, Refused> {
    let numbers = query.players.split(',').filter(|number| !number.is_empty());
    let players = numbers.map(str::parse).collect::<Result<Vec<usize>, _>>();
    let wrong = |_| Refused::bad("players: expected numbers of players, separated by commas");
    let players = players.map_err(wrong)?;
    blocking(move || {
        let watch = server.tournaments().watch(&name)?;
        Ok(Json(watch.read(|follower| FoundGames::find(follower, &players, query.from))))
    })
    .await
}

pub(super) async fn game(
    State(server): State<Server>,
    Path((name, game)): Path<(String, String)>,
) -> Result<Json<GameWithPositions>, Refused> {
    blocking(move || {
        let watch = server.tournaments().watch(&name)?;
        let found = watch.read(|follower| GameWithPositions::find(follower, &game, watch.place()));
        found.map(Json)
    })
    .await
}

/// `GET /api/tournaments/{tournament}/socket`
pub(super) async fn open(
    State(server): State<Server>,
    Path(name): Path<String>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    let permit = server.limits().open_socket(client.ip())?;
    let watch = blocking(move || server.tournaments().watch(&name)).await?;
    Ok(upgrade.accept(BOUNDS, move |socket| serve(watch, socket, permit)))
}

async fn serve(watch: Arc<Watch>, socket: Socket, _permit: Permit) {
    let messages = watch.subscribe();
    let Err(Closed) = send_all(Wire::new(socket), messages).await;
}

/// Sends each message that is the newest one when the client is ready for it.
async fn send_all(
    mut wire: Wire,
    mut messages: watch::Receiver<Utf8Bytes>,
) -> Result<Infallible, Closed> {
    messages.mark_changed();
    loop {
        tokio::select! {
            // A client has nothing to say.
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
