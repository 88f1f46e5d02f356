//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Bring a pawn to the row on the far side of the board, or capture all opposing pawns. White moves first.
A pawn moves one square straight or diagonally forward to an empty square.
It captures one square diagonally forward, never straight ahead. Captures are optional.
There are no draws.
Moves: the pawn's start and target squares, like a2a3; a capture has an x, like a2xb3.";
