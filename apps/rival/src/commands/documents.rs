//! `rival completions` and `rival man`: shell completion scripts and manual pages.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use app_context::{CommandResult, FailureKind, OrFail};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::completion::write_script;

/// Writes the completion script for `shell`.
pub(crate) fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    write_script(&shell.to_string(), &mut script)?;
    Ok(stdout().lock().write_all(&script)?)
}

/// Writes a page for the program and a page for each command to `folder`, which is created if it is missing.
pub(crate) fn manual(folder: &Path) -> CommandResult {
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(Arguments::command(), folder)
    };
    write()
        .with_context(|| format!("can't write the manual pages to {}", folder.display()))
        .or_fail(FailureKind::Failed)
}
