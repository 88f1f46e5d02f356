//! Serves the routes, and runs the background tasks.

use std::future::Future;
use std::ops::RangeInclusive;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use tokio::task::JoinSet;

use crate::connections::{Connections, Listener};
use crate::server::Server;
use crate::{api, origin, page, request_log};

/// The minimum and maximum interval between cleanups, which handle unwatched matches, failed saves, and lost clients.
const CLEANING_INTERVALS: RangeInclusive<Duration> =
    Duration::from_millis(50)..=Duration::from_secs(10);

/// The maximum length of a request body, enough for a file with a few hundred games.
const BODY_BYTES_MAX: usize = 1 << 20;

impl Server {
    /// Serves connections to these listeners until `stop` resolves.
    pub async fn serve(
        self,
        listeners: impl IntoIterator<Item = Listener>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let cleaner = tokio::spawn(self.clone().clean());
        let (server, tournaments) = (self.clone(), self.clone());
        // Load the plugins now, so the first visitor doesn't have to wait. If this fails, the first request reports the
        // failure.
        tokio::task::spawn_blocking(move || server.app().players(None).map(drop));
        let connections = Connections::new(self.clone(), self.router());
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(connections.clone().accept(listener));
        }
        stop.await;
        accepting.shutdown().await;
        cleaner.abort();
        tournaments.tournaments().stop_all();
    }

    fn router(self) -> Router {
        api::router()
            .fallback(page::serve)
            .layer(middleware::from_fn_with_state(self.clone(), origin::guard))
            .layer(middleware::from_fn_with_state(self.clone(), request_log::log))
            .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
            .with_state(self)
    }

    async fn clean(self) {
        let pause_after = self.settings().pause_after;
        let (least, most) = CLEANING_INTERVALS.into_inner();
        let mut interval = tokio::time::interval((pause_after / 4).clamp(least, most));
        loop {
            interval.tick().await;
            for room in self.registry().all() {
                if room.can_pause(pause_after) {
                    tokio::spawn(room.pause(pause_after));
                } else {
                    room.catch_up().await;
                }
            }
            self.registry().remove_abandoned(self.settings().matches);
            self.limits().forget_idle();
            self.tournaments().forget_idle();
        }
    }
}
