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
use crate::analyst::Analyst;
use crate::arguments::ReplayArguments;
use crate::full_screen::{self, Start, StudyStart};
use crate::live::{Inbox, Input};
use crate::match_files::load;

pub(crate) fn run(house: &Arc<House>, arguments: &ReplayArguments) -> CommandResult {
    let ReplayArguments { file, source, from, delay, plain } = arguments;
    // Errors in the record are reported before anything is shown.
    let replay = Replay::open(load(file, source)?, *from)?;
    if delay.is_none() && !plain && full_screen::is_possible() {
        return show(house, replay.loaded, *from);
    }
    if delay.is_none() && stdin().is_terminal() && stdout().is_terminal() {
        return Stepper::new(replay, Inbox::open(Input::Lines)?).run();
    }
    replay.play_to_end(delay.unwrap_or_default())
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
