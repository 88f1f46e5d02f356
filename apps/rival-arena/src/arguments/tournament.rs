//! The arguments of a tournament.

use arena::settings::Unstartable;
use clap::{Args, ValueEnum};

use super::{RuleArguments, RunArguments};

#[derive(Debug, Args)]
pub(crate) struct TournamentArguments {
    /// Tournament file or game
    #[arg(value_name = "FILE.toml|GAME")]
    pub(crate) target: String,
    /// Players; for a gauntlet, list its heads first
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// Add the game's players from all plugins except the shipped ones
    #[arg(long)]
    pub(crate) all_plugins: bool,
    /// Omit this plugin or player from --all-plugins; repeatable
    #[arg(long, value_name = "NAME", requires = "all_plugins")]
    pub(crate) except: Vec<String>,
    /// Choose what happens when a player fails to start [default: stop; exclude for --all-plugins]
    #[arg(long, value_enum, value_name = "RULE")]
    pub(crate) unstartable: Option<UnstartableName>,
    /// Pairing format
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    pub(crate) format: FormatName,
    /// Number of rounds in a Swiss
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(crate) rounds: usize,
    /// Number of gauntlet heads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) heads: usize,
    /// Number of groups before the knockout
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) groups: usize,
    /// Number of players that advance from each group
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) advance: usize,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    Groups,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum UnstartableName {
    /// Stop the run; resume it once the player is fixed
    Stop,
    /// Exclude a player that fails to start before the first game
    Exclude,
    /// Forfeit the player's games
    Forfeit,
}

impl From<UnstartableName> for Unstartable {
    fn from(name: UnstartableName) -> Self {
        match name {
            UnstartableName::Stop => Self::Stop,
            UnstartableName::Exclude => Self::Exclude,
            UnstartableName::Forfeit => Self::Forfeit,
        }
    }
}
