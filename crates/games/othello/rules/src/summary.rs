//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Have more discs of your color at the end. Black moves first.
Place a disc so that it encloses opposing discs in a straight line between itself and another of your discs.
Lines run along rows, columns and diagonals. All enclosed discs are flipped to your color.
A side without such a move passes. The game ends when neither side can move.
Moves: the square, column letter first, like d3. a1 is at the top left. If you must pass, type pass.";
