//! What players of backgammon go by, and the game's entry in the catalog.
//!
//! An evaluation estimates the chances of the five ways in which a game is won and lost. What they are good for depends on
//! the stakes: points in single games and money games, the chance to win the match in matches, where a table says what each
//! score is good for. The cube adds to both. So one estimate serves all games, and decisions about the cube come from the
//! same search as plays: doubling, taking and dropping are moves.
//!
//! The estimate is learned: two small networks, one for positions in which checkers can be hit and one for races, from games
//! against themselves (Tesauro, "Temporal Difference Learning and TD-Gammon", 1995). `examples/train` does it again.

#![forbid(unsafe_code)]

mod chances;
mod evaluation;
mod family;
mod logistic;
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
