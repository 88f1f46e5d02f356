//! Positions that are set up by hand.

use board_engine::{Board, Diagram, Glyph, Notation, Seat, Square, Turn, Viewer};

use crate::checked_position::CheckedPosition;
use crate::{Law, Violation};

/// Takes the pieces of the picture and sets the position up from them.
pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let pieces = game.pieces_to_set_up();
    let Turn::Seat(mover) = game.turn(position) else { return Ok(()) };
    if pieces.is_empty() {
        return Ok(());
    }
    let picture = game.diagram(position, Viewer::Arbiter);
    let found = set_up(*game, &picture, &pieces, mover);
    checked.require(found.as_ref() == Ok(&board(&picture)), Law::SetUpIsThePicture, || {
        format!("it gives {found:?}")
    })
}

/// The pieces on the board, those of each square.
fn board(picture: &Diagram) -> Vec<Vec<Glyph>> {
    picture.geometry().squares().map(|square| picture.pieces(square).to_vec()).collect()
}

/// The pieces of the position that is set up from those of the picture.
///
/// # Errors
/// What is wrong with it.
fn set_up<G: Notation>(
    game: &G,
    picture: &Diagram,
    pieces: &[Glyph],
    mover: Seat,
) -> Result<Vec<Vec<Glyph>>, String> {
    let index_on = |square: Square| {
        let glyph = picture.pieces(square).first()?;
        pieces.iter().position(|piece| piece == glyph)
    };
    let board_of_picture = Board::from_fn(picture.geometry().square_count(), index_on);
    let text = game.format_set_up(&board_of_picture, mover);
    let position = game.parse_position(&text).map_err(|error| error.to_string())?;
    if game.turn(&position) != Turn::Seat(mover) {
        return Err(format!("another turn in {text}"));
    }
    Ok(board(&game.diagram(&position, Viewer::Arbiter)))
}
