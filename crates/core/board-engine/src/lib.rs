//! Rules are values.
//!
//! Every game in Rival is built on this crate, which contains the [`Game`] trait and the building blocks of boards. The
//! main design decision is that the *rules* of a game are a value (`impl Game`, with the variant's parameters), and a
//! *position* is a small plain value without history. A move creates the next position from a copy. Nothing is ever
//! undone, so no rule can forget to undo part of its effect. Measurements also show that copying a small position is
//! faster than taking moves back.
//!
//! Searches are generic over [`Game`]; tables, screens, files and protocols use the game's [`Notation`]. This crate
//! depends on none of them.
//!
//! # A whole game
//!
//! Two players alternately take one, two or three stones from a heap; the player who takes the last
//! stone wins.
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

mod actions;
mod bitboard;
mod board;
mod diagram;
mod features;
mod game;
mod geometry;
pub mod in_a_row;
mod key_history;
mod legal_actions;
mod notation;
mod outcome;
mod perft;
mod piece;
mod plain_signs;
mod rows;
mod seat;
mod steps;
mod stones;
mod table_value;
mod wrapped_text;
pub mod zobrist;

pub use self::actions::{Action, ActionSpace};
pub use self::bitboard::{Bitboard, Places, Word};
pub use self::board::Board;
pub use self::diagram::{
    Caption, CardFace, Coordinates, Diagram, Edges, Glyph, GlyphKind, Laid, Rank, Shade,
    SideOwners, Stacking, Suit, Tiling, Zone,
};
pub use self::features::Feature;
pub(crate) use self::game::assert_position_fits;
pub use self::game::{
    Chance, Deterministic, Game, HiddenInformation, POSITION_BYTES_MAX, PerfectInformation, ZeroSum,
};
pub use self::geometry::{Direction, Geometry, Place};
pub use self::key_history::KeyHistory;
pub use self::legal_actions::{AfterAction, LegalActions};
pub use self::notation::{Notation, NotationError, UnfinishedMove};
pub use self::outcome::{Outcome, Repetition, Status};
pub use self::perft::{Leaves, PERFT_DEPTH_MAX, divide, perft};
pub use self::piece::{Color, Piece, Square};
pub use self::plain_signs::plain_signs;
pub use self::seat::{SEATS_MAX, Seat, Turn, Viewer};
pub use self::steps::{JointMove, Step, StepNode, Steps};
pub use self::stones::{Stones, StonesText};
pub use self::table_value::{Plies, TableValue};
pub use self::wrapped_text::{
    WrappedText, cut_off, excerpt, is_printable, printable, push_number, without_controls,
};
