//! The requests of the interface.

mod files;
mod games;
mod matches;

use axum::Router;
use axum::routing::{get, post};

use crate::error::Refused;
use crate::server::Server;
use crate::socket;

/// All requests but those for the files of the page.
pub(crate) fn router() -> Router<Server> {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{game}", get(games::describe))
        .route("/api/matches", get(matches::list).post(matches::create))
        .route("/api/matches/{name}/join", post(matches::join))
        .route("/api/matches/{name}/file", get(files::download))
        .route("/api/matches/{name}/socket", get(socket::open))
        .route("/api/files", post(files::read))
}

/// Runs what may block for more than a moment on a thread of its own.
///
/// # Errors
/// Those of `work`; [`Refused`] if it panics.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let panicked = |_| Refused::failed("the server could not answer");
    tokio::task::spawn_blocking(work).await.map_err(panicked)?
}
