//! `rival analyze`: analyzes positions and whole matches.

mod positions;
mod subject;
mod whole_match;

use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;

use analysis::Study;
use anyhow::anyhow;
use app_context::{
    AppContext, CommandResult, Failure, FailureKind, HUMAN, Limits, OrFail, PlayerSpec,
    name_unusable_files,
};
use games_package::{TableGame, ThinkingLimits};
use match_library::LoadedMatch;
use tui::analyst::{Analyst, LINES_COUNT};
use tui::full_screen::{self, Start, StudyStart, line_by_line};
use tui::live::{Inbox, Input};
use tui::plain_text::BoardStyle;
use tui::study_dialog::StudyDialog;

use super::{board_style, show};
use crate::arguments::{AnalyzeArguments, SourceArguments};
use crate::match_files;

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Text or JSON, printed without interaction.
    Report,
    /// A study that the user explores line by line.
    Lines,
    /// A study on the full screen.
    FullScreen,
}

pub(crate) fn run(app: &Arc<AppContext>, arguments: AnalyzeArguments) -> CommandResult {
    let arguments = &subject::resolved(arguments)?;
    check_player(app, arguments)?;
    let game = arguments.game.as_deref().map(app_context::game).transpose()?;
    let is_session = arguments.interactive || wants_session(arguments);
    let form = match is_session {
        false => Form::Report,
        true if !arguments.plain && !arguments.words && full_screen::is_possible() => {
            Form::FullScreen
        }
        true => Form::Lines,
    };
    let inbox = Inbox::open(match form {
        Form::Report => Input::None,
        Form::FullScreen => Input::Keys,
        Form::Lines => Input::Lines,
    })?;
    if let Some(file) = &arguments.record {
        let loaded = load(file, arguments, game.as_deref())?;
        let analyst = analyst(app, arguments, Arc::clone(&loaded.game), form, &inbox);
        return if is_session {
            let study = Study::of_match(loaded.record, loaded.game);
            let study = study.or_fail(FailureKind::Input)?;
            explore(app, analyst, study, &inbox, form, board_style(arguments.words))
        } else {
            let damage = match_files::Damage::of(file, &loaded);
            whole_match::run(&analyst, &inbox, arguments, loaded)?;
            damage.check()
        };
    }
    let game = game.map_or_else(|| app.first_game(), Ok)?;
    let analyst = analyst(app, arguments, game, form, &inbox);
    let position = arguments.position.as_deref();
    if is_session {
        let study = Study::of_position(Arc::clone(&analyst.game), position, HUMAN);
        let study = study.or_fail(FailureKind::Input)?;
        return explore(app, analyst, study, &inbox, form, board_style(arguments.words));
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

/// Rejects a player if its protocol doesn't report scores.
fn check_player(app: &AppContext, arguments: &AnalyzeArguments) -> CommandResult {
    let Some(player) = &arguments.player else { return Ok(()) };
    if app.find(&PlayerSpec::from_user(player))?.name.starts_with("engine:dxp:") {
        let why = "can't analyze: DXP sends no scores; choose another player";
        return Err(Failure::new(FailureKind::Usage, anyhow!("{player} {why}")));
    }
    Ok(())
}

/// The player from the command line or the default player, with options and limits. On the full screen, the player
/// shows several lines by default.
fn analyst<'a>(
    app: &'a AppContext,
    arguments: &AnalyzeArguments,
    game: Arc<dyn TableGame>,
    form: Form,
    inbox: &Inbox,
) -> Analyst<'a> {
    let AnalyzeArguments { time, depth, nodes, seed, lines, threads, .. } = *arguments;
    let named = arguments.player.as_deref().map(PlayerSpec::from_user);
    let player = named.unwrap_or_else(|| match form {
        Form::FullScreen if lines.is_none() => app.analyst_with_lines(game.name(), LINES_COUNT),
        _ => app.analyst(game.name()),
    });
    let lines = lines.map(|count| format!("lines={count}"));
    let threads = threads.map(|count| format!("threads={count}"));
    let options = lines.into_iter().chain(threads);
    let player = options.fold(player, |player, option| player.with_option(&option));
    let limits = Limits { time, thinking: ThinkingLimits { depth, nodes }, ..Limits::default() };
    let analyst = Analyst::new(app, game, player, limits, seed, inbox);
    // The player has opened its files, and the full screen is not open yet. Later warnings would appear only at the
    // next prompt or result, when the user may already be rebuilding the files or the player may have failed without
    // them.
    if form == Form::FullScreen {
        name_unusable_files();
    }
    analyst
}

/// Explores a study on the full screen, or line by line.
fn explore(
    app: &Arc<AppContext>,
    analyst: Analyst<'_>,
    study: Study,
    inbox: &Inbox,
    form: Form,
    board: BoardStyle,
) -> CommandResult {
    if form == Form::FullScreen {
        let start = StudyStart { study, analyst, puzzle: None };
        return show(app, inbox, Start::Study(Box::new(start)));
    }
    let (mut settings, out) = (line_by_line::settings(board), &mut stdout());
    let dialog = StudyDialog::new(&analyst, study, out).with_board(board);
    let next = dialog.run(inbox, &mut settings.lines)?;
    line_by_line::go_on(app, inbox, &mut settings, next, out)
}

/// Returns `true` if the command starts a session: in a terminal, without limits or output options.
fn wants_session(arguments: &AnalyzeArguments) -> bool {
    let AnalyzeArguments { time, depth, nodes, positions, save, to, json, .. } = arguments;
    let is_limited = time.is_some() || depth.is_some() || nodes.is_some();
    let wants_output = *json || positions.is_some() || save.is_some() || to.is_some();
    !is_limited && !wants_output && stdin().is_terminal() && stdout().is_terminal()
}

/// The match named on the command line.
///
/// # Errors
/// If the match can't be loaded or is for another game.
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
            let error = anyhow!("{file}: the record's game is {found}, not {}", game.name());
            Err(Failure::new(FailureKind::Input, error))
        }
        _ => Ok(loaded),
    }
}
