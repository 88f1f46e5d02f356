//! The backgammon evaluators, and the catalog entry for backgammon.
//!
//! An evaluator estimates the probabilities of the five ways to win or lose a game. The value of a result depends on
//! the stakes. The value is measured in points in single games and money games, and in winning chances, with a table
//! for all scores, in matches. The cube adds to both. One estimate therefore serves all games, and cube decisions come
//! from the same search as plays: doubling, taking and dropping are moves.
//!
//! ```
//! let backgammon = backgammon_players::FAMILY.open(None)?;
//! assert!(backgammon.evaluators().iter().any(|evaluator| evaluator.name == "learned"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two small networks, one for contact positions and one for races, make the estimate. The networks were trained by
//! self-play (Tesauro, "Temporal Difference Learning and TD-Gammon", 1995). `examples/train` repeats the training.
//! Start reading at [`BackgammonEvaluator`].

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
