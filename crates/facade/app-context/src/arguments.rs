//! The command-line arguments that all programs share.

use std::path::PathBuf;

use clap::Args;

/// The heading that lists these options below a command's own options; otherwise, clap would mix the two.
const HEADING: &str = "General options";

/// The options of every command of every program.
#[derive(Clone, Debug, Default, Args)]
pub struct CommonArguments {
    /// Search this folder for plugins first; repeatable
    #[arg(long, global = true, help_heading = HEADING, value_name = "DIR")]
    pub plugins: Vec<PathBuf>,
    /// Read this configuration file instead of the user's and ./rival.toml
    #[arg(long, global = true, help_heading = HEADING, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Start engines named in files (rival.toml, matches, tournaments)
    #[arg(long, global = true, help_heading = HEADING)]
    pub allow_engines: bool,
    /// Run untrusted plugins even if this system can't sandbox them
    #[arg(long, global = true, help_heading = HEADING)]
    pub allow_unsandboxed: bool,
    /// Write a log to this file; `RIVAL_LOG` sets its level
    #[arg(long, global = true, help_heading = HEADING, value_name = "FILE")]
    pub log: Option<PathBuf>,
}
