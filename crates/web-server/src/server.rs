//! What all parts of the server share.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use house::House;
use match_library::Library;
use tokio::sync::OwnedMutexGuard;

use crate::error::Refused;
use crate::library::SearchedLibrary;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::room::Room;
use crate::settings::Settings;
use crate::store::Store;
use crate::tournaments::Tournaments;

/// A server. Clones are the same server.
#[derive(Clone, Debug)]
pub struct Server(Arc<Parts>);

/// What all requests share.
#[derive(Debug)]
struct Parts {
    house: Arc<House>,
    settings: Settings,
    tournaments: Tournaments,
    registry: Registry,
    limits: Arc<Limits>,
    metrics: Metrics,
    store: Option<Arc<Store>>,
    /// The same library for searches; none if there is none.
    library: Option<Arc<SearchedLibrary>>,
    /// Held while a match is restored, so that none is restored twice.
    restoring: Mutex<()>,
    /// Held while it is searched whether a move wins a puzzle.
    judging: Arc<tokio::sync::Mutex<()>>,
}

impl Server {
    /// A server with the games and players of this house. It keeps its matches in `library`; without one they end with it.
    ///
    /// # Errors
    /// If there can be no thread that saves matches, or the library can't be opened once more for searches.
    pub fn new(house: House, settings: Settings, library: Option<Library>) -> io::Result<Self> {
        let limits = Arc::new(Limits::new(settings.clone()));
        let searched = library.as_ref().map(SearchedLibrary::new).transpose();
        let searched = searched.map_err(io::Error::other)?.map(Arc::new);
        let store = library.map(Store::new).transpose()?.map(Arc::new);
        let (registry, restoring) = (Registry::default(), Mutex::default());
        let judging = Arc::default();
        let metrics = Metrics::new();
        let (house, tournaments) = (Arc::new(house), Tournaments::new(&settings));
        Ok(Self(Arc::new(Parts {
            house,
            settings,
            tournaments,
            registry,
            limits,
            metrics,
            store,
            library: searched,
            restoring,
            judging,
        })))
    }

    /// The games and players.
    pub(crate) fn house(&self) -> &House {
        &self.0.house
    }

    /// The same, for threads that need them longer than a request.
    pub(crate) fn shared_house(&self) -> &Arc<House> {
        &self.0.house
    }

    /// The tournaments.
    pub(crate) fn tournaments(&self) -> &Tournaments {
        &self.0.tournaments
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// The matches.
    pub(crate) fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// The match with this name, restored if it was kept.
    ///
    /// # Errors
    /// [`Refused`] if there is none.
    pub(crate) async fn find_match(&self, name: String) -> Result<Arc<Room>, Refused> {
        let server = self.clone();
        let found = tokio::task::spawn_blocking(move || server.find(&name)).await;
        found.map_err(|_panic| Refused::failed("the match could not be read"))?
    }

    /// The match with this name, restored if it was kept. Blocks while it is read.
    ///
    /// # Errors
    /// [`Refused`] if there is none.
    fn find(&self, name: &str) -> Result<Arc<Room>, Refused> {
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
        room.begin(self.house(), self.store(), self.settings().round_pause)?;
        self.registry().add(&room);
        Ok(room)
    }

    /// Where matches are kept.
    pub(crate) fn store(&self) -> Option<&Arc<Store>> {
        self.0.store.as_ref()
    }

    /// The library for searches.
    ///
    /// # Errors
    /// [`Refused`] if the server keeps none.
    pub(crate) fn library(&self) -> Result<&Arc<SearchedLibrary>, Refused> {
        let why = "this server keeps no library: it has said why when it was started";
        self.0.library.as_ref().ok_or_else(|| Refused::unavailable(why))
    }

    /// Waits until no move of a puzzle is searched, and holds the others up: one is searched at a time, whoever asks.
    pub(crate) async fn judging_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0.judging).lock_owned().await
    }

    /// What an operator watches.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The limits of clients.
    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.0.limits
    }
}
