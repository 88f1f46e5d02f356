//! The Star1 cut.

use board_engine::{Chance, PerfectInformation, ZeroSum};

use crate::chance::decision::{self, ChanceNodes};
use crate::chance::mean_payoff::{MeanPayoff, Span, Sum};
use crate::chance::walk::{self, Bounds, Lists, Side};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// Expectiminimax with alpha-beta at the turns of the seats and, at those of chance, a cut as soon as the mean can't come
/// back into the window, whatever the draws that are left bring: no payoff is more than
/// [`Game::payoff_max`](board_engine::Game::payoff_max) (Ballard, "The *-Minimax Search Procedure for Trees Containing
/// Chance Nodes", 1983).
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
            decision::mean_payoff(self, walk, root, Span::FULL, lists)
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

/// Notes the weight of each draw, and that nothing is known of its payoff.
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

/// Looks at one draw after the other, until the mean of what is known and of the bounds of what isn't lies outside the
/// span.
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
    // The least and the most that the draws that are left can bring.
    let (mut least, mut most) = sums(&here.bounds);
    for (&mv, bounds) in here.moves.iter().zip(&here.bounds) {
        let Bounds { weight, lowest, highest } = *bounds;
        (least, most) = (least.minus(weight, lowest), most.minus(weight, highest));
        let low = known.and(most).most_within(weight, total, span.low);
        let high = known.and(least).least_beyond(weight, total, span.high);
        let matters =
            Span { low: low.max(lowest.next_below()), high: high.min(highest.next_above()) };
        let child = walk.after(position, mv);
        let found = decision::mean_payoff(chance, walk, &child, matters, below)?;
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

/// All weights together.
pub(crate) fn total_weight(bounds: &[Bounds]) -> u64 {
    bounds.iter().map(|bounds| u64::from(bounds.weight)).sum()
}

/// The least and the most that all draws can bring.
pub(crate) fn sums(bounds: &[Bounds]) -> (Sum, Sum) {
    let add = |(least, most): (Sum, Sum), bounds: &Bounds| {
        (least.plus(bounds.weight, bounds.lowest), most.plus(bounds.weight, bounds.highest))
    };
    bounds.iter().fold((Sum::default(), Sum::default()), add)
}
