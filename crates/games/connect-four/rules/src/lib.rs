//! Connect Four: discs fall to the lowest free square of a column, and four discs in a row win.
//!
//! Red starts, the two sides drop one disc each in turn, and the first side with four in a line (along a column, a row
//! or a diagonal) wins; a full board without such a line is a draw. Width, height and line length are parameters, which
//! are 7, 6 and 4 in Connect Four.
//!
//! The board consists of two bitboards whose bits run up the columns, with one *ghost square* on top of each column (J.
//! Tromp, "John's Connect Four Playground"). A line that would wrap around an edge crosses a ghost square, so one shift
//! per step finds the lines in each direction without edge masks. Adding 1 at the bottom of a column carries to its
//! first free square, so one addition drops a disc.
//!
//! ```text
//!    .  .  .  .  .  .  .         6 13 20 27 34 41 48   ghosts
//!    .  .  .  .  .  .  .         5 12 19 26 33 40 47
//!    .  .  .  .  .  .  .         4 11 18 25 32 39 46
//!    .  .  .  .  .  .  .         3 10 17 24 31 38 45
//!    .  .  .  .  .  .  .         2  9 16 23 30 37 44
//!    .  .  .  y  .  .  .         1  8 15 22 29 36 43
//!    .  .  .  r  .  .  .         0  7 14 21 28 35 42
//!    1  2  3  4  5  6  7
//! ```
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Status, Viewer};
//! use connect_four::ConnectFour;
//!
//! let game = ConnectFour::default();
//! let mut position = game.parse_position("7/7/7/3y3/3y3/r1rry2 r")?;
//! let mv = game.parse_move(&position, "2")?;
//! game.play(&mut position, mv);
//!
//! let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else { unreachable!() };
//! assert_eq!((outcome.payoffs(), outcome.reason()), (&[1, -1][..], "four in a row"));
//! assert_eq!(game.format_position(&position), "7/7/7/3y3/3y3/rrrry2 y");
//! assert!(game.diagram(&position, Viewer::Public).to_string().ends_with(" r r r r y . .\n 1 2 3 4 5 6 7\n"));
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod notation;
mod rules;
mod summary;

use board_engine::Stones;

pub use crate::rules::{ConnectFour, ConnectGame, Move};

/// The discs on the board, and the side to move.
pub type Position<W> = Stones<W, 2>;
