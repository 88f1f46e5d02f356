//! The command that checks engines.

use std::time::Duration;

use clap::{Args, ValueEnum};
use games_package::parse_duration;

const EXAMPLES: &str = "\
Examples:
  rival check-engine \"scan hub\" --protocol hub
  rival check-engine stockfish --protocol uci
  rival check-engine \"./mine --fast\" --protocol hub --game checkers:frisian --time 2s
  rival check-engine \"python3 player.py?depth=2\" --protocol plain --game othello
  rival check-engine localhost:27531 --protocol dxp
  rival check-engine \"27531?listen=true&role=follower\" --protocol dxp

A folder with a player.toml is also checked by rival plugin check FOLDER.
Exit codes: 0 all passed, 4 a check failed.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckEngineArguments {
    /// The command that starts the engine, with its arguments; for DXP the address of a program
    #[arg(value_name = "COMMAND|HOST:PORT")]
    pub(crate) command: String,
    /// The protocol that it speaks
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: CheckedProtocol,
    /// The game; by default chess for UCI, checkers for plain, checkers:international for Hub and DXP
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
    /// JSON lines, for every game
    Plain,
    /// DamExchange over TCP, for draughts on 10×10
    Dxp,
}
