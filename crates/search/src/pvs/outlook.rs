//! What the static evaluation says of a node.

use board_engine::Seat;

use crate::{MoveIndex, Score};

/// What a node looks like, for the choice of what is left out there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outlook {
    /// The key of the node.
    pub(super) key: u64,
    /// The static evaluation; none in check, or where the game's [`Hints`] don't let the search rely on it.
    pub(super) static_score: Option<Score>,
    /// The same before it was corrected.
    pub(super) raw_score: Option<Score>,
    /// Whether the evaluation is better than before the mover's last move.
    pub(super) improves: bool,
    /// Whether the move before was a pass.
    pub(super) is_after_pass: bool,
    /// The mover of the move that led here, and its index; none at the root and after a pass.
    pub(super) led_by: Option<(Seat, MoveIndex)>,
    /// Whether some move is expected to be enough for a cut: so it is where the opponent's first move led here.
    pub(super) expects_cut: bool,
}
