//! The arguments of commands for engines of other programs.

use clap::{Args, ValueEnum};

/// The protocols of other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Protocol {
    /// Hub 2, for draughts
    Hub,
    /// The Universal Chess Interface
    Uci,
    /// JSON lines, for every game
    Plain,
    /// DamExchange over TCP, for draughts on 10×10
    Dxp,
}

/// Who proposes the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DxpRole {
    /// Rival proposes them
    Initiator,
    /// The other program does
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
    /// The game; Hub is for checkers, UCI for chess, DXP for checkers on 10×10
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The protocol of the other program; by default the one that fits the game
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: Option<Protocol>,
    /// The player; by default the strongest one
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Set one of the player's options; the other program may change it
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// The seed of all randomness: each game can be repeated
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) dxp: DxpArguments,
}

/// What only DXP needs.
#[derive(Debug, Args)]
#[command(next_help_heading = "DXP")]
pub(crate) struct DxpArguments {
    /// Wait for programs at this address; without a host for those of this computer, and by default at port 27531
    #[arg(long, value_name = "[HOST:]PORT", conflicts_with = "connect")]
    pub(crate) listen: Option<String>,
    /// Connect to the program at this address
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) connect: Option<String>,
    /// Who proposes the games; by default the side that connects
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<DxpRole>,
    /// As initiator: the minutes of a game
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    pub(crate) minutes: u16,
    /// As initiator: the moves after which a game ends; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    pub(crate) moves: u16,
    /// As initiator: how many games are played, with changing colors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// As initiator: the side that Rival has in the first game
    #[arg(long, value_name = "SIDE", default_value = "white")]
    pub(crate) side: Side,
}
