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

use notation::{HubGame, UciGame};

use crate::hub::hub_game;
use crate::process::{CommandError, settings, words};
use crate::uci::uci_game;
use dialogue::Dialogue;

pub use self::dxp::dxp;
pub use self::plain::plain;

/// The waiting time for an answer that must not come, the thinking time before a stop, and the
/// tolerated delay of its answer.
const MOMENT: Duration = Duration::from_millis(200);

/// The game in which an engine of Hub is checked unless another one is named.
pub const HUB_GAME: &str = "checkers:international";
/// The same for UCI.
pub const UCI_GAME: &str = "chess:standard";
/// The same for the plain protocol, which has all games.
pub const PLAIN_GAME: &str = "checkers:english";
/// The same for DXP.
pub const DXP_GAME: &str = "checkers:international";

/// The result of a check.
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
    /// The subject in one or two words: "handshake".
    pub name: &'static str,
    /// The result.
    pub verdict: Verdict,
    /// The expectation, as a sentence.
    pub expected: String,
    /// The observation.
    pub found: String,
}

/// The time limits of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckTimes {
    /// Time limit of the handshake and of `ready`: an engine may have to load databases.
    pub ready: Duration,
    /// The time that the engine gets for a move.
    pub search: Duration,
    /// The tolerated delay of an answer.
    pub answer: Duration,
}

impl Default for CheckTimes {
    /// A minute to be ready, half a second for a move, two seconds to answer.
    fn default() -> Self {
        let search = Duration::from_millis(500);
        Self { ready: Duration::from_mins(1), search, answer: Duration::from_secs(2) }
    }
}

/// Checks the engine that `command` starts, by Hub, in `game` by its full name, which Hub writes as `notation` says.
///
/// # Errors
/// [`CommandError`] if the protocol can't express the game, or if the command is malformed.
pub fn hub(
    game: &str,
    notation: Option<HubGame>,
    command: &str,
    times: CheckTimes,
) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "scan hub", command)?;
    Ok(steps::run(&words, &Dialogue::hub(hub_game(game, notation)?, &values, times.search), times))
}

/// Checks the engine that `command` starts, by UCI, in `game` by its full name, which UCI writes as `notation` says.
///
/// # Errors
/// [`CommandError`] if the protocol can't express the game, or if the command is malformed.
pub fn uci(
    game: &str,
    notation: Option<UciGame>,
    command: &str,
    times: CheckTimes,
) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "stockfish", command)?;
    Ok(steps::run(
        &words,
        &Dialogue::uci(&uci_game("UCI", game, notation)?, &values, times.search),
        times,
    ))
}

/// Checks the engine that `command` starts, by the protocol of XBoard, in `game` by its full name, whose moves UCI writes as
/// `notation` says.
///
/// # Errors
/// [`CommandError`] if the protocol can't express the game, or if the command is malformed.
pub fn xboard(
    game: &str,
    notation: Option<UciGame>,
    command: &str,
    times: CheckTimes,
) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "gnuchess -x", command)?;
    let dialogue = Dialogue::xboard(&uci_game("XBoard", game, notation)?, &values, times.search);
    Ok(steps::run(&words, &dialogue, times))
}
