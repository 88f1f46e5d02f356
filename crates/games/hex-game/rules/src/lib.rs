//! Hex (Piet Hein, 1942; John Nash, 1948) on boards from 3×3 to 11×11.
//!
//! Two players take turns placing stones on a rhombus of hexagons. Red connects the top and the bottom, Blue the left
//! and the right. Exactly one of them succeeds, so there are no draws. With the swap rule the second player may answer
//! the first stone with `swap`: the stone becomes Blue's and moves to the mirrored place. Each player keeps the same
//! sides.
//!
//! On the equivalent square board, a place touches six others: left, right, above, below, above right and below left. A
//! place's bit is its number from the top left, row by row.
//!
//! ```text
//!   a b c d e
//!  1 . . . . .           0  1  2  3  4
//!   2 . . . . .           5  6  7  8  9
//!    3 . . r . .          10 11 12 13 14
//!     4 . b . . .          15 16 17 18 19
//!      5 . . . . .          20 21 22 23 24
//! ```
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Status};
//! use hex_game::{Hex, Swap};
//!
//! let game = Hex::new(3, Swap::Allowed)?;
//! let mut position = game.start();
//! for text in ["c1", "swap", "b2", "b3", "c2", "a2"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.format_position(&position), "3/brr/bb1 r");
//! assert_eq!(game.legal_moves(&position, &mut Vec::new()), Status::Ongoing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod connection;
mod notation;
mod position_text;
mod rules;
mod summary;

use board_engine::Stones;

pub use crate::rules::{Hex, Move, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN, SizeError, Swap};

/// The stones on the board, and the side to move.
pub type Position = Stones<u128, 2>;
