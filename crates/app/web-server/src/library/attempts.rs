//! Finds puzzles in the library and records attempts.

use std::sync::{Arc, PoisonError};

use analysis::puzzles::Rating;
use match_library::{KeptPuzzle, Library, LibraryError, PuzzleFilter, unix_time};
use serde::Serialize;

use super::{SearchedLibrary, failed, unreadable};
use crate::error::Refused;

/// The solver's rating before and after an attempt.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct RatingChange {
    before: Rating,
    after: Rating,
}

/// The puzzle with this number.
///
/// # Errors
/// [`Refused`] if there is no such puzzle.
pub(crate) fn find_puzzle(library: &Library, number: &str) -> Result<KeptPuzzle, Refused> {
    let missing = || Refused::not_found("puzzle not found: it may have been deleted");
    let id = number.parse::<i64>().map_err(|_other| missing())?;
    let found = with_number(library, id).map_err(|error| failed(&error))?;
    found.ok_or_else(missing)
}

impl SearchedLibrary {
    /// Records an attempt at a puzzle with `attempts` earlier attempts. Returns `None` if another attempt was recorded
    /// in the meantime: either the same attempt, which counts only once, or an attempt on another page.
    ///
    /// # Errors
    /// [`Refused`] if the library can't be written.
    pub(crate) async fn note_attempt(
        self: &Arc<Self>,
        id: i64,
        attempts: u32,
        is_solved: bool,
    ) -> Result<Option<RatingChange>, Refused> {
        let own = Arc::clone(self);
        let noted = tokio::task::spawn_blocking(move || own.note(id, attempts, is_solved));
        noted.await.map_err(|_panic| unreadable())?.map_err(|error| failed(&error))
    }

    fn note(
        &self,
        id: i64,
        attempts: u32,
        is_solved: bool,
    ) -> Result<Option<RatingChange>, LibraryError> {
        let _turn = self.noting.lock().unwrap_or_else(PoisonError::into_inner);
        let found = with_number(&self.written, id)?;
        let Some(kept) = found.filter(|kept| kept.attempts == attempts) else { return Ok(None) };
        let now = unix_time();
        let before = self.written.solver_rating(&kept.puzzle.game, now)?;
        let after = self.written.note_attempt(&kept, is_solved, now)?;
        Ok(Some(RatingChange { before, after }))
    }
}

/// The puzzle with this number, if any.
fn with_number(library: &Library, id: i64) -> Result<Option<KeptPuzzle>, LibraryError> {
    let only = PuzzleFilter { id: Some(id), ..PuzzleFilter::default() };
    Ok(library.puzzles(only)?.into_iter().next())
}
