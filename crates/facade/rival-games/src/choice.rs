//! A player's move in a position, without a table.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use board_engine::{NotationError, Seat, Turn, Viewer};
use game_catalog::Explorer;
use games_package::{
    AskError, Failure, Host, MoveLimit, Player, Prompt, Reply, Request, Setup, Thinking,
    ThinkingLimits, TimeControl, Urgency, calls,
};
use thiserror::Error;

/// The maximum number of lines in a [`ChosenMove`].
const LINES_MAX: usize = 1000;

/// Limits on thinking about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time for the move. A search stops soon after it has elapsed.
    pub time: Option<Duration>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
}

/// The reason why a player has not chosen a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The game is over.
    #[error("the game is over: {why}")]
    Over {
        /// The rule that ended the game.
        why: &'static str,
    },
    /// Chance is to move, not a player.
    #[error("it is chance's turn; draw one of the moves")]
    Chance,
    /// The player failed.
    #[error("{player} failed: {failure}")]
    Failed {
        /// The player's name.
        player: String,
        /// A description of the failure.
        failure: String,
    },
    /// The player's move is not legal.
    #[error(transparent)]
    Illegal(#[from] NotationError),
    /// The player chose something other than a move.
    #[error("{player} resigned or accepted a draw instead of playing a move")]
    NoMove {
        /// The player's name.
        player: String,
    },
}

/// A player's move in a position, and its analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenMove {
    /// The index of the move.
    pub index: usize,
    /// The player's last report on each line, best line first. Empty if the player doesn't report any lines, for
    /// example because it moves at random. A search reports more than one line only if its option `lines` requests
    /// more.
    pub lines: Vec<Thinking>,
}

/// Asks `player` for a move in this position, as if a match started there, and returns the move with the lines that the
/// player reports. The player only sees information visible to the seat to move. All random numbers come from `seed`.
///
/// # Errors
/// [`ChoiceError`] if no player is to move, or if this player fails.
pub fn chosen_move(
    player: &mut dyn Player,
    position: &dyn Explorer,
    limits: Limits,
    seed: u64,
) -> Result<ChosenMove, ChoiceError> {
    chosen_move_until(player, position, limits, seed, &|| false)
}

/// Like [`chosen_move`], but asks the player to move immediately when `is_interrupted` returns `true`. A search calls
/// the closure every few thousand positions.
///
/// # Errors
/// [`ChoiceError`] if no player is to move, or if this player fails.
pub fn chosen_move_until(
    player: &mut dyn Player,
    position: &dyn Explorer,
    limits: Limits,
    seed: u64,
    is_interrupted: &(dyn Fn() -> bool + Sync),
) -> Result<ChosenMove, ChoiceError> {
    if let Some(outcome) = position.outcome() {
        return Err(ChoiceError::Over { why: outcome.reason() });
    }
    let Turn::Seat(seat) = position.turn() else { return Err(ChoiceError::Chance) };
    let setup = setup(position, seat, limits, seed);
    let request = request(position, seat, limits);
    let until = limits.time.map(|time| (Instant::now(), time));
    let host = Alone { position, until, is_interrupted, lines: Mutex::default() };
    let mut name = String::new();
    let reply = calls::start(player, &setup).and_then(|started| {
        name = started;
        calls::choose_move(player, &request, &host)
    });
    match reply.map_err(|failure| failed(&*player, &failure))? {
        Reply::Move(text) | Reply::MoveAndOfferDraw(text) => {
            let index = position.parse_move(&text)?;
            let lines = host.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
            Ok(ChosenMove { index, lines: lines.into_values().collect() })
        }
        Reply::AcceptDraw | Reply::Resign => Err(ChoiceError::NoMove { player: name }),
    }
}

fn failed(player: &dyn Player, failure: &Failure) -> ChoiceError {
    ChoiceError::Failed { player: player.name(), failure: failure.to_string() }
}

fn setup(position: &dyn Explorer, seat: Seat, limits: Limits, seed: u64) -> Setup {
    Setup {
        game: position.game().into(),
        seat,
        seat_count: position.seat_count(),
        time_control: limits.time.map_or(TimeControl::Unlimited, TimeControl::PerMove),
        thinking: ThinkingLimits { depth: limits.depth, nodes: limits.nodes },
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed,
    }
}

fn request(position: &dyn Explorer, seat: Seat, limits: Limits) -> Request {
    let seen = position.position_for(Viewer::Seat(seat));
    Request {
        seat,
        start: seen.clone(),
        moves: String::new(),
        position: seen,
        legal_moves: position.moves(),
        time_left: limits.time,
        budget: limits.time,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

/// The host for a player without a table.
struct Alone<'a> {
    position: &'a dyn Explorer,
    /// The time of the request and its time limit.
    until: Option<(Instant, Duration)>,
    /// Returns `true` once the caller wants the move immediately.
    is_interrupted: &'a (dyn Fn() -> bool + Sync),
    /// The last report on each line, by rank.
    lines: Mutex<BTreeMap<u32, Thinking>>,
}

impl Host for Alone<'_> {
    fn urgency(&self) -> Urgency {
        if (self.is_interrupted)() {
            return Urgency::MoveNow;
        }
        match self.until {
            Some((start, time)) if start.elapsed() >= time => Urgency::BudgetUsed,
            _ => Urgency::None,
        }
    }

    fn report(&self, thinking: &Thinking) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < LINES_MAX || lines.contains_key(&thinking.rank) {
            lines.insert(thinking.rank, thinking.clone());
        }
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let index = self.position.parse_move(text).map_err(|error| error.reason())?;
        let mut standard = String::new();
        self.position.push_move(index, &mut standard);
        Ok(standard)
    }

    fn log(&self, _text: &str) {}
}
