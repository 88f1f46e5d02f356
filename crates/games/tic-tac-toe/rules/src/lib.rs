//! The m,n,k games: on a board of m columns and n rows, k stones in a row win.
//!
//! Tic-tac-toe is the 3,3,3 game. X starts, the two sides take turns putting one stone on an empty square, and the
//! first side with k or more in a line (along a row, a column or a diagonal) wins; a full board without such a line is
//! a draw. Three players can play too: X, O and Z.
//!
//! The board is two bitboards with one *ghost column* at the right edge that never contains a stone. A line that would
//! wrap around the edge crosses the ghost column, so one shift per step finds the lines in each direction without edge
//! masks. The word is a parameter: tic-tac-toe with its ghost column fits 16 bits.
//!
//! ```text
//!      a b c .          bit  0 1 2 (3)
//!    3 . . .                 4 5 6 (7)
//!    2 . x .                 8 9 10
//!    1 . . .          X holds bit 5
//! ```
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Status, Viewer};
//! use tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::default();
//! let mut position = game.parse_position("xx1/oo1/3 x")?;
//! let mv = game.parse_move(&position, "c3")?;
//! game.play(&mut position, mv);
//!
//! let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else { unreachable!() };
//! assert_eq!((outcome.payoffs(), outcome.reason()), (&[1, -1][..], "three in a row"));
//! assert_eq!(game.format_position(&position), "xxx/oo1/3 o");
//! assert_eq!(game.diagram(&position, Viewer::Public).to_string(), "\
//! 3 x x x
//! 2 o o .
//! 1 . . .
//!   a b c
//! ");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod notation;
mod rules;
mod summary;

use board_engine::Stones;

pub use crate::rules::{MnkForThree, MnkGame, MnkRules, Move, TicTacToe};

/// A position in a game for two.
pub type Position<W> = Stones<W, 2>;
