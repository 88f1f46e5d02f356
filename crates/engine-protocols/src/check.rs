//! Checks of another program's engine: whether it obeys its protocol, step by step, for its author.
//!
//! Each wait has a deadline, so a check ends whatever the engine does.

mod dialogue;
mod dxp;
mod plain;
mod running;
mod steps;
mod table;

use std::time::Duration;

use crate::process::{CommandError, settings, words};
use dialogue::Dialogue;

pub use self::dxp::dxp;
pub use self::plain::plain;

/// How long an answer that should not come is waited for, how long an engine thinks before it is stopped, and how late its
/// answer may be.
const MOMENT: Duration = Duration::from_millis(200);

/// The game in which an engine of Hub is checked unless another one is named.
pub const HUB_GAME: &str = "checkers:international";
/// The same for UCI.
pub const UCI_GAME: &str = "chess:standard";
/// The same for the plain protocol, which has all games.
pub const PLAIN_GAME: &str = "checkers:english";
/// The same for DXP.
pub const DXP_GAME: &str = "checkers:international";

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine did what was expected.
    Passed,
    /// It did something else.
    Failed,
    /// It was not tried, because an earlier check failed or because the protocol doesn't require it.
    Skipped,
}

/// One check of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What is checked, in a word or two: "handshake".
    pub name: &'static str,
    /// How it went.
    pub verdict: Verdict,
    /// What was expected of the engine, as a sentence.
    pub expected: String,
    /// What came.
    pub found: String,
}

/// How long the checks wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckTimes {
    /// For the handshake, and again until the engine is ready: it may have to load databases.
    pub ready: Duration,
    /// The time that the engine gets for a move.
    pub search: Duration,
    /// How late an answer may be.
    pub answer: Duration,
}

impl Default for CheckTimes {
    /// A minute to be ready, half a second for a move, two seconds to answer.
    fn default() -> Self {
        let search = Duration::from_millis(500);
        Self { ready: Duration::from_mins(1), search, answer: Duration::from_secs(2) }
    }
}

/// Checks the engine that `command` starts, by Hub, in `game` by its full name.
///
/// # Errors
/// [`CommandError`] if the protocol can't express the game, or if the command is malformed.
pub fn hub(game: &str, command: &str, times: CheckTimes) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "scan hub", command)?;
    Ok(steps::run(&words, &Dialogue::hub(game, &values, times.search)?, times))
}

/// Checks the engine that `command` starts, by UCI, in `game` by its full name.
///
/// # Errors
/// [`CommandError`] if the protocol can't express the game, or if the command is malformed.
pub fn uci(game: &str, command: &str, times: CheckTimes) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "stockfish", command)?;
    Ok(steps::run(&words, &Dialogue::uci(game, &values, times.search)?, times))
}
