//! Solves late positions with the search that also plays.

use othello::{Othello, Position};
use search::{
    Algorithm, Depth, Known, Limits, Pvs, PvsOptions, Solved, Solver, StopSignal, Task, TooLarge,
};

use crate::evaluation::{OthelloEvaluator, OthelloHints};

/// Maximum number of empty squares in a position to solve.
const EMPTY_MAX: u32 = 26;

/// The number of positions after which the search gives up, which takes some minutes.
const POSITIONS_MAX: u64 = 3_000_000_000;

/// A depth that reaches the end of every line from a solvable position, including passes.
const DEPTH: u32 = 64;

/// Solves positions with few empty squares. The solver's table is reused for the next position.
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
        stop: StopSignal<'_>,
    ) -> Result<Solved, TooLarge> {
        if game.empty(position).count() > EMPTY_MAX {
            return Err(TooLarge { positions: self.positions });
        }
        let task = Task { game, evaluator: &OthelloEvaluator::Standard, position, history: None };
        let to_depth = Limits::to_depth(Depth::new(DEPTH));
        let limits = Limits { nodes: Some(POSITIONS_MAX), stop, ..to_depth };
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
