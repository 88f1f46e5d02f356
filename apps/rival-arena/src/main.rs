//! `rival-arena`: matches and tournaments between players that are no people.

#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "main says what went wrong")]

mod arguments;
mod commands;
mod failure;
mod folder;
mod house;
mod json;
mod runner;
mod screen;
mod setup;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;

fn main() -> ExitCode {
    // A process that a plugin runs in is this program once more.
    if let Some(code) = plugin_host::guest_main() {
        return code;
    }
    match commands::run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.is_worth_a_message() {
                eprintln!("rival-arena: {failure}");
            }
            failure.exit_code()
        }
    }
}
