//! `rival replay`: a recorded match once more, checked against the rules.

use std::io::{Write, stdout};
use std::thread;

use board_engine::Viewer;
use games_package::PlayedMove;
use house::{CommandResult, FailureKind, OrFail};

use crate::arguments::ReplayArguments;
use crate::recorded::{self, Recorded};
use crate::sentences;

pub(crate) fn run(arguments: &ReplayArguments) -> CommandResult {
    // What is wrong with the record is found before anything is shown.
    let Recorded { record, game, end } = recorded::load(&arguments.file)?;
    let mut state = game.open(Some(&record.start)).or_fail(FailureKind::Input)?;
    let mut out = stdout().lock();
    let players: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
    writeln!(out, "{}\n", sentences::match_title(&*game, &players, record.time_control))?;
    writeln!(out, "{}", sentences::picture(&state.diagram(Viewer::Arbiter)))?;
    for (ply, number) in record.plies.iter().zip(0..) {
        let turn = state.turn();
        let mv = state.play(&ply.mv).or_fail(FailureKind::Input)?;
        let position = state.position(Viewer::Arbiter);
        let played =
            PlayedMove { ply: number, turn, mv, position, elapsed: ply.elapsed, clock: ply.clock };
        writeln!(out, "{}", sentences::move_sentence(&*game, &played))?;
        out.flush()?;
        thread::sleep(arguments.delay);
    }
    writeln!(out, "\n{}", sentences::picture(&end.diagram(Viewer::Arbiter)))?;
    match &record.ending {
        Some(ending) => writeln!(out, "{}", sentences::ending_sentence(&*game, ending))?,
        None => writeln!(out, "The match goes on.")?,
    }
    Ok(())
}
