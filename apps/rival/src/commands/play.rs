//! `rival play`: a person at the table, line by line.

mod dialog;
mod words;

use std::io::{IsTerminal, stdin};
use std::path::Path;

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{AfterEnd, MatchSetup, Record, TableGame};

use self::dialog::Dialog;
use crate::arguments::PlayArguments;
use crate::commands::watch::{player_failure, tell_late_failures};
use crate::failure::{CommandResult, Failure, FailureKind};
use crate::house::{self, HUMAN, House};
use crate::live::{Input, LiveMatch};
use crate::recorded::{self, Recorded};

pub(crate) fn run(house: &House, arguments: &PlayArguments) -> CommandResult {
    let kept = recorded::kept();
    let kept = kept.as_deref();
    let named = arguments.resume.as_ref().and_then(Option::as_deref);
    let save = arguments.save.as_deref().or(named).or(kept);
    recorded::check_place(save)?;
    let setup = match (&arguments.resume, named.or(kept)) {
        (None, _) => fresh(house, arguments)?,
        (Some(None), Some(path)) if !path.exists() => return Err(nothing_kept()),
        (Some(_), Some(path)) => resumed(house, arguments, path)?,
        (Some(_), None) => return Err(nothing_kept()),
    };
    let game = setup.game.clone();
    let people: Vec<bool> = setup.seats.iter().map(|seat| house.is_person(&seat.spec)).collect();
    let live = LiveMatch::begin(MatchSetup { after_end: AfterEnd::Stay, ..setup }, Input::Lines)?;
    let ended = Dialog::new(&*game, live.control.clone(), people, save, stdin().is_terminal())
        .with_thinking(arguments.thinking)
        .run(&live.messages);
    let finished = live.finish()?;
    recorded::save(&finished.record, save)?;
    ended?;
    tell_late_failures(&*game, &finished);
    player_failure(&*game, &finished.record)
}

/// A match from its start.
fn fresh(house: &House, arguments: &PlayArguments) -> Result<MatchSetup, Failure> {
    let game = arguments.game.as_deref().map_or_else(|| house.first_game(), house::game)?;
    let players = seat_players(house, &*game, arguments)?;
    let mut setup = house.match_setup(game, &players, &arguments.limits, arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    Ok(setup)
}

fn nothing_kept() -> Failure {
    let error = anyhow!("no match was kept to go on with: name its file, like --resume match.toml");
    Failure::new(FailureKind::Input, error)
}

/// The match in a record, from where it stands.
fn resumed(house: &House, arguments: &PlayArguments, path: &Path) -> Result<MatchSetup, Failure> {
    let Recorded { record, game, .. } = recorded::load(path)?;
    let mut players: Vec<String> =
        record.players.iter().map(|player| player.spec.clone()).collect();
    for seat in &arguments.seats {
        let count = players.len();
        let place = players
            .get_mut(seat.number - 1)
            .ok_or_else(|| no_such_seat(&*game, seat.number, count))?;
        place.clone_from(&seat.player);
    }
    let seed = arguments.seed.unwrap_or(record.seed);
    let mut setup = house.match_setup(game, &players, &arguments.limits, Some(seed))?;
    let Record { mut plies, time_control, pondering, start, .. } = record;
    if arguments.limits.time.is_none() && arguments.limits.clock.is_none() {
        setup.time_control = time_control;
    } else {
        // What the clocks showed says nothing where time is counted in another way.
        for ply in &mut plies {
            ply.clock = None;
        }
    }
    setup.pondering |= pondering;
    setup.opening = plies;
    setup.position = Some(start);
    Ok(setup)
}

/// Who sits where: what the command line says; else one person, and on all other seats the level that is asked for or
/// the default opponent.
fn seat_players(
    house: &House,
    game: &dyn TableGame,
    arguments: &PlayArguments,
) -> Result<Vec<String>, Failure> {
    let count = game.seat_count();
    let mut specs: Vec<Option<String>> = vec![None; count];
    for seat in &arguments.seats {
        let place =
            specs.get_mut(seat.number - 1).ok_or_else(|| no_such_seat(game, seat.number, count))?;
        *place = Some(seat.player.clone());
    }
    let own = if arguments.second { count.min(2) - 1 } else { 0 };
    let wants_own = arguments.first || arguments.second;
    if wants_own && specs[own].is_some() {
        let error = anyhow!("{} is taken by --seat {}", game.seat_name(Seat::new(own)), own + 1);
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let free = if wants_own { Some(own) } else { specs.iter().position(Option::is_none) };
    if let Some(free) = free {
        specs[free] = Some(HUMAN.into());
    }
    let opponent = match &arguments.level {
        Some(level) => house::level(level),
        None => house.default_opponent(game.name()),
    };
    Ok(specs.into_iter().map(|spec| spec.unwrap_or_else(|| opponent.clone())).collect())
}

fn no_such_seat(game: &dyn TableGame, number: usize, count: usize) -> Failure {
    Failure::new(
        FailureKind::Usage,
        anyhow!("{} has no seat {number}: its seats are 1 to {count}", game.name()),
    )
}
