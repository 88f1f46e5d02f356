//! Analysis of positions and matches by any player.
//!
//! Its main decision is that an analysis is a separate match at a separate table that ends after the first move. So
//! any player that can play can also analyze: a search, a plugin, another program's engine. The caller chooses the
//! player and its time by a [`MatchSetup`](games_package::MatchSetup) with that player in every seat.
//!
//! * [`PreparedAnalysis`] finds the best lines of one position, blocking or on another thread.
//! * [`MatchAnalysis`] goes through a match and fills a [`MatchReport`]: each move compared with the best one, and
//!   marked.
//! * [`advise`] answers a [`Question`] about a match in progress: a hint, or the loss of the last move.
//! * [`Study`] navigates a match and its variations, and [`StudyAnalysis`] says what is analyzed in it: lines, threats, all of it.
//! * [`References`] are quoted by all of them where they know a position: [`EndgameTables`], and an opening book.
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
mod passing;
mod references;
mod report;
mod result;
mod running;
mod study;
mod study_analysis;
mod summary;
mod text;
mod verdict;

pub use crate::advice::{Advice, AdviceError, COACH_TIME, HINT_TIME, Question, Topic, advise};
pub use crate::appraisal::{Appraisal, expected_points, mark_of_loss};
pub use crate::endgame_tables::{EndgameTables, table_phrase};
pub use crate::match_analysis::MatchAnalysis;
pub use crate::moments::Moment;
pub use crate::references::{PlayedMove, PlayedMoves, References, book_phrase};
pub use crate::report::MatchReport;
pub use crate::result::{Analysis, AnalysisError, Lines};
pub use crate::running::{AnalysisPosition, AnalysisUpdate, PreparedAnalysis, RunningAnalysis};
pub use crate::study::{Location, Step, Study};
pub use crate::study_analysis::{AnalysisRequest, Purpose, StudyAnalysis, StudyChange};
pub use crate::text::{appraisal_sentence, hint_sentence, refusal_sentence, threat_sentence};
pub use crate::verdict::Verdict;
