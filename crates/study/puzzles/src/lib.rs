//! Puzzles for any deterministic two-player game: found in matches, rated against their solvers, and repeated until
//! learned.
//!
//! A [`Puzzle`] is a position where exactly one move wins, according to two searches. [`Maker`] finds puzzles. It
//! searches the newly won positions in a match move by move, searches them again with ten times the nodes, and accepts
//! positions with a single winning move. The solution continues as long as there is a single winning move against the
//! best defense. The [`Motif`] is derived from how the pieces move, or defined by the game.
//!
//! [`Solving`] is an attempt, independent of the screen that shows the board. Solvers and puzzles are rated by Glicko
//! ([`Rating`]), and [`Schedule`] decides when a puzzle is shown again. [`to_text`] and [`from_text`] are the exchange
//! format. The crate doesn't store anything; `match-library` does.

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
