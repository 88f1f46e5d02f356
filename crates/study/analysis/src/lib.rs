//! Analysis of positions and matches by any player.
//!
//! The main decision is that an analysis is a separate match at a separate table that ends after the first move. Any
//! player that can play can therefore also analyze: a search, a plugin, or another program's engine. The caller selects
//! the player and its time with a [`MatchSetup`](games_package::MatchSetup) that has this player in every seat.
//!
//! * [`PreparedAnalysis`] finds the best lines of one position, blocking or on another thread.
//! * [`MatchAnalysis`] steps through a match and fills a [`MatchReport`], which compares each move with the best one
//!   and marks bad moves.
//! * [`advise`] answers a [`Question`] about a match in progress: a hint, or the last move's loss.
//! * [`Study`] navigates a match and its variations, and [`StudyAnalysis`] schedules its analyses:
//!   lines, threats, and the whole match.
//! * All of these quote [`References`] that contain the position: [`EndgameTables`], an opening book, and others.
//! * [`puzzles`] finds positions with a single winning move in matches, rates them and their solvers, and repeats them.
//!
//! ```
//! use std::sync::Arc;
//!
//! use analysis::{AnalysisPosition, PreparedAnalysis};
//! use games_package::{MatchSetup, SeatSetup};
//!
//! let game = game_catalog::table_game("tic-tac-toe")?;
//! let options = "depth=9".parse()?;
//! let mut seats = Vec::new();
//! for _ in 0..game.seat_count() {
//!     let player = game_catalog::new_player("tic-tac-toe", "alpha-beta", &options)?;
//!     seats.push(SeatSetup::new("alpha-beta", player));
//! }
//! let setup = MatchSetup::new(Arc::clone(&game), seats);
//! let position = AnalysisPosition { start: Some("x2/3/2o x"), moves: &[] };
//! let found = PreparedAnalysis::new(setup, position)?.finish()?;
//! assert_eq!(found.valuation().map(|valuation| valuation.to_string()).as_deref(), Some("win in 5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod advice;
mod appraisal;
mod consequence;
mod endgame_tables;
mod forced;
mod graph;
mod match_analysis;
mod moments;
mod move_numbers;
mod position_editor;
pub mod puzzles;
mod references;
mod report;
mod result;
mod running;
mod study;
mod study_analysis;
mod text;

pub use self::advice::{Advice, AdviceError, COACH_TIME, HINT_TIME, Question, Topic, advise};
pub use self::appraisal::{Appraisal, Verdict, expected_points, mark_of_loss};
pub use self::endgame_tables::{EndgameTables, table_phrase};
pub use self::match_analysis::MatchAnalysis;
pub use self::moments::Moment;
pub use self::move_numbers::{
    MoveNumber, MoveNumbers, counted_moves, move_count, movers, players_and_moves,
};
pub use self::position_editor::{PaletteItem, PositionEditor};
pub use self::references::{PlayedMove, PlayedMoves, References, book_phrase};
pub use self::report::MatchReport;
pub use self::result::{Analysis, AnalysisError, Lines};
pub use self::running::{AnalysisPosition, AnalysisUpdate, PreparedAnalysis, RunningAnalysis};
pub use self::study::{Location, Step, Study};
pub use self::study_analysis::{AnalysisRequest, Purpose, StudyAnalysis, StudyChange};
pub use self::text::{appraisal_sentence, hint_sentence, refusal_sentence, threat_sentence};
