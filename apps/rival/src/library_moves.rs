//! What was played in the matches of the library.

use std::sync::{Arc, OnceLock};

use analysis::{PlayedMove, PlayedMoves};
use games_package::{MatchState, TableGame};
use match_library::{ExploredMove, Library};

use crate::match_files::library;

/// The most matches that are added to the index before a study begins; more are added by `rival matches`.
const ADDED_MAX: usize = 1_000;

/// The matches of a game in the library.
#[derive(Debug)]
pub(crate) struct LibraryMoves {
    library: Library,
    game: Arc<dyn TableGame>,
}

impl LibraryMoves {
    /// The matches of this game; none if the library can't be used, which is no reason not to study.
    pub(crate) fn of_game(game: Arc<dyn TableGame>) -> Option<Arc<dyn PlayedMoves>> {
        static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
        let library = LIBRARY.get_or_init(up_to_date).clone()?;
        Some(Arc::new(Self { library, game }))
    }
}

/// The library, with its index up to date; none if it can't be used. A run of the program needs that once: what it plays itself is
/// found by the next one.
fn up_to_date() -> Option<Library> {
    let library = library().ok()?;
    library.update_index(|left| left <= ADDED_MAX).ok()?;
    Some(library)
}

impl PlayedMoves for LibraryMoves {
    fn played_moves(&self, state: &dyn MatchState) -> Vec<PlayedMove> {
        let moves = self.library.explore(&*self.game, state).unwrap_or_default();
        moves.into_iter().map(played).collect()
    }
}

fn played(explored: ExploredMove) -> PlayedMove {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, .. } = explored;
    PlayedMove { mv, matches, first_wins, draws, second_wins }
}
