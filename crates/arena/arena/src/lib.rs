//! Matches and tournaments.
//!
//! The main design decision is that the **journal** is the single source of truth. A
//! [`Tournament`](tournament::Tournament) is a plain value: settings, rules and openings, with a fingerprint. A
//! [`Run`](run::Run) combines the tournament with a list of finished games, and computes the remaining games and the
//! tables. A run uses no threads, clocks or files. So a killed run resumes exactly where it stopped, and threads,
//! remote processes or a simulation can all drive the same code. [`play`](play::play) plays one game;
//! [`Journal`](journal::Journal) stores it. [`run_folder`] adds threads, folders and reports.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arena::openings::Openings;
//! use arena::play::{CancelToken, PlayerFactory, Trust, play};
//! use arena::run::Run;
//! use arena::settings::Settings;
//! use arena::tournament::Tournament;
//! use games_package::{Options, Player};
//!
//! struct Catalog;
//!
//! impl PlayerFactory for Catalog {
//!     fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
//!         let name = ["random", "greedy"][index];
//!         game_catalog::new_player("tic-tac-toe", name, &Options::default()).map_err(|error| error.to_string())
//!     }
//!
//!     fn trust(&self, _index: usize) -> Trust {
//!         Trust::Own
//!     }
//! }
//!
//! let game = game_catalog::table_game("tic-tac-toe")?;
//! let mut settings = Settings::new(game.name(), ["random".into(), "greedy".into()]);
//! settings.pairs = 20;
//! let tournament = Arc::new(Tournament::new(settings, game, Openings::start())?);
//! let mut run = Run::new(Arc::clone(&tournament), &[])?;
//! while let Some(job) = run.next_job() {
//!     let entry = play(&tournament, &job, &Catalog, &CancelToken::default())?;
//!     run.finish(&entry);
//! }
//! assert!(run.is_over());
//! assert_eq!(run.finished_games(), 40);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod game_properties;
pub mod journal;
pub mod observer;
pub mod openings;
pub mod play;
pub mod run;
pub mod run_folder;
pub mod schedule;
pub mod settings;
mod tally;
pub mod tournament;
pub mod training;
pub mod verification;

pub use match_statistics as statistics;

pub use crate::tally::{EndingCount, Tally};
