//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) fn of(goal: u16) -> String {
    format!(
        "Be the first to reach {goal} points.\n\
        On your turn, roll the die as often as you like. Each roll adds its number to the turn total.\n\
        A 1 ends your turn and loses the turn total. Hold ends it and adds the turn total to your score.\n\
        Moves: roll or hold, or r and h."
    )
}
