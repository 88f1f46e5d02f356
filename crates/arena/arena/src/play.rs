//! Plays one game, from new players to a journal entry.
//!
//! In untimed games, players run inline if their calls are known to return. Such a game is identical to a game under a
//! [`Moderator`](games_package::Moderator), but needs no threads. All other games run under a Moderator.

pub(crate) mod adjudicator;
mod forfeit;
mod inline;
mod moderated;
mod without_pondering;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board_engine::Seat;
use games_package::{
    EndReason, Event, FailureKind, MatchError, MatchSetup, Odds, Player, Ply, Record, SeatSetup,
    TimeControl,
};
use thiserror::Error;

use crate::journal::{Entry, Thought};
use crate::settings::{Entrant, Settings};
use crate::tournament::{Job, TablesClosed, Tournament};
use adjudicator::Adjudicator;
use without_pondering::WithoutPondering;

pub use forfeit::forfeit;
pub use moderated::CancelToken;

/// Creates a tournament's players.
pub trait PlayerFactory: Sync {
    /// Creates the player with this index.
    ///
    /// # Errors
    /// The reason why the player can't be created, as a phrase.
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String>;

    /// The trust placed in this player.
    fn trust(&self, index: usize) -> Trust;
}

/// The trust placed in a player, which determines how the player runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// The player may hang, so it runs on its own thread.
    None,
    /// Every call returns: the start call within the player's [`start_time`](Player::start_time), and other calls no
    /// later than when they are [withdrawn](games_package::Urgency::Withdrawn). The player runs inline in untimed
    /// games.
    Returns,
    /// Like `Returns`, but the player also ignores events, so [`Player::observe`] is not called inline.
    Own,
}

/// The reason why a game has no result, for reasons that are not a player's fault.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoResult {
    /// The game was aborted.
    #[error("the game was interrupted")]
    BrokenOff,
    /// A player failed to start. A failed start is not a result, even if the player has played earlier games.
    #[error("{name} can't start: {why}")]
    CantStart {
        /// The index of the player.
        player: usize,
        /// The player's name in tables.
        name: String,
        /// Its error.
        why: String,
    },
    /// The arena itself failed.
    #[error("the game can't be played")]
    Arena(#[from] MatchError),
    /// The tablebases for adjudication are not open.
    #[error(transparent)]
    TablesClosed(#[from] TablesClosed),
    /// A tablebase for adjudication can't be read.
    #[error("games can no longer be adjudicated by tablebase: {0}")]
    Tables(String),
    /// The host failed to run a player, through no fault of the player.
    #[error("{0}")]
    HostFault(String),
}

/// This player's odds.
fn odds(settings: &Settings, player: usize) -> Odds {
    settings.players.get(player).map(Entrant::odds).unwrap_or_default()
}

/// A game's recorders: view and log.
#[derive(Clone, Copy, Default)]
struct Recorders<'a> {
    view: Option<&'a View>,
    log: Option<&'a Log>,
}

/// A finished game with its recorded reports.
struct Played {
    record: Record,
    thoughts: Vec<Option<Thought>>,
    /// The principal variation for each move; empty if not recorded.
    lines: Vec<String>,
    /// For each seat, why its player's first illegal line is illegal.
    line_errors: Vec<Option<String>>,
    /// For each seat, the largest node count that its player reported for one move.
    nodes: Vec<u64>,
}

/// Plays a game. A canceled game ends early and has no result.
///
/// # Errors
/// [`NoResult`] if there is no result for the journal.
pub fn play(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
) -> Result<Entry, NoResult> {
    play_recorded(tournament, job, factory, cancel, Recorders::default())
}

/// Plays a game like [`play`] and shows its moves in `view`, which must be new.
///
/// # Errors
/// The same errors as [`play`].
pub fn play_in_view(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
    view: &View,
) -> Result<Entry, NoResult> {
    play_recorded(tournament, job, factory, cancel, Recorders { view: Some(view), log: None })
}

/// Plays a game like [`play`], but always with a Moderator. Also returns a line for each event.
///
/// # Errors
/// The same errors as [`play`].
pub fn play_with_log(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
) -> Result<(Entry, Vec<String>), NoResult> {
    let log = Log::default();
    let recorders = Recorders { view: None, log: Some(&log) };
    let entry = play_recorded(tournament, job, factory, cancel, recorders)?;
    Ok((entry, log.into_lines()))
}

fn play_recorded(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
    recorders: Recorders<'_>,
) -> Result<Entry, NoResult> {
    if cancel.is_cancelled() {
        return Err(NoResult::BrokenOff);
    }
    let settings = tournament.settings();
    let cant_start = |player: usize, why: String| {
        let name = settings.players.get(player).map(ToString::to_string).unwrap_or_default();
        NoResult::CantStart { player, name, why }
    };
    let ponders = job.players.iter().any(|&player| settings.ponders(player));
    let mut seats = Vec::with_capacity(job.players.len());
    for &index in &job.players {
        let player = factory.player(index).map_err(|why| cant_start(index, why));
        // A canceled game doesn't count as a player's failure.
        let player =
            player.map_err(|it| if cancel.is_cancelled() { NoResult::BrokenOff } else { it })?;
        let player = if ponders && !settings.ponders(index) {
            WithoutPondering::boxed(player)
        } else {
            player
        };
        let spec = settings.players.get(index).map(|entrant| entrant.player.clone());
        seats.push(SeatSetup::new(spec.unwrap_or_default(), player));
    }
    let setup = match_setup(tournament, job, seats);
    if let Some(view) = recorders.view {
        setup.opening.iter().for_each(|ply| view.push(&ply.mv));
    }
    let adjudicator = Adjudicator::of(tournament, job)?;
    let counts_time = |odds: &Odds| odds.time_control(settings.time) != TimeControl::Unlimited;
    let trust = |&index: &usize| factory.trust(index);
    let is_inline = recorders.log.is_none()
        && !ponders
        && !setup.odds.iter().any(counts_time)
        && job.players.iter().map(trust).all(|trust| trust != Trust::None);
    let played = if is_inline {
        let observes = |seat: &Seat| trust(&job.players[seat.index()]) == Trust::Returns;
        let observing = Seat::all(job.players.len()).filter(observes).collect();
        inline::play(setup, adjudicator, observing, cancel, recorders.view)?
    } else {
        moderated::play(setup, adjudicator, cancel, recorders)?
    };
    if let Some(EndReason::PlayerFailed(seat, failure)) =
        played.record.ending.as_ref().map(|it| &it.reason)
    {
        match failure.kind {
            FailureKind::HostFault => return Err(NoResult::HostFault(failure.to_string())),
            FailureKind::StartFailed => {
                return Err(cant_start(job.players[seat.index()], failure.detail.clone()));
            }
            _ => {}
        }
    }
    if let Some(why) = tournament.table_judge()?.and_then(|judge| judge.failure()) {
        return Err(NoResult::Tables(why));
    }
    let Played { record, thoughts, lines, line_errors, nodes } = played;
    let entry = Entry::new(tournament, job, &record, thoughts).ok_or(NoResult::BrokenOff)?;
    let lines = if lines.iter().all(String::is_empty) { Vec::new() } else { lines };
    let line_errors =
        if line_errors.iter().all(Option::is_none) { Vec::new() } else { line_errors };
    let excess_nodes = excess_nodes(settings, job, nodes);
    Ok(Entry { lines, line_errors, excess_nodes, ..entry })
}

/// A player is reported if it exceeds the node limit by this factor. Searches check the limit only occasionally.
const NODES_EXCESS: u64 = 10;

/// Each seat's entry in `nodes` if it exceeds the limit by the factor above, otherwise 0. Empty if all are 0.
fn excess_nodes(settings: &Settings, job: &Job, mut nodes: Vec<u64>) -> Vec<u64> {
    for (nodes, &player) in nodes.iter_mut().zip(&job.players) {
        let limit = settings.nodes_of(player);
        if limit.is_none_or(|limit| *nodes / NODES_EXCESS < limit) {
            *nodes = 0;
        }
    }
    if nodes.iter().all(|nodes| *nodes == 0) { Vec::new() } else { nodes }
}

/// The match setup for a tournament game.
fn match_setup(tournament: &Tournament, job: &Job, seats: Vec<SeatSetup>) -> MatchSetup {
    let (settings, opening) = (tournament.settings(), tournament.opening(job));
    let mut setup = MatchSetup::new(Arc::clone(tournament.game()), seats);
    setup.position.clone_from(&opening.position);
    setup.opening = opening.moves.iter().map(|mv| Ply::from(mv.as_str())).collect();
    setup.time_control = settings.time;
    setup.thinking = settings.thinking();
    setup.odds = job.players.iter().map(|&player| odds(settings, player)).collect();
    setup.margin = settings.margin;
    setup.move_limit = settings.move_limit();
    setup.pondering = job.players.iter().any(|&player| settings.ponders(player));
    setup.seed = tournament.seed(job);
    setup.repetition = tournament.repetition(job);
    setup
}

/// The moves in an ongoing game. Clones show the same game.
#[derive(Clone, Debug, Default)]
pub struct View(Arc<Mutex<Vec<String>>>);

impl View {
    /// All moves so far, including the opening moves.
    pub fn moves(&self) -> Vec<String> {
        self.lock().clone()
    }

    /// Adds a move.
    fn push(&self, mv: &str) {
        self.lock().push(mv.into());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Maximum number of lines per game. Further lines are dropped.
const LINES_MAX: usize = 100_000;

/// A log with one line per event. Clones share one log.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn note(&self, event: &Event) {
        self.line(format!("{event:?}"));
    }

    fn line(&self, line: String) {
        let mut lines = self.lines();
        if lines.len() < LINES_MAX {
            lines.push(line);
        }
    }

    fn into_lines(self) -> Vec<String> {
        std::mem::take(&mut *self.lines())
    }

    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
