//! Puzzles on the full screen.

use analysis::Study;
use anyhow::anyhow;
use house::{Failure, FailureKind, HUMAN, House, OrFail};
use match_library::PuzzleFilter;

use super::puzzle_choice::{PuzzleChoice, ShownPuzzle};
use super::{Start, StudyStart};
use crate::analyst::Analyst;
use crate::live::Inbox;
use crate::match_files::library;

impl PuzzleChoice {
    /// A study of the next puzzle, other than the one of the number `last`.
    ///
    /// # Errors
    /// [`Failure`] if there is none, or the library can't be read.
    pub(crate) fn start<'a>(
        &self,
        house: &'a House,
        inbox: &Inbox,
        last: Option<i64>,
    ) -> Result<Start<'a>, Failure> {
        let filter = PuzzleFilter { game: self.game.as_deref(), motif: self.motif, id: None };
        let next = library()?.next_puzzle(filter)?.filter(|kept| Some(kept.id) != last);
        let none = "no puzzle is left for now: rival puzzles make FILE finds some in matches";
        let kept = next.ok_or_else(|| Failure::new(FailureKind::Failed, anyhow!(none)))?;
        let game = house::game(&kept.puzzle.game)?;
        kept.puzzle.open(&*game).or_fail(FailureKind::Input)?;
        let position = Some(kept.puzzle.position.as_str());
        let study = Study::of_position(game, position, HUMAN).or_fail(FailureKind::Input)?;
        let analyst = Analyst::of_game(house, study.game().clone(), inbox);
        let puzzle = Some(ShownPuzzle { kept, choice: self.clone() });
        Ok(Start::Study(Box::new(StudyStart { study, analyst, tags: None, puzzle })))
    }
}
