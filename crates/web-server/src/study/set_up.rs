//! Positions that are set up piece by piece.

use board_engine::{Board, Viewer};
use match_json::{Piece, SeatNumber};
use serde::{Deserialize, Serialize};

use super::line::view_of;
use crate::error::Refused;
use crate::frames::View;

/// A position that is set up.
#[derive(Debug, Deserialize)]
pub(crate) struct SetUp {
    game: String,
    /// For each square of the board its piece, as an index in the list of the game's pieces.
    pieces: Vec<Option<usize>>,
    turn: SeatNumber,
}

/// What has come of it.
#[derive(Debug, Serialize)]
pub(crate) struct SetUpPosition {
    position: String,
    /// Why no game can be played from it; null if one can.
    problem: Option<String>,
    /// Null if there is a problem.
    view: Option<View>,
}

/// The pieces from which positions of a game can be set up; none if that is not possible.
///
/// # Errors
/// [`Refused`] if there is no such game.
pub(crate) fn pieces(game: &str) -> Result<Vec<Piece>, Refused> {
    Ok(house::game(game)?.pieces_to_set_up().iter().map(Piece::from).collect())
}

impl SetUp {
    /// The position.
    ///
    /// # Errors
    /// [`Refused`] if positions of the game can't be set up, or if it has no such pieces.
    pub(crate) fn position(&self) -> Result<SetUpPosition, Refused> {
        let game = house::game(&self.game)?;
        let count = game.pieces_to_set_up().len();
        if count == 0 {
            let why = "can't be set up piece by piece: write them as text";
            return Err(Refused::bad(format!("positions of {} {why}", game.name())));
        }
        let start = game.open(None).map_err(|error| Refused::failed(error.to_string()))?;
        let squares = start.diagram(Viewer::Arbiter).geometry().square_count();
        if self.pieces.len() != squares {
            let given = self.pieces.len();
            return Err(Refused::bad(format!("pieces: {given} for {squares} squares")));
        }
        if let Some(piece) = self.pieces.iter().flatten().find(|&&piece| piece >= count) {
            return Err(Refused::bad(format!("pieces: there is no piece {piece} of {count}")));
        }
        let seats = game.seat_count();
        let turn = self.turn.seat(seats);
        let turn = turn.ok_or_else(|| {
            Refused::bad(format!("turn: there is no seat {} of {seats}", self.turn.0))
        })?;
        let board = Board::from_fn(squares, |square| self.pieces[square.index()]);
        let position = game.format_set_up(&board, turn);
        Ok(match game.open(Some(&position)) {
            Ok(state) => {
                let view = view_of(&*game, &*state, Vec::new());
                SetUpPosition { position: view.position.clone(), problem: None, view: Some(view) }
            }
            Err(error) => SetUpPosition { position, problem: Some(error.reason()), view: None },
        })
    }
}
