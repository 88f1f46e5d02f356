//! The commands about plugin and game projects.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum PluginCommand {
    /// Create a project with a small working player
    New(NewArguments),
    /// Check that a plugin handles everything a match can ask of it
    Check(CheckArguments),
    /// Allow a plugin to run outside the sandbox until its content changes
    Trust(TrustArguments),
    /// Run a plugin in the sandbox again
    Distrust(TrustArguments),
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "mutually exclusive flags")]
pub(crate) struct NewArguments {
    #[command(flatten)]
    pub(crate) project: ProjectArguments,
    /// Use C; needs neither cargo nor a checkout of Rival
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) c: bool,
    /// Use Python
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) python: bool,
    /// Use JavaScript (Node.js)
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) javascript: bool,
    /// Use C++
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) cpp: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TrustArguments {
    /// Plugin: a library, or a program's folder
    pub(crate) file: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GameCommand {
    /// Create a project with a small working game
    New(ProjectArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ProjectArguments {
    /// Folder to create; may exist if it is empty
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Project name [default: the folder name]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Checkout of Rival to build against [default: `$RIVAL_SDK`, else this program's]
    #[arg(long, value_name = "DIR")]
    pub(crate) sdk: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Plugin (a library, or a folder with a player.toml), or a folder of several plugins
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Player to check: NAME or NAME:key=value [default: all]; only for a single plugin
    #[arg(value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Check only this game [default: every game the player supports]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print one JSON object per check; for a folder of plugins, one per plugin
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the results for a folder of plugins to this HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}
