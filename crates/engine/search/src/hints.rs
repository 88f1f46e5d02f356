//! Game knowledge for selective searches, beyond the rules and the evaluation.

use std::hash::{Hash, Hasher};

use board_engine::Game;

/// Hints for a search that orders, prunes and extends, such as principal variation search. The defaults provide no
/// hints, and the search works without hints.
pub trait Hints<G: Game>: Send + Sync {
    /// Error margins for the static evaluation of a quiet position. With `None`, the search doesn't prune by static
    /// evaluation, and reduces late moves by at most two plies.
    const MARGINS: Option<Margins> = None;

    /// The position after the mover passes, for null-move pruning. `None` if passing may be better than the best move,
    /// as in zugzwang endgames, or if passing is meaningless, as in check.
    #[inline]
    fn null_move(&self, _game: &G, _position: &G::Position) -> Option<G::Position> {
        None
    }

    /// Returns `true` if the mover must answer a threat that would end the game, as in check.
    #[inline]
    fn is_in_check(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// Returns `true` if the legal move `mv` puts the opponent in check. The search doesn't rely on the answer.
    #[inline]
    fn gives_check(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// The immediate gain of the legal move `mv`, in hundredths, before the opponent's reply.
    #[inline]
    fn gain(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Returns `true` if the legal move `mv` starts an exchange on one square that gains at least `least` hundredths
    /// for the mover (static exchange evaluation).
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

    /// Returns the mover's tactical state: whether the mover has a noisy move. The method is called at the end of every
    /// line, before the moves are listed, so it saves time if it doesn't need the list.
    #[inline]
    fn tension(&self, _game: &G, _position: &G::Position) -> Tension {
        Tension::Unknown
    }

    /// Returns `true` if the legal move `mv` changes the position so much that a static evaluation before it is
    /// unreliable: a capture, a promotion. If all moves are noisy, the mover must make a noisy move.
    #[inline]
    fn is_noisy(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// The largest sacrifice that a side would make to win more later, in hundredths. If all moves are noisy, the
    /// opponent may have sacrificed, so a cutoff by a shallow search needs this additional margin.
    #[inline]
    fn sacrifice(&self, _game: &G) -> i32 {
        0
    }

    /// The rank of the legal move `mv` in the search order, highest first; 0 is neutral, and useful ranks are in
    /// −1,000..=1,000. Moves with equal ranks are ordered by history.
    #[inline]
    fn rank(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Returns `true` if the position is so near the end that [`solve`](Self::solve) finds the result faster than a
    /// search of its moves.
    #[inline]
    fn is_solvable(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// The payoff of a [solvable](Self::is_solvable) position for the mover under perfect play. The payoff is exact
    /// within `bounds`; outside them, a bound is enough. `None` if solving is not supported.
    #[inline]
    fn solve(
        &self,
        _game: &G,
        _position: &G::Position,
        _bounds: PayoffBounds,
    ) -> Option<SolvedPayoff> {
        None
    }

    /// Returns `true` if a search from this position may reach positions that [`table_value`](Self::table_value) knows.
    /// A search calls this once, at its start, so tables that are out of reach cost nothing.
    #[inline]
    fn is_near_tables(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// The tablebase value of a position, if earlier moves have not ended the game; `None` if the position is not in a
    /// table. Called at every node, so it must be fast for positions without a table.
    #[inline]
    fn table_value(&self, _game: &G, _position: &G::Position) -> Option<TableValue> {
        None
    }

    /// The root moves that tablebases recommend if the tables store the distance to the next irreversible move instead
    /// of the distance to the end. `has_repeated` is `true` if a position has occurred twice since the last
    /// irreversible move; the recommended moves must then make progress. `None` if no such table contains the position;
    /// the search then uses the [values](Self::table_value).
    fn root_by_tables(
        &self,
        _game: &G,
        _position: &G::Position,
        _moves: &[G::Move],
        _has_repeated: bool,
    ) -> Option<RootByTables> {
        None
    }

    /// A hash of a feature such as the pawn structure. Static evaluations of positions that share the feature tend to
    /// err in the same direction. With `None`, the search doesn't correct evaluations.
    #[inline]
    fn structure(&self, _game: &G, _position: &G::Position) -> Option<u64> {
        None
    }

    /// The index under which the search stores the results of `mv` in other positions. Equivalent moves should share an
    /// index. By default, equal moves share one: [`MoveIndex::of`].
    #[inline]
    fn move_index(&self, _game: &G, _position: &G::Position, mv: G::Move) -> MoveIndex {
        MoveIndex::of(&mv)
    }
}

/// The bounds between which the search needs an exact payoff; payoffs at or beyond a bound are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoffBounds {
    /// The lower bound.
    pub lower: i16,
    /// The upper bound, above the lower one.
    pub upper: i16,
}

/// The result of [`Hints::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedPayoff {
    /// The payoff for the mover.
    pub payoff: i16,
    /// The number of plies to the end. Other lines with the same payoff may be shorter or longer.
    pub plies: usize,
    /// The number of visited positions.
    pub nodes: u64,
}

/// A position's tablebase value for the side to move, under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableValue {
    /// The payoff: positive if the mover wins, 0 for a draw, negative if the mover loses.
    pub payoff: i16,
    /// Plies to the end, if the table stores them and the payoff is not 0.
    pub plies: Option<u32>,
    /// Whether the value holds under rules that count moves, such as the fifty-move rule.
    pub validity: Validity,
}

/// The result of [`Hints::root_by_tables`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootByTables {
    /// The payoff for the mover under perfect play and the rules that count moves: positive for a win, 0 for a draw.
    pub payoff: i16,
    /// For each move, `true` if the move is recommended. At least one move is recommended.
    pub keeps: Vec<bool>,
}

/// Whether a table value holds under rules that count moves, such as the fifty-move rule. A draw always holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Valid in every position with the same keys.
    Always,
    /// Valid in this position.
    Here,
    /// Probably valid.
    Likely,
}

/// Error margins for static evaluations, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// The largest expected change from quiet moves, per remaining ply.
    pub per_ply: i32,
    /// The largest expected gain of a capture beyond the captured piece.
    pub capture: i32,
    /// The exchange loss at which a move is pruned, per remaining ply.
    pub exchange: i32,
    /// The margin above beta, per ply of depth, that a shallow search must reach to cut off a deep search; `None`
    /// disables probcut.
    pub probcut: Option<i32>,
}

/// An index shared by equivalent moves: from and to, or a disc's column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveIndex(u16);

impl MoveIndex {
    /// The number of indices: 14 bits, enough for a move's two squares on a board with 128 squares.
    pub const COUNT: usize = 1 << 14;

    /// The index with this number, modulo [`COUNT`](Self::COUNT).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than COUNT")]
    pub const fn new(number: usize) -> Self {
        Self((number % Self::COUNT) as u16)
    }

    /// The index for a hash of the move. Different moves rarely share an index.
    #[inline]
    pub fn of(mv: &impl Hash) -> Self {
        let mut hasher = MoveHasher(0xcbf2_9ce4_8422_2325);
        mv.hash(&mut hasher);
        // Keep the lowest 14 bits.
        #[expect(clippy::cast_possible_truncation, reason = "an index needs few bits")]
        Self::new((hasher.0 ^ hasher.0 >> 32) as usize)
    }

    /// The number, less than [`COUNT`](Self::COUNT).
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize % Self::COUNT
    }
}

/// Hashes moves by FNV-1a (Fowler, Noll and Vo), which is fast for a few bytes
/// (<http://www.isthe.com/chongo/tech/comp/fnv/>).
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The mover's tactical state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// Unknown: the search lists the moves and calls [`Hints::is_noisy`] for each.
    Unknown,
    /// The game is not over, and the mover has no noisy move.
    Calm,
    /// The mover has a noisy move, unless the game is over.
    Noisy,
}

/// No hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn equal_moves_share_an_index_and_others_rarely_do() {
        let moves = (0..64_u8).flat_map(|from| (0..64_u8).map(move |to| (from, to)));
        let indices: HashSet<MoveIndex> = moves.map(|mv| MoveIndex::of(&mv)).collect();
        assert_eq!(MoveIndex::of(&(3_u8, 9_u8)), MoveIndex::of(&(3_u8, 9_u8)));
        assert!(indices.len() > 3_300, "{} of 4,096", indices.len());
    }
}
