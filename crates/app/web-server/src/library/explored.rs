//! A short-lived cache of explored positions, because users who step through an opening request the same positions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games_package::{MatchState, TableGame};
use match_library::{ExploredMove, Library, PrivateMatches};

use super::{SearchedLibrary, failed};
use crate::error::Refused;
use crate::visitor::Visitor;

/// The lifetime of a cached result and of the list of private matches.
const REMEMBERED_TIME: Duration = Duration::from_secs(10);

/// The maximum number of cached results.
const REMEMBERED_MAX: usize = 2_000;

/// The game, the position key, and the visitor.
type ExploredKey = (String, u64, Visitor);

/// The moves played in a position.
pub(crate) type ExploredMoves = Arc<[ExploredMove]>;

/// A value and the time it was read.
type Since<T> = (Instant, T);

/// The cache of explored positions.
#[derive(Debug, Default)]
pub(super) struct ExploredCache {
    moves: Mutex<HashMap<ExploredKey, Since<ExploredMoves>>>,
    private: Mutex<Option<Since<Arc<PrivateMatches>>>>,
}

impl ExploredCache {
    fn find(&self, asked: &ExploredKey) -> Option<ExploredMoves> {
        let moves = lock(&self.moves);
        let (_, found) = moves.get(asked).filter(|(since, _)| is_fresh(*since))?;
        Some(Arc::clone(found))
    }

    fn add(&self, asked: ExploredKey, found: &ExploredMoves) {
        let mut moves = lock(&self.moves);
        if moves.len() >= REMEMBERED_MAX {
            moves.retain(|_, (since, _)| is_fresh(*since));
        }
        if moves.len() >= REMEMBERED_MAX {
            moves.clear();
        }
        moves.insert(asked, (Instant::now(), Arc::clone(found)));
    }

    /// Clears the cache after a change to the library.
    pub(super) fn forget(&self) {
        lock(&self.moves).clear();
        *lock(&self.private) = None;
    }

    fn private(&self, library: &Library) -> Result<Arc<PrivateMatches>, Refused> {
        let mut known = lock(&self.private);
        if let Some((_, private)) = known.as_ref().filter(|(since, _)| is_fresh(*since)) {
            return Ok(Arc::clone(private));
        }
        let private = Arc::new(library.private_matches().map_err(|error| failed(&error))?);
        *known = Some((Instant::now(), Arc::clone(&private)));
        Ok(private)
    }
}

impl SearchedLibrary {
    /// The moves played in a position, in matches that this visitor may see.
    ///
    /// # Errors
    /// The same errors as [`search`](Self::search).
    pub(crate) async fn explore(
        self: &Arc<Self>,
        visitor: Visitor,
        game: Arc<dyn TableGame>,
        state: Box<dyn MatchState>,
    ) -> Result<ExploredMoves, Refused> {
        let asked = (game.name().to_owned(), state.key(), visitor);
        if let Some(known) = self.explored.find(&asked) {
            return Ok(known);
        }
        let own = Arc::clone(self);
        let explore = move |library: &Library| {
            let (game, state) = (&*game, &*state);
            let moves = match visitor {
                Visitor::Owner => library.explore(game, state),
                Visitor::Stranger => {
                    library.explore_public(game, state, &*own.explored.private(library)?)
                }
            };
            let moves: ExploredMoves = moves.map_err(|error| failed(&error))?.into();
            own.explored.add(asked, &moves);
            Ok(moves)
        };
        self.search(explore).await
    }
}

fn is_fresh(since: Instant) -> bool {
    since.elapsed() < REMEMBERED_TIME
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
