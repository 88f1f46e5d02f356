//! Evaluators of backgammon, and the game's entry in the catalog.
//!
//! An evaluator estimates the probabilities of the five ways to win or lose a game. The value of a result depends on
//! the stakes. In single games and money games it is points; in matches it is winning chances, with a table of the
//! value of each score. The cube adds to both. So one estimate serves all games, and cube decisions come from the same
//! search as plays: doubling, taking and dropping are moves.
//!
//! ```
//! let backgammon = backgammon_players::FAMILY.open(None)?;
//! assert!(backgammon.evaluators().iter().any(|evaluator| evaluator.name == "learned"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The estimate is learned: two small networks, one for contact positions and one for races, were
//! trained by self-play (Tesauro, "Temporal Difference Learning and TD-Gammon", 1995).
//! `examples/train` repeats the training. Start reading at [`BackgammonEvaluator`].

#![forbid(unsafe_code)]

mod chances;
mod evaluation;
mod family;
mod mat;
mod match_equity;
mod stake_values;
mod variants;

pub use crate::chances::Chances;
pub use crate::evaluation::{
    Active, BackgammonEvaluator, CONTACT_HIDDEN, CONTACT_INPUTS, Network, Networks, RACE_HIDDEN,
    RACE_INPUTS,
};
pub use crate::family::{BackgammonEntry, FAMILY};
pub use crate::mat::Mat;
