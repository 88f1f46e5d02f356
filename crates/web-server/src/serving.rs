//! Serving: the routes of the server, and what goes on beside them.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::server::Server;
use crate::{api, origin, page, request_log};

/// How often matches and clients that are gone are removed.
const CLEANING_INTERVAL: Duration = Duration::from_mins(1);

/// The longest body of a request: a file with a few hundred games.
const BODY_BYTES_MAX: usize = 1 << 20;

impl Server {
    /// Serves until `stop` is ready.
    ///
    /// # Errors
    /// If connections can't be accepted any more.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let cleaner = tokio::spawn(self.clone().clean());
        let (server, tournaments) = (self.clone(), self.clone());
        // Plugins are loaded now, so that the first visitor need not wait for them. A failure is that of the first request.
        tokio::task::spawn_blocking(move || server.house().players(None).map(drop));
        // A small message is sent at once: with Nagle's algorithm a move arrives 40 ms late.
        let listener = listener.tap_io(|stream| {
            let _unchanged = stream.set_nodelay(true);
        });
        let service = self.router().into_make_service_with_connect_info::<SocketAddr>();
        let served = tokio::select! {
            served = axum::serve(listener, service) => served,
            () = stop => Ok(()),
        };
        cleaner.abort();
        tournaments.tournaments().stop_all();
        served
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
        let mut interval = tokio::time::interval(CLEANING_INTERVAL);
        loop {
            interval.tick().await;
            self.registry().remove_abandoned();
            self.limits().forget_idle();
            self.tournaments().forget_idle();
        }
    }
}
