//! State shared by all parts of the server.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use app_context::AppContext;
use match_library::Library;
use tokio::sync::OwnedMutexGuard;

use crate::budget::{Budget, Payer};
use crate::computing::Computations;
use crate::error::Refused;
use crate::library::SearchedLibrary;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::room::Room;
use crate::settings::Settings;
use crate::store::{Purpose, Store};
use crate::tournaments::Tournaments;

/// A server. Clones are the same server.
#[derive(Clone, Debug)]
pub struct Server(Arc<Parts>);

/// State shared by all requests.
#[derive(Debug)]
struct Parts {
    app: Arc<AppContext>,
    settings: Settings,
    tournaments: Tournaments,
    registry: Registry,
    limits: Arc<Limits>,
    computations: Computations,
    budget: Arc<Budget>,
    metrics: Metrics,
    store: Option<Arc<Store>>,
    /// The same library for searches; none if there is none.
    library: Option<Arc<SearchedLibrary>>,
    /// Held while a match is restored, so no match is restored twice.
    restoring: Mutex<()>,
    /// Held while it is searched whether a move wins a puzzle.
    judging: Arc<tokio::sync::Mutex<()>>,
}

impl Server {
    /// A server with the games and players of this app. It saves its matches in `library`; without
    /// one they end with the server.
    ///
    /// # Errors
    /// If there can be no thread that saves matches, or the library can't be opened once more for searches.
    pub fn new(app: AppContext, settings: Settings, library: Option<Library>) -> io::Result<Self> {
        let limits = Arc::new(Limits::new(settings.clone()));
        let budget = Arc::new(Budget::new(settings.clone()));
        let searched = library.as_ref().map(SearchedLibrary::new).transpose();
        let searched = searched.map_err(io::Error::other)?.map(Arc::new);
        let store = library.map(Store::new).transpose()?.map(Arc::new);
        let (registry, restoring) = (Registry::default(), Mutex::default());
        let judging = Arc::default();
        let metrics = Metrics::new();
        let (app, tournaments) = (Arc::new(app), Tournaments::new(&settings));
        Ok(Self(Arc::new(Parts {
            app,
            settings,
            tournaments,
            registry,
            limits,
            computations: Computations::new(),
            budget,
            metrics,
            store,
            library: searched,
            restoring,
            judging,
        })))
    }

    /// The games and players.
    pub(crate) fn app(&self) -> &AppContext {
        &self.0.app
    }

    /// The same, for threads that need them longer than a request.
    pub(crate) fn shared_app(&self) -> &Arc<AppContext> {
        &self.0.app
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

    /// The match with this name, restored if it was saved: then this payer is charged for its
    /// engines.
    ///
    /// # Errors
    /// [`Refused`] if there is none, or if its engines are more than is left of the budget.
    pub(crate) async fn find_match(
        &self,
        name: String,
        payer: Payer,
    ) -> Result<Arc<Room>, Refused> {
        self.look_for(move |server| server.find(&name, payer)).await
    }

    /// The match with this name, to be read or deleted: a saved match is not restored into memory.
    ///
    /// # Errors
    /// [`Refused`] if there is none.
    pub(crate) async fn find_at_rest(&self, name: String) -> Result<Arc<Room>, Refused> {
        self.look_for(move |server| match server.in_memory(&name) {
            Some(room) => Ok(room),
            None => server.restore(&name, Purpose::Read),
        })
        .await
    }

    /// A match that is leaving memory is looked for again when it has left.
    async fn look_for(
        &self,
        find: impl Fn(&Self) -> Result<Arc<Room>, Refused> + Clone + Send + 'static,
    ) -> Result<Arc<Room>, Refused> {
        loop {
            let (server, find) = (self.clone(), find.clone());
            let found = tokio::task::spawn_blocking(move || find(&server)).await;
            let room = found.map_err(|_panic| Refused::failed("the match cannot be read"))??;
            if !room.is_leaving() {
                return Ok(room);
            }
            room.settle().await;
        }
    }

    /// See [`find_match`](Self::find_match). Blocks while it is read.
    fn find(&self, name: &str, payer: Payer) -> Result<Arc<Room>, Refused> {
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let _restoring = self.0.restoring.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let room = self.restore(name, Purpose::Play)?;
        room.admit(self.app(), self.budget(), payer)?;
        room.begin(self.app(), self.store(), self.settings().round_pause)?;
        self.registry().add(&room);
        Ok(room)
    }

    /// The match with this name that is in memory. It may be leaving it.
    fn in_memory(&self, name: &str) -> Option<Arc<Room>> {
        self.registry().find(name).filter(|room| !room.has_left())
    }

    /// The match with this name as it was saved, not begun.
    ///
    /// # Errors
    /// [`Refused`] if there is none.
    fn restore(&self, name: &str, purpose: Purpose) -> Result<Arc<Room>, Refused> {
        let missing = || Refused::not_found("match not found: it may have been deleted");
        let loaded = match self.store() {
            Some(store) => store.load(name, purpose),
            None => self.registry().find(name).and_then(|room| room.kept()),
        };
        Room::restored(name, loaded.ok_or_else(missing)?).ok_or_else(missing)
    }

    /// The store of matches.
    pub(crate) fn store(&self) -> Option<&Arc<Store>> {
        self.0.store.as_ref()
    }

    /// The library for searches.
    ///
    /// # Errors
    /// [`Refused`] if the server has none.
    pub(crate) fn library(&self) -> Result<&Arc<SearchedLibrary>, Refused> {
        let why = "this server has no library; its output at startup has the reason";
        self.0.library.as_ref().ok_or_else(|| Refused::unavailable(why))
    }

    /// Waits until no puzzle move is being searched, and blocks others: one is searched at a time,
    /// for all clients.
    pub(crate) async fn judging_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0.judging).lock_owned().await
    }

    /// The metrics for the operator.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The budget of engines.
    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.0.budget
    }

    /// The limits of clients.
    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.0.limits
    }

    /// The computations for visitors.
    pub(crate) fn computations(&self) -> &Computations {
        &self.0.computations
    }
}
