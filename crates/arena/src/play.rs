//! One game: from fresh players to an entry of the journal.
//!
//! Players whose calls are known to return are run inline in untimed games: the game is that of the same match run by a
//! [`Moderator`](games_package::Moderator), without its threads. All others are run by a Moderator.

pub(crate) mod adjudicator;
mod cancel;
mod inline;
mod log;
mod moderated;
mod view;

use std::sync::Arc;

use board_engine::Seat;
use games_package::{
    EndReason, FailureKind, MatchError, MatchSetup, Odds, Player, Ply, Record, SeatSetup,
    TimeControl,
};
use thiserror::Error;

use self::adjudicator::Adjudicator;
pub use self::cancel::CancelToken;
use self::log::Log;
pub use self::view::View;
use crate::journal::{Entry, Thought};
use crate::settings::{Entrant, Settings};
use crate::tournament::{Job, TablesClosed, Tournament};

/// Makes the players of a tournament.
pub trait PlayerFactory: Sync {
    /// A new instance of the player with this index.
    ///
    /// # Errors
    /// Why it can't be created, as a phrase.
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String>;

    /// The trust in this player.
    fn trust(&self, index: usize) -> Trust;
}

/// The trust in a player, which decides how it is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It may hang: it runs on its own thread.
    None,
    /// Each call to it returns: the start within its [`start_time`](Player::start_time), others at the latest when they are
    /// [withdrawn](games_package::Urgency::Withdrawn). It is run inline in untimed games.
    Returns,
    /// As `Returns`, and it ignores events: where it is run inline, [`Player::observe`] is not called.
    Own,
}

/// Why a game has no result, through no player's fault.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoResult {
    /// It was broken off.
    #[error("the game was broken off")]
    BrokenOff,
    /// A player can't start. One that never could would lose every game; one that has played before loses this game:
    /// see [`Entry::forfeited`].
    #[error("{name} can't start: {why}")]
    CantStart {
        /// Which player of the tournament.
        player: usize,
        /// Its name in tables.
        name: String,
        /// Its error.
        why: String,
    },
    /// The arena itself failed.
    #[error("the game can't be played")]
    Arena(#[from] MatchError),
    /// The endgame tables by which games are adjudicated are not open.
    #[error(transparent)]
    TablesClosed(#[from] TablesClosed),
    /// One of the endgame tables by which games are adjudicated can't be read.
    #[error("games can't be adjudicated by endgame tables anymore: {0}")]
    Tables(String),
    /// A player couldn't be run, which is not its fault.
    #[error("{0}")]
    HostFault(String),
}

/// The odds of this player.
fn odds(settings: &Settings, player: usize) -> Odds {
    settings.players.get(player).map(Entrant::odds).unwrap_or_default()
}

/// Outputs that follow a game.
#[derive(Clone, Copy, Default)]
struct Recorders<'a> {
    view: Option<&'a View>,
    log: Option<&'a Log>,
}

/// A game that was played.
struct Played {
    record: Record,
    thoughts: Vec<Option<Thought>>,
    /// The seat whose player failed to start, and why.
    cant_start: Option<(usize, String)>,
}

impl Played {
    /// A game with the reports on its moves; one that hasn't begun was lost by a player that couldn't start.
    fn new(record: Record, thoughts: Vec<Option<Thought>>, has_begun: bool) -> Self {
        let cant_start = match record.ending.as_ref().map(|ending| &ending.reason) {
            Some(EndReason::PlayerFailed(seat, failure)) if !has_begun => {
                Some((seat.index(), failure.to_string()))
            }
            _ => None,
        };
        Self { record, thoughts, cant_start }
    }
}

/// Plays a game. It ends early, without a result, when it is cancelled.
///
/// # Errors
/// [`NoResult`] if the game has no result for the journal.
pub fn play(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
) -> Result<Entry, NoResult> {
    play_recorded(tournament, job, factory, cancel, Recorders::default())
}

/// Plays a game as [`play`] does, and shows its moves in `view`, which must be new.
///
/// # Errors
/// As [`play`].
pub fn play_in_view(
    tournament: &Tournament,
    job: &Job,
    factory: &dyn PlayerFactory,
    cancel: &CancelToken,
    view: &View,
) -> Result<Entry, NoResult> {
    play_recorded(tournament, job, factory, cancel, Recorders { view: Some(view), log: None })
}

/// Plays a game as [`play`] does, always with a Moderator, and returns a line for each of its events as well.
///
/// # Errors
/// As [`play`].
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
    let mut seats = Vec::with_capacity(job.players.len());
    for &index in &job.players {
        let player = factory.player(index).map_err(|why| cant_start(index, why));
        // A cancelled player has not failed.
        let player =
            player.map_err(|it| if cancel.is_cancelled() { NoResult::BrokenOff } else { it })?;
        let spec = settings.players.get(index).map(|entrant| entrant.player.clone());
        seats.push(SeatSetup::new(spec.unwrap_or_default(), player));
    }
    let setup = match_setup(tournament, job, seats);
    if let Some(view) = recorders.view {
        setup.opening.iter().for_each(|ply| view.push(&ply.mv));
    }
    let adjudicator = Adjudicator::of(tournament)?;
    let counts_time = |odds: &Odds| odds.time_control(settings.time) != TimeControl::Unlimited;
    let trust = |&index: &usize| factory.trust(index);
    let is_inline = recorders.log.is_none()
        && !settings.ponder
        && !setup.odds.iter().any(counts_time)
        && job.players.iter().map(trust).all(|trust| trust != Trust::None);
    let played = if is_inline {
        let observes = |seat: &Seat| trust(&job.players[seat.index()]) == Trust::Returns;
        let observing = Seat::all(job.players.len()).filter(observes).collect();
        inline::play(setup, adjudicator, observing, cancel, recorders.view)?
    } else {
        moderated::play(setup, adjudicator, cancel, recorders)?
    };
    if let Some(EndReason::PlayerFailed(_, failure)) =
        played.record.ending.as_ref().map(|it| &it.reason)
        && failure.kind == FailureKind::HostFault
    {
        return Err(NoResult::HostFault(failure.to_string()));
    }
    if let Some(why) = tournament.table_judge()?.and_then(|judge| judge.failure()) {
        return Err(NoResult::Tables(why));
    }
    if let Some((seat, why)) = played.cant_start {
        return Err(cant_start(job.players[seat], why));
    }
    Entry::new(tournament, job, &played.record, played.thoughts).ok_or(NoResult::BrokenOff)
}

/// The match setup of a game of a tournament.
fn match_setup(tournament: &Tournament, job: &Job, seats: Vec<SeatSetup>) -> MatchSetup {
    let (settings, opening) = (tournament.settings(), tournament.opening(job));
    let mut setup = MatchSetup::new(Arc::clone(tournament.game()), seats);
    setup.position.clone_from(&opening.position);
    setup.opening = opening.moves.iter().map(|mv| Ply::from(mv.as_str())).collect();
    setup.time_control = settings.time;
    setup.thinking = settings.thinking();
    setup.odds = job.players.iter().map(|&player| odds(settings, player)).collect();
    setup.margin = settings.margin;
    setup.pondering = settings.ponder;
    setup.seed = tournament.seed(job);
    setup.repetition = tournament.repetition(job);
    setup
}
