//! `rival replay`: replays a recorded match, checked against the rules.

mod playback;
mod stepper;

use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;

use analysis::Study;
use house::{CommandResult, FailureKind, House, OrFail};
use match_library::LoadedMatch;

use self::playback::Replay;
use self::stepper::Stepper;
use super::analyze::session::Session;
use crate::analyst::Analyst;
use crate::arguments::ReplayArguments;
use crate::full_screen::{self, Start, StudyStart};
use crate::live::{Inbox, Input};
use crate::match_files::load;

pub(crate) fn run(house: &Arc<House>, arguments: &ReplayArguments) -> CommandResult {
    let ReplayArguments { file, source, from, delay, plain, interactive } = arguments;
    // Errors in the record are reported before anything is shown.
    let replay = Replay::open(load(file, source)?, *from)?;
    let is_line_by_line = *plain || *interactive;
    if delay.is_none() && !is_line_by_line && full_screen::is_possible() {
        return show(house, replay.loaded, *from);
    }
    if *interactive || delay.is_none() && stdin().is_terminal() && stdout().is_terminal() {
        return step(house, replay);
    }
    replay.play_to_end(delay.unwrap_or_default())
}

/// Goes through the match by words. The first one that is a word of an analysis, or a move, makes it an analysis.
fn step(house: &House, replay: Replay) -> CommandResult {
    let inbox = Inbox::open(Input::Lines)?;
    let mut stepper = Stepper::new(replay, &inbox);
    let Some(line) = stepper.run()? else { return Ok(()) };
    let Replay { loaded, state } = stepper.into_replay();
    let mut study = Study::of_match(loaded.record, loaded.game).or_fail(FailureKind::Input)?;
    study.go_to(state.ply());
    let analyst = Analyst::of_game(house, study.game().clone(), &inbox);
    Session::new(&analyst, study, loaded.tags).go_on(&inbox, Some(line))
}

/// Shows the match on the full screen, after `from` plies.
fn show(house: &Arc<House>, loaded: LoadedMatch, from: usize) -> CommandResult {
    let LoadedMatch { record, game, tags, .. } = loaded;
    let mut study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
    study.go_to(from);
    let inbox = Inbox::open(Input::Keys)?;
    let analyst = Analyst::of_game(house, study.game().clone(), &inbox);
    let start = StudyStart { study, analyst, tags, puzzle: None };
    full_screen::run(house, &inbox, Start::Study(Box::new(start)))
}
