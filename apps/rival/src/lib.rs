//! `rival`: the program in which people play, watch and compare players.
//!
//! It is a library with one function, so that a program of somebody else can add its games to the catalog and then be
//! this program; `rival game new` writes one.

#![forbid(unsafe_code)]

mod adviser;
mod analyst;
mod arguments;
mod boards;
mod columns;
mod commands;
mod failures;
mod full_screen;
mod imports;
mod library_moves;
mod live;
mod match_files;
mod match_search;
mod menu;
mod person_name;
mod progress_line;
mod puzzle_making;
mod standard_error;
mod viewer;
mod words;

use std::process::ExitCode;
use std::sync::Arc;

use house::program;

use crate::arguments::Arguments;

/// The whole program: reads the command line of the process, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    program::main(|arguments: Arguments| {
        let house = Arc::new(program::begin(&arguments.common)?);
        commands::run(&house, arguments.command)
    })
}
