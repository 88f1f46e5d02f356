//! Walks a tree with chance nodes: mean payoffs, lists, and the report.

use board_engine::{Game, Seat, Turn};

use crate::limits::Stopped;
use crate::walk::{Walk, first_legal_move, history};
use crate::{Evaluator, Limits, Listener, Progress, Report, Score, Task};

/// The lists for one ply, reused by all positions at that ply.
#[derive(Clone, Debug)]
pub(crate) struct Lists<M> {
    pub(crate) moves: Vec<M>,
    /// At a chance turn, the bounds on each draw's mean payoff.
    pub(crate) bounds: Vec<MeanBounds>,
    /// The best move so far, at a seat's turn.
    pub(crate) best: Option<(M, MeanPayoff)>,
}

/// The bounds on a draw's mean payoff, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeanBounds {
    pub(crate) weight: u32,
    pub(crate) lowest: MeanPayoff,
    pub(crate) highest: MeanPayoff,
}

impl<G: Game, E: Evaluator<G> + ?Sized> Walk<'_, G, E> {
    /// [`visit`](Self::visit)s the position. Returns the position's mean payoff if the search goes no deeper here.
    /// `below` contains the lists for the remaining plies.
    pub(super) fn leaf_payoff(
        &mut self,
        position: &G::Position,
        here: &mut Lists<G::Move>,
        below: &[Lists<G::Move>],
    ) -> Result<Option<MeanPayoff>, Stopped> {
        here.best = None;
        self.visit(
            position,
            &mut here.moves,
            below.len(),
            |outcome, _| MeanPayoff::of_payoff(outcome.payoff(Seat::FIRST)),
            |game, evaluator| {
                let score = evaluator.evaluate(game, position, Seat::FIRST);
                MeanPayoff::of_score(score, evaluator.payoff_scale(), game.payoff_max())
            },
        )
    }

    /// The position after `mv`; pairs with a later [`take_back`](Self::take_back).
    pub(super) fn after(&mut self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = position.clone();
        self.advance(&mut child, mv);
        child
    }

    /// The interval of all payoffs.
    pub(super) fn bounds(&self, weight: u32) -> MeanBounds {
        let highest = MeanPayoff::of_payoff(self.game.payoff_max());
        MeanBounds { weight, lowest: MeanPayoff(-highest.0), highest }
    }
}

/// Splits off this ply's lists from the lists for the plies below.
pub(crate) fn split<M>(lists: &mut [Lists<M>]) -> (&mut Lists<M>, &mut [Lists<M>]) {
    lists.split_first_mut().expect("the search ends at the last ply")
}

/// The seat that an algorithm's payoffs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The first seat, at every turn.
    First,
    /// The seat to move; the first seat at a chance node.
    Mover,
}

/// Searches the task with `algorithm`, which returns the root's mean payoff for this side, and reports.
pub(crate) fn run<'a, G, E, A>(
    task: &Task<'a, G, E>,
    limits: &Limits<'a>,
    listener: Listener<'_, G::Move>,
    side: Side,
    algorithm: A,
) -> Report<G::Move>
where
    G: Game,
    E: Evaluator<G> + ?Sized,
    A: FnOnce(
        &mut Walk<'a, G, E>,
        &G::Position,
        &mut [Lists<G::Move>],
    ) -> Result<MeanPayoff, Stopped>,
{
    let Task { game, evaluator, position, .. } = *task;
    let seat = match game.turn(position) {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
    };
    let first_legal = first_legal_move(game, position, history(task).as_ref());
    let first_legal = first_legal.filter(|_| seat.is_some());
    let mut walk = Walk::new(task, limits);
    let lists = Lists { moves: Vec::new(), bounds: Vec::new(), best: None };
    let mut lists = vec![lists; limits.depth.plies() + 1];
    let result = algorithm(&mut walk, position, &mut lists);

    let viewer = seat.unwrap_or(Seat::FIRST);
    let best = lists.swap_remove(0).best.filter(|_| seat.is_some());
    let of_side = if side == Side::First { Seat::FIRST } else { viewer };
    let payoff = match (result, best) {
        (Ok(payoff), _) | (Err(Stopped), Some((_, payoff))) => payoff,
        (Err(Stopped), None) => {
            let score = evaluator.evaluate(game, position, of_side);
            MeanPayoff::of_score(score, evaluator.payoff_scale(), game.payoff_max())
        }
    };
    // The payoffs cancel, so the other seat's score is the negative.
    let sign = if of_side == viewer { Seat::FIRST } else { Seat::SECOND };
    let score = payoff.score(sign, evaluator.payoff_scale());
    let report = Report {
        best: best.map(|(mv, _)| mv).or(first_legal),
        score,
        line: best.map(|(mv, _)| mv).into_iter().collect(),
        statistics: walk.statistics(),
        completed: result.is_ok(),
    };
    if report.completed {
        // The search is over, so there is nothing to stop.
        let _ = listener(&Progress::of(limits.depth, &report));
    }
    report
}

/// The mean payoff of a position for the first seat, in millionths of a payoff of 1. Means are truncated toward zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct MeanPayoff(pub(crate) i64);

/// A payoff of 1.
const UNIT: i64 = 1_000_000;

impl MeanPayoff {
    /// The first seat's payoff, regardless of the plies to it.
    pub(crate) fn of_payoff(payoff: i16) -> Self {
        Self(i64::from(payoff) * UNIT)
    }

    /// A static evaluation where a payoff of 1 scores `scale`, limited to possible payoffs.
    pub(crate) fn of_score(score: Score, scale: i32, payoff_max: i16) -> Self {
        let limit = i64::from(payoff_max) * UNIT;
        let payoff = i64::from(score.value()) * UNIT / i64::from(scale.max(1));
        Self(payoff.clamp(-limit, limit))
    }

    /// The score for `seat`, as given by an evaluator where a payoff of 1 scores `scale`.
    pub(crate) fn score(self, seat: Seat, scale: i32) -> Score {
        let limit = i64::from(Score::EVALUATION_MAX.value());
        let scaled = self.0.saturating_mul(scale.max(1).into()) / UNIT;
        let score = Score::new(i32::try_from(scaled.clamp(-limit, limit)).unwrap_or(0));
        if seat == Seat::FIRST { score } else { -score }
    }

    pub(crate) const fn next_above(self) -> Self {
        Self(self.0 + 1)
    }

    pub(crate) const fn next_below(self) -> Self {
        Self(self.0 - 1)
    }
}

/// The open interval of mean payoffs that can still change the result: the first seat already has `low`, and the second
/// seat allows at most `high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) low: MeanPayoff,
    pub(crate) high: MeanPayoff,
}

impl Span {
    /// The interval that contains every mean payoff.
    pub(crate) const FULL: Self =
        Self { low: MeanPayoff(i64::MIN / 4), high: MeanPayoff(i64::MAX / 4) };
}

/// A sum of mean payoffs, each times its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum(i128);

impl Sum {
    pub(crate) fn plus(self, weight: u32, payoff: MeanPayoff) -> Self {
        Self(self.0 + i128::from(weight) * i128::from(payoff.0))
    }

    pub(crate) fn minus(self, weight: u32, payoff: MeanPayoff) -> Self {
        Self(self.0 - i128::from(weight) * i128::from(payoff.0))
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The mean for the total weight `total`.
    pub(crate) fn mean(self, total: u64) -> MeanPayoff {
        let mean = self.0 / i128::from(total.max(1));
        MeanPayoff(i64::try_from(mean).expect("a mean is between its values"))
    }

    /// The maximum mean payoff of a draw with this `weight` for which the mean over `total`, including this sum, is at
    /// most `bound`.
    pub(crate) fn most_within(self, weight: u32, total: u64, bound: MeanPayoff) -> MeanPayoff {
        let left = i128::from(total) * i128::from(bound.0) - self.0;
        clamp(left.div_euclid(i128::from(weight.max(1))))
    }

    /// The minimum mean payoff of a draw with this `weight` for which the mean over `total`, including this sum, is at
    /// least `bound`.
    pub(crate) fn least_beyond(self, weight: u32, total: u64, bound: MeanPayoff) -> MeanPayoff {
        let left = i128::from(total) * i128::from(bound.0) - self.0;
        clamp(-(-left).div_euclid(i128::from(weight.max(1))))
    }
}

/// Clamps a payoff, because payoffs that are far out of range are all equivalent.
fn clamp(payoff: i128) -> MeanPayoff {
    let within = payoff.clamp(Span::FULL.low.0.into(), Span::FULL.high.0.into());
    MeanPayoff(i64::try_from(within).expect("the span of all payoffs fits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_on_a_part_follow_from_bounds_on_the_mean() {
        for known in [-7, 0, 5] {
            for bound in [-3, 0, 2] {
                let sum = Sum::default().plus(2, MeanPayoff(known));
                let most = sum.most_within(3, 5, MeanPayoff(bound));
                assert!(sum.plus(3, most).mean(5) <= MeanPayoff(bound));
                assert!(sum.plus(3, most.next_above()).0 > 5 * i128::from(bound));
                let least = sum.least_beyond(3, 5, MeanPayoff(bound));
                assert!(sum.plus(3, least).mean(5) >= MeanPayoff(bound));
                assert!(sum.plus(3, least.next_below()).0 < 5 * i128::from(bound));
            }
        }
    }

    #[test]
    fn scores_are_on_the_evaluators_scale() {
        let score = |payoff: MeanPayoff| payoff.score(Seat::FIRST, 100).value();
        assert_eq!(score(MeanPayoff::of_payoff(-2)), -200);
        assert_eq!(score(MeanPayoff::of_score(Score::new(37), 100, 1)), 37);
        assert_eq!(score(MeanPayoff::of_score(Score::new(370), 100, 1)), 100);
        assert_eq!(MeanPayoff::of_score(Score::new(-1_234), 10_000, 1), MeanPayoff(-123_400));
        assert_eq!(MeanPayoff(123_456).score(Seat::SECOND, 100).value(), -12);
        assert_eq!(MeanPayoff(123_456).score(Seat::SECOND, 1_000).value(), -123);
    }
}
