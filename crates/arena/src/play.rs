//! One game: players are seated, play, and what happened becomes an entry of the journal.
//!
//! Players whose calls surely come back are run inline where no time is counted: the game is that of the same match at
//! a [`Moderator`](games_package::Moderator)'s table, without its threads. All others sit at such a table.

mod brake;
mod inline;
pub(crate) mod judge;
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

pub use self::brake::Brake;
use self::judge::Judge;
use self::log::Log;
pub use self::view::View;
use crate::journal::{Entry, Thought};
use crate::settings::{Entrant, Settings};
use crate::tournament::{Job, Tournament};

/// Where the players of a tournament come from.
pub trait Lineup: Sync {
    /// The player with this index, new.
    ///
    /// # Errors
    /// Why it can't be made, as a phrase.
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String>;

    /// How far it is trusted.
    fn trust(&self, index: usize) -> Trust;
}

/// How far a player is trusted, which decides how it is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It may hang: it sits at a table, on a thread of its own.
    None,
    /// Each call to it comes back, if only when its [withdrawn](games_package::Urgency::Withdrawn): it is run
    /// inline where no time is counted.
    Returns,
    /// Besides, it is known to need no news: where it is run inline, [`Player::observe`] is not called.
    Own,
}

/// A game was not played to an end, and no player is to blame for it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoResult {
    /// It was broken off.
    #[error("the game was broken off")]
    BrokenOff,
    /// A player can't start. One that never could would lose every game; one that has played before has lost this one,
    /// as [`Entry::forfeited`] tells.
    #[error("{name} can't start: {why}")]
    CantStart {
        /// Which player of the tournament.
        player: usize,
        /// What tables call it.
        name: String,
        /// What it says.
        why: String,
    },
    /// The arena itself failed.
    #[error("the game can't be played")]
    Arena(#[from] MatchError),
    /// A player couldn't be run, which is not its fault.
    #[error("{0}")]
    HostFault(String),
}

/// What differs for this player.
fn odds(settings: &Settings, player: usize) -> Odds {
    settings.players.get(player).map(Entrant::odds).unwrap_or_default()
}

/// Who is told what happens in a game.
#[derive(Clone, Copy, Default)]
struct Onlookers<'a> {
    view: Option<&'a View>,
    log: Option<&'a Log>,
}

/// How a game went.
struct Played {
    record: Record,
    thoughts: Vec<Option<Thought>>,
    /// Who failed before the game began, by seat.
    cant_start: Option<(usize, String)>,
}

impl Played {
    /// A game with what was thought of its moves; one that hasn't begun was lost by a player that couldn't start.
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

/// Plays a game. It ends early, without a result, when the brake is pulled.
///
/// # Errors
/// [`NoResult`] if the game has no result that is worth the journal.
pub fn play(
    tournament: &Tournament,
    job: &Job,
    lineup: &dyn Lineup,
    brake: &Brake,
) -> Result<Entry, NoResult> {
    seat_and_play(tournament, job, lineup, brake, Onlookers::default())
}

/// Plays a game as [`play`] does, with its moves to be seen in `view`, which is new.
///
/// # Errors
/// As [`play`].
pub fn play_in_view(
    tournament: &Tournament,
    job: &Job,
    lineup: &dyn Lineup,
    brake: &Brake,
    view: &View,
) -> Result<Entry, NoResult> {
    seat_and_play(tournament, job, lineup, brake, Onlookers { view: Some(view), log: None })
}

/// Plays a game as [`play`] does, always at a table, and returns with it a line for each thing that happened there.
///
/// # Errors
/// As [`play`].
pub fn play_with_log(
    tournament: &Tournament,
    job: &Job,
    lineup: &dyn Lineup,
    brake: &Brake,
) -> Result<(Entry, Vec<String>), NoResult> {
    let log = Log::default();
    let onlookers = Onlookers { view: None, log: Some(&log) };
    let entry = seat_and_play(tournament, job, lineup, brake, onlookers)?;
    Ok((entry, log.into_lines()))
}

fn seat_and_play(
    tournament: &Tournament,
    job: &Job,
    lineup: &dyn Lineup,
    brake: &Brake,
    onlookers: Onlookers<'_>,
) -> Result<Entry, NoResult> {
    if brake.is_pulled() {
        return Err(NoResult::BrokenOff);
    }
    let settings = tournament.settings();
    let cant_start = |player: usize, why: String| {
        let name = settings.players.get(player).map(ToString::to_string).unwrap_or_default();
        NoResult::CantStart { player, name, why }
    };
    let mut seats = Vec::with_capacity(job.players.len());
    for &index in &job.players {
        let player = lineup.player(index).map_err(|why| cant_start(index, why));
        // Who was told to stop has not failed.
        let player =
            player.map_err(|it| if brake.is_pulled() { NoResult::BrokenOff } else { it })?;
        let spec = settings.players.get(index).map(|entrant| entrant.player.clone());
        seats.push(SeatSetup::new(spec.unwrap_or_default(), player));
    }
    let setup = match_setup(tournament, job, seats);
    if let Some(view) = onlookers.view {
        setup.opening.iter().for_each(|ply| view.push(&ply.mv));
    }
    let judge = Judge::new(settings.adjudication, job.players.len());
    let counts_time = |odds: &Odds| odds.time_control(settings.time) != TimeControl::Unlimited;
    let trust = |&index: &usize| lineup.trust(index);
    let is_inline = onlookers.log.is_none()
        && !settings.ponder
        && !setup.odds.iter().any(counts_time)
        && job.players.iter().map(trust).all(|trust| trust != Trust::None);
    let played = if is_inline {
        let hears = |seat: &Seat| trust(&job.players[seat.index()]) == Trust::Returns;
        let hearing = Seat::all(job.players.len()).filter(hears).collect();
        inline::play(setup, judge, hearing, brake, onlookers.view)?
    } else {
        moderated::play(setup, judge, brake, onlookers)?
    };
    if let Some(EndReason::PlayerFailed(_, failure)) =
        played.record.ending.as_ref().map(|it| &it.reason)
        && failure.kind == FailureKind::HostFault
    {
        return Err(NoResult::HostFault(failure.to_string()));
    }
    if let Some((seat, why)) = played.cant_start {
        return Err(cant_start(job.players[seat], why));
    }
    Entry::new(tournament, job, &played.record, played.thoughts).ok_or(NoResult::BrokenOff)
}

/// The match that a game of a tournament is.
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
