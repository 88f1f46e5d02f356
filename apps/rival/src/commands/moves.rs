//! `rival moves`: the legal moves of a position.

use std::io::{Write, stdout};

use board_engine::Viewer;
use house::{CommandResult, FailureKind, OrFail};
use match_json::Position;
use match_view::sentences;

use crate::arguments::MovesArguments;
use crate::boards;
use crate::commands::json::write_line;

pub(crate) fn run(arguments: &MovesArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let mut state = game.open(arguments.position.as_deref()).or_fail(FailureKind::Input)?;
    for mv in arguments.after.split_whitespace() {
        state.play(mv).or_fail(FailureKind::Input)?;
    }
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(write_line(&mut out, &Position::new(&*game, &*state, Viewer::Arbiter))?);
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let position = state.position(Viewer::Arbiter);
    write!(out, "{}", boards::picture(&state.diagram(Viewer::Arbiter)))?;
    writeln!(out, "{position}")?;
    match state.ending() {
        Some(ending) => writeln!(out, "{}", sentences::ending_sentence(&*game, &ending))?,
        None => writeln!(out, "{}", moves.join(" "))?,
    }
    Ok(())
}
