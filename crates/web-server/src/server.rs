//! The server: its routes, and what all of its parts share.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::serve::ListenerExt;
use house::House;
use match_library::Library;
use tokio::net::TcpListener;

use crate::error::Refused;
use crate::limits::Limits;
use crate::registry::Registry;
use crate::room::Room;
use crate::store::Store;
use crate::{Settings, api, origin, page};

/// How often matches and clients that are gone are removed.
const CLEANING_INTERVAL: Duration = Duration::from_mins(1);

/// The longest body of a request: a file with a few hundred games.
const BODY_BYTES_MAX: usize = 1 << 20;

/// A server. Clones are the same server.
#[derive(Clone, Debug)]
pub struct Server(Arc<Parts>);

/// What all requests share.
#[derive(Debug)]
struct Parts {
    house: House,
    settings: Settings,
    registry: Registry,
    limits: Arc<Limits>,
    store: Option<Arc<Store>>,
    /// Held while a match is restored, so that none is restored twice.
    restoring: Mutex<()>,
}

impl Server {
    /// A server with the games and players of this house. It keeps its matches in `library`; without one they end with it.
    ///
    /// # Errors
    /// If there can be no thread that saves matches.
    pub fn new(house: House, settings: Settings, library: Option<Library>) -> io::Result<Self> {
        let limits = Arc::new(Limits::new(settings.clone()));
        let store = library.map(Store::new).transpose()?.map(Arc::new);
        let (registry, restoring) = (Registry::default(), Mutex::default());
        Ok(Self(Arc::new(Parts { house, settings, registry, limits, store, restoring })))
    }

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
        let server = self.clone();
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
        served
    }

    fn router(self) -> Router {
        api::router()
            .fallback(page::serve)
            .layer(middleware::from_fn_with_state(self.clone(), origin::guard))
            .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
            .with_state(self)
    }

    async fn clean(self) {
        let mut interval = tokio::time::interval(CLEANING_INTERVAL);
        loop {
            interval.tick().await;
            self.registry().remove_abandoned();
            self.limits().forget_idle();
        }
    }

    /// The games and players.
    pub(crate) fn house(&self) -> &House {
        &self.0.house
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// The matches.
    pub(crate) fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// The match with this name, restored if it was kept. Blocks while it is read.
    ///
    /// # Errors
    /// [`Refused`] if there is none.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<Room>, Refused> {
        let known = || self.registry().find(name);
        let missing = || Refused::not_found("there is no such match: it may have been removed");
        if let Some(room) = known() {
            return Ok(room);
        }
        let _restoring = self.0.restoring.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = known() {
            return Ok(room);
        }
        let loaded = self.store().and_then(|store| store.load(name)).ok_or_else(missing)?;
        let room = Room::restored(name, loaded).ok_or_else(missing)?;
        room.begin(self.house(), self.store())?;
        self.registry().add(&room);
        Ok(room)
    }

    /// Where matches are kept.
    pub(crate) fn store(&self) -> Option<&Arc<Store>> {
        self.0.store.as_ref()
    }

    /// The limits of clients.
    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.0.limits
    }
}
