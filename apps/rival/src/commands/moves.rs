//! `rival moves`: lists the legal moves in a position.

use std::io::{Write, stdout};

use app_context::{CommandResult, FailureKind, OrFail, open_after};
use board_engine::{Turn, Viewer};
use games_package::{MatchState, TableGame};
use match_library::position_picture;
use match_view::sentences;
use notation::json::Position;
use notation::save_text;
use tui::plain_text;

use crate::arguments::MovesArguments;
use crate::commands::tablebase;
use crate::commands::write_line;
use crate::match_files::check_folder_of;

pub(crate) fn run(arguments: &MovesArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    let state = open_after(&*game, arguments.place.text(), &arguments.after)?;
    if let Some(file) = &arguments.svg {
        check_folder_of(Some(file))?;
        save_text(file, &picture(&*game, &*state)).or_fail(FailureKind::Failed)?;
    }
    let mut out = stdout().lock();
    if arguments.json {
        let mut object = Position::new(&*game, &*state, Viewer::Arbiter);
        if arguments.table && object.outcome.is_none() {
            let moves = tablebase::valued_moves(&arguments.game, &object.position)?;
            object.table_moves = tablebase::move_objects(moves);
        }
        return Ok(write_line(&mut out, &object)?);
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let position = state.position(Viewer::Arbiter);
    write!(out, "{}", plain_text::picture(&state.diagram(Viewer::Arbiter)))?;
    writeln!(out, "{position}")?;
    match state.ending() {
        Some(ending) => writeln!(out, "{}", sentences::ending_sentence(&*game, &ending))?,
        None if arguments.table => {
            let moves = tablebase::valued_moves(&arguments.game, &position)?;
            for line in tablebase::move_lines(&moves) {
                writeln!(out, "{line}")?;
            }
        }
        None => writeln!(out, "{}", moves.join(" "))?,
    }
    Ok(())
}

/// Draws the position with the side to move or the game's result.
fn picture(game: &dyn TableGame, state: &dyn MatchState) -> String {
    let text = match (state.ending(), state.turn()) {
        (Some(ending), _) => sentences::ending_sentence(game, &ending),
        (None, Turn::Seat(seat)) => format!("{} to move", game.seat_name(seat)),
        (None, Turn::Chance) => String::new(),
    };
    position_picture(state, Viewer::Arbiter, game.name(), &text)
}
