//! `rival`: the program in which people play, watch and compare players.

#![forbid(unsafe_code)]

mod adviser;
mod arguments;
mod boards;
mod columns;
mod commands;
mod failures;
mod full_screen;
mod live;
mod match_files;
mod menu;
mod viewer;
mod words;

use std::process::ExitCode;

use house::program;

use crate::arguments::Arguments;

fn main() -> ExitCode {
    program::main(|arguments: Arguments| {
        let house = program::begin(&arguments.common)?;
        commands::run(&house, arguments.command)
    })
}
