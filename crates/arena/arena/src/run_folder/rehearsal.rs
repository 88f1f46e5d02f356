//! Starts players once before a tournament, and excludes players that fail to start.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use app_context::{AppContext, Failure, FailureKind, OrFail, PlayerSpec};
use game_catalog::table_game;

use super::entrants::Entrants;
use super::{entrants, runner, setup};
use crate::play::{CancelToken, NoResult, play};
use crate::settings::{Adjudication, Excluded, Settings, Unstartable};
use crate::tournament::Job;

/// The opponent for a tested player.
const OPPONENT: &str = "random";

/// Removes tested players that fail to start from the settings and players. Starts each tested player in a game that
/// ends before its first move.
///
/// # Errors
/// [`Failure`] if the game is unknown, or if a player's name or options are wrong.
pub fn exclude_unstartable(
    app: &Arc<AppContext>,
    mut settings: Settings,
    players: Vec<PlayerSpec>,
) -> Result<(Settings, Vec<PlayerSpec>), Failure> {
    let candidates: Vec<usize> = (0..settings.players.len())
        .filter(|&player| settings.unstartable_of(player) == Unstartable::Exclude)
        .collect();
    let tried = try_all(app, &settings, &players, &candidates)?;
    let mut reasons: Vec<Option<String>> = vec![None; settings.players.len()];
    for (player, tried) in candidates.into_iter().zip(tried) {
        reasons[player] = tried?;
    }
    let entrants = std::mem::take(&mut settings.players).into_iter().zip(players);
    let mut kept = Vec::new();
    for ((entrant, spec), why) in entrants.zip(reasons) {
        if let Some(why) = why {
            settings.excluded.push(Excluded { name: entrant.to_string(), why });
        } else {
            settings.players.push(entrant);
            kept.push(spec);
        }
    }
    if settings.players.is_empty() && !settings.excluded.is_empty() {
        return Err(every_player_excluded(&settings.excluded));
    }
    Ok((settings, kept))
}

/// Returns `true` if the player, its name or its options are at fault.
fn is_of_player(failure: &Failure) -> bool {
    matches!(failure.kind(), FailureKind::Player | FailureKind::Usage | FailureKind::Input)
}

/// The failure if no players are left, with the reasons.
fn every_player_excluded(excluded: &[Excluded]) -> Failure {
    let reasons = excluded.iter().map(|it| format!("{}: {}", it.name, it.why));
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    Failure::message(FailureKind::Player, format!("every player was excluded: {reasons}"))
}

/// The reason why the player failed to start, or `None` if it started.
type Start = Result<Option<String>, Failure>;

/// Starts these players, with one thread per core.
fn try_all(
    app: &Arc<AppContext>,
    settings: &Settings,
    players: &[PlayerSpec],
    candidates: &[usize],
) -> Result<Vec<Start>, Failure> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&candidate) = candidates.get(index) else { return };
            let start = try_start(app, settings, &players[candidate], candidate);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, start));
        }
    };
    thread::scope(|scope| {
        for number in 0..runner::core_count().min(candidates.len()) {
            let worker = thread::Builder::new().name(format!("start {number}"));
            worker.spawn_scoped(scope, work).or_fail(FailureKind::Failed)?;
        }
        Ok::<(), Failure>(())
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, start)| start).collect())
}

/// Starts the player in a game that its opponent ends with its first move.
fn try_start(
    app: &Arc<AppContext>,
    settings: &Settings,
    spec: &PlayerSpec,
    candidate: usize,
) -> Start {
    let game = table_game(&settings.game).or_fail(FailureKind::Usage)?;
    let entrant = settings.players[candidate].clone();
    match entrants::resolve(app, &settings.game, entrant, spec) {
        Err(failure) if is_of_player(&failure) => return Ok(Some(failure.to_string())),
        resolved => drop(resolved?),
    }
    let seats = game.seat_count();
    let mut own = Settings::new(settings.game.clone(), vec![OPPONENT.into(); seats - 1]);
    own.adjudication = Adjudication { plies_max: Some(1), ..Adjudication::default() };
    own.startup_limit = settings.startup_limit;
    own.players.push(settings.players[candidate].clone());
    let mut specs = vec![PlayerSpec::from_user(OPPONENT); seats - 1];
    specs.push(spec.clone());
    let (tournament, requests) =
        setup::plan(app, setup::with_distinct_names(own), &specs, FailureKind::Usage)?;
    let entrants = match Entrants::open(app, &tournament, requests, Some(1)) {
        Err(failure) if is_of_player(&failure) => {
            return Ok(Some(failure.to_string()));
        }
        opened => opened?,
    };
    let job = Job { round: 0, number: 0, set: 0, players: (0..seats).collect() };
    Ok(match play(&tournament, &job, &entrants, &CancelToken::default()) {
        Err(NoResult::CantStart { why, .. }) => Some(why),
        // Any other fault is judged during the tournament.
        _ => None,
    })
}
