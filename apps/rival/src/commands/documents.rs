//! `rival completions`, `rival man`: what shells and manuals are told of the command line, made from the command line.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use house::{CommandResult, FailureKind, OrFail};

use crate::arguments::Arguments;

/// The name of the program, and of its manual.
const NAME: &str = "rival";

/// Writes the script that makes `shell` complete the words of the command line.
pub(crate) fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    Ok(stdout().lock().write_all(&script)?)
}

/// Writes a page for the program and one for each command to `folder`, which is made if it isn't there.
pub(crate) fn manual(folder: &Path) -> CommandResult {
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(Arguments::command(), folder)
    };
    write()
        .with_context(|| format!("can't write the manual to {}", folder.display()))
        .or_fail(FailureKind::Failed)
}
