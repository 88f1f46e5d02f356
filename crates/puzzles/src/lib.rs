//! Puzzles of any deterministic game of two: made from matches, rated against those who solve them, repeated until they are known.
//!
//! A [`Puzzle`] is a position in which one move wins and no other does, as far as two searches see. [`Maker`] finds them:
//! a position of a match where the mover has just come to win is searched move by move, again with ten times the
//! positions, and kept if one move alone holds the win. The solution goes on as long as there is one such move against
//! the best defense. Its [`Motif`] follows from what the pieces do on the way, or is stated by the game.
//!
//! [`Solving`] is an attempt, whoever shows the board. Solver and puzzle are rated by Glicko ([`Rating`]), and [`Schedule`] says when a puzzle is to be shown again.
//! [`to_text`] and [`from_text`] are the form in which puzzles are handed on. Nothing here keeps anything, or asks.

#![forbid(unsafe_code)]

mod file;
mod maker;
mod motif;
mod puzzle;
mod rating;
mod schedule;
mod solving;

pub use crate::file::{PuzzleFileError, from_text, to_text};
pub use crate::maker::{Maker, MakerOptions, OwnMotif, is_winning};
pub use crate::motif::Motif;
pub use crate::puzzle::{Goal, Puzzle, Wrong};
pub use crate::rating::Rating;
pub use crate::schedule::Schedule;
pub use crate::solving::{Solving, Tried};
