//! The puzzles shipped with the program.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use analysis::puzzles::{Puzzle, from_text};

use crate::library::Library;
use crate::library_error::LibraryError;
use crate::puzzles::PuzzleFilter;

/// The starter puzzles of all games.
static STARTERS: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let texts = game_catalog::starter_puzzles().into_iter();
    texts.filter_map(|text| from_text(text).ok()).flatten().collect()
});

impl Library {
    /// Adds the starter puzzles for this game or for all games. Skips games that already have puzzles. Returns the
    /// number of puzzles added.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read or written.
    pub fn add_starter_puzzles(&self, game: Option<&str>) -> Result<usize, LibraryError> {
        let wanted =
            || STARTERS.iter().filter(|puzzle| game.is_none_or(|game| is_of(puzzle, game)));
        let mut missing = BTreeSet::new();
        for game in wanted().map(|puzzle| puzzle.game.as_str()).collect::<BTreeSet<_>>() {
            if !self.has_puzzles(PuzzleFilter { game: Some(game), ..PuzzleFilter::default() })? {
                missing.insert(game);
            }
        }
        if missing.is_empty() {
            return Ok(0);
        }
        let new: Vec<_> =
            wanted().filter(|puzzle| missing.contains(puzzle.game.as_str())).cloned().collect();
        self.add_puzzles(&new)
    }
}

/// Returns `true` if a puzzle belongs to this game, or to a variant of this family.
fn is_of(puzzle: &Puzzle, game: &str) -> bool {
    puzzle.game.strip_prefix(game).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}
