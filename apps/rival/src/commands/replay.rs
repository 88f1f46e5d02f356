//! `rival replay`: replays a recorded match, checked against the rules.

mod playback;
mod stepper;

use std::io::{IsTerminal, stdin, stdout};

use house::CommandResult;

use self::playback::Replay;
use self::stepper::Stepper;
use crate::arguments::ReplayArguments;
use crate::live::{Inbox, Input};
use crate::match_files::load;

pub(crate) fn run(arguments: &ReplayArguments) -> CommandResult {
    let ReplayArguments { file, source, from, delay, .. } = arguments;
    // Errors in the record are reported before anything is shown.
    let replay = Replay::open(load(file, source)?, *from)?;
    if delay.is_none() && stdin().is_terminal() && stdout().is_terminal() {
        return Stepper::new(replay, Inbox::open(Input::Lines)?).run();
    }
    replay.play_to_end(delay.unwrap_or_default())
}
