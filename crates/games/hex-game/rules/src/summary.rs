//! A summary of the rules and the notation for new players.

use crate::Swap;

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) fn of(swap: Swap) -> String {
    let rules = "\
Connect your two sides of the board with a chain of your stones: Red the top and the bottom, Blue the left and the right.
Players take turns placing a stone on any free hexagon. Red moves first. Stones never move.
Exactly one side can be connected, so there are no draws.";
    let swap_rule = "\n\
Blue may answer the first stone with swap: the stone becomes Blue's and moves to the cell mirrored across the diagonal from a1.";
    let moves = "\nMoves: column letter first, like c4. a1 is at the top left.";
    match swap {
        Swap::Forbidden => format!("{rules}{moves}"),
        Swap::Allowed => format!("{rules}{swap_rule}{moves}"),
    }
}
