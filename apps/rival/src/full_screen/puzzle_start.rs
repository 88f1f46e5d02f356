//! Puzzles on the full screen.

use analysis::Study;
use anyhow::anyhow;
use house::{Failure, FailureKind, HUMAN, House};
use match_library::{KeptPuzzle, PuzzleFilter, unix_time};
use puzzles::Motif;

use super::puzzle_choice::{PuzzleChoice, ShownPuzzle};
use super::{Start, StudyStart};
use crate::analyst::Analyst;
use crate::live::Inbox;
use crate::match_files::library;

impl PuzzleChoice {
    /// A study of the next puzzle, other than the one of the number `last`. Those that can't be opened, of a game that this
    /// program doesn't have for example, are passed over.
    ///
    /// # Errors
    /// [`Failure`] if there is none, or the library can't be read.
    pub(crate) fn start<'a>(
        &self,
        house: &'a House,
        inbox: &Inbox,
        last: Option<i64>,
    ) -> Result<Start<'a>, Failure> {
        let motif = self.motif.as_ref().map(Motif::name);
        let filter = PuzzleFilter { game: self.game.as_deref(), motif, id: None };
        let (library, mut skipped) = (library()?, Vec::from_iter(last));
        while let Some(kept) = library.next_puzzle(filter, &skipped, unix_time())? {
            if let Some(study) = study(&kept) {
                let analyst = Analyst::of_game(house, study.game().clone(), inbox);
                let puzzle = Some(ShownPuzzle { kept, choice: self.clone() });
                return Ok(Start::Study(Box::new(StudyStart {
                    study,
                    analyst,
                    tags: None,
                    puzzle,
                })));
            }
            skipped.push(kept.id);
        }
        let none = "no puzzle is left for now: rival puzzles make FILE, or the menu's Library, finds some in matches";
        Err(Failure::new(FailureKind::Failed, anyhow!(none)))
    }
}

/// The position of a puzzle; none if it is none of its game.
fn study(kept: &KeptPuzzle) -> Option<Study> {
    let game = house::game(&kept.puzzle.game).ok()?;
    kept.puzzle.open(&*game).ok()?;
    Study::of_position(game, Some(&kept.puzzle.position), HUMAN).ok()
}
