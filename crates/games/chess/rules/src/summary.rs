//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Checkmate the king: attack it so that no move saves it. White moves first.
King: one square in any direction. Queen: any distance in any direction.
Rook: rows and columns. Bishop: diagonals. Knight: an L, over other pieces.
Pawn: one square forward, two from its first row; captures diagonally.
En passant: a pawn captures a double step at once like a single step.
A pawn on the last row becomes a queen, rook, bishop or knight.
Castling: an unmoved king moves two squares toward an unmoved rook, which jumps \
over it; no piece stands between them, and no square that the king stands on or crosses is attacked.
Draws: stalemate, threefold repetition, 50 moves without a capture or a pawn move, too few pieces to mate.
Moves: e4, Nf3 (K Q R B N), exd5, e8=Q, O-O, O-O-O, or squares, like e2e4.";
