//! Runs a program, including the work before and after its command.

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::process::{ExitCode, Termination};

use anyhow::anyhow;
use clap::Parser;

use crate::failure::{Failure, FailureKind};
use crate::unusable_files::name_unusable_files_beside;
use crate::{AppContext, CommonArguments, interrupt, logging, message};

/// Parses the command line, runs the command, prints an error as one line, and reports unusable tablebases and opening
/// books that were not reported before. Call this function before anything else: if this process was started to run a
/// plugin, it runs the plugin and nothing else. A successful command can still choose its exit code.
pub fn main<A: Parser, T: Termination>(run: impl FnOnce(A) -> Result<T, Failure>) -> ExitCode {
    main_of(std::env::args_os().collect(), run)
}

/// Like [`main`], for a command line whose first word is the program name.
pub fn main_of<A: Parser, T: Termination>(
    words: Vec<OsString>,
    run: impl FnOnce(A) -> Result<T, Failure>,
) -> ExitCode {
    if let Some(code) = plugin_host::child_main(Some(game_catalog::line_of_play)) {
        return code;
    }
    let run = |arguments| run(arguments).map(T::report);
    let ended = read::<A>(words).and_then(|arguments| arguments.map_or(Ok(ExitCode::SUCCESS), run));
    let written = ended.as_ref().err().map(report::<A>).unwrap_or_default();
    name_unusable_files_beside(&written);
    ended.unwrap_or_else(|failure| failure.exit_code())
}

/// Prints the reason for the failure and returns it.
fn report<A: Parser>(failure: &Failure) -> String {
    let why = failure.to_string();
    if failure.is_interruption() {
        interrupt::leave_line();
    } else if failure.needs_message() {
        // If standard error is closed, the exit code still reports the failure.
        let _gone = writeln!(stderr(), "{}: {}", A::command().get_name(), message::one_line(&why));
    }
    why
}

/// Starts the log, handles interruptions, and loads the configuration.
///
/// # Errors
/// [`Failure`] if the log can't be written or the configuration can't be read.
pub fn begin(common: &CommonArguments) -> Result<AppContext, Failure> {
    logging::start(common.log.as_deref())?;
    interrupt::catch()?;
    AppContext::open(common)
}

/// Parses the command line. Returns `None` if the user requested help, which is printed here.
fn read<A: Parser>(words: Vec<OsString>) -> Result<Option<A>, Failure> {
    let error = match A::try_parse_from(words) {
        Ok(arguments) => return Ok(Some(arguments)),
        Err(error) => error,
    };
    match message::usage(&error, &A::command()) {
        Some(wrong) => Err(Failure::new(FailureKind::Usage, anyhow!(wrong))),
        None => Ok(error.print().map(|()| None)?),
    }
}
