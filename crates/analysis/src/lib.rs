//! What a player finds in positions and matches.
//!
//! Its main decision is that an analysis is a match of its own, at a table of its own, of which only the first move is
//! wanted. So any player that can play can also analyze: a search, a plugin, another program's engine. The caller says who
//! that is and how long it may think, by the [`MatchSetup`](games_package::MatchSetup) with that player in every seat.
//!
//! * [`PreparedAnalysis`] finds the lines of one position, to the end or while something else is done.
//! * [`MatchAnalysis`] goes through a match and fills a [`MatchReport`]: each move beside the best one, with marks.
//! * [`advise`] answers a [`Question`] about a match that is being played: a hint, or what the last move has lost.
//! * [`Study`] is a way through a match and its variations.
//!
//! ```
//! use std::sync::Arc;
//!
//! use analysis::{PositionOf, PreparedAnalysis};
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
//! let position = PositionOf { start: Some("x2/3/2o x"), moves: &[] };
//! let found = PreparedAnalysis::new(setup, position)?.finish()?;
//! assert_eq!(found.valuation().map(|valuation| valuation.to_string()).as_deref(), Some("win in 5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod advice;
mod appraisal;
mod consequence;
mod forced;
mod graph;
mod match_analysis;
mod report;
mod result;
mod running;
mod study;
mod summary;
mod text;

pub use crate::advice::{Advice, AdviceError, COACH_TIME, HINT_TIME, Question, Topic, advise};
pub use crate::appraisal::{Appraisal, expected_points, mark_of_loss};
pub use crate::match_analysis::MatchAnalysis;
pub use crate::report::MatchReport;
pub use crate::result::{Analysis, AnalysisError, Lines};
pub use crate::running::{AnalysisUpdate, PositionOf, PreparedAnalysis, RunningAnalysis};
pub use crate::study::{Step, Study};
pub use crate::text::{appraisal_sentence, hint_sentence, refusal_sentence};
