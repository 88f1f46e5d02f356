//! Pig: a race with one die and one decision (T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", 2004).
//!
//! Whose turn it is rolls as often as that player likes. What is rolled counts for the turn, but a 1 ends it with nothing;
//! who holds keeps what the turn has brought. The first to have 100 wins. Well played it is won by who starts in 53.06 %
//! of all games.
//!
//! A position is written as what both have kept, separated by a comma, whose turn it is, 1 or 2, what the turn has brought
//! so far, and `roll` if the die is in the air: `31,42 1 8 roll`.
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

pub use crate::rules::{GOAL_MAX, Move, Pig, Position};
