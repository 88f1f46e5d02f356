//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Checkmate the king: attack it so that no move saves it. White moves first.
King: one square in any direction. Queen: any distance in any direction.
Rook: along rows and columns. Bishop: along diagonals. Knight: an L, over other pieces.
Pawn: one square forward, or two from its first row. It captures diagonally forward.
A pawn that passes an attacked square with its double step can be captured there on the next move (en passant).
A pawn on the last row becomes a queen, rook, bishop or knight.
Castling: the king moves two squares to a rook, which jumps over it. Neither may have moved before, the squares between \
them must be empty, and the king may not be in check or pass through check.
Draws: no legal move without check (stalemate), threefold repetition, fifty moves without a capture or a pawn move, too few \
pieces to mate.
Moves: e4, Nf3 (K Q R B N name the piece), exd5, e8=Q, O-O and O-O-O for castling, or squares, as in e2e4.";
