//! Requests about the library: what was played in a position, searches, matches, files in and out.

mod search;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use match_library::LoadedMatch;
use match_view::deals_hidden_hands;
use serde::{Deserialize, Serialize};

pub(super) use self::search::{FoundItem, OWN_PROGRAM};
use self::search::{FoundMatches, SearchRequest, WriteRequest};
use super::blocking;
use super::files::{Download, FileResponse};
use crate::error::Refused;
use crate::library::{FILE_BYTES_MAX, SearchedLibrary};
use crate::limits::Permit;
use crate::server::Server;
use crate::study::{StudyLine, StudyTree};
use crate::visitor::Visitor;

/// `GET /api/library`
#[derive(Debug, Serialize)]
pub(super) struct LibraryState {
    /// Whether this client sees all matches, and not only public ones.
    sees_all: bool,
    /// Whether this client may import files.
    may_import: bool,
    /// The largest file, in bytes.
    file_bytes_max: u64,
}

pub(super) async fn describe(
    State(server): State<Server>,
    visitor: Visitor,
) -> Result<Json<LibraryState>, Refused> {
    server.library()?;
    Ok(Json(LibraryState {
        sees_all: visitor == Visitor::Owner,
        may_import: check_may_import(&server, visitor).is_ok(),
        file_bytes_max: FILE_BYTES_MAX,
    }))
}

/// What is imported stays, and everybody sees it, so that only the server's own users import unless the arguments say otherwise.
fn check_may_import(server: &Server, visitor: Visitor) -> Result<(), Refused> {
    if visitor == Visitor::Owner || server.settings().remote_imports {
        return Ok(());
    }
    let why = "only people at the server's own computer import files here: see --remote-imports";
    Err(Refused::forbidden(why))
}

/// The library for one search of a client, who is bounded in how many there are at once and a second.
pub(super) fn begin(
    server: &Server,
    client: SocketAddr,
) -> Result<(Arc<SearchedLibrary>, Permit), Refused> {
    let library = Arc::clone(server.library()?);
    server.limits().send_message(client.ip())?;
    let permit = server.limits().search(client.ip())?;
    Ok((library, permit))
}

/// The moves of a position that were played.
#[derive(Debug, Serialize)]
pub(super) struct PlayedMoves {
    moves: Vec<PlayedMove>,
}

/// A move, with the matches that have the position after it.
#[derive(Debug, Serialize)]
struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    matches: usize,
    first_wins: usize,
    draws: usize,
    second_wins: usize,
    /// The mean rating of the players; null where no match has ratings.
    rating: Option<u32>,
}

/// `POST /api/library/moves`
pub(super) async fn explore(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    line: Result<Json<StudyLine>, JsonRejection>,
) -> Result<Json<PlayedMoves>, Refused> {
    let Json(line) = line?;
    let (library, _permit) = begin(&server, client)?;
    let played = blocking(move || line.play()).await?;
    let explored = library.explore(visitor, played.game, played.state).await?;
    let moves = explored.iter().map(|explored| PlayedMove {
        mv: explored.mv.clone(),
        matches: explored.matches,
        first_wins: explored.first_wins,
        draws: explored.draws,
        second_wins: explored.second_wins,
        rating: explored.rating,
    });
    Ok(Json(PlayedMoves { moves: moves.collect() }))
}

/// `POST /api/library/search`
pub(super) async fn search(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    request: Result<Json<SearchRequest>, JsonRejection>,
) -> Result<Json<FoundMatches>, Refused> {
    let Json(request) = request?;
    let (library, _permit) = begin(&server, client)?;
    let request = blocking(move || request.check()).await?;
    library.search(move |library| request.find(library, visitor).map(Json)).await
}

/// Matches as one file.
#[derive(Debug, Serialize)]
pub(super) struct WrittenMatches {
    text: String,
    /// What stands behind the point of the name of such a file.
    extension: String,
    /// How many matches are in it.
    matches: usize,
    /// How many were found and are not: more than fit into a file, and those that can't be read.
    left_out: usize,
}

/// `POST /api/library/file`
pub(super) async fn write(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    request: Result<Json<WriteRequest>, JsonRejection>,
) -> Result<Json<WrittenMatches>, Refused> {
    let Json(request) = request?;
    let (library, _permit) = begin(&server, client)?;
    let request = blocking(move || request.check()).await?;
    let writing = request.clone();
    let found = library.search(move |library| writing.find(library, visitor)).await?;
    blocking(move || request.write(found).map(Json)).await
}

/// `GET /api/library/matches/{match}`
pub(super) async fn open(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<StudyTree>, Refused> {
    let (library, _permit) = begin(&server, client)?;
    let loaded = library.load(visitor, name).await?;
    blocking(move || {
        let LoadedMatch { record, game, tags, .. } = shown(loaded)?;
        StudyTree::new(record, &*game, tags).map(Json)
    })
    .await
}

/// `GET /api/library/matches/{match}/file`
pub(super) async fn download(
    State(server): State<Server>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(query): Query<Download>,
) -> Result<FileResponse, Refused> {
    let wanted = query.wanted()?;
    let (library, _permit) = begin(&server, client)?;
    let loaded = library.load(visitor, name.clone()).await?;
    blocking(move || {
        let LoadedMatch { record, game, tags, .. } = shown(loaded)?;
        wanted.file(&name, &record, &*game, &tags)
    })
    .await
}

/// A match of which nothing is hidden.
///
/// # Errors
/// [`Refused`] if hands are hidden and it goes on.
fn shown(loaded: LoadedMatch) -> Result<LoadedMatch, Refused> {
    if loaded.record.ending.is_none() && deals_hidden_hands(&*loaded.game) {
        return Err(Refused::forbidden("the hands are hidden until the match is over"));
    }
    Ok(loaded)
}

/// The query of `POST /api/library/import`.
#[derive(Debug, Deserialize)]
pub(super) struct ImportQuery {
    /// The name of the file.
    name: String,
    /// The game of matches that don't name theirs.
    #[serde(default)]
    game: Option<String>,
}

/// `POST /api/library/import`
pub(super) async fn import(
    State(server): State<Server>,
    visitor: Visitor,
    headers: HeaderMap,
    Query(query): Query<ImportQuery>,
    body: Body,
) -> Result<Response, Refused> {
    check_may_import(&server, visitor)?;
    let library = server.library()?;
    let game = query.game.filter(|game| !game.is_empty());
    let game =
        game.map(|game| house::game(&game).map(|game| game.name().to_owned())).transpose()?;
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let upload = library.receive(&query.name, length, body).await?;
    let reports = library.import(upload, game);
    let lines = stream::unfold(reports, |mut reports| async {
        let line = reports.recv().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line)), reports))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}
