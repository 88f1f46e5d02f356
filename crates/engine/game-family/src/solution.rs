//! The value of a position under perfect play.

use search::Solved;
use thiserror::Error;

/// The requested parts of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveWanted {
    /// The value of the position.
    Position,
    /// The value of each move as well, which takes longer.
    EachMove,
}

/// The value of a position under perfect play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for the side to move.
    pub value: Solved,
    /// The moves, if requested, each with its value for the side that makes it; best first.
    pub moves: Vec<(String, Solved)>,
    /// The number of searched positions.
    pub positions: u64,
}

/// The reason why a position can't be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// Nothing to solve: the game is over.
    #[error("the game is over: {why}")]
    Over {
        /// The rule that ended the game.
        why: String,
    },
    /// There is no solver for the game.
    #[error(
        "no solver for {game}: only two-player games without chance, hidden cards or repetition can be searched exhaustively"
    )]
    NoSolver {
        /// The game.
        game: String,
    },
    /// The position is too large for the solver.
    #[error("{}", too_large(game, *positions))]
    TooLarge {
        /// The game.
        game: String,
        /// The number of searched positions.
        positions: u64,
    },
}

/// The message for a position that is too large, which a solver may detect before it searches.
fn too_large(game: &str, positions: u64) -> String {
    if positions == 0 {
        format!("this {game} position is too complex to solve; try one closer to the end")
    } else {
        format!(
            "this {game} position is too complex to solve: gave up after {positions} positions; try one closer to the end"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_if_any_were_searched() {
        let check = |positions, said: &str| {
            let error = SolveError::TooLarge { game: "a".into(), positions };
            assert_eq!(error.to_string(), said);
        };
        check(0, "this a position is too complex to solve; try one closer to the end");
        check(
            4000,
            "this a position is too complex to solve: gave up after 4000 positions; try one closer to the end",
        );
    }
}
