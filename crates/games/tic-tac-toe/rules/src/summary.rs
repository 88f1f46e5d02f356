//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) fn of(in_a_row: u8) -> String {
    format!(
        "Be the first with {in_a_row} of your marks in a line: a row, a column or a diagonal.\n\
        Players take turns putting a mark on a free square.\n\
        A full board without such a line is a draw.\n\
        Moves: the square, column letter first, like b2."
    )
}
