//! `rival plugin check`: checks a plugin against everything that a match may ask of a player.

mod checks;
mod error;
mod matches;
mod memory;
mod observed_player;
mod report;
mod schedule;
mod subject;

use anyhow::anyhow;
use games_package::{Options, PlayerInfo};
use house::{CommandResult, Failure, FailureKind, House, OrFail};
use plugin_host::{Plugin, ProcessPool};

use self::report::Report;
use self::schedule::make_all;
use self::subject::{CheckedGames, STOP_TIME_MAX, Subject};
use crate::arguments::CheckArguments;

pub(super) fn run(house: &House, arguments: &CheckArguments) -> CommandResult {
    let plugin = house.load_plugin(&arguments.file, STOP_TIME_MAX)?;
    let players = players(&plugin, arguments)?;
    let mut report = Report::begin(&plugin, arguments.json)?;
    for (info, options, games) in &players {
        let (plugin, pool) = (&plugin, ProcessPool::default());
        let subject = Subject { plugin, info, options, games, seed: arguments.seed, pool };
        make_all(&subject, &mut report)?;
    }
    report.end()
}

/// A player, its options, and the games in which it is checked.
type PlayerToCheck = (PlayerInfo, Options, CheckedGames);

/// The players that are checked: the one that was asked for, or all.
fn players(plugin: &Plugin, arguments: &CheckArguments) -> Result<Vec<PlayerToCheck>, Failure> {
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
fn games_of(info: &PlayerInfo, only: Option<&str>) -> Result<CheckedGames, Failure> {
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
    Ok(CheckedGames::of(&info.games, games))
}
