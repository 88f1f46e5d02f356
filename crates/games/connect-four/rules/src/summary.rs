//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) fn of(in_a_row: u8, width: u8) -> String {
    format!(
        "Complete a line of {in_a_row} discs of your color along a row, a column or a diagonal.\n\
        Players take turns dropping a disc into a column; it falls to the lowest free place.\n\
        A full board without such a line is a draw.\n\
        Moves: the number of the column, 1 to {width} from the left."
    )
}
