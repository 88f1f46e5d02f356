//! Rules are values.
//!
//! Every game of Rival is built on this crate: the [`Game`] trait and the parts that boards are made of. Its main decision is that the *rules* of a game are a value (`impl Game`, with the variant's parameters
//! inside) and a *position* is a small plain value beside it, without history: a move makes the next position from a
//! copy. Nothing is ever undone, so no rule can forget to undo a part of itself, and copying a small position was
//! measured to be faster than taking moves back.
//!
//! Searches are generic over [`Game`]; tables, screens, files and wires use its [`Notation`]. Neither is known here.
//!
//! # A whole game
//!
//! Two players take one, two or three stones from a heap in turn; the player who takes the last one wins.
//!
//! ```
//! use board_engine::*;
//!
//! struct Stones {
//!     heap: u32,
//! }
//!
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Position {
//!     left: u32,
//!     mover: usize,
//! }
//!
//! impl Game for Stones {
//!     type Position = Position;
//!     type Move = u32;
//!
//!     fn seats(&self) -> usize {
//!         2
//!     }
//!
//!     fn start(&self) -> Position {
//!         Position { left: self.heap, mover: 0 }
//!     }
//!
//!     fn turn(&self, position: &Position) -> Turn {
//!         Turn::Seat(Seat::new(position.mover))
//!     }
//!
//!     fn legal_moves(&self, position: &Position, moves: &mut Vec<u32>) -> Status {
//!         moves.clear();
//!         moves.extend(1..=position.left.min(3));
//!         match moves.is_empty() {
//!             false => Status::Ongoing,
//!             true => Status::Over(Outcome::win(Seat::new(1 - position.mover), "the last stone is taken")),
//!         }
//!     }
//!
//!     fn play(&self, position: &mut Position, taken: u32) {
//!         position.left -= taken;
//!         position.mover = 1 - position.mover;
//!     }
//!
//!     fn key(&self, position: &Position) -> u64 {
//!         zobrist::mix(&[position.left.into(), position.mover as u64])
//!     }
//!
//!     fn irreversible(&self, _: &Position, _: u32) -> bool {
//!         true
//!     }
//!
//!     fn repetition(&self) -> Repetition {
//!         Repetition::Ignored
//!     }
//! }
//!
//! let stones = Stones { heap: 4 };
//! let mut position = stones.start();
//! // The heap of 4 can be taken in 7 ways: in one ply none, in two 1+3 2+2 3+1, …
//! let leaves: Vec<u64> = (1..=4).map(|depth| perft(&stones, &position, depth, Leaves::Counted)).collect();
//! assert_eq!(leaves, [3, 6, 4, 1]);
//!
//! stones.play(&mut position, 1);
//! stones.play(&mut position, 3);
//! let status = stones.legal_moves(&position, &mut Vec::new());
//! assert_eq!(status.outcome().map(|outcome| outcome.payoff(Seat::SECOND)), Some(1));
//! ```

#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod color;
mod diagram;
mod game;
mod geometry;
pub mod in_a_row;
mod key_history;
mod listing;
mod notation;
mod number;
mod outcome;
mod perft;
mod piece;
mod printable;
mod repetition;
mod rows;
mod seat;
mod square;
mod stones;
mod wrapped_text;
pub mod zobrist;

pub use crate::bitboard::{Bitboard, Places, Word};
pub use crate::board::Board;
pub use crate::color::Color;
pub use crate::diagram::{
    CardFace, Coordinates, Diagram, Edges, Glyph, GlyphKind, Laid, Rank, Shade, Stacking, Suit,
    Zone,
};
pub use crate::game::{
    Chance, Deterministic, Game, HiddenInformation, POSITION_BYTES_MAX, PerfectInformation, ZeroSum,
};
pub use crate::geometry::{Direction, Geometry, Place};
pub use crate::key_history::KeyHistory;
pub use crate::notation::{Notation, NotationError};
pub use crate::number::push_number;
pub use crate::outcome::{Outcome, Status};
pub use crate::perft::{Leaves, PERFT_DEPTH_MAX, divide, perft};
pub use crate::piece::Piece;
pub use crate::printable::{cut_off, excerpt, is_printable, printable};
pub use crate::repetition::Repetition;
pub use crate::seat::{SEATS_MAX, Seat, Turn, Viewer};
pub use crate::square::Square;
pub use crate::stones::{Stones, StonesText};
pub use crate::wrapped_text::WrappedText;

pub(crate) use crate::game::assert_position_fits;
