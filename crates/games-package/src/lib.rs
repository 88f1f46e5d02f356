//! The table: where players meet.
//!
//! A [`Moderator`] runs one match of any game between players of any kind. Its main decision is that only messages
//! pass between the table and its players: each [`Player`] sits on a thread of its own behind bounded channels, is
//! asked with a ticket and a deadline, and answers in text. So a player that hangs, panics, cheats or vanishes loses
//! its match and nothing else happens, and a person, a search and a plugin are the same to the table.
//!
//! Whoever watches gets [`Event`]s, whoever directs sends [`Command`]s, and what is left is a [`Record`], from which
//! the match can be played again exactly.

#![forbid(unsafe_code)]

mod clock;
mod control;
mod ending;
mod event;
mod inbox;
mod moderator;
mod options;
mod player;
mod record;
mod seat_thread;
mod subscription;
mod suggestion;
mod table_game;

pub use crate::clock::{
    Clock, Expired, ManualTime, MonotonicTime, TimeControl, TimeControlError, TimeSource,
};
pub use crate::control::{Command, Control, MatchGone};
pub use crate::ending::{EndReason, Ending, Failure, FailureKind};
pub use crate::event::{Event, PlayedMove, TableState};
pub use crate::moderator::{AfterEnd, Finished, MatchError, MatchSetup, Moderator, SeatSetup};
pub use crate::options::{Games, OptionError, OptionKind, OptionSpec, Options, PlayerInfo};
pub use crate::player::{
    AskError, Host, Player, PlayerError, Prompt, Reply, Request, Setup, Thinking, ThinkingLimits,
    Valuation,
};
pub use crate::record::{Ply, Record, RecordError, RecordedPlayer, ReplayError};
pub use crate::subscription::{NoEvent, Subscription};
pub use crate::suggestion::{hint, suggestion};
pub use crate::table_game::{MatchState, Rules, TableGame};
