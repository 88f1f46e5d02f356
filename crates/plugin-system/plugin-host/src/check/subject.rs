//! The player under test, and its matches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer, zobrist};
use games_package::FailureKind::{Error as Refused, TimedOut};
use games_package::{
    Games, Host, MatchSetup, Options, Player, PlayerError, PlayerInfo, Reply, Request, SeatSetup,
    TableGame, ThinkingLimits, TimeControl,
};
use players::RandomPlayer;

use super::error::CheckError;
use super::observed_player::{Observations, ObservedMatch, ObservedPlayer};
use crate::error::NewPlayerError;
use crate::plugin::Plugin;
use crate::sandbox::ProcessPool;

/// A game in which to check the player.
pub(super) type Rules = Arc<dyn TableGame>;

/// A node limit that suffices for observing a player.
const NODES_MAX: u64 = 1000;

/// The time limit for an answer, long enough for a busy machine.
pub(super) const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// Time limit for a checked player to return after its request is withdrawn. Matches with processes are stricter.
pub const STOP_TIME_MAX: Duration = Duration::from_secs(2);

/// The usual causes of a program's missing answer.
const LATE_PROGRAM: &str =
    "; end each line with a line feed, flush the output, and read the input while thinking";

/// Selects games for a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    FirstGame,
    /// One variant of each game that the player lists, or of each family if the player doesn't list games.
    EachGame,
    EachVariant,
}

/// The games in which to check the player, at least one.
#[derive(Clone, Debug)]
pub(super) struct CheckedGames {
    all: Vec<Rules>,
    one_of_each: Vec<Rules>,
}

impl CheckedGames {
    /// The games among `all` that the player supports.
    pub(super) fn of(games: &Games, all: &[Rules]) -> Self {
        let all: Vec<Rules> =
            all.iter().filter(|game| games.include(game.name())).cloned().collect();
        let family = |game: &Rules| game.name().split(':').next().unwrap_or_default().to_owned();
        let names: BTreeSet<String> = match games {
            Games::All => all.iter().map(family).collect(),
            Games::Named(names) => names.iter().cloned().collect(),
        };
        let first = |name: String| {
            let named = Games::Named(vec![name]);
            all.iter().find(|game| named.include(game.name())).cloned()
        };
        let found = names.into_iter().filter_map(first);
        let found: BTreeMap<String, Rules> =
            found.map(|game| (game.name().to_owned(), game)).collect();
        let one_of_each = found.into_values().collect();
        Self { all, one_of_each }
    }

    pub(super) fn within(&self, scope: Scope) -> &[Rules] {
        match scope {
            Scope::FirstGame => self.one_of_each.get(..1).unwrap_or_default(),
            Scope::EachGame => &self.one_of_each,
            Scope::EachVariant => &self.all,
        }
    }
}

/// The player under test and its options.
pub(super) struct Subject<'a> {
    pub(super) plugin: &'a Plugin,
    pub(super) info: &'a PlayerInfo,
    pub(super) options: &'a Options,
    /// The games in which to check the player.
    pub(super) games: &'a CheckedGames,
    pub(super) seed: u64,
    pub(super) is_interrupted: &'a AtomicBool,
    /// The pool for processes from finished matches.
    pub(super) pool: ProcessPool,
}

impl<'a> Subject<'a> {
    /// A `game` match with the player at `seat`, from the start or from `position`.
    ///
    /// # Errors
    /// The plugin's refusal or failure to create the player, or this program's failure.
    pub(super) fn setup(
        &self,
        game: &Rules,
        seat: Seat,
        position: Option<String>,
    ) -> Result<ObservedMatch<'a>, CheckError> {
        self.setup_with(game, seat, position, self.options)
    }

    /// Like [`setup`](Self::setup), with other options.
    pub(super) fn setup_with(
        &self,
        game: &Rules,
        seat: Seat,
        position: Option<String>,
        options: &Options,
    ) -> Result<ObservedMatch<'a>, CheckError> {
        let observations = Observations::default();
        let mut seats = Vec::new();
        for other in Seat::all(game.seat_count()) {
            let player: Box<dyn Player> = if other == seat {
                let made =
                    self.plugin.new_player_in(&self.pool, &self.info.name, game.name(), options);
                let player = made.map_err(|error| creation_error(&error))?;
                Box::new(ObservedPlayer { player, observations: observations.clone() })
            } else {
                Box::new(RandomPlayer::new())
            };
            seats.push(SeatSetup::new(self.info.name.as_str(), player));
        }
        let mut setup = MatchSetup::new(Arc::clone(game), seats);
        setup.position = position;
        setup.time_control = TimeControl::PerMove(ANSWER_TIME_MAX);
        setup.thinking = ThinkingLimits { depth: None, nodes: Some(NODES_MAX) };
        setup.seed = self.seed;
        let late_hint = if self.plugin.is_program() { LATE_PROGRAM } else { "" };
        let is_interrupted = self.is_interrupted;
        Ok(ObservedMatch { setup, seat, observations, late_hint, is_interrupted })
    }

    /// Positions from random play, each with the seat to move. `plies` are their maximum distances from the start.
    pub(super) fn positions(&self, game: &Rules, plies: &[usize]) -> Vec<(Seat, String)> {
        let played =
            plies.iter().zip(self.seed..).map(|(&plies, seed)| position(game, plies, seed));
        played.flatten().collect()
    }
}

fn creation_error(error: &NewPlayerError) -> CheckError {
    match error {
        NewPlayerError::PlayerRefused { failure, .. } if failure.kind == Refused => {
            CheckError::Refusal(error.to_string())
        }
        NewPlayerError::PlayerRefused { failure, .. } if failure.kind == TimedOut => {
            CheckError::Late(error.to_string())
        }
        _ => CheckError::Fault(error.to_string()),
    }
}

/// A player that waits before each move to let its opponents ponder.
pub(super) struct DelayedPlayer(pub(super) Box<dyn Player>, pub(super) Duration);

impl Player for DelayedPlayer {
    fn name(&self) -> String {
        self.0.name()
    }

    fn start_time(&self) -> Duration {
        self.0.start_time()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        thread::sleep(self.1);
        self.0.choose_move(request, host)
    }
}

fn position(rules: &Rules, plies: usize, seed: u64) -> Option<(Seat, String)> {
    let mut state = rules.open(None).ok()?;
    let drawn = AtomicU64::new(0);
    let mut draw = |count: u32| {
        let number = zobrist::mix(&[seed, drawn.fetch_add(1, Ordering::Relaxed)]);
        u32::try_from(number % u64::from(count.max(1))).unwrap_or_default()
    };
    while state.ply() < plies && state.play_drawn(&mut draw).is_some() {}
    // Step back from the end of the game or from a chance node.
    loop {
        match state.turn() {
            Turn::Seat(seat) if state.outcome().is_none() => {
                return Some((seat, state.position(Viewer::Arbiter)));
            }
            _ if state.take_back() => {}
            _ => return None,
        }
    }
}
