//! `rival-arena`: matches and tournaments between computer players.
//!
//! This library exports one function. Another program can add its games to the catalog and then call this function;
//! `rival game new` writes such a program.

#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod game_files;
mod interruption;
mod json;
mod progress;
#[cfg(not(feature = "queue"))]
#[path = "no_queue.rs"]
mod queue;
#[cfg(feature = "queue")]
mod queue;
mod screen;
mod settings;

use std::process::ExitCode;

use app_context::program;

/// The whole program: parses the process's command line, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    program::main(commands::run)
}
