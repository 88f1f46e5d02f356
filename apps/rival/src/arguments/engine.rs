//! The arguments of commands that run or check engines.

use std::time::Duration;

use clap::{Args, ValueEnum};
use games_package::parse_duration;

/// The protocols of other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Protocol {
    /// Hub 2, for draughts
    Hub,
    /// The Universal Chess Interface
    Uci,
    /// XBoard (CECP 2), for chess
    Xboard,
    /// JSON lines, for every game
    Plain,
    /// DamExchange over TCP, for draughts on 10×10
    Dxp,
}

/// The side that proposes the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DxpRole {
    /// Rival proposes the games
    Initiator,
    /// The other program proposes the games
    Follower,
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    /// White
    White,
    /// Black
    Black,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArguments {
    /// Game: checkers for Hub, chess for UCI and XBoard, 10×10 checkers for DXP, any for plain
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Protocol of the other program [default: the game's usual one; for chess, UCI or XBoard]
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: Option<Protocol>,
    /// Player [default: the strongest]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Set the initial value of a player option; repeatable
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Random seed, for repeatable games
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) dxp: DxpArguments,
}

/// Arguments of DXP.
#[derive(Debug, Args)]
#[command(next_help_heading = "DXP")]
pub(crate) struct DxpArguments {
    /// Listen on this address [default: localhost:27531]
    #[arg(long, value_name = "[HOST:]PORT", conflicts_with = "connect")]
    pub(crate) listen: Option<String>,
    /// Connect to the program at this address
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) connect: Option<String>,
    /// Side that proposes the games [default: the connecting side]
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<DxpRole>,
    /// Minutes per game, if Rival is the initiator
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    pub(crate) minutes: u16,
    /// Maximum moves per game, if Rival is the initiator; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    pub(crate) moves: u16,
    /// Number of games with alternating colors, if Rival is the initiator
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Rival's side in the first game, if Rival is the initiator
    #[arg(long, value_name = "SIDE", default_value = "white")]
    pub(crate) side: Side,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  rival check-engine \"scan hub\" --protocol hub
  rival check-engine stockfish --protocol uci
  rival check-engine \"gnuchess -x\" --protocol xboard
  rival check-engine \"./mine --fast\" --protocol hub --game checkers:frisian --time 2s
  rival check-engine \"python3 player.py?depth=2\" --protocol plain --game othello
  rival check-engine localhost:27531 --protocol dxp
  rival check-engine \"27531?listen=true&role=follower\" --protocol dxp

For a folder with a player.toml, use rival plugin check FOLDER.
Exit codes: 0 all passed, 4 a check failed.";

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckEngineArguments {
    /// Engine command with its arguments; for DXP, the program's address
    #[arg(value_name = "COMMAND|HOST:PORT")]
    pub(crate) command: String,
    /// Protocol of the engine
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: Protocol,
    /// Game [default: chess for UCI and XBoard, checkers for plain, else checkers:international]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Time per move
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = parse_duration)]
    pub(crate) time: Duration,
    /// Print one JSON object per check
    #[arg(long)]
    pub(crate) json: bool,
}
