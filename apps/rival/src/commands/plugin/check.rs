//! `rival plugin check`: plays a plugin through everything that a table may ask of it.

mod matches;
mod memory;
mod report;
mod subject;
mod trials;
mod witness;

use anyhow::anyhow;
use games_package::{Options, PlayerInfo};
use house::{CommandResult, Failure, FailureKind, House, OrFail};
use plugin_host::Plugin;

use self::report::{Report, Row};
use self::subject::{Repertoire, STOP_TIME_MAX, Subject};
use self::trials::{TRIALS, Trial, Trouble};
use crate::arguments::CheckArguments;

pub(super) fn run(house: &House, arguments: &CheckArguments) -> CommandResult {
    let plugin = house.load_plugin(&arguments.file, STOP_TIME_MAX)?;
    let seats = seats(&plugin, arguments)?;
    let mut report = Report::begin(&plugin, arguments.json)?;
    for (info, options, games) in &seats {
        for trial in TRIALS {
            // Each trial gets the plugin anew.
            let plugin = &house.load_plugin(&arguments.file, STOP_TIME_MAX)?;
            let subject = Subject { plugin, info, options, games, seed: arguments.seed };
            report.add(&try_out(trial, &subject)?)?;
        }
    }
    report.end()
}

/// A player that is checked, how it is set, and the games in which it is checked.
type ToCheck = (PlayerInfo, Options, Repertoire);

/// The players that are checked: the one that was asked for, or all.
fn seats(plugin: &Plugin, arguments: &CheckArguments) -> Result<Vec<ToCheck>, Failure> {
    let asked = arguments.player.as_deref();
    let (name, options) =
        asked.map_or(("", ""), |asked| asked.split_once(':').unwrap_or((asked, "")));
    let options: Options = options.parse().or_fail(FailureKind::Usage)?;
    let players: Vec<&PlayerInfo> = match asked {
        Some(_) => vec![plugin.player(name).or_fail(FailureKind::Usage)?],
        None => plugin.players().iter().collect(),
    };
    let seat = |info: &PlayerInfo| {
        options.checked(&info.name, &info.options).or_fail(FailureKind::Usage)?;
        Ok((info.clone(), options.clone(), games_of(info, arguments.game.as_deref())?))
    };
    players.into_iter().map(seat).collect()
}

/// The games that a player plays, or only the one that was asked for.
fn games_of(info: &PlayerInfo, only: Option<&str>) -> Result<Repertoire, Failure> {
    let games: Vec<String> = match only {
        Some(name) => vec![house::game(name)?.name().into()],
        None => game_catalog::games().into_iter().map(|game| game.name).collect(),
    };
    let games: Vec<String> = games.into_iter().filter(|game| info.games.include(game)).collect();
    if games.is_empty() {
        let asked = only.map_or_else(|| "any game that is known here".into(), str::to_string);
        let error = anyhow!("{} doesn't play {asked}", info.name);
        return Err(Failure::new(FailureKind::Player, error));
    }
    Ok(Repertoire::of(&info.games, games))
}

/// Tries one thing out in the games of the player. The first game that shows a fault is named.
fn try_out(trial: &Trial, subject: &Subject<'_>) -> Result<Row, Failure> {
    let Repertoire { all, one_of_each } = subject.games;
    let games = if trial.in_every_variant { all } else { one_of_each };
    let mut detail = String::new();
    for game in games {
        match (trial.run)(subject, game) {
            Ok(found) => detail = found,
            Err(Trouble::Fault(fault) | Trouble::Refusal(fault)) => {
                return Ok(Row::new(trial, subject, fault).in_game(game));
            }
            Err(Trouble::Failure(failure)) => return Err(failure),
        }
    }
    if games.len() > 1 {
        detail = format!("{} games", games.len());
    }
    Ok(Row::passed(trial, subject, detail))
}
