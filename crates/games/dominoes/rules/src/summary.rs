//! A summary of the rules and the notation for new players.

/// See [`Notation::rules_summary`](board_engine::Notation::rules_summary).
pub(crate) const SUMMARY: &str = "\
Get rid of your tiles. Each tile has two halves with 0 to 6 pips.
Play a tile to either end of the line so that equal numbers meet. The first tile starts the line.
If none of your tiles fits, draw from the boneyard if the game has one; otherwise pass.
A round ends when a hand is empty, or when no tile in any hand fits.
The winner of the round scores points for the pips left in the opponents' hands.
Moves: the tile, like 6-4; with its end if it fits both, 6-4@left or 6-4@right; draw; pass.";
