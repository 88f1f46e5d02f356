//! The window of scores that matter, and whose eyes they are seen with.

use board_engine::Seat;

use crate::Score;

/// The open interval of scores that can still change the result. A search may answer with a bound instead of the
/// exact score when that lies outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// What the mover has already.
    pub(crate) alpha: Score,
    /// What the opponent will not allow to be passed.
    pub(crate) beta: Score,
}

impl Window {
    /// Every score matters.
    pub(crate) const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The same window where only what is above `score` matters.
    #[inline]
    pub(crate) fn above(self, score: Score) -> Self {
        Self { alpha: self.alpha.max(score), ..self }
    }

    /// The window without any score in it that asks one question: is it more than alpha?
    #[inline]
    pub(crate) fn null(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    /// The window without any score in it that asks one question: is it `score` or more?
    #[inline]
    pub(crate) fn just_below(score: Score) -> Self {
        Self { alpha: score.plus(-1), beta: score }
    }

    /// What a score that was found in a search of this window says of the value.
    #[inline]
    pub(crate) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether there are scores in the window.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.alpha.next() < self.beta
    }

    /// Whether a score in this window is exact.
    #[inline]
    pub(crate) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// What a score says of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is not more.
    Upper = 1,
    /// It is not less.
    Lower = 2,
    /// It is the same.
    Exact = 3,
}

/// How the scores of a position look from the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// The same seat is to move again.
    Same,
    /// The other seat is to move: what is good for it is bad here.
    Opposite,
}

impl View {
    #[inline]
    pub(crate) fn between(mover: Seat, next_mover: Seat) -> Self {
        if mover == next_mover { Self::Same } else { Self::Opposite }
    }

    /// The score of the position below as it is seen above, or the other way round.
    #[inline]
    pub(crate) fn score(self, score: Score) -> Score {
        match self {
            Self::Same => score,
            Self::Opposite => -score,
        }
    }

    /// The window above as it is seen below.
    #[inline]
    pub(crate) fn window(self, window: Window) -> Window {
        match self {
            Self::Same => window,
            Self::Opposite => Window { alpha: -window.beta, beta: -window.alpha },
        }
    }
}
