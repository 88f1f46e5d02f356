//! What a selective search knows of a game besides its rules and the values of its positions.

use board_engine::Game;

/// Hints for a search that orders, prunes and extends, such as principal variation search. The defaults say nothing; the
/// search then does without.
pub trait Hints<G: Game>: Send + Sync {
    /// How far the static evaluation of a quiet position can be trusted. None: the search leaves out no move on account of
    /// it, and reduces late moves by at most two plies.
    const MARGINS: Option<Margins> = None;

    /// The position after the mover has passed, if to pass is hardly ever better than the best move: what a null move
    /// searches. None if it may well be, as in endgames with zugzwang, or where the rules give the reply no sense, as in check.
    #[inline]
    fn null_move(&self, _game: &G, _position: &G::Position) -> Option<G::Position> {
        None
    }

    /// Whether the mover has to answer a threat to end the game, as in check.
    #[inline]
    fn is_in_check(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// Whether the legal move `mv` puts the opponent in check. A search that asks doesn't rely on it.
    #[inline]
    fn gives_check(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// How much the legal move `mv` gains at once, in hundredths, whatever the opponent takes for it.
    #[inline]
    fn gain(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the exchange on one square that the legal move `mv` begins gains at least `least`, in hundredths, for its
    /// mover (static exchange evaluation).
    #[inline]
    fn exchange_gains(
        &self,
        _game: &G,
        _position: &G::Position,
        _mv: G::Move,
        _least: i32,
    ) -> bool {
        true
    }

    /// Whether the mover has a noisy move. It is asked at the end of every line, before the moves are listed, so it pays to
    /// answer without listing them.
    #[inline]
    fn tension(&self, _game: &G, _position: &G::Position) -> Tension {
        Tension::Unknown
    }

    /// Whether the legal move `mv` changes so much that the position should not be evaluated before it: a capture, a
    /// promotion. Where all moves are noisy the mover has no choice but to make one of them.
    #[inline]
    fn is_noisy(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// How much a side may well give away to win more, in hundredths. Where the mover has noisy moves alone, and so may be
    /// about to take what is given, a cut on a shallow search needs that much more margin.
    #[inline]
    fn sacrifice(&self, _game: &G) -> i32 {
        0
    }

    /// The score of the legal move `mv` in the order in which moves are searched, highest first; 0 is nothing special, and
    /// useful scores lie in −1,000..=1,000. Among equals the search goes by how moves did elsewhere.
    #[inline]
    fn rank(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the position is so near the end that [`solve`](Self::solve) finds the end faster than a search of its moves.
    #[inline]
    fn is_solvable(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// The payoff that the mover of a [solvable](Self::is_solvable) position gets if both sides play perfectly. It is exact
    /// within `bounds`; a bound that it reaches or passes is enough. `None` where no position is solvable.
    #[inline]
    fn solve(
        &self,
        _game: &G,
        _position: &G::Position,
        _bounds: PayoffBounds,
    ) -> Option<SolvedPayoff> {
        None
    }

    /// Whether [`table_value`](Self::table_value) may know a position in a search of this one. A search asks once, before it
    /// begins, and pays nothing for tables that are far away.
    #[inline]
    fn is_near_tables(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// What endgame tables say of the position, in which the game must not be over by the moves that led to it; `None` if
    /// they say nothing. Asked at every node, so it must be quick where there is nothing to be known.
    #[inline]
    fn table_value(&self, _game: &G, _position: &G::Position) -> Option<TableValue> {
        None
    }

    /// A number for what positions have in common whose static evaluations are wrong in the same way, such as their pawns.
    /// None: the search corrects no evaluation.
    #[inline]
    fn structure(&self, _game: &G, _position: &G::Position) -> Option<u64> {
        None
    }

    /// By what the search remembers how `mv` did in other positions: moves that mean the same should share it.
    #[inline]
    fn move_index(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> MoveIndex {
        MoveIndex::default()
    }
}

/// The payoffs between which an exact one is wanted: those at the bounds and beyond are all alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoffBounds {
    /// The lower bound.
    pub lower: i16,
    /// The upper bound, above the lower one.
    pub upper: i16,
}

/// What [`Hints::solve`] has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedPayoff {
    /// The payoff of the mover.
    pub payoff: i16,
    /// How many plies away the end is. Other lines with the same payoff may be shorter or longer.
    pub plies: usize,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// What an endgame table says of a position for its mover, if both sides play perfectly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableValue {
    /// The payoff: more than 0 if the mover wins, 0 for a draw, less if it loses.
    pub payoff: i16,
    /// How many plies away the end is, where the table knows that and the payoff is not 0.
    pub plies: Option<u32>,
    /// Whether a rule that counts moves may end the game as a draw before.
    pub validity: Validity,
}

/// How far the value of a table holds, which knows nothing of rules that count moves. A draw always holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// In every position with the same keys.
    Always,
    /// In this position.
    Here,
    /// Not for certain.
    Likely,
}

/// How far static evaluations can be trusted, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// What a quiet move hardly ever changes for each ply that is left.
    pub per_ply: i32,
    /// What a capture hardly ever gains beyond the piece that it takes.
    pub capture: i32,
    /// What the opponent of a piece that is left to be taken loses by it for each ply that is left, at most.
    pub exchange: i32,
    /// For each ply of the depth, by how much a shallow search must pass beta to cut a deep one; none where no shallow search
    /// is tried.
    pub probcut: Option<i32>,
}

/// A number for moves that mean the same: from and to, the column of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveIndex(u16);

impl MoveIndex {
    /// How many there are: fourteen bits, enough for the two squares of a move on 128 of them.
    pub const COUNT: usize = 1 << 14;

    /// The index with this number, modulo [`COUNT`](Self::COUNT).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than COUNT")]
    pub const fn new(number: usize) -> Self {
        Self((number % Self::COUNT) as u16)
    }

    /// The number, less than [`COUNT`](Self::COUNT).
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize % Self::COUNT
    }
}

/// Whether the mover has a noisy move. Nothing checks the answers but the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// Not known: the search lists the moves and asks [`Hints::is_noisy`] of each.
    Unknown,
    /// The game goes on, and the mover has no noisy move.
    Calm,
    /// The mover has a noisy move, unless the game is over.
    Noisy,
}

/// No hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {}
