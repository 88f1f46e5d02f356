//! `rival`: the program in which people play, watch and compare players.

#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "main says what went wrong")]

mod advice;
mod arguments;
mod columns;
mod commands;
mod configuration;
mod consultation;
mod continuing;
mod failure;
mod house;
mod interrupt;
mod live;
mod logging;
mod menu;
mod message;
mod recorded;
mod sentences;

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;

use crate::arguments::Arguments;
use crate::failure::{CommandResult, Failure, FailureKind};

fn main() -> ExitCode {
    // A process in which the plugin of a stranger runs does nothing else.
    if let Some(code) = plugin_host::guest_main() {
        return code;
    }
    match read().and_then(|arguments| arguments.map_or(Ok(()), run)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.is_interruption() {
                interrupt::leave_line();
            } else if failure.is_worth_a_message() {
                eprintln!("rival: {}", message::one_line(&failure.to_string()));
            }
            failure.exit_code()
        }
    }
}

/// The command line; nothing where it asked for help, which is given here.
fn read() -> Result<Option<Arguments>, Failure> {
    let error = match Arguments::try_parse() {
        Ok(arguments) => return Ok(Some(arguments)),
        Err(error) => error,
    };
    match message::usage(&error) {
        Some(wrong) => Err(Failure::new(FailureKind::Usage, anyhow!(wrong))),
        None => Ok(error.print().map(|()| None)?),
    }
}

fn run(arguments: Arguments) -> CommandResult {
    logging::start(arguments.common.log.as_deref())?;
    interrupt::catch()?;
    let house = house::House::open(&arguments.common)?;
    commands::run(&house, arguments.command)
}
