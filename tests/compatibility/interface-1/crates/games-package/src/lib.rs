//! Of the first interface's `games-package`, what its plugins are built with.

#![forbid(unsafe_code)]

mod ending;
mod event;
mod options;
mod player;
mod suggestion;
mod time_control;

pub use crate::ending::{EndReason, Ending, Failure, FailureKind};
pub use crate::event::{Event, PlayedMove, TableState};
pub use crate::options::{Games, OptionError, OptionKind, OptionSpec, Options, PlayerInfo};
pub use crate::player::{
    AskError, Host, Player, PlayerError, Prompt, Reply, Request, Setup, Thinking, ThinkingLimits,
    Valuation,
};
pub use crate::suggestion::{hint, suggestion};
pub use crate::time_control::{TimeControl, TimeControlError};
