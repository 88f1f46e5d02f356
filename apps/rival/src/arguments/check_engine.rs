//! The command that checks engines.

use std::time::Duration;

use clap::{Args, ValueEnum};
use games_package::parse_duration;

const EXAMPLES: &str = "\
Examples:
  rival check-engine \"scan hub\" --protocol hub
  rival check-engine stockfish --protocol uci
  rival check-engine \"./mine --fast\" --protocol hub --game checkers:frisian --time 2s

A program of the plain protocol is checked by rival plugin check FOLDER.
Exit codes: 0 all passed, 4 a check failed.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckEngineArguments {
    /// The command that starts the engine, with its arguments
    #[arg(value_name = "COMMAND")]
    pub(crate) command: String,
    /// The protocol that it speaks
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: CheckedProtocol,
    /// The game; by default checkers:international for Hub, chess for UCI
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The time that it gets for a move
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = parse_duration)]
    pub(crate) time: Duration,
    /// One JSON object per check
    #[arg(long)]
    pub(crate) json: bool,
}

/// A protocol whose engines are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CheckedProtocol {
    /// Hub 2, for draughts
    Hub,
    /// The Universal Chess Interface
    Uci,
}
