//! Checks for engine authors: test step by step whether an engine obeys its protocol.
//!
//! Each wait has a deadline, so a check always ends, whatever the engine does.

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

/// A short time: how long to wait for an answer that must not arrive, how long an engine thinks before a stop, and how
/// late an answer may be.
const MOMENT: Duration = Duration::from_millis(200);

/// The default game for checking a Hub engine.
pub const HUB_GAME: &str = "checkers:international";
/// The default game for checking a UCI engine.
pub const UCI_GAME: &str = "chess:standard";
/// The default game for checking a plain program. The protocol supports every game.
pub const PLAIN_GAME: &str = "checkers:english";
/// The default game for checking a DXP program.
pub const DXP_GAME: &str = "checkers:international";

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine behaved as expected.
    Passed,
    /// The engine behaved differently.
    Failed,
    /// The check did not run, because an earlier one failed or because the protocol doesn't require it.
    Skipped,
}

/// One check and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The subject in one or two words, such as "handshake".
    pub name: &'static str,
    /// The result.
    pub verdict: Verdict,
    /// The expected behavior, as a sentence.
    pub expected: String,
    /// The observed behavior.
    pub found: String,
}

/// Time limits for the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckTimes {
    /// Time limit for the handshake and for `ready`; an engine may have to load databases.
    pub ready: Duration,
    /// Thinking time per move.
    pub search: Duration,
    /// The tolerated delay for an answer.
    pub answer: Duration,
}

impl Default for CheckTimes {
    /// A minute to be ready, half a second for a move, two seconds to answer.
    fn default() -> Self {
        let search = Duration::from_millis(500);
        Self { ready: Duration::from_mins(1), search, answer: Duration::from_secs(2) }
    }
}

/// Starts the engine with `command` and checks that it speaks Hub. `game` is the game's full name, and `notation` its
/// form in Hub.
///
/// # Errors
/// [`CommandError`] if the protocol doesn't support the game or the command is malformed.
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

/// Starts the engine with `command` and checks that it speaks UCI. `game` is the game's full name, and `notation` its
/// form in UCI.
///
/// # Errors
/// [`CommandError`] if the protocol doesn't support the game or the command is malformed.
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

/// Starts the engine with `command` and checks that it speaks the XBoard protocol. `game` is the game's full name, and
/// `notation` its move notation in UCI.
///
/// # Errors
/// [`CommandError`] if the protocol doesn't support the game or the command is malformed.
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
