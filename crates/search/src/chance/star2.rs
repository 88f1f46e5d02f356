//! The Star2 cut.

use board_engine::{Chance, PerfectInformation, Seat, Turn, ZeroSum};

use crate::chance::decision::{self, ChanceNodes};
use crate::chance::mean_payoff::{MeanPayoff, Span};
use crate::chance::star1::{Star1, search_draws, set_bounds, sums, total_weight};
use crate::chance::walk::{self, Bounds, Lists, Side};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// [`Star1`](crate::Star1) that first probes each draw: one answer to it, the first in the list, shows what its mover has
/// at least. Often that is enough for a cut, and if it isn't, the bounds of the draws that are left are narrower (Ballard,
/// 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004). It pays where good moves are listed first.
/// Nothing is remembered of a probe, so there are no probes within probes.
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
            decision::mean_payoff(self, walk, root, Span::FULL, lists)
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

/// Narrows the bounds of the draws by one answer to each, until the mean lies outside the span; then returns it.
fn probe_draws<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    span: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<Option<MeanPayoff>, Stopped> {
    let (here, below) = walk::split(lists);
    // An answer lies two plies below.
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

/// The bounds of a position after the first of its moves was looked at: it is the mover's to choose a better one. More
/// than the end of `enough` that the mover strives for need not be known.
fn probe<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    bounds: Bounds,
    enough: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<Bounds, Stopped> {
    let (here, below) = walk::split(lists);
    if let Some(payoff) = walk.leaf_payoff(position, here, below)? {
        return Ok(Bounds { lowest: payoff, highest: payoff, ..bounds });
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
    let found = decision::mean_payoff(&Star1, walk, &after, span, below);
    walk.take_back();
    let found = found?;
    Ok(if seat == Seat::FIRST {
        Bounds { lowest: bounds.lowest.max(found), ..bounds }
    } else {
        Bounds { highest: bounds.highest.min(found), ..bounds }
    })
}
