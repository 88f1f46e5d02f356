//! Game tree search for any game.
//!
//! Four textbook algorithms, each short enough to read in a few minutes:
//!
//! | type | reads as | needs |
//! |---|---|---|
//! | [`Minimax`] | every seat plays its best move (maxⁿ) | any number of seats |
//! | [`Negamax`] | the same for two seats with one function instead of two | [`ZeroSum`](board_engine::ZeroSum) |
//! | [`AlphaBeta`] | negamax that prunes irrelevant lines | the same |
//! | [`Negascout`] | alpha-beta with zero-width windows after the first move | the same |
//!
//! [`Pvs`] is the strong search: principal variation search with a transposition table, reductions, extensions and
//! more. The value for a given depth is not exact. A win that the search proves is a win, except under rules that count
//! moves or repetitions.
//!
//! Other kinds of games have their own algorithms. A game's marker traits decide which algorithms apply:
//!
//! | type | reads as | needs |
//! |---|---|---|
//! | [`Paranoid`] | alpha-beta against all others together | any number of seats |
//! | [`Expectiminimax`], [`Star1`], [`Star2`] | minimax with chance nodes, with and without cutoffs | [`Chance`](board_engine::Chance) |
//! | [`Determinized`] | a search over many deals with open hands | [`HiddenInformation`](board_engine::HiddenInformation) |
//! | [`InformationSets`] | Monte Carlo tree search over a seat's knowledge | the same |
//! | [`MonteCarlo`] | Monte Carlo tree search | perfect information |
//!
//! A [`Solver`] computes the value of a position under perfect play, with the distance to the end:
//! [`Exhaustive`] for any small game, and the solvers of individual games.
//!
//! The textbook algorithms differ only in the algorithm itself. These algorithms share the code for limits, the end of
//! the game, repetition, the best line and the statistics. All of them therefore return the same value for every
//! position, and their statistics are comparable. A search is generic over the game and the [`Evaluator`]. Below the
//! root, the search makes no virtual calls and no allocations. The search doesn't read the clock either: a caller with
//! a clock passes a stop signal in [`Limits`].
//!
//! The game determines the mover in a position. The mover is never inferred from parity, because seats can pass in many
//! games.
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
mod chance;
mod hidden;
mod hints;
mod limits;
mod monte_carlo;
mod paranoid;
mod pvs;
mod score;
mod solving;
mod textbook;
mod time_plan;
mod walk;

pub use self::algorithm::{
    Algorithm, Evaluator, Line, Listener, Progress, Report, Statistics, Task, Zero,
};
pub use self::chance::{ExpectiMaxN, Expectiminimax, Star1, Star2};
pub use self::hidden::{Deal, Determinized, InformationSets, Observers, Open};
pub use self::hints::{
    Hints, Margins, MoveIndex, NoHints, PayoffBounds, RootByTables, SolvedPayoff, TableValue,
    Tension, Validity,
};
pub use self::limits::{Depth, Limits, StopSignal};
pub use self::monte_carlo::{MonteCarlo, MonteCarloOptions, Prior, Priors};
pub use self::paranoid::Paranoid;
pub use self::pvs::{Pvs, PvsOptions, Technique, Techniques, TranspositionTable};
pub use self::score::Score;
pub use self::solving::{Exhaustive, Known, Solved, Solver, TooLarge};
pub use self::textbook::{AlphaBeta, Deepening, Minimax, Negamax, Negascout};
pub use self::time_plan::{Certainty, ClockState, TimePlan};
