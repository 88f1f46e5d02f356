//! `rival-arena`: matches and tournaments of artificial players.
//!
//! It is a library with one function, so that a program of somebody else can add its games to the catalog and then be
//! this program; `rival game new` writes one.

#![forbid(unsafe_code)]

mod arguments;
mod commands;
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

use house::program;

/// The whole program: reads the command line of the process, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    program::main(commands::run)
}
