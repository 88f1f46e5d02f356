//! Breakthrough (Dan Troyka, 2000) on square boards from 5×5 to 8×8.
//!
//! Each side fills its two nearest rows with pawns. A pawn moves one square straight or diagonally forward to an empty
//! square, or captures one square diagonally forward. Captures are optional. A side wins when one of its pawns reaches
//! the farthest row, or when it captures the last opposing pawn. There are no draws: the most advanced pawn always has
//! a move.
//!
//! A side's pawns are one word with a fixed layout: bit `8 * row + column`, row 1 at the bottom and column a at the
//! left. A smaller board uses the lower left corner of the word, so the same shifts work for all sizes.
//!
//! ```text
//! 8 b b b b b b b b      56 57 58 59 60 61 62 63
//! 7 b b b b b b b b      48 49 50 51 52 53 54 55
//! 6 . . . . . . . .      40 41 42 43 44 45 46 47
//! 5 . . . . . . . .      32 33 34 35 36 37 38 39
//! 4 . . . . . . . .      24 25 26 27 28 29 30 31
//! 3 . . . . . . . .      16 17 18 19 20 21 22 23
//! 2 w w w w w w w w       8  9 10 11 12 13 14 15
//! 1 w w w w w w w w       0  1  2  3  4  5  6  7
//!   a b c d e f g h
//! ```
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Status};
//! use breakthrough::Breakthrough;
//!
//! let game = Breakthrough::default();
//! let mut position = game.parse_position("8/3w4/2b5/8/8/8/8/8 w")?;
//! let mv = game.parse_move(&position, "d7c8")?;
//! game.play(&mut position, mv);
//!
//! let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else { unreachable!() };
//! assert_eq!((outcome.payoffs(), outcome.reason()), (&[1, -1][..], "a pawn reached the last row"));
//! assert_eq!(game.format_position(&position), "2w5/8/2b5/8/8/8/8/8 b");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod notation;
mod position;
mod position_text;
mod rules;
mod summary;

pub use crate::position::{Move, Position};
pub use crate::rules::{Breakthrough, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN, SizeError};
