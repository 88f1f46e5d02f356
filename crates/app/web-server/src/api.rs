//! The routes of the HTTP interface.

mod bots;
mod computing;
mod files;
mod games;
mod library;
mod matches;
mod operation;
mod owner;
mod puzzles;
mod study;
mod tournaments;

use axum::Router;
use axum::routing::{delete, get, post};

use crate::server::Server;
use crate::{socket, study as studies};

/// All routes except the page files.
pub(crate) fn router() -> Router<Server> {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{game}", get(games::describe))
        .route("/api/matches", get(matches::list).post(matches::create))
        .route("/api/matches/{name}", delete(matches::delete))
        .route("/api/matches/{name}/join", post(matches::join))
        .route("/api/matches/{name}/file", get(files::download))
        .route("/api/matches/{name}/socket", get(socket::open))
        .route("/api/matches/{name}/events", get(bots::events))
        .route("/api/matches/{name}/messages", post(bots::message))
        .route("/api/files", post(files::read))
        .route("/api/openapi.json", get(operation::description))
        .route("/healthz", get(operation::health))
        .route("/metrics", get(operation::metrics))
        .route("/api/study/position", post(study::position))
        .route("/api/study/match/{name}", get(study::of_match))
        .route("/api/study/open", post(study::read))
        .route("/api/study/file", post(study::write))
        .route("/api/study/pieces/{game}", get(study::pieces_of))
        .route("/api/study/set-up", post(study::set_up))
        .route("/api/study/socket", get(studies::open))
        .route("/api/library", get(library::describe))
        .route("/api/library/moves", post(library::explore))
        .route("/api/library/search", post(library::search))
        .route("/api/library/file", post(library::write))
        .route("/api/library/import", post(library::import))
        .route("/api/library/matches/{name}", get(library::open))
        .route("/api/library/matches/{name}/file", get(library::download))
        .route("/api/owner", post(owner::claim))
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/puzzles/next", post(puzzles::next))
        .route("/api/puzzles/{puzzle}/moves", post(puzzles::try_move))
        .route("/api/puzzles/{puzzle}/hint", post(puzzles::hint))
        .route("/api/puzzles/{puzzle}/solution", post(puzzles::solve))
        .route("/api/tournaments", get(tournaments::list).post(tournaments::begin))
        .route("/api/tournaments/{name}/stop", post(tournaments::stop))
        .route("/api/tournaments/{name}/resume", post(tournaments::resume))
        .route("/api/tournaments/{name}/games", get(tournaments::games))
        .route("/api/tournaments/{name}/games/{game}", get(tournaments::game))
        .route("/api/tournaments/{name}/socket", get(tournaments::open))
}
