//! English draughts on boards of any size with any number of rows of men.
//!
//! The variants of `checkers` are types with constants: each is compiled for its board. Here the board is a value, so
//! one generator serves all sizes. The generator works square by square instead of shifting sets. This is several times
//! slower, but doesn't need ghost squares next to the board. On 8×8 with three rows, the game is the same as English
//! draughts; tests check this.
//!
//! ```
//! use board_engine::{Game, Leaves, Notation, perft};
//! use checkers::any_size::CheckersAnySize;
//!
//! let game = CheckersAnySize::new(10, 10, 3)?;
//! let start = game.start();
//! assert_eq!(game.format_position(&start).split(':').next(), Some("B"));
//! assert_eq!(perft(&game, &start, 1, Leaves::Counted), 9);
//! # Ok::<(), checkers::any_size::SizeError>(())
//! ```

mod board;
mod captures;
mod notation;
mod position_text;
mod rules;
mod steps;

pub use self::board::{CheckersAnySize, Move, Position, SizeError};
