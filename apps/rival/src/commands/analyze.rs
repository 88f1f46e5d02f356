//! `rival analyze`: analysis of positions and of whole matches.

mod analyst;
mod positions;
mod session;
mod whole_match;

use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;

use analysis::Study;
use anyhow::anyhow;
use games_package::TableGame;
use house::{CommandResult, Failure, FailureKind, HUMAN, House, OrFail};
use match_library::LoadedMatch;

use self::analyst::Analyst;
use crate::arguments::{AnalyzeArguments, SourceArguments};
use crate::live::Input;
use crate::match_files;

pub(crate) fn run(house: &House, arguments: &AnalyzeArguments) -> CommandResult {
    let game = arguments.game.as_deref().map(house::game).transpose()?;
    let is_session = arguments.interactive || wants_session(arguments);
    let input = if is_session { Input::Lines } else { Input::None };
    if let Some(file) = &arguments.record {
        let loaded = load(file, arguments, game.as_deref())?;
        let analyst = Analyst::new(house, arguments, Arc::clone(&loaded.game), input)?;
        return if is_session {
            let study = Study::of_match(loaded.record, loaded.game);
            let study = study.or_fail(FailureKind::Input)?;
            session::Session::new(&analyst, study, loaded.tags).run()
        } else {
            whole_match::run(&analyst, arguments, loaded)
        };
    }
    let game = game.map_or_else(|| house.first_game(), Ok)?;
    let analyst = Analyst::new(house, arguments, game, input)?;
    let position = arguments.position.as_deref();
    if is_session {
        let study = Study::of_position(Arc::clone(&analyst.game), position, HUMAN);
        let study = study.or_fail(FailureKind::Input)?;
        return session::Session::new(&analyst, study, None).run();
    }
    if arguments.positions.is_none() {
        return positions::analyze_position(&analyst, arguments, position);
    }
    stdin().lock().lines().try_for_each(|line| {
        let line = line?;
        match line.trim() {
            "" => Ok(()),
            position => positions::analyze_position(&analyst, arguments, Some(position)),
        }
    })
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
