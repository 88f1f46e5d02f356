//! The commands about projects of plugins and games.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum PluginCommand {
    /// Create a project with a small player that builds as it is
    New(NewArguments),
    /// Check that a plugin does everything that a table may ask of it
    Check(CheckArguments),
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags, of which at most one is given")]
pub(crate) struct NewArguments {
    #[command(flatten)]
    pub(crate) project: ProjectArguments,
    /// In C, which needs neither cargo nor a checkout
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) c: bool,
    /// As a program in Python, which needs nothing else
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) python: bool,
    /// As a program in JavaScript, for Node.js
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) javascript: bool,
    /// As a program in C++
    #[arg(long, group = "language", conflicts_with = "sdk")]
    pub(crate) cpp: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GameCommand {
    /// Write a project with a small game that builds and can be played as it is
    New(ProjectArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ProjectArguments {
    /// The folder, which must be empty or not exist
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The project's name; by default the folder's
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The checkout of Rival to build against; by default `$RIVAL_SDK` or the one that contains this program
    #[arg(long, value_name = "DIR")]
    pub(crate) sdk: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The library, or the folder of a program with its `player.toml`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// One of its players, with options to set: NAME or NAME:key=value; without it, all of them
    #[arg(value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Only this one of the games that the players name
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// One JSON object per check
    #[arg(long)]
    pub(crate) json: bool,
}
