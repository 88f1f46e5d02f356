//! Scores, search windows, and changes of view.

use std::fmt;
use std::ops::Neg;

use board_engine::Seat;

/// The score of a position for one seat; higher is better.
///
/// | range | meaning |
/// |---|---|
/// | −1,000,000..=1,000,000 | a static evaluation ([`Evaluator`](crate::Evaluator)), in hundredths of its unit, such as a man |
/// | above 1,000,000 | the game is won: higher for a higher payoff, then for an earlier end |
/// | below −1,000,000 | the game is lost: lower for a bigger loss, then for an earlier end |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// Maximum plies in a line. Payoffs are so far apart that no delay outweighs a payoff difference.
const PLIES_MAX: i32 = 10_000;

impl Score {
    /// A draw, or an equal position.
    pub const ZERO: Self = Self(0);
    /// Maximum static evaluation; a won game scores higher.
    pub const EVALUATION_MAX: Self = Self(1_000_000);
    /// A score above all position scores.
    pub const MAX: Self = Self(i32::MAX);
    /// A score below all position scores.
    pub const MIN: Self = Self(-i32::MAX);

    /// A static evaluation in hundredths of its unit, clamped to −1,000,000..=1,000,000.
    pub const fn new(hundredths: i32) -> Self {
        let limit = Self::EVALUATION_MAX.0;
        Self(if hundredths > limit {
            limit
        } else if hundredths < -limit {
            -limit
        } else {
            hundredths
        })
    }

    /// The score as a plain number, for arithmetic and reports.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score for a payoff `plies` below the root: a payoff of 0 is [`ZERO`](Self::ZERO), gains score higher the
    /// sooner they occur, and losses the later they occur. Beyond 10,000 plies, the delay no longer counts.
    pub fn of_payoff(payoff: i16, plies: usize) -> Self {
        let delay = i32::try_from(plies).map_or(PLIES_MAX - 1, |plies| plies.min(PLIES_MAX - 1));
        let size = Self::EVALUATION_MAX.0 + i32::from(payoff).abs() * PLIES_MAX - delay;
        Self(i32::from(payoff.signum()) * size)
    }

    /// The highest payoff that scores at most this score, `plies` below the root; 0 or −1 for a static evaluation.
    pub(crate) fn payoff_at_most(self, plies: usize) -> i16 {
        let delay = i32::try_from(plies).map_or(PLIES_MAX - 1, |plies| plies.min(PLIES_MAX - 1));
        let above = self.0.abs() - Self::EVALUATION_MAX.0 + delay;
        let payoff = if self.is_win() {
            above / PLIES_MAX
        } else if self.is_loss() {
            -((above + PLIES_MAX - 1) / PLIES_MAX)
        } else {
            i32::from(self.0 >= 0) - 1
        };
        let limit = i32::from(i16::MAX);
        i16::try_from(payoff.clamp(-limit, limit)).expect("it is limited")
    }

    /// The payoff at the end of the game if the end is in sight; 0 if it isn't, or if it is a draw.
    pub fn payoff(self) -> i16 {
        self.plies_to_end().map_or(0, |plies| self.payoff_at_most(plies as usize))
    }

    /// The score of a win (payoff 1) in `plies` plies.
    pub fn win_in(plies: usize) -> Self {
        Self::of_payoff(1, plies)
    }

    /// The score of a loss (payoff −1) in `plies` plies.
    pub fn loss_in(plies: usize) -> Self {
        Self::of_payoff(-1, plies)
    }

    /// Converts a mean payoff in hundredths to a score for an evaluator where a payoff of 1 scores `scale`. Scores of
    /// finished games are unchanged.
    pub(crate) fn of_hundredths(self, scale: i32) -> Self {
        if scale == 100 || self.is_decided() {
            return self;
        }
        let scaled = i64::from(self.0) * i64::from(scale.max(1)) / 100;
        let limit = i64::from(Self::EVALUATION_MAX.0);
        Self::new(i32::try_from(scaled.clamp(-limit, limit)).unwrap_or(0))
    }

    /// The score in hundredths of the game's unit, for an evaluator where one unit scores `unit`
    /// ([`Evaluator::unit`](crate::Evaluator::unit)). Scores of finished games are unchanged.
    ///
    /// # Panics
    /// If `unit` is not positive.
    #[must_use]
    pub fn in_units(self, unit: i32) -> Self {
        assert!(unit > 0, "a unit is above 0");
        if unit == 100 || self.is_decided() {
            return self;
        }
        let hundredths = i64::from(self.0) * 100 / i64::from(unit);
        let limit = i64::from(Self::EVALUATION_MAX.0);
        Self::new(i32::try_from(hundredths.clamp(-limit, limit)).unwrap_or(0))
    }

    /// Returns `true` if the end of the game is in sight and the seat gains.
    pub const fn is_win(self) -> bool {
        self.0 > Self::EVALUATION_MAX.0
    }

    /// Returns `true` if the end of the game is in sight and the seat loses.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::EVALUATION_MAX.0
    }

    /// Plies to the end of a won or lost game.
    pub const fn plies_to_end(self) -> Option<u32> {
        if !self.is_win() && !self.is_loss() {
            return None;
        }
        let above = self.0.unsigned_abs() - Self::EVALUATION_MAX.0.unsigned_abs();
        let plies_max = PLIES_MAX.unsigned_abs();
        Some((plies_max - above % plies_max) % plies_max)
    }

    /// The score plus `hundredths`, limited to [`MIN`](Self::MIN) and [`MAX`](Self::MAX).
    pub(crate) fn plus(self, hundredths: i32) -> Self {
        Self(self.0.saturating_add(hundredths).max(Self::MIN.0))
    }

    /// Returns `true` if the end of the game is in sight, with a gain or a loss.
    pub(crate) const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The same score as seen `plies` further down the line, where ends are nearer.
    pub(crate) fn seen_from_below(self, plies: usize) -> Self {
        self.nearer(i32::try_from(plies).unwrap_or(PLIES_MAX))
    }

    /// The same score as seen `plies` further up the line, where ends are farther away.
    pub(crate) fn seen_from_above(self, plies: usize) -> Self {
        self.nearer(-i32::try_from(plies).unwrap_or(PLIES_MAX))
    }

    fn nearer(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0.saturating_add(plies))
        } else if self.is_loss() {
            Self(self.0.saturating_sub(plies))
        } else {
            self
        }
    }

    /// The score with this [`value`](Self::value), for tables that store scores as numbers.
    pub(crate) const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// The next higher score, for the upper end of an empty window.
    pub(crate) const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// The score for the other seat, if the two seats' payoffs cancel.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Formats the score as `+1.25`, `0.00` or `win in 3` (plies).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.plies_to_end() {
            Some(plies) if self.is_win() => format!("win in {plies}"),
            Some(plies) => format!("loss in {plies}"),
            None => {
                let sign = ["-", "", "+"][usize::from(self.0 >= 0) + usize::from(self.0 > 0)];
                let size = self.0.unsigned_abs();
                format!("{sign}{}.{:02}", size / 100, size % 100)
            }
        };
        f.pad(&text)
    }
}

/// The open interval of scores that can still change the result. Outside the window, a search may return a bound
/// instead of an exact score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// The mover's guaranteed score.
    pub(crate) alpha: Score,
    /// The score at which the opponent avoids the position.
    pub(crate) beta: Score,
}

impl Window {
    /// Every score matters.
    pub(crate) const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The same window, restricted to scores above `score`.
    #[inline]
    pub(crate) fn above(self, score: Score) -> Self {
        Self { alpha: self.alpha.max(score), ..self }
    }

    /// The empty window that tests a single question: is the score above alpha?
    #[inline]
    pub(crate) fn null(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    /// The empty window that tests one question: is the score `score` or more?
    #[inline]
    pub(crate) fn just_below(score: Score) -> Self {
        Self { alpha: score.plus(-1), beta: score }
    }

    /// The bound type for a score found by a search with this window.
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

    /// Returns `true` if the window contains a score.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.alpha.next() < self.beta
    }

    /// Returns `true` if a score in this window is exact.
    #[inline]
    pub(crate) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// A score's bound type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at most this score.
    Upper = 1,
    /// The true score is at least this score.
    Lower = 2,
    /// The true score is exactly this score.
    Exact = 3,
}

/// The change of view between a position and the previous position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// The same seat is to move again.
    Same,
    /// The other seat is to move: its gains are losses here.
    Opposite,
}

impl View {
    #[inline]
    pub(crate) fn between(mover: Seat, next_mover: Seat) -> Self {
        if mover == next_mover { Self::Same } else { Self::Opposite }
    }

    /// The score of the position below, as seen from above, or vice versa.
    #[inline]
    pub(crate) fn score(self, score: Score) -> Score {
        match self {
            Self::Same => score,
            Self::Opposite => -score,
        }
    }

    /// The window above, as seen from below.
    #[inline]
    pub(crate) fn window(self, window: Window) -> Window {
        match self {
            Self::Same => window,
            Self::Opposite => Window { alpha: -window.beta, beta: -window.alpha },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let ascending = [
            Score::MIN,
            Score::of_payoff(i16::MIN, 0),
            Score::of_payoff(-2, 9_999),
            Score::loss_in(0),
            Score::loss_in(9_999),
            -Score::EVALUATION_MAX,
            Score::ZERO,
            Score::EVALUATION_MAX,
            Score::win_in(9_999),
            Score::win_in(3),
            Score::win_in(1),
            Score::of_payoff(2, 9_999),
            Score::of_payoff(i16::MAX, 0),
            Score::MAX,
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b));
        assert!(ascending.iter().rev().map(|&score| -score).is_sorted());
        assert_eq!(Score::win_in(usize::MAX), Score::win_in(9_999));
    }

    #[test]
    fn a_payoff_is_found_for_each_score() {
        for plies in [0, 7, 300] {
            for payoff in -64..=64 {
                let score = Score::of_payoff(payoff, plies);
                assert_eq!((score.payoff_at_most(plies), score.payoff()), (payoff, payoff));
                assert_eq!(score.plus(1).payoff_at_most(plies), payoff, "{payoff}");
                assert_eq!(score.plus(-1).payoff_at_most(plies), payoff - 1, "{payoff}");
                assert_eq!(
                    [Score::MIN, Score::MAX].map(|end| end.payoff_at_most(plies)),
                    [-i16::MAX, i16::MAX]
                );
            }
        }
    }

    #[test]
    fn static_evaluations_stay_below_wins() {
        assert_eq!(Score::new(i32::MAX), Score::EVALUATION_MAX);
        assert_eq!(Score::new(i32::MIN), -Score::EVALUATION_MAX);
        assert_eq!(Score::new(-77).value(), -77);
    }

    #[test]
    fn a_score_reveals_the_distance_to_the_end() {
        for payoff in [-300, -1, 1, 2, i16::MAX] {
            for plies in [0, 1, 77, 9_999] {
                let read = Score::of_payoff(payoff, plies).plies_to_end();
                assert_eq!(read.map(|read| read as usize), Some(plies));
            }
        }
        assert_eq!(Score::EVALUATION_MAX.plies_to_end(), None);
    }

    #[test]
    fn scores_are_converted_to_units_except_for_wins_and_losses() {
        let check = |score: i32, unit, expected: i32| {
            assert_eq!(Score::new(score).in_units(unit), Score::new(expected), "{score}, {unit}");
        };
        check(250, 100, 250);
        check(250, 500, 50);
        check(-250, 50, -500);
        check(7, 1_000, 0);
        check(1_000_000, 1, 1_000_000);
        for end in [Score::win_in(3), Score::loss_in(4)] {
            assert_eq!(end.in_units(7), end);
        }
    }

    #[test]
    fn scores_are_written_in_units() {
        let check = |score: Score, text: &str| assert_eq!(score.to_string(), text);
        check(Score::new(125), "+1.25");
        check(Score::new(-5), "-0.05");
        check(Score::ZERO, "0.00");
        check(Score::win_in(3), "win in 3");
        check(Score::loss_in(0), "loss in 0");
    }
}
