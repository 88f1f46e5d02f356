//! `rival-arena`: matches and tournaments of artificial players.

#![forbid(unsafe_code)]

mod arguments;
mod balance;
mod commands;
mod entrants;
mod folder;
mod json;
mod load_monitor;
mod machine;
mod page;
mod progress;
#[cfg(not(feature = "queue"))]
#[path = "no_queue.rs"]
mod queue;
#[cfg(feature = "queue")]
mod queue;
mod runner;
mod screen;
mod setup;
mod tables;

use std::process::ExitCode;

use house::program;

fn main() -> ExitCode {
    program::main(commands::run)
}
