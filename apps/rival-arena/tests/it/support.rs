//! Runs the program to completion or in the background.

#[cfg(feature = "queue")]
mod server;

use std::path::Path;
use std::process::{Command, Output};

#[cfg(feature = "queue")]
pub(crate) use self::server::{Server, write_certificate};
pub(crate) use integration_tests::Process;

/// The program with these arguments in `folder`, isolated from the user's own files and settings.
pub(crate) fn arena(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival-arena"));
    command.current_dir(folder).env("HOME", folder).args(arguments);
    command.env_remove("RIVAL_PLUGINS").env_remove("RIVAL_QUEUE").env_remove("XDG_DATA_HOME");
    command
}

/// The output of the command, which must exit with `code`.
#[track_caller]
pub(crate) fn run(folder: &Path, arguments: &[&str], code: i32) -> Output {
    let output = arena(folder, arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    output
}

/// The standard output of the command, which must succeed.
#[track_caller]
pub(crate) fn output(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A run's tables.
#[track_caller]
pub(crate) fn table(folder: &Path, out: &str) -> String {
    output(arena(folder, &["table", out]))
}
