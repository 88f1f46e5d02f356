//! Which moves a search looks at first.

use othello::{Move, Othello, Position};

use super::terms;

/// What a corner ranks as.
const CORNER: i32 = 60;
/// What each move that the opponent has afterwards costs.
const REPLY: i32 = 8;
/// What each corner that the opponent can take afterwards costs besides.
const CORNER_REPLY: i32 = 24;

/// The fewer replies, the better: such moves are often good, and their trees are small ("fastest first").
#[inline]
pub(super) fn rank(game: &Othello, position: &Position, mv: Move) -> i32 {
    let Some(square) = mv.square() else { return 0 };
    let after = position.after(square);
    let replies = game.placings(&after);
    let corners = terms::corners_of(game);
    let corner = if corners.contains(square) { CORNER } else { 0 };
    let corner_replies = (replies & corners).count().cast_signed();
    corner - REPLY * replies.count().cast_signed() - CORNER_REPLY * corner_replies
}
