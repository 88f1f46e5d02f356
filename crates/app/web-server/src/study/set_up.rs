//! Setting up positions piece by piece.

use board_engine::{Board, Viewer};
use notation::json::{Piece, SeatNumber};
use serde::{Deserialize, Serialize};

use super::line::view_of;
use crate::error::Refused;
use crate::frames::View;

/// The request for a position.
#[derive(Debug, Deserialize)]
pub(crate) struct SetUp {
    game: String,
    /// For each square of the board, its piece as an index into the list of the game's pieces.
    pieces: Vec<Option<usize>>,
    turn: SeatNumber,
}

/// The resulting position.
#[derive(Debug, Serialize)]
pub(crate) struct SetUpPosition {
    position: String,
    /// The reason why it can't be played; null if it can.
    problem: Option<String>,
    /// Null if there is a problem.
    view: Option<View>,
}

/// The pieces for setting up positions of a game; empty if the game doesn't support it.
///
/// # Errors
/// [`Refused`] if the game does not exist.
pub(crate) fn pieces(game: &str) -> Result<Vec<Piece>, Refused> {
    Ok(app_context::game(game)?.pieces_to_set_up().iter().map(Piece::from).collect())
}

impl SetUp {
    /// The position.
    ///
    /// # Errors
    /// [`Refused`] if the game doesn't support position setup, or has no such pieces.
    pub(crate) fn position(&self) -> Result<SetUpPosition, Refused> {
        let game = app_context::game(&self.game)?;
        let count = game.pieces_to_set_up().len();
        if count == 0 {
            let why = "cannot be set up piece by piece; write them as text";
            return Err(Refused::bad(format!("positions of {} {why}", game.name())));
        }
        let start = game.open(None).map_err(|error| Refused::failed(error.to_string()))?;
        let squares = start.diagram(Viewer::Arbiter).geometry().square_count();
        if self.pieces.len() != squares {
            let given = self.pieces.len();
            return Err(Refused::bad(format!(
                "pieces: {given} given, but the board has {squares} squares"
            )));
        }
        if let Some(piece) = self.pieces.iter().flatten().find(|&&piece| piece >= count) {
            return Err(Refused::bad(format!("pieces: no piece {piece}, the game has {count}")));
        }
        let seats = game.seat_count();
        let turn = self.turn.seat(seats);
        let turn = turn.ok_or_else(|| {
            Refused::bad(format!("turn: no seat {}, the game has {seats}", self.turn.0))
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
