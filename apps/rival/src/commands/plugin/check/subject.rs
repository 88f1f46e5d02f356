//! The player under test, and its matches.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer, zobrist};
use game_catalog::{new_player, table_game};
use games_package::FailureKind::{Error as Refused, TimedOut};
use games_package::{
    Games, Host, MatchSetup, Options, Player, PlayerError, PlayerInfo, Reply, Request, SeatSetup,
    TableGame, ThinkingLimits, TimeControl,
};
use house::{Failure, FailureKind, OrFail};
use plugin_host::{NewPlayerError, Plugin, ProcessPool};

use super::error::CheckError;
use super::observed_player::{Observations, ObservedMatch, ObservedPlayer};

/// The opponents.
const OPPONENT: &str = "random";

/// A node limit that is enough to observe a player.
const NODES_MAX: u64 = 1000;

/// The time limit for an answer. Long enough for a busy machine.
pub(super) const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// How long a player may go on after its request was withdrawn. Matches with processes are stricter.
pub(super) const STOP_TIME_MAX: Duration = Duration::from_secs(2);

/// Some of the games in which a player is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    FirstGame,
    /// One for each game that the player names, or one of each family if it names none.
    EachGame,
    EachVariant,
}

/// The games in which a player is checked, at least one.
#[derive(Clone, Debug)]
pub(super) struct CheckedGames {
    all: Vec<String>,
    one_of_each: Vec<String>,
}

impl CheckedGames {
    /// The games to check out of `all`, which must be a subset of `games`.
    pub(super) fn of(games: &Games, all: Vec<String>) -> Self {
        let family = |game: &String| game.split(':').next().unwrap_or_default().to_owned();
        let names: BTreeSet<String> = match games {
            Games::All => all.iter().map(family).collect(),
            Games::Named(names) => names.iter().cloned().collect(),
        };
        let first = |name: String| {
            let named = Games::Named(vec![name]);
            all.iter().find(|game| named.include(game)).cloned()
        };
        let found: BTreeSet<String> = names.into_iter().filter_map(first).collect();
        let one_of_each = found.into_iter().collect();
        Self { all, one_of_each }
    }

    pub(super) fn within(&self, scope: Scope) -> &[String] {
        match scope {
            Scope::FirstGame => self.one_of_each.get(..1).unwrap_or_default(),
            Scope::EachGame => &self.one_of_each,
            Scope::EachVariant => &self.all,
        }
    }
}

/// The player under test with its options.
pub(super) struct Subject<'a> {
    pub(super) plugin: &'a Plugin,
    pub(super) info: &'a PlayerInfo,
    pub(super) options: &'a Options,
    /// The games in which it is checked.
    pub(super) games: &'a CheckedGames,
    pub(super) seed: u64,
    /// Where the processes of its players go after their matches.
    pub(super) pool: ProcessPool,
}

impl Subject<'_> {
    /// A match of `game` in which the player sits at `seat`, from the start or from `position`.
    ///
    /// # Errors
    /// The plugin's refusal or failure to create the player, or a failure of this program.
    pub(super) fn setup(
        &self,
        game: &str,
        seat: Seat,
        position: Option<String>,
    ) -> Result<ObservedMatch, CheckError> {
        self.setup_with(game, seat, position, self.options)
    }

    /// As [`setup`](Self::setup), with other options.
    pub(super) fn setup_with(
        &self,
        game: &str,
        seat: Seat,
        position: Option<String>,
        options: &Options,
    ) -> Result<ObservedMatch, CheckError> {
        let rules = table_game(game).or_fail(FailureKind::Usage)?;
        let observations = Observations::default();
        let mut seats = Vec::new();
        for other in Seat::all(rules.seat_count()) {
            let player: Box<dyn Player> = if other == seat {
                let made =
                    self.plugin.new_player_in(&self.pool, &self.info.name, rules.name(), options);
                let player = made.map_err(|error| creation_error(&error))?;
                Box::new(ObservedPlayer { player, observations: observations.clone() })
            } else {
                new_player(rules.name(), OPPONENT, &Options::default())
                    .or_fail(FailureKind::Failed)?
            };
            seats.push(SeatSetup::new(self.info.name.as_str(), player));
        }
        let mut setup = MatchSetup::new(rules, seats);
        setup.position = position;
        setup.time_control = TimeControl::PerMove(ANSWER_TIME_MAX);
        setup.thinking = ThinkingLimits { depth: None, nodes: Some(NODES_MAX) };
        setup.seed = self.seed;
        Ok(ObservedMatch { setup, seat, observations })
    }

    /// Positions from random play, each with the seat to move. `plies` are the greatest distances from the start.
    pub(super) fn positions(
        &self,
        game: &str,
        plies: &[usize],
    ) -> Result<Vec<(Seat, String)>, Failure> {
        let rules = table_game(game).or_fail(FailureKind::Usage)?;
        let played =
            plies.iter().zip(self.seed..).map(|(&plies, seed)| position(&rules, plies, seed));
        Ok(played.flatten().collect())
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

/// A player that waits before each move, so that the others have time to ponder.
pub(super) struct DelayedPlayer(pub(super) Box<dyn Player>, pub(super) Duration);

impl Player for DelayedPlayer {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        thread::sleep(self.1);
        self.0.choose_move(request, host)
    }
}

fn position(rules: &Arc<dyn TableGame>, plies: usize, seed: u64) -> Option<(Seat, String)> {
    let mut state = rules.open(None).ok()?;
    let drawn = AtomicU64::new(0);
    let mut draw = |count: u32| {
        let number = zobrist::mix(&[seed, drawn.fetch_add(1, Ordering::Relaxed)]);
        u32::try_from(number % u64::from(count.max(1))).unwrap_or_default()
    };
    while state.ply() < plies && state.play_drawn(&mut draw).is_some() {}
    // Back from the end of the game or from a chance node.
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
