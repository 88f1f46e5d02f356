//! `rival completions`, `rival man`: shell completions and manual pages, generated from the command line definition.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use house::{CommandResult, FailureKind, OrFail};

use crate::arguments::Arguments;

/// The name of the program and of its manual page.
const NAME: &str = "rival";

/// Writes the completion script for `shell`.
pub(crate) fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    Ok(stdout().lock().write_all(&script)?)
}

/// Writes a page for the program and one for each command to `folder`, which is created if it is missing.
pub(crate) fn manual(folder: &Path) -> CommandResult {
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(Arguments::command(), folder)
    };
    write()
        .with_context(|| format!("can't write the manual to {}", folder.display()))
        .or_fail(FailureKind::Failed)
}
