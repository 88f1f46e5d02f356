//! Matches as animated SVG.

use crate::board_picture::{FRAMES_MAX, Labels, PictureFrame, svg};
use crate::titles::record_title;
use board_engine::{Seat, Square, Viewer};
use games_package::{Ending, MatchState, Record, ReplayError, TableGame};

/// The match as an animated SVG file: one move per second, in a loop.
///
/// A finished match is shown with all hands revealed. An unfinished match shows only public information, as at the
/// table.
///
/// # Errors
/// [`ReplayError`] if a move is illegal.
pub(crate) fn animation(record: &Record, game: &dyn TableGame) -> Result<String, ReplayError> {
    let viewer = if record.ending.is_some() { Viewer::Arbiter } else { Viewer::Public };
    let mut state = game.open(Some(&record.start)).map_err(ReplayError::Start)?;
    let mut frames = vec![frame(&*state, viewer, Vec::new())];
    for (ply, number) in record.plies.iter().zip(1..).take(FRAMES_MAX - 1) {
        let marked = touched(&*state, &ply.mv);
        state.play_on(&ply.mv).map_err(|error| ReplayError::Move { ply: number, error })?;
        let mut next = frame(&*state, viewer, marked);
        next.text = format!("{number}. {}", next.text);
        frames.push(next);
    }
    if let (Some(last), Some(ending)) = (frames.last_mut(), &record.ending) {
        let result = result(game, ending);
        last.text = if last.text.is_empty() { result } else { format!("{}   {result}", last.text) };
    }
    let label = |(seat, name): (Seat, &str)| format!("{}: {name}", game.seat_name(seat));
    let names = record.players.iter().map(|player| player.name.as_str());
    let players = Seat::all(record.players.len()).zip(names).map(label).collect();
    let title = record_title(record);
    Ok(svg(&frames, &Labels { title, players }))
}

/// The position as an SVG file, with `text` below it, as seen by `viewer`.
pub fn position_picture(state: &dyn MatchState, viewer: Viewer, title: &str, text: &str) -> String {
    let text = text.to_owned();
    let frame = PictureFrame { diagram: state.diagram(viewer), marked: Vec::new(), text };
    svg(&[frame], &Labels { title: title.to_owned(), players: Vec::new() })
}

fn frame(state: &dyn MatchState, viewer: Viewer, marked: Vec<Square>) -> PictureFrame {
    let text = state.last_move(viewer).unwrap_or_default();
    PictureFrame { diagram: state.diagram(viewer), marked, text }
}

/// The squares that a move touches; empty if unknown.
fn touched(state: &dyn MatchState, mv: &str) -> Vec<Square> {
    state.route(mv).unwrap_or_default()
}

fn result(game: &dyn TableGame, ending: &Ending) -> String {
    ending.describe(|seat| game.seat_name(seat))
}
