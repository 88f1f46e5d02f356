//! Game tree search over any game.
//!
//! Four algorithms stand side by side, each in a file that can be read in a few minutes:
//!
//! | type | reads as | needs |
//! |---|---|---|
//! | [`Minimax`] | every seat takes what is best for itself (maxⁿ) | any number of seats |
//! | [`Negamax`] | the same for two seats with one function instead of two | [`ZeroSum`](board_engine::ZeroSum) |
//! | [`AlphaBeta`] | negamax without the lines that can't matter | the same |
//! | [`Negascout`] | alpha-beta that only asks whether later moves beat the first | the same |
//!
//! Beside them stands [`Pvs`], which is made to win: principal variation search with a table, reductions, extensions and
//! all else that makes it strong. Its value of a depth is no theorem; a win that it finds is one, but for rules
//! that count moves or how often a position has stood.
//!
//! For other kinds of games there are others, each kept to the games that it fits by the marks that a game bears:
//!
//! | type | reads as | needs |
//! |---|---|---|
//! | [`Paranoid`] | alpha-beta against all others together | any number of seats |
//! | [`Expectiminimax`], [`Star1`], [`Star2`] | minimax with means where chance draws, without and with cuts | [`Chance`](board_engine::Chance) |
//! | [`Determinized`] | many deals with open hands | [`HiddenInformation`](board_engine::HiddenInformation) |
//! | [`InformationSets`] | Monte Carlo over what a seat knows | the same |
//! | [`MonteCarlo`] | random games where earlier ones went well | perfect information |
//!
//! [`Solver`]s know the value of a position under perfect play, with the plies to the end: [`Exhaustive`] of any small game, and
//! those that games bring themselves.
//!
//! The crate's main decision is that the four differ in nothing else. Limits, the end of the game, repetition, the best
//! line and the counting are in one place that all four use, so that all four give the same value of every position,
//! and the differences that the statistics show are those of the algorithms. A search is generic over the game and
//! the [`Evaluator`] and makes no virtual call and no allocation below the root. It reads no clock: a caller that
//! has one passes a stop signal in [`Limits`].
//!
//! The mover is always the one that the game names, never inferred from parity: in many games seats pass.
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation};
//! use search::{Algorithm, AlphaBeta, Depth, Limits, Score, Task, Zero};
//! use tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::default();
//! let position = game.parse_position("xx1/oo1/3 x")?;
//! let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
//!
//! let report = AlphaBeta.search(&task, &Limits::to_depth(Depth::new(9)));
//! let best = report.best.expect("the game is not over");
//! assert_eq!(game.format_move(&position, best), "c3");
//! assert_eq!(report.score, Score::win_in(1));
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod algorithm;
mod alpha_beta;
mod bandit;
mod chance;
mod deepening;
mod evaluator;
mod frame;
mod hidden;
mod hints;
mod limits;
mod minimax;
mod monte_carlo;
mod negamax;
mod negascout;
mod paranoid;
mod progress;
mod pvs;
mod report;
mod score;
mod solving;
mod time_plan;
mod walk;
mod window;

pub use crate::algorithm::{Algorithm, Listener, Task};
pub use crate::alpha_beta::AlphaBeta;
pub use crate::chance::{ExpectiMaxN, Expectiminimax, Star1, Star2};
pub use crate::deepening::Deepening;
pub use crate::evaluator::{Evaluator, Zero};
pub use crate::hidden::{Deal, Determinized, InformationSets, Observers, Open};
pub use crate::hints::{
    Hints, Margins, MoveIndex, NoHints, PayoffBounds, SolvedPayoff, TableValue, Tension, Validity,
};
pub use crate::limits::{Depth, Limits, StopSignal};
pub use crate::minimax::Minimax;
pub use crate::monte_carlo::{MonteCarlo, MonteCarloOptions};
pub use crate::negamax::Negamax;
pub use crate::negascout::Negascout;
pub use crate::paranoid::Paranoid;
pub use crate::progress::{Line, Progress};
pub use crate::pvs::{Pvs, PvsOptions, Table, Technique, Techniques};
pub use crate::report::{Report, Statistics};
pub use crate::score::Score;
pub use crate::solving::{Exhaustive, Known, Solved, Solver, TooLarge};
pub use crate::time_plan::{Certainty, ClockState, TimePlan};
