//! `rival replay`: replays a recorded match and checks it against the rules.

use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;

use analysis::Study;
use app_context::{AppContext, CommandResult, FailureKind, OrFail};
use match_library::LoadedMatch;
use tui::analyst::Analyst;
use tui::full_screen::{self, Start, StudyStart, line_by_line};
use tui::live::{Inbox, Input};
use tui::replay::{Replay, Stepper};
use tui::study_dialog::StudyDialog;

use super::{board_style, show};
use crate::arguments::ReplayArguments;
use crate::match_files::{Damage, load};

pub(crate) fn run(app: &Arc<AppContext>, arguments: &ReplayArguments) -> CommandResult {
    let ReplayArguments { file, source, from, delay, plain, words, interactive } = arguments;
    // Report errors in the record before showing anything.
    let loaded = load(file, source)?;
    let damage = Damage::of(file, &loaded);
    let replay = Replay::open(loaded, *from, board_style(*words))?;
    let is_line_by_line = *plain || *words || *interactive;
    if delay.is_none() && !is_line_by_line && full_screen::is_possible() {
        return show_match(app, replay.loaded, *from);
    }
    if *interactive || delay.is_none() && stdin().is_terminal() && stdout().is_terminal() {
        return step(app, replay);
    }
    replay.play_to_end(delay.unwrap_or_default(), &mut stdout().lock())?;
    damage.check()
}

/// Steps through the match by typed commands. The first typed move or analysis command turns the replay into an
/// analysis.
fn step(app: &Arc<AppContext>, replay: Replay) -> CommandResult {
    let inbox = Inbox::open(Input::Lines)?;
    let mut stepper = Stepper::new(replay, &inbox);
    let Some(line) = stepper.run(&mut stdout())? else { return Ok(()) };
    let Replay { loaded, state, board, .. } = stepper.into_replay();
    let mut study = Study::of_match(loaded.record, loaded.game).or_fail(FailureKind::Input)?;
    study.go_to(state.ply());
    let analyst = Analyst::of_game(app, study.game().clone(), &inbox);
    let (mut settings, out) = (line_by_line::settings(board), &mut stdout());
    settings.lines.push(line);
    let next = StudyDialog::new(&analyst, study, out)
        .with_board(board)
        .go_on(&inbox, &mut settings.lines)?;
    line_by_line::go_on(app, &inbox, &mut settings, next, out)
}

/// Shows the match on the full screen, after `from` plies.
fn show_match(app: &Arc<AppContext>, loaded: LoadedMatch, from: usize) -> CommandResult {
    let LoadedMatch { record, game, .. } = loaded;
    let mut study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
    study.go_to(from);
    let inbox = Inbox::open(Input::Keys)?;
    let analyst = Analyst::of_game(app, study.game().clone(), &inbox);
    let start = StudyStart { study, analyst, puzzle: None };
    show(app, &inbox, Start::Study(Box::new(start)))
}
