//! Checks a plugin's player against everything that a match can require.
//!
//! Each check plays matches against random opponents, sends commands that a director could send, and reports one
//! [`CheckRow`]. Checks that don't disturb each other run in parallel.

mod checks;
mod error;
mod matches;
mod observed_player;
mod row;
mod schedule;
mod subject;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use games_package::{Options, PlayerInfo, TableGame};

use self::schedule::make_all;
use self::subject::{CheckedGames, Subject};
use crate::plugin::Plugin;
use crate::sandbox::ProcessPool;

pub use self::error::CheckFailure;
pub use self::row::{CheckRow, CheckVerdict, OnRow};
pub use self::subject::STOP_TIME_MAX;

/// The settings for the checks.
#[derive(Clone, Copy, Debug)]
pub struct Checker<'a> {
    /// The seed for the matches.
    pub seed: u64,
    /// A flag that becomes `true` if the user interrupts the checks.
    pub is_interrupted: &'a AtomicBool,
}

impl Checker<'_> {
    /// Runs all checks on this plugin's player with these options, in all `games` that it plays. If the player doesn't
    /// answer at all, runs only the first check.
    ///
    /// # Errors
    /// [`CheckFailure`] if this program fails or is interrupted. The player's faults are rows of the report.
    pub fn check(
        &self,
        plugin: &Plugin,
        info: &PlayerInfo,
        options: &Options,
        games: &[Arc<dyn TableGame>],
        on_row: OnRow<'_>,
    ) -> Result<(), CheckFailure> {
        let Self { seed, is_interrupted } = *self;
        let (games, pool) = (&CheckedGames::of(&info.games, games), ProcessPool::default());
        let subject = Subject { plugin, info, options, games, seed, is_interrupted, pool };
        make_all(&subject, on_row)
    }
}
