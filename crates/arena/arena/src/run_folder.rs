//! Sets up tournament runs from the user's choices, stores them in folders, plays and resumes them, and reports their
//! results.
//!
//! The rest of this crate represents a tournament as values, without threads, files and clocks; this module uses all
//! three. The main design decision is that the **folder** is the whole run: its settings, its openings and its journal.
//! Any program can open the folder to resume the run, watch it while another program plays, or read its tables. The
//! programs don't need to know about each other.
//!
//! ```
//! use arena::run::Run;
//! use arena::settings::Settings;
//! use arena::run_folder::folder::Folder;
//! use arena::run_folder::tables::Report;
//! use arena::run_folder::setup;
//! use app_context::FailureKind;
//!
//! let place = std::env::temp_dir().join(format!("run-folder-example-{}", std::process::id()));
//! let settings = Settings::new("tic-tac-toe", ["greedy".into(), "random".into()]);
//! let tournament = setup::tournament(settings, FailureKind::Usage).map_err(|failure| failure.to_string())?;
//! let stored = Folder::prepare(place.clone(), tournament).map_err(|failure| failure.to_string())?;
//! let run = Run::new(stored.tournament.into(), &stored.played).expect("nothing was played");
//! assert!(Report::of(&run).to_text().contains("greedy"));
//! # std::fs::remove_dir_all(place).unwrap();
//! # Ok::<(), String>(())
//! ```

pub mod balance;
pub mod entrants;
pub mod folder;
pub mod follower;
pub mod game_file;
pub mod game_texts;
pub mod hosted;
pub mod joint;
pub mod json;
pub mod load_monitor;
mod names;
mod opening_file;
pub mod places;
pub mod plugin_entrants;
pub mod rehearsal;
pub mod replay;
pub mod report;
pub mod request;
pub mod runner;
pub mod setup;
mod start_failures;
pub mod status;
pub mod tables;
