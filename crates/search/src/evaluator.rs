//! What unfinished positions are worth, and which moves are worth a look first.

use board_engine::{Game, Seat};

use crate::Score;

/// A judge of positions at which a search stops before the game is over.
///
/// Only [`evaluate`](Self::evaluate) must be written. The other methods are what a selective search such as principal
/// variation search asks besides; their defaults say nothing, and then it does without. Weights that were learned are
/// fields of the evaluator's value.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What the unfinished `position` is worth for `seat`. In a [`ZeroSum`](board_engine::ZeroSum) game what it is
    /// worth for the two seats must cancel, or algorithms that look from the mover's side alone see another game
    /// than those that look from both.
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score;

    /// Whether an opinion of `position` can be trusted. It is asked at the end of every line, before the moves are
    /// listed, so it pays to answer without listing them.
    #[inline]
    fn tension(&self, _game: &G, _position: &G::Position) -> Tension {
        Tension::Unknown
    }

    /// Whether the legal move `mv` changes so much that the position should not be judged before it: a capture, a
    /// promotion. Where all moves are noisy the mover has no choice but to make one of them.
    #[inline]
    fn is_noisy(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// What a side of this game may well give away to win more, in hundredths. Where the mover has noisy moves alone, and
    /// so may be about to take what is given, a cut on a shallow search leaves that much more room.
    #[inline]
    fn sacrifice(&self, _game: &G) -> i32 {
        0
    }

    /// How promising the legal move `mv` looks by itself; what ranks higher is searched first. 0 is nothing special;
    /// useful ranks lie in −1,000..=1,000. Among equals the search goes by its own experience.
    #[inline]
    fn rank(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// A small number for `mv`, at most [`MOVE_INDEX_MAX`], by which the search remembers how it did in other
    /// positions: moves that mean the same should share it (from and to, the column of a stone).
    #[inline]
    fn move_index(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> usize {
        0
    }
}

/// The greatest [`Evaluator::move_index`]: fourteen bits, enough for the two squares of a move on 128 of them.
pub const MOVE_INDEX_MAX: usize = (1 << 14) - 1;

/// Whether an opinion of a position can be trusted. The answers but the first promise what they say; nothing checks
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// Not known: the search lists the moves and asks [`Evaluator::is_noisy`] of each.
    Unknown,
    /// The game goes on, and the mover has no noisy move.
    Calm,
    /// The mover has a noisy move, unless the game is over.
    Noisy,
}

/// The evaluator that has no opinion: every unfinished position is equal. A search with it sees only the ends of the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&self, _: &G, _: &G::Position, _: Seat) -> Score {
        Score::ZERO
    }
}
