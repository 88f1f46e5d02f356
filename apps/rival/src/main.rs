//! `rival`: the program in which people play, watch and compare players.

#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "main says what went wrong")]

mod arguments;
mod commands;
mod configuration;
mod failure;
mod house;
mod interrupt;
mod live;
mod logging;
mod menu;
mod recorded;
mod sentences;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::failure::Failure;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.is_worth_a_message() {
                eprintln!("rival: {failure}");
            }
            failure.exit_code()
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    logging::start(arguments.common.log.as_deref())?;
    interrupt::catch()?;
    let house = house::House::open(&arguments.common)?;
    commands::run(&house, arguments.command)
}
