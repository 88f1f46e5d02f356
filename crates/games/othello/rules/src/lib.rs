//! Othello (Reversi) on 8×8, 6×6 and 4×4 boards.
//!
//! A disc is placed so that it encloses opposing discs in a straight line between itself and another disc of its side;
//! all enclosed discs are turned over. A side that can't do this passes, and the game ends when neither side can. The
//! side with more discs wins.
//!
//! Each side's discs are one word with a fixed layout: bit `8 * row + column`, row 1 at the top and column a at the
//! left. A smaller board is in the middle of the word, surrounded by squares that stay empty, so the same code plays
//! all sizes.
//!
//! ```text
//!   a b c d e f g h
//! 1 . . . . . . . .       0  1  2  3  4  5  6  7
//! 2 . . . . . . . .       8  9 10 11 12 13 14 15
//! 3 . . . . . . . .      16 17 18 19 20 21 22 23
//! 4 . . . O X . . .      24 25 26 27 28 29 30 31
//! 5 . . . X O . . .      32 33 34 35 36 37 38 39
//! 6 . . . . . . . .      40 41 42 43 44 45 46 47
//! 7 . . . . . . . .      48 49 50 51 52 53 54 55
//! 8 . . . . . . . .      56 57 58 59 60 61 62 63
//! ```
//!
//! A pass is a move with its own notation and its own ply.
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation};
//! use othello::Othello;
//!
//! let game = Othello::default();
//! let mut position = game.start();
//! for text in ["f5", "d6"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(
//!     game.format_position(&position),
//!     "---------------------------OX------OXX-----O-------------------- X"
//! );
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod flips;
mod notation;
mod position;
mod position_text;
mod rules;
mod summary;

pub use crate::position::{Move, Position};
pub use crate::rules::{Goal, Othello, SizeError};
