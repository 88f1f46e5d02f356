//! Sets up positions piece by piece.

use board_engine::{Board, Glyph, Square, Viewer};
use games_package::TableGame;
use notation::json::{Piece, SeatNumber};
use serde::{Deserialize, Serialize};

use super::line::view_of;
use crate::error::Refused;
use crate::frames::View;

/// A request to set up a position.
#[derive(Debug, Deserialize)]
pub(crate) struct SetUp {
    game: String,
    /// For each square on the board, its piece as an index into the game's piece list.
    pieces: Vec<Option<usize>>,
    turn: SeatNumber,
}

/// The resulting position.
#[derive(Debug, Serialize)]
pub(crate) struct SetUpPosition {
    position: String,
    /// The reason why the position can't be played; null if it can be played.
    problem: Option<String>,
    /// The position's view; null if there is a problem.
    view: Option<View>,
}

/// A promotion rule: when this piece is put on one of these squares, it becomes one of these other pieces.
#[derive(Debug, Serialize)]
pub(crate) struct Promotion {
    /// The piece's index in the game's piece list.
    piece: usize,
    squares: Vec<usize>,
    becomes: Vec<Piece>,
}

/// A move with several pieces at once. The user makes this move by moving the first piece to the target square.
#[derive(Debug, Serialize)]
pub(crate) struct JointMove {
    target: usize,
    pieces: Vec<JointPiece>,
}

/// A piece in a joint move.
#[derive(Debug, Serialize)]
struct JointPiece {
    /// The piece's index in the game's piece list.
    piece: usize,
    from: usize,
    to: usize,
}

/// The game's moves with several pieces at once.
pub(crate) fn joint_moves(game: &dyn TableGame) -> Vec<JointMove> {
    let kinds = game.pieces_to_set_up();
    let joint_piece = |(glyph, from, to): (Glyph, Square, Square)| {
        let piece = kinds.iter().position(|kind| *kind == glyph)?;
        Some(JointPiece { piece, from: from.index(), to: to.index() })
    };
    let joint_move = |joint: board_engine::JointMove| {
        let pieces = joint.pieces.into_iter().map(joint_piece).collect::<Option<_>>()?;
        Some(JointMove { target: joint.target.index(), pieces })
    };
    game.joint_moves().into_iter().filter_map(joint_move).collect()
}

/// The game's promotion rules for setting up positions; empty if the game doesn't support position setup.
///
/// # Errors
/// [`Refused`] if the game has no initial position.
pub(crate) fn promotions(game: &dyn TableGame) -> Result<Vec<Promotion>, Refused> {
    let start = game.open(None).map_err(|error| Refused::failed(error.to_string()))?;
    let diagram = start.diagram(Viewer::Arbiter);
    let mut promotions: Vec<(Vec<Glyph>, Promotion)> = Vec::new();
    for (index, glyph) in game.pieces_to_set_up().iter().enumerate() {
        for square in diagram.geometry().squares() {
            let becomes = game.promotions(glyph, square);
            match promotions.last_mut() {
                _ if becomes.is_empty() => {}
                Some((known, last)) if last.piece == index && *known == becomes => {
                    last.squares.push(square.index());
                }
                _ => {
                    let pieces = becomes.iter().map(Piece::from).collect();
                    let squares = vec![square.index()];
                    let promotion = Promotion { piece: index, squares, becomes: pieces };
                    promotions.push((becomes, promotion));
                }
            }
        }
    }
    Ok(promotions.into_iter().map(|(_, promotion)| promotion).collect())
}

impl SetUp {
    /// Builds the position.
    ///
    /// # Errors
    /// [`Refused`] if the game doesn't support position setup or lacks such pieces.
    pub(crate) fn position(&self) -> Result<SetUpPosition, Refused> {
        let game = app_context::game(&self.game)?;
        let count = game.pieces_to_set_up().len();
        if count == 0 {
            let why = "cannot be set up piece by piece; write them as text";
            return Err(Refused::bad(format!("positions in {} {why}", game.name())));
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
            return Err(Refused::bad(format!("pieces: no piece {piece}; the game has {count}")));
        }
        let seats = game.seat_count();
        let turn = self.turn.seat(seats);
        let turn = turn.ok_or_else(|| {
            Refused::bad(format!("turn: no seat {}; the game has {seats}", self.turn.0))
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
