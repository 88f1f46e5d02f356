//! Arguments of every program.

use std::path::PathBuf;

use clap::Args;

/// Under this heading they stand below the options that only a command has: clap would mix both.
const HEADING: &str = "General options";

/// The options of every command of every program.
#[derive(Clone, Debug, Default, Args)]
pub struct CommonArguments {
    /// A folder to search for plugins before the usual ones; may be given several times
    #[arg(long, global = true, help_heading = HEADING, value_name = "DIR")]
    pub plugins: Vec<PathBuf>,
    /// The configuration file, instead of the one in your configuration folder and ./rival.toml
    #[arg(long, global = true, help_heading = HEADING, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Also start programs (engine:hub:COMMAND, engine:uci:COMMAND, …) and open connections (engine:dxp:HOST:PORT) that a file names, like ./rival.toml, a match or a tournament
    #[arg(long, global = true, help_heading = HEADING)]
    pub allow_engines: bool,
    /// Write a log of what happens at the table to this file (how much: `RIVAL_LOG`)
    #[arg(long, global = true, help_heading = HEADING, value_name = "FILE")]
    pub log: Option<PathBuf>,
}
