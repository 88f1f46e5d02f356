//! State shared by the whole server.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app_context::AppContext;
use match_library::Library;
use tokio::runtime::Handle;
use tokio::sync::OwnedMutexGuard;

use crate::budget::{Budget, Engines, Grant, Payer};
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

/// A server. Clones share its state.
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
    /// The library for searches; `None` without a library.
    library: Option<Arc<SearchedLibrary>>,
    /// The lock held while a match is restored, so no match is restored twice.
    restoring: Mutex<()>,
    /// The lock held while a search decides whether a move wins a puzzle.
    judging: Arc<tokio::sync::Mutex<()>>,
}

impl Server {
    /// Creates a server with the games and players of this app. The server saves its matches in `library`. Without a
    /// library, matches are lost when the server exits.
    ///
    /// # Errors
    /// If the thread for saving matches fails to start, or the library can't be reopened for searches.
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

    /// The app, for threads that outlive a request.
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

    /// Finds the match with this name. If the match was unloaded, restores it and charges its engines to this payer.
    ///
    /// # Errors
    /// [`Refused`] if there is no such match, or its engines exceed the remaining budget.
    pub(crate) async fn find_match(
        &self,
        name: String,
        payer: Payer,
    ) -> Result<Arc<Room>, Refused> {
        self.look_for(move |server| server.find(&name, payer)).await
    }

    /// Finds the match with this name, for reading or deleting. Doesn't restore a saved match into memory.
    ///
    /// # Errors
    /// [`Refused`] if there is no such match.
    pub(crate) async fn find_at_rest(&self, name: String) -> Result<Arc<Room>, Refused> {
        self.look_for(move |server| match server.in_memory(&name) {
            Some(room) => Ok(room),
            None => server.restore(&name, Purpose::Read),
        })
        .await
    }

    /// Finds a match. If the match is being unloaded, waits and tries again.
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

    /// See [`find_match`](Self::find_match). Blocks while the match is read.
    fn find(&self, name: &str, payer: Payer) -> Result<Arc<Room>, Refused> {
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let _restoring = self.0.restoring.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.in_memory(name) {
            return Ok(room);
        }
        let room = self.restore(name, Purpose::Play)?;
        room.admit(self.app(), |engines| self.grant(payer, engines))?;
        room.begin(self.app(), self.store(), self.settings().round_pause)?;
        self.registry().add(&room);
        Ok(room)
    }

    /// The match with this name, if it is in memory. The match may be about to be unloaded.
    fn in_memory(&self, name: &str) -> Option<Arc<Room>> {
        self.registry().find(name).filter(|room| !room.has_left())
    }

    /// Restores the saved match with this name, without starting it.
    ///
    /// # Errors
    /// [`Refused`] if there is no such match.
    fn restore(&self, name: &str, purpose: Purpose) -> Result<Arc<Room>, Refused> {
        let missing = || Refused::not_found("match not found: it may have been deleted");
        let loaded = match self.store() {
            Some(store) => store.load(name, purpose),
            None => self.registry().find(name).and_then(|room| room.kept()),
        };
        Room::restored(name, loaded.ok_or_else(missing)?).ok_or_else(missing)
    }

    /// The match store.
    pub(crate) fn store(&self) -> Option<&Arc<Store>> {
        self.0.store.as_ref()
    }

    /// The library for searches.
    ///
    /// # Errors
    /// [`Refused`] if the server has no library.
    pub(crate) fn library(&self) -> Result<&Arc<SearchedLibrary>, Refused> {
        let why = "this server has no library; its startup output gives the reason";
        self.0.library.as_ref().ok_or_else(|| Refused::unavailable(why))
    }

    /// Waits for permission to search a puzzle move. Across all clients, only one move is searched at a time.
    pub(crate) async fn judging_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0.judging).lock_owned().await
    }

    /// The operator's metrics.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Grants the resources for these engines. If the client's budget is exhausted, pauses matches that the client has
    /// left, longest idle first. Paused matches stay saved and can be resumed. Returns the number of paused matches, too.
    /// Blocks while engines exit.
    ///
    /// # Errors
    /// [`Refused`] if the request exceeds the remaining budget.
    pub(crate) fn grant(&self, payer: Payer, engines: Engines) -> Result<(Grant, usize), Refused> {
        let mut granted = self.budget().grant(payer, engines);
        let runtime = Handle::try_current().ok().filter(|_| granted.is_err());
        let Some(runtime) = runtime else { return granted.map(|grant| (grant, 0)) };
        let mut left = self.registry().all();
        left.retain(|room| room.can_make_room_for(payer));
        left.sort_by_key(|room| std::cmp::Reverse(room.empty_for()));
        let mut paused = 0;
        for room in left {
            runtime.block_on(Arc::clone(&room).pause(Duration::ZERO));
            paused += usize::from(room.has_left());
            granted = self.budget().grant(payer, engines);
            if granted.is_ok() {
                break;
            }
        }
        granted.map(|grant| (grant, paused))
    }

    /// The engine budgets.
    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.0.budget
    }

    /// The client limits.
    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.0.limits
    }

    /// The visitors' computations.
    pub(crate) fn computations(&self) -> &Computations {
        &self.0.computations
    }
}
