//! Writes manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::{CommandResult, FailureKind, OrFail};

/// The arguments of a command that writes manual pages.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Output folder; created if missing
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Writes manual pages for the program and each of its commands to `folder`, which is created if missing.
///
/// # Errors
/// [`Failure`](crate::Failure) if a page can't be written.
pub fn write_manual(program: clap::Command, folder: &Path) -> CommandResult {
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(program, folder)
    };
    write()
        .with_context(|| format!("can't write the manual pages to {}", folder.display()))
        .or_fail(FailureKind::Failed)
}
