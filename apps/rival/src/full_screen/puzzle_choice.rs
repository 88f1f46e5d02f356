//! Which puzzles are shown on the full screen.

use match_library::KeptPuzzle;
use puzzles::Motif;

/// Which puzzles are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct PuzzleChoice {
    /// The full name of a game, or of a family.
    pub(crate) game: Option<String>,
    pub(crate) motif: Option<Motif>,
}

/// The puzzle of a study.
#[derive(Clone, Debug)]
pub(crate) struct ShownPuzzle {
    pub(super) kept: KeptPuzzle,
    pub(super) choice: PuzzleChoice,
}
