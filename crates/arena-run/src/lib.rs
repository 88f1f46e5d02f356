//! Runs of tournaments: set up from choices, kept in folders, played with stop and resume, and reported.
//!
//! [`arena`] is the tournament as values and has no threads, no files and no clocks; this crate has all of them. Its main
//! decision is that a **folder** is all there is of a run: its settings, its openings and its journal. Whoever opens the folder
//! can go on with it, watch it while another program plays, or read its tables, and no program has to know of another one.
//!
//! ```
//! use arena::run::Run;
//! use arena::settings::Settings;
//! use arena_run::folder::Folder;
//! use arena_run::tables::Report;
//! use arena_run::setup;
//! use house::FailureKind;
//!
//! let place = std::env::temp_dir().join(format!("arena-run-example-{}", std::process::id()));
//! let settings = Settings::new("tic-tac-toe", ["greedy".into(), "random".into()]);
//! let tournament = setup::tournament(settings, FailureKind::Usage).map_err(|failure| failure.to_string())?;
//! let stored = Folder::prepare(place.clone(), tournament).map_err(|failure| failure.to_string())?;
//! let run = Run::new(stored.tournament.into(), &stored.played).expect("nothing was played");
//! assert!(Report::of(&run).to_text().contains("greedy"));
//! # std::fs::remove_dir_all(place).unwrap();
//! # Ok::<(), String>(())
//! ```

#![forbid(unsafe_code)]

pub mod balance;
pub mod entrants;
pub mod folder;
pub mod follower;
pub mod hosted;
pub mod json;
pub mod load_monitor;
pub mod machine;
pub mod places;
pub mod replay;
pub mod report;
pub mod runner;
pub mod setup;
pub mod status;
pub mod tables;
