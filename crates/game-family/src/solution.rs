//! What a position is worth under perfect play.

use search::Solved;
use thiserror::Error;

/// What is to be solved.
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
    /// What it is worth to the side to move.
    pub value: Solved,
    /// The moves, if they were wanted, each with what it is worth to the side that makes it; best first.
    pub moves: Vec<(String, Solved)>,
    /// How many positions were searched.
    pub positions: u64,
}

/// Why a position is not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// There is nothing to solve.
    #[error("the game is over: {why}")]
    Over {
        /// The rule that ended it.
        why: String,
    },
    /// Games like this can't be solved.
    #[error(
        "there is no solver for {game}: it has none of its own, and only games of two without chance, hidden cards and \
         repetition are solved by looking at all positions"
    )]
    NoSolver {
        /// The game.
        game: String,
    },
    /// There are more positions than the solver can look at.
    #[error("{}", too_large(game, *positions))]
    TooLarge {
        /// The game.
        game: String,
        /// So many were looked at.
        positions: u64,
    },
}

/// What is said of a position that is too large, which a solver may see before it has looked at any.
fn too_large(game: &str, positions: u64) -> String {
    if positions == 0 {
        format!("this position of {game} is too large to be solved; try one closer to the end")
    } else {
        format!(
            "this position of {game} is too large to be solved: gave up after {positions} positions; try one closer to the end"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_where_some_were_looked_at() {
        let check = |positions, said: &str| {
            let error = SolveError::TooLarge { game: "a".into(), positions };
            assert_eq!(error.to_string(), said);
        };
        check(0, "this position of a is too large to be solved; try one closer to the end");
        check(
            4000,
            "this position of a is too large to be solved: gave up after 4000 positions; try one closer to the end",
        );
    }
}
