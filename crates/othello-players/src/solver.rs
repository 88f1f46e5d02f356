//! The value of a late position under perfect play, by the search that plays.

use othello::{Othello, Position};
use search::{Algorithm, Depth, Known, Limits, Pvs, PvsOptions, Solved, Solver, Task, TooLarge};

use crate::evaluation::{OthelloEvaluator, OthelloHints};

/// A position with more empty squares is not tried.
const EMPTY_MAX: u32 = 26;

/// The search gives up after so many positions, which are some minutes.
const POSITIONS_MAX: u64 = 3_000_000_000;

/// A search to this depth comes to the end of each line of a position that is tried, whatever passes there are.
const DEPTH: u32 = 64;

/// Solves positions with few empty squares, and keeps what it has learned of one for the next.
#[derive(Debug)]
pub(crate) struct LateSolver {
    search: Pvs<OthelloHints>,
    positions: u64,
}

impl Default for LateSolver {
    fn default() -> Self {
        Self { search: Pvs::with_hints(PvsOptions::default(), OthelloHints), positions: 0 }
    }
}

impl Solver<Othello> for LateSolver {
    fn solve(
        &mut self,
        game: &Othello,
        position: &Position,
        _: &mut dyn FnMut(Known),
    ) -> Result<Solved, TooLarge> {
        if game.empty(position).count() > EMPTY_MAX {
            return Err(TooLarge { positions: self.positions });
        }
        let task = Task { game, evaluator: &OthelloEvaluator::Standard, position, history: None };
        let limits = Limits { nodes: Some(POSITIONS_MAX), ..Limits::to_depth(Depth::new(DEPTH)) };
        let report = self.search.search(&task, &limits);
        self.positions += report.statistics.nodes;
        if !report.completed {
            return Err(TooLarge { positions: self.positions });
        }
        Ok(Solved { payoff: report.score.payoff(), plies: report.score.plies_to_end() })
    }

    fn positions(&self) -> u64 {
        self.positions
    }
}
