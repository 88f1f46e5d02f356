//! Star1 and Star2: cutoffs at chance nodes.

use board_engine::{Chance, PerfectInformation, Seat, Turn, ZeroSum};

use super::walk::{Lists, MeanBounds, MeanPayoff, Side, Span, Sum};
use super::{ChanceNodes, walk};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// Expectiminimax with alpha-beta at decision nodes. A chance node is cut off as soon as the remaining draws can't
/// bring the mean back into the window: no payoff exceeds [`Game::payoff_max`](board_engine::Game::payoff_max)
/// (Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Star1;

impl<G: ZeroSum + Chance + PerfectInformation> Algorithm<G> for Star1 {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, Side::First, |walk, root, lists| {
            super::mean_payoff(self, walk, root, Span::FULL, lists)
        })
    }
}

impl ChanceNodes for Star1 {
    fn mean_payoff<G: ZeroSum, E: Evaluator<G> + ?Sized>(
        &self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        span: Span,
        lists: &mut [Lists<G::Move>],
    ) -> Result<MeanPayoff, Stopped> {
        set_bounds(walk, position, lists);
        search_draws(self, walk, position, span, lists)
    }
}

/// Records the weight of each draw with the widest bounds for its payoff.
pub(crate) fn set_bounds<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &Walk<'_, G, E>,
    position: &G::Position,
    lists: &mut [Lists<G::Move>],
) {
    let (here, _) = walk::split(lists);
    here.bounds.clear();
    let weights = here.moves.iter().map(|&mv| walk.game.weight(position, mv));
    here.bounds.extend(weights.map(|weight| walk.bounds(weight)));
}

/// Searches the draws one by one until the mean, bounded by the known values and bounds, is outside the span.
pub(crate) fn search_draws<C: ChanceNodes, G: ZeroSum, E: Evaluator<G> + ?Sized>(
    chance: &C,
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    span: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<MeanPayoff, Stopped> {
    let (here, below) = walk::split(lists);
    let total = total_weight(&here.bounds);
    let mut known = Sum::default();
    // The minimum and maximum contributions of the remaining draws.
    let (mut least, mut most) = sums(&here.bounds);
    for (&mv, bounds) in here.moves.iter().zip(&here.bounds) {
        let MeanBounds { weight, lowest, highest } = *bounds;
        (least, most) = (least.minus(weight, lowest), most.minus(weight, highest));
        let low = known.and(most).most_within(weight, total, span.low);
        let high = known.and(least).least_beyond(weight, total, span.high);
        let matters =
            Span { low: low.max(lowest.next_below()), high: high.min(highest.next_above()) };
        let child = walk.after(position, mv);
        let found = super::mean_payoff(chance, walk, &child, matters, below)?;
        walk.take_back();
        known = known.plus(weight, found);
        if found <= low {
            walk.count_cutoff();
            return Ok(known.and(most).mean(total));
        }
        if found >= high {
            walk.count_cutoff();
            return Ok(known.and(least).mean(total));
        }
    }
    Ok(known.mean(total))
}

/// The total weight.
pub(crate) fn total_weight(bounds: &[MeanBounds]) -> u64 {
    bounds.iter().map(|bounds| u64::from(bounds.weight)).sum()
}

/// The minimum and maximum weighted sums of all draws.
pub(crate) fn sums(bounds: &[MeanBounds]) -> (Sum, Sum) {
    let add = |(least, most): (Sum, Sum), bounds: &MeanBounds| {
        (least.plus(bounds.weight, bounds.lowest), most.plus(bounds.weight, bounds.highest))
    };
    bounds.iter().fold((Sum::default(), Sum::default()), add)
}

/// [`Star1`](crate::Star1), but each draw is first probed. The first legal reply to the draw gives a bound for its
/// mover. That bound often suffices for a cutoff; if not, the bounds of the remaining draws are narrower (Ballard,
/// 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004). Probing pays off if good moves are listed
/// first. Probes are not stored, so a probe never probes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Star2;

impl<G: ZeroSum + Chance + PerfectInformation> Algorithm<G> for Star2 {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, Side::First, |walk, root, lists| {
            super::mean_payoff(self, walk, root, Span::FULL, lists)
        })
    }
}

impl ChanceNodes for Star2 {
    fn mean_payoff<G: ZeroSum, E: Evaluator<G> + ?Sized>(
        &self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        span: Span,
        lists: &mut [Lists<G::Move>],
    ) -> Result<MeanPayoff, Stopped> {
        set_bounds(walk, position, lists);
        match probe_draws(walk, position, span, lists)? {
            Some(bound) => Ok(bound),
            None => search_draws(self, walk, position, span, lists),
        }
    }
}

/// Narrows the draws' bounds with one reply to each draw. Returns the mean once it is outside the span.
fn probe_draws<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    span: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<Option<MeanPayoff>, Stopped> {
    let (here, below) = walk::split(lists);
    // A reply is two plies below.
    if below.len() < 2 {
        return Ok(None);
    }
    let total = total_weight(&here.bounds);
    for index in 0..here.moves.len() {
        let bounds = here.bounds[index];
        let (least, most) = sums(&here.bounds);
        let others =
            (least.minus(bounds.weight, bounds.lowest), most.minus(bounds.weight, bounds.highest));
        let enough = Span {
            low: others.1.most_within(bounds.weight, total, span.low),
            high: others.0.least_beyond(bounds.weight, total, span.high),
        };
        let child = walk.after(position, here.moves[index]);
        let narrowed = probe(walk, &child, bounds, enough, below);
        walk.take_back();
        here.bounds[index] = narrowed?;
        let (least, most) = sums(&here.bounds);
        let (least, most) = (least.mean(total), most.mean(total));
        if least >= span.high || most <= span.low {
            walk.count_cutoff();
            return Ok(Some(if least >= span.high { least } else { most }));
        }
    }
    Ok(None)
}

/// The bounds on a position's value after a search of its first move. The mover may have a better move. The exact value
/// doesn't matter once it is beyond the mover's end of `enough`.
fn probe<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    bounds: MeanBounds,
    enough: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<MeanBounds, Stopped> {
    let (here, below) = walk::split(lists);
    if let Some(payoff) = walk.leaf_payoff(position, here, below)? {
        return Ok(MeanBounds { lowest: payoff, highest: payoff, ..bounds });
    }
    let (Turn::Seat(seat), Some(&answer)) = (walk.game.turn(position), here.moves.first()) else {
        return Ok(bounds);
    };
    let span = if seat == Seat::FIRST {
        Span { low: bounds.lowest.next_below(), ..enough }
    } else {
        Span { high: bounds.highest.next_above(), ..enough }
    };
    let after = walk.after(position, answer);
    let found = super::mean_payoff(&Star1, walk, &after, span, below);
    walk.take_back();
    let found = found?;
    Ok(if seat == Seat::FIRST {
        MeanBounds { lowest: bounds.lowest.max(found), ..bounds }
    } else {
        MeanBounds { highest: bounds.highest.min(found), ..bounds }
    })
}
