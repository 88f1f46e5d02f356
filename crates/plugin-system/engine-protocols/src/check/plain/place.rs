//! Positions to ask a program about.

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, TableGame};

/// A position as seen by the seat to move.
pub(super) struct Place {
    pub(super) seat: Seat,
    pub(super) start: String,
    pub(super) moves: String,
    pub(super) position: String,
    pub(super) legal_moves: Vec<String>,
}

/// The first positions in which the starting seat is to move, if all seats play their first legal move: at least one
/// and at most `count`.
///
/// # Errors
/// If no seat ever moves in this game.
pub(super) fn places(rules: &dyn TableGame, count: usize) -> Result<Vec<Place>, String> {
    let mut state = open(rules)?;
    let mut places: Vec<Place> = Vec::new();
    while places.len() < count
        && let Some(place) = next_place(rules, &mut *state)?
    {
        state.play(&place.legal_moves[0]).map_err(|error| error.reason())?;
        if places.first().is_none_or(|first| first.seat == place.seat) {
            places.push(place);
        }
    }
    if places.is_empty() {
        Err("this game has no position in which a seat is to move".into())
    } else {
        Ok(places)
    }
}

/// The position after the first legal move, or `None` if that move ends the game.
pub(super) fn second_place(rules: &dyn TableGame) -> Result<Option<Place>, String> {
    let mut state = open(rules)?;
    let Some(first) = next_place(rules, &mut *state)? else { return Ok(None) };
    state.play(&first.legal_moves[0]).map_err(|error| error.reason())?;
    next_place(rules, &mut *state)
}

fn open(rules: &dyn TableGame) -> Result<Box<dyn MatchState>, String> {
    rules.open(None).map_err(|error| error.reason())
}

/// The next position in which a seat is to move, after the first possible outcome of every chance event. `None` if the
/// game is over.
fn next_place(rules: &dyn TableGame, state: &mut dyn MatchState) -> Result<Option<Place>, String> {
    while state.turn() == Turn::Chance && state.play_drawn(&mut |_| 0).is_some() {}
    let Turn::Seat(seat) = state.turn() else { return Ok(None) };
    let mut legal_moves = Vec::new();
    state.legal_moves(&mut legal_moves);
    if legal_moves.is_empty() {
        return Ok(None);
    }
    let viewer = Viewer::Seat(seat);
    Ok(Some(Place {
        seat,
        start: open(rules)?.position(viewer),
        moves: state.moves(viewer).join(" "),
        position: state.position(viewer),
        legal_moves,
    }))
}
