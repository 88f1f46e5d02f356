//! `rival plugin check`: checks that a plugin can handle anything that happens in a match.

mod hand_ins;

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app_context::interrupt::{self, Interruption};
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail};
use games_package::{Games, Options, PlayerInfo, TableGame};
use plugin_host::Plugin;
use plugin_host::check::{CheckFailure, CheckRow, CheckVerdict, Checker, OnRow, STOP_TIME_MAX};
use serde_json::json;

use crate::arguments::CheckArguments;

/// The time limit for stopping the matches after an interruption.
const TIME_TO_END: Duration = Duration::from_secs(10);

pub(super) fn run(app: &AppContext, arguments: &CheckArguments) -> CommandResult {
    if let Some(hand_ins) = hand_ins::find(&arguments.file)? {
        return hand_ins::run(app, arguments, &hand_ins);
    }
    if arguments.html.is_some() {
        let file = arguments.file.display();
        let why = format!("{file} is a single plugin; --html needs a folder of plugins");
        return Err(Failure::message(FailureKind::Usage, why));
    }
    let plugin = app.load_plugin(&arguments.file, STOP_TIME_MAX)?;
    let mut report = Report::begin(&plugin, arguments.json)?;
    check_plugin(&plugin, arguments, &InterruptionFlag::listen(), &mut |row| report.add(&row))?;
    report.end()
}

/// Set when the user interrupts the checks.
struct InterruptionFlag(Arc<(AtomicBool, Mutex<Option<Interruption>>)>);

impl InterruptionFlag {
    /// Starts listening for interruptions.
    fn listen() -> Self {
        let flag = Arc::new((AtomicBool::new(false), Mutex::new(None)));
        let noted = Arc::clone(&flag);
        interrupt::listen(TIME_TO_END, move |by| {
            *noted.1.lock().unwrap_or_else(PoisonError::into_inner) = Some(by);
            noted.0.store(true, Ordering::Relaxed);
            true
        });
        Self(flag)
    }

    /// The failure for an interrupted command.
    fn failure(&self) -> Failure {
        let by = *self.0.1.lock().unwrap_or_else(PoisonError::into_inner);
        by.map_or_else(Failure::interrupted, Into::into)
    }
}

/// Runs all checks of the plugin's players.
fn check_plugin(
    plugin: &Plugin,
    arguments: &CheckArguments,
    interruption: &InterruptionFlag,
    on_row: OnRow<'_>,
) -> CommandResult {
    let checker = Checker { seed: arguments.seed, is_interrupted: &interruption.0.0 };
    for (info, options, games) in &players(plugin, arguments)? {
        let checked = checker.check(plugin, info, options, games, &mut *on_row);
        checked.map_err(|failure| match failure {
            CheckFailure::Interrupted => interruption.failure(),
            CheckFailure::Report(error) => error.into(),
            failure => Failure::new(FailureKind::Failed, failure),
        })?;
    }
    Ok(())
}

/// A player, its options, and the games to check it in.
type PlayerToCheck = (PlayerInfo, Options, Vec<Arc<dyn TableGame>>);

/// The players to check: the requested one or all.
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

/// A player's games, or only the requested game.
fn games_of(info: &PlayerInfo, only: Option<&str>) -> Result<Vec<Arc<dyn TableGame>>, Failure> {
    let names: Vec<String> = match only {
        Some(name) => vec![app_context::game(name)?.name().into()],
        None => game_catalog::games().into_iter().map(|game| game.name).collect(),
    };
    let names: Vec<String> = names.into_iter().filter(|game| info.games.include(game)).collect();
    if names.is_empty() {
        let named = match &info.games {
            Games::Named(names) => names.first().map(|name| game_catalog::check_name(name)),
            Games::All => None,
        };
        let why = match (only, named) {
            (Some(game), _) => format!("{} doesn't play {game}", info.name),
            (None, Some(Err(unknown))) => {
                format!("{} supports no known game: {unknown}", info.name)
            }
            (None, _) => format!("{} supports no known game", info.name),
        };
        return Err(Failure::message(FailureKind::Player, why));
    }
    names.iter().map(|name| app_context::game(name)).collect()
}

/// Writes each row as soon as it is complete.
struct Report {
    as_json: bool,
    count: usize,
    failed: usize,
}

impl Report {
    fn begin(plugin: &Plugin, as_json: bool) -> Result<Self, Failure> {
        if !as_json {
            let (title, file) = (plugin.title(), plugin.file().display());
            let place = plugin.place();
            writeln!(stdout(), "{title}  {file}\n    runs {place}")?;
        }
        Ok(Self { as_json, count: 0, failed: 0 })
    }

    fn add(&mut self, row: &CheckRow) -> io::Result<()> {
        self.count += 1;
        self.failed += usize::from(row.verdict == CheckVerdict::Failed);
        let CheckRow { player, check, verdict, detail, game } = row;
        let mut out = stdout().lock();
        if self.as_json {
            let verdict = verdict.name().to_lowercase();
            let object = json!({"player": player, "check": check, "verdict": verdict, "detail": detail, "game": game});
            writeln!(out, "{object}")?;
        } else {
            let game = game.as_ref().map_or_else(String::new, |game| format!("{game}: "));
            let line = format!("{}  {player:<16} {check:<10} {game}{detail}", verdict.name());
            writeln!(out, "{}", line.trim_end())?;
        }
        out.flush()
    }

    /// # Errors
    /// If a check failed.
    fn end(self) -> CommandResult {
        let Self { as_json, count, failed } = self;
        if failed > 0 {
            let why = format!("{failed} of {count} checks failed");
            return Err(Failure::message(FailureKind::Player, why));
        }
        if !as_json {
            writeln!(stdout(), "{count} checks, none failed")?;
        }
        Ok(())
    }
}
