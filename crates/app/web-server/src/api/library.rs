//! Requests to the library: explored positions, searches, matches, imports and exports.

mod search;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use match_library::LoadedMatch;
use match_view::deals_hidden_hands;
use serde::{Deserialize, Serialize};

pub(super) use self::search::{FoundItem, OWN_PROGRAM};
use self::search::{FoundMatches, SearchRequest, WriteRequest};
use super::computing::{Computing, blocking};
use super::files::{Download, FileResponse};
use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::library::{FILE_BYTES_MAX, SearchedLibrary};
use crate::limits::Permit;
use crate::server::Server;
use crate::study::{StudyLine, StudyTree};
use crate::visitor::Visitor;

/// `GET /api/library`
#[derive(Debug, Serialize)]
pub(super) struct LibraryState {
    /// `true` if this client sees all matches, not just public ones.
    sees_all: bool,
    /// `true` if this client may import files.
    may_import: bool,
    /// The maximum file size, in bytes.
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

/// The maximum number of body bytes to read before sending a refusal. Otherwise, a proxy that is still sending the body
/// would report a broken connection.
const DRAINED_BYTES_MAX: usize = 64 << 10;

/// Imports are permanent and public. Unless the command-line arguments allow everyone to import, only the owner can.
fn check_may_import(server: &Server, visitor: Visitor) -> Result<(), Refused> {
    if visitor == Visitor::Owner || server.settings().remote_imports {
        return Ok(());
    }
    let why = "only the owner of this server can import files; see --remote-imports";
    Err(Refused::forbidden(why))
}

/// Prepares the library for one search. Limits the client's search rate and concurrency.
pub(super) fn begin(
    server: &Server,
    client: ClientAddress,
) -> Result<(Arc<SearchedLibrary>, Permit), Refused> {
    let library = Arc::clone(server.library()?);
    server.limits().send_message(client.ip())?;
    let permit = server.limits().search(client.ip())?;
    Ok((library, permit))
}

/// The moves played in a position.
#[derive(Debug, Serialize)]
pub(super) struct PlayedMoves {
    moves: Vec<PlayedMove>,
}

/// A move and the matches that reach the next position.
#[derive(Debug, Serialize)]
struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    matches: usize,
    first_wins: usize,
    draws: usize,
    second_wins: usize,
    /// The players' average rating; null without ratings.
    rating: Option<u32>,
}

/// `POST /api/library/moves`
pub(super) async fn explore(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    line: Result<Json<StudyLine>, JsonRejection>,
) -> Result<Json<PlayedMoves>, Refused> {
    let Json(line) = line?;
    let (library, _permit) = begin(&server, client)?;
    let played = blocking(&computing, move || line.play()).await?;
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
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    request: Result<Json<SearchRequest>, JsonRejection>,
) -> Result<Json<FoundMatches>, Refused> {
    let Json(request) = request?;
    let (library, _permit) = begin(&server, client)?;
    let request = blocking(&computing, move || request.check()).await?;
    library.search(move |library| request.find(library, visitor).map(Json)).await
}

/// Matches as one file.
#[derive(Debug, Serialize)]
pub(super) struct WrittenMatches {
    text: String,
    /// The file name extension.
    extension: String,
    /// The number of matches in the file.
    matches: usize,
    /// The number of omitted matches, which are unreadable or exceed the limit for a file.
    left_out: usize,
}

/// `POST /api/library/file`
pub(super) async fn write(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    request: Result<Json<WriteRequest>, JsonRejection>,
) -> Result<Json<WrittenMatches>, Refused> {
    let Json(request) = request?;
    let (library, _permit) = begin(&server, client)?;
    let request = blocking(&computing, move || request.check()).await?;
    let writing = request.clone();
    let found = library.search(move |library| writing.find(library, visitor)).await?;
    blocking(&computing, move || request.write(found).map(Json)).await
}

/// `GET /api/library/matches/{match}`
pub(super) async fn open(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<StudyTree>, Refused> {
    let (library, _permit) = begin(&server, client)?;
    let loaded = library.load(visitor, name).await?;
    blocking(&computing, move || StudyTree::of_loaded(shown(loaded)?).map(Json)).await
}

/// `GET /api/library/matches/{match}/file`
pub(super) async fn download(
    computing: Computing,
    State(server): State<Server>,
    client: ClientAddress,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(query): Query<Download>,
) -> Result<FileResponse, Refused> {
    let wanted = query.wanted()?;
    let (library, _permit) = begin(&server, client)?;
    let loaded = library.load(visitor, name.clone()).await?;
    blocking(&computing, move || {
        let LoadedMatch { record, game, .. } = shown(loaded)?;
        wanted.file(&name, &record, &*game)
    })
    .await
}

/// Returns the match, unless it contains hidden hands.
///
/// # Errors
/// [`Refused`] if the match has hidden hands and is not over.
fn shown(loaded: LoadedMatch) -> Result<LoadedMatch, Refused> {
    if loaded.record.ending.is_none() && deals_hidden_hands(&*loaded.game) {
        return Err(Refused::forbidden("the hands are hidden until the match is over"));
    }
    Ok(loaded)
}

/// The query for `POST /api/library/import`.
#[derive(Debug, Deserialize)]
pub(super) struct ImportQuery {
    /// The file name.
    name: String,
    /// The game for matches that don't name their game.
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
    if let Err(refused) = check_may_import(&server, visitor) {
        let _rest = to_bytes(body, DRAINED_BYTES_MAX).await;
        return Err(refused);
    }
    let library = server.library()?;
    let game = query.game.filter(|game| !game.is_empty());
    let game =
        game.map(|game| app_context::game(&game).map(|game| game.name().to_owned())).transpose()?;
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let upload = library.receive(&query.name, length, body).await?;
    let reports = library.import(upload, game);
    let lines = stream::unfold(reports, |mut reports| async {
        let line = reports.recv().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line)), reports))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}
