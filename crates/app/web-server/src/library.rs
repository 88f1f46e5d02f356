//! Library searches for visitors. These searches use separate connections, run one at a time, and have a time limit.
//! Saving a match never waits for a search or an import.
//!
//! The owner sees the whole library, as with `rival matches`. Other visitors see imported matches, and finished matches
//! that any visitor could join. Any other match is visible only to clients that know its name.

mod attempts;
mod explored;
mod importing;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use app_context::with_causes;
use games_package::deadline::{self, OutOfTime};
use match_library::{KeptMatch, Library, LibraryError, LoadedMatch, MatchFilter, MatchId, Page};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tracing::warn;

use self::explored::ExploredCache;
use crate::error::Refused;
use crate::visitor::Visitor;

pub(crate) use self::attempts::{RatingChange, find_puzzle};
pub(crate) use self::importing::FILE_BYTES_MAX;

/// The time limit for a search.
const SEARCH_TIME_MAX: Duration = Duration::from_secs(3);

/// The interval between interruptions of an overdue search until it ends.
const INTERRUPTION_INTERVAL: Duration = Duration::from_millis(20);

/// The maximum number of waiting searches.
const WAITING_MAX: usize = 32;

/// The time that a search waits for an index update. A longer update continues in the background.
const INDEX_TIME_MAX: Duration = Duration::from_millis(300);

impl Visitor {
    /// Restricts a filter to the matches that this visitor may see.
    pub(crate) fn restrict(self, filter: MatchFilter<'_>) -> MatchFilter<'_> {
        match self {
            Self::Owner => filter,
            Self::Stranger => MatchFilter { is_public: Some(true), ..filter },
        }
    }
}

/// The server's library, for searches and imports.
#[derive(Debug)]
pub(crate) struct SearchedLibrary {
    /// The connection for searches.
    library: Library,
    /// The connection for writes.
    written: Library,
    /// The lock held by the running search.
    turn: tokio::sync::Mutex<()>,
    waiting: Semaphore,
    explored: ExploredCache,
    /// The permit held while the index is updated.
    indexing: Arc<Semaphore>,
    /// The permit held by the running import.
    importing: Arc<Semaphore>,
    /// The lock held while a puzzle attempt is recorded.
    noting: Mutex<()>,
}

impl SearchedLibrary {
    /// Opens separate connections to the same library.
    ///
    /// # Errors
    /// [`LibraryError`] if the library can't be opened again.
    pub(crate) fn new(library: &Library) -> Result<Self, LibraryError> {
        Ok(Self {
            library: library.reopen()?,
            written: library.reopen()?,
            turn: tokio::sync::Mutex::default(),
            waiting: Semaphore::new(WAITING_MAX),
            explored: ExploredCache::default(),
            indexing: Arc::new(Semaphore::new(1)),
            importing: Arc::new(Semaphore::new(1)),
            noting: Mutex::default(),
        })
    }

    /// Runs a search when its turn comes. The search finishes even if its client leaves.
    ///
    /// # Errors
    /// The errors from `work`, or [`Refused`] if too many searches are waiting, or if this search takes too long.
    pub(crate) async fn search<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Library) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let own = Arc::clone(self);
        let searched = tokio::spawn(async move {
            let busy = "the library is busy; try again in a moment";
            let _waiting = own.waiting.try_acquire().map_err(|_full| Refused::unavailable(busy))?;
            let _turn = own.turn.lock().await;
            own.update_index().await;
            own.run(work).await
        });
        searched.await.map_err(|_panic| unreadable())?
    }

    /// Runs a search with a time limit.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let library = self.library.clone();
        let end = Instant::now() + SEARCH_TIME_MAX;
        let work = move || deadline::until(end, || work(&library));
        let mut running = tokio::task::spawn_blocking(work);
        if let Ok(done) = timeout(SEARCH_TIME_MAX, &mut running).await {
            let done = done.map_err(|_panic| unreadable())?;
            return done.unwrap_or_else(|OutOfTime| Err(too_long()));
        }
        loop {
            self.library.interrupt();
            if timeout(INTERRUPTION_INTERVAL, &mut running).await.is_ok() {
                return Err(too_long());
            }
        }
    }

    /// Adds finished matches that are missing from the index. A long update continues in parallel with searches.
    async fn update_index(self: &Arc<Self>) {
        let Ok(permit) = Arc::clone(&self.indexing).try_acquire_owned() else { return };
        let own = Arc::clone(self);
        let updating = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            match own.written.update_index(|_left| true) {
                Ok(true) => own.explored.forget(),
                Ok(false) => {}
                Err(error) => warn!(%error, "the library index is out of date"),
            }
        });
        let _later = timeout(INDEX_TIME_MAX, updating).await;
    }

    /// Loads a match that this visitor may see, and validates it by the rules.
    ///
    /// # Errors
    /// [`Refused`] if there is no such match, or it can't be read.
    pub(crate) async fn load(
        self: &Arc<Self>,
        visitor: Visitor,
        name: String,
    ) -> Result<LoadedMatch, Refused> {
        self.search(move |library| {
            let kept = find(library, visitor, &name)?;
            library.load_checked(kept.id).map_err(|error| failed(&error))
        })
        .await
    }
}

/// The match with this number, if this visitor may see the match.
///
/// # Errors
/// [`Refused`] if there is no such match.
pub(crate) fn find(library: &Library, visitor: Visitor, name: &str) -> Result<KeptMatch, Refused> {
    let missing = || Refused::not_found("match not found in the library");
    let id = MatchId::from_name(name).ok_or_else(missing)?;
    let filter = visitor.restrict(MatchFilter { id: Some(id), ..MatchFilter::default() });
    let found = library.list(&filter, Page::ALL).map_err(|error| failed(&error))?;
    found.into_iter().next().ok_or_else(missing)
}

/// The refusal for a library that can't be read or written.
pub(crate) fn failed(error: &LibraryError) -> Refused {
    Refused::failed(with_causes(error))
}

fn too_long() -> Refused {
    let why = "the search took too long; narrow it with a player, a game or a position";
    Refused::unavailable(why)
}

fn unreadable() -> Refused {
    Refused::failed("the library cannot be read")
}
