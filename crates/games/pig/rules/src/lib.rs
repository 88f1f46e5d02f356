//! Pig: a race with one die and one decision (T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", 2004).
//!
//! In a turn a player rolls the die as often as they like. Each number adds to the turn total, but a 1 ends the turn
//! with nothing. Holding adds the turn total to the player's score and ends the turn. The first player with a score of
//! 100 wins. With optimal play on both sides, the first player wins 53.06 % of the games.
//!
//! The player who wins more than half of the races in a match wins the match. The players take turns starting races.
//!
//! A position is written as both scores, separated by a comma; the player to move, 1 or 2; the turn total; and `roll`
//! while the die is rolling: `31,42 1 8 roll`. In a match, the string continues with the number of races that each
//! player has won: `31,42 1 8 1:0`.
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Turn};
//! use pig::Pig;
//!
//! let game = Pig::default();
//! let mut position = game.parse_position("31,42 1 8")?;
//! for text in ["roll", "6", "hold"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.format_position(&position), "45,42 2 0");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod notation;
mod rules;
mod summary;

pub use crate::rules::{GOAL_MAX, Move, Pig, Position, RACES_MAX};
