//! Runs the program as a user would.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod adjudicating;
mod builds;
mod compared;
mod docs;
mod engine_options;
mod engines;
mod evidence;
mod formats;
mod full_disk;
mod game_files;
mod growing;
mod killed;
mod opening_files;
mod pages;
#[cfg(feature = "queue")]
mod queue;
mod support;
mod tables;
mod unstartable;
mod verifying;
