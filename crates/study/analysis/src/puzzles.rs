//! Puzzles for any deterministic two-player game: found in matches, rated against their solvers, and repeated until
//! learned.
//!
//! A [`Puzzle`] is a position where exactly one move wins, according to two searches. [`Maker`] finds puzzles. The
//! maker searches the newly won positions in a match move by move, searches them again with ten times the nodes, and
//! accepts positions with a single winning move. The solution continues as long as there is a single winning move
//! against the best defense. The [`Motif`] is derived from how the pieces move, or defined by the game.
//!
//! [`Solving`] is an attempt, independent of the screen that shows the board. Solvers and puzzles are rated by Glicko
//! ([`Rating`]), and [`Schedule`] decides when a puzzle is shown again. [`to_text`] and [`from_text`] are the exchange
//! format. This module doesn't store anything; `match-library` does.

mod file;
mod maker;
mod motif;
mod puzzle;
mod rating;
mod schedule;
mod solving;

pub use self::file::{PuzzleFileError, from_text, to_text};
pub use self::maker::{Maker, MakerOptions, OwnMotif, is_winning};
pub use self::motif::Motif;
pub use self::puzzle::{Goal, Puzzle, Wrong};
pub use self::rating::Rating;
pub use self::schedule::Schedule;
pub use self::solving::{Solving, Tried};
