//! Options of players that search.

/// How far a [`SearchPlayer`](crate::SearchPlayer) searches. What the match allows may be less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// How many plies it looks ahead, if that is limited.
    pub depth: Option<u32>,
    /// How many positions it visits for a move, or how many games it plays out if it does that, if that is limited. Then
    /// it doesn't ponder.
    pub nodes: Option<u64>,
    /// The same for a move that nothing else limits: neither the match nor these options, nor a clock.
    pub nodes_default: u64,
    /// Whether it searches while others are to move, where the match allows it.
    pub ponders: bool,
    /// Whether it searches as well where there is a single legal move, if the time for each move is so short that nobody
    /// notices the wait: what it learns is there at its next move, and time that is not used is lost.
    pub looks_at_single_moves: bool,
}

/// How many positions a player visits for one move that nothing else limits: a fraction of a second for most games, and
/// the same moves on every machine.
pub const NODES_DEFAULT: u64 = 300_000;

/// How many games a player plays out for one move that nothing else limits.
pub const PLAYOUTS_DEFAULT: u64 = 20_000;

impl SearchOptions {
    /// No limits but [`NODES_DEFAULT`], no pondering, and single legal moves are played at once.
    pub const DEFAULT: Self = Self {
        depth: None,
        nodes: None,
        nodes_default: NODES_DEFAULT,
        ponders: false,
        looks_at_single_moves: false,
    };

    /// [`DEFAULT`](Self::DEFAULT) with this depth.
    pub const fn to_depth(depth: Option<u32>) -> Self {
        Self { depth, ..Self::DEFAULT }
    }
}

impl Default for SearchOptions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}
