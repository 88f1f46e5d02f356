//! `rival analyze`: analysis of positions and of whole matches.

mod positions;
pub(super) mod session;
mod whole_match;

use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;

use analysis::Study;
use anyhow::anyhow;
use games_package::TableGame;
use house::{
    CommandResult, Failure, FailureKind, HUMAN, House, OrFail, PlayerSpec, name_unusable_files,
};
use match_library::{LoadedMatch, Tags};

use crate::analyst::{Analyst, LINES_COUNT};
use crate::arguments::{AnalyzeArguments, SourceArguments};
use crate::full_screen::{self, Start, StudyStart};
use crate::live::{Inbox, Input};
use crate::match_files;

/// How the results are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// As text or JSON, without a question.
    Report,
    /// As a study that one explores line by line.
    Lines,
    /// As a study on the full screen.
    FullScreen,
}

pub(crate) fn run(house: &Arc<House>, arguments: &AnalyzeArguments) -> CommandResult {
    check_player(house, arguments)?;
    let game = arguments.game.as_deref().map(named_game).transpose()?;
    let is_session = arguments.interactive || wants_session(arguments);
    let form = match is_session {
        false => Form::Report,
        true if !arguments.plain && full_screen::is_possible() => Form::FullScreen,
        true => Form::Lines,
    };
    let inbox = Inbox::open(match form {
        Form::Report => Input::None,
        Form::FullScreen => Input::Keys,
        Form::Lines => Input::Lines,
    })?;
    if let Some(file) = &arguments.record {
        let loaded = load(file, arguments, game.as_deref())?;
        let analyst = analyst(house, arguments, Arc::clone(&loaded.game), form, &inbox);
        return if is_session {
            let study = Study::of_match(loaded.record, loaded.game);
            let study = study.or_fail(FailureKind::Input)?;
            explore(house, analyst, study, loaded.tags, &inbox, form)
        } else {
            whole_match::run(&analyst, &inbox, arguments, loaded)
        };
    }
    let game = game.map_or_else(|| house.first_game(), Ok)?;
    let analyst = analyst(house, arguments, game, form, &inbox);
    let position = arguments.position.as_deref();
    if is_session {
        let study = Study::of_position(Arc::clone(&analyst.game), position, HUMAN);
        let study = study.or_fail(FailureKind::Input)?;
        return explore(house, analyst, study, None, &inbox, form);
    }
    if arguments.positions.is_none() {
        return positions::analyze_position(&analyst, &inbox, arguments, position);
    }
    stdin().lock().lines().try_for_each(|line| {
        let line = line?;
        match line.trim() {
            "" => Ok(()),
            position => positions::analyze_position(&analyst, &inbox, arguments, Some(position)),
        }
    })
}

/// The game of this name, or for a file the way to analyze that.
fn named_game(name: &str) -> Result<Arc<dyn TableGame>, Failure> {
    house::game(name).map_err(|failure| {
        if !Path::new(name).is_file() {
            return failure;
        }
        let error = anyhow!("{name} is a file: rival analyze --record {name} analyzes its match");
        Failure::new(FailureKind::Usage, error)
    })
}

/// Refuses a player whose protocol has no scores.
fn check_player(house: &House, arguments: &AnalyzeArguments) -> CommandResult {
    let Some(player) = &arguments.player else { return Ok(()) };
    if house.find(&PlayerSpec::from_user(player))?.name.starts_with("engine:dxp:") {
        let why = "can't analyze: DXP has moves but no scores; name another player";
        return Err(Failure::new(FailureKind::Usage, anyhow!("{player} {why}")));
    }
    Ok(())
}

/// The player that analyzes. On the full screen it shows several lines by default.
fn analyst<'a>(
    house: &'a House,
    arguments: &AnalyzeArguments,
    game: Arc<dyn TableGame>,
    form: Form,
    inbox: &Inbox,
) -> Analyst<'a> {
    let default = match form {
        Form::FullScreen if arguments.lines.is_none() => {
            house.analyst_with_lines(game.name(), LINES_COUNT)
        }
        _ => house.analyst(game.name()),
    };
    let analyst = Analyst::new(house, arguments, game, default, inbox);
    // What is quoted has been opened, and the full screen has not. Without it they are named at the next prompt or result: until
    // then the player may have begun to build them again, or have failed for want of them.
    if form == Form::FullScreen {
        name_unusable_files();
    }
    analyst
}

/// Explores a study on the full screen, or line by line.
fn explore(
    house: &Arc<House>,
    analyst: Analyst<'_>,
    study: Study,
    tags: Tags,
    inbox: &Inbox,
    form: Form,
) -> CommandResult {
    if form == Form::FullScreen {
        let start = StudyStart { study, analyst, tags, puzzle: None };
        return full_screen::run(house, inbox, Start::Study(Box::new(start)));
    }
    session::Session::new(&analyst, study, tags).run(inbox)
}

/// Whether to start a session: in a terminal, without limits or output options.
fn wants_session(arguments: &AnalyzeArguments) -> bool {
    let AnalyzeArguments { time, depth, nodes, positions, save, to, json, .. } = arguments;
    let is_limited = time.is_some() || depth.is_some() || nodes.is_some();
    let wants_output = *json || positions.is_some() || save.is_some() || to.is_some();
    !is_limited && !wants_output && stdin().is_terminal() && stdout().is_terminal()
}

/// The match of the command line.
///
/// # Errors
/// If it can't be loaded, or a game is named and the match is of another one.
fn load(
    file: &Path,
    arguments: &AnalyzeArguments,
    named: Option<&dyn TableGame>,
) -> Result<LoadedMatch, Failure> {
    let rules = arguments.source.rules.as_deref().or(arguments.game.as_deref());
    let source = SourceArguments { rules: rules.map(String::from), ..arguments.source.clone() };
    let loaded = match_files::load(file, &source)?;
    let (found, file) = (loaded.game.name(), file.display());
    match named {
        Some(game) if game.name() != found => {
            let error = anyhow!("{file}: the record is of {found}, not of {}", game.name());
            Err(Failure::new(FailureKind::Input, error))
        }
        _ => Ok(loaded),
    }
}
