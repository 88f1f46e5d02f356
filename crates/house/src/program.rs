//! What a program does before and after its commands.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::{ExitCode, Termination};

use anyhow::anyhow;
use clap::{Args, Parser};

use crate::failure::{Failure, FailureKind};
use crate::{House, interrupt, logging, message};

/// The options of every command of every program.
#[derive(Clone, Debug, Default, Args)]
pub struct CommonArguments {
    /// A folder to look for plugins in, before the usual ones; may be given several times
    #[arg(long, global = true, value_name = "DIR")]
    pub plugins: Vec<PathBuf>,
    /// The configuration file, in place of the one in your configuration folder and ./rival.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Also start programs (engine:hub:COMMAND) that a file names, like ./rival.toml, a match or a tournament
    #[arg(long, global = true)]
    pub allow_engines: bool,
    /// Write a log of what happens at the table to this file (how much: `RIVAL_LOG`)
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Parses the command line, runs the command, and prints an error in one line. If this process was started to run a
/// plugin, it does only that: call this first of all. A command that succeeds may still choose its exit code.
pub fn main<A: Parser, T: Termination>(run: impl FnOnce(A) -> Result<T, Failure>) -> ExitCode {
    if let Some(code) = plugin_host::child_main() {
        return code;
    }
    let run = |arguments| run(arguments).map(T::report);
    match read::<A>().and_then(|arguments| arguments.map_or(Ok(ExitCode::SUCCESS), run)) {
        Ok(code) => code,
        Err(failure) => {
            if failure.is_interruption() {
                interrupt::leave_line();
            } else if failure.needs_message() {
                let line = message::one_line(&failure.to_string());
                // If standard error is closed, the exit code remains.
                let _gone = writeln!(stderr(), "{}: {line}", A::command().get_name());
            }
            failure.exit_code()
        }
    }
}

/// Starts the log, handles interruptions, and loads the configuration.
///
/// # Errors
/// [`Failure`] if the log can't be written or the configuration can't be read.
pub fn begin(common: &CommonArguments) -> Result<House, Failure> {
    logging::start(common.log.as_deref())?;
    interrupt::catch()?;
    House::open(common)
}

/// The command line; none if it asked for help, which is printed here.
fn read<A: Parser>() -> Result<Option<A>, Failure> {
    let error = match A::try_parse() {
        Ok(arguments) => return Ok(Some(arguments)),
        Err(error) => error,
    };
    match message::usage(&error, &A::command()) {
        Some(wrong) => Err(Failure::new(FailureKind::Usage, anyhow!(wrong))),
        None => Ok(error.print().map(|()| None)?),
    }
}
