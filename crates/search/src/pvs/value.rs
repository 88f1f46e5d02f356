//! What a search finds of a node.

use crate::Score;
use crate::window::View;

/// A score, and what it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) basis: Basis,
}

/// What a score rests on, the surest first. A score that rests on several things is as sure as the last of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Basis {
    /// Ends of the game: no deeper search can find anything else.
    Proof,
    /// An entry of the table that isn't proven.
    Entry,
    /// A static evaluation, or an end of the game that depends on the path to it: by the return of a position or by a
    /// rule that counts moves. The table knows a position without the path to it.
    Evaluation,
}

impl Value {
    /// Nothing was searched yet.
    pub(super) const NONE: Self = Self { score: Score::MIN, basis: Basis::Proof };

    /// The value as it is seen from the other end of a move.
    #[inline]
    pub(super) fn seen(self, view: View) -> Self {
        Self { score: view.score(self.score), ..self }
    }
}
