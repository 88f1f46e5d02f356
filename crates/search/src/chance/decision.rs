//! The turns of the seats, which are alpha-beta's, for searches that differ at the turns of chance.

use board_engine::{Seat, Turn, ZeroSum};

use crate::Evaluator;
use crate::chance::mean_payoff::{MeanPayoff, Span};
use crate::chance::walk::{self, Lists};
use crate::limits::Stopped;
use crate::walk::Walk;

/// How a search treats the turns of chance.
pub(crate) trait ChanceNodes {
    /// The mean payoff of the position whose draws are listed in the first of the lists. Outside the span a bound is enough,
    /// on the same side of it.
    fn mean_payoff<G: ZeroSum, E: Evaluator<G> + ?Sized>(
        &self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        span: Span,
        lists: &mut [Lists<G::Move>],
    ) -> Result<MeanPayoff, Stopped>;
}

/// The mean payoff of the position. Outside the span a bound is enough, on the same side of it.
pub(crate) fn mean_payoff<C: ChanceNodes, G: ZeroSum, E: Evaluator<G> + ?Sized>(
    chance: &C,
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    span: Span,
    lists: &mut [Lists<G::Move>],
) -> Result<MeanPayoff, Stopped> {
    let (here, below) = walk::split(lists);
    if let Some(payoff) = walk.leaf_payoff(position, here, below)? {
        return Ok(payoff);
    }
    let Turn::Seat(seat) = walk.game.turn(position) else {
        return chance.mean_payoff(walk, position, span, lists);
    };
    let mut span = span;
    let mut best = None;
    for &mv in &here.moves {
        let child = walk.after(position, mv);
        let found = mean_payoff(chance, walk, &child, span, below)?;
        walk.take_back();
        let is_better = |(_, best): (_, MeanPayoff)| {
            if seat == Seat::FIRST { found > best } else { found < best }
        };
        if best.is_none_or(is_better) {
            best = Some((mv, found));
            here.best = best;
        }
        if seat == Seat::FIRST {
            span.low = span.low.max(found);
        } else {
            span.high = span.high.min(found);
        }
        if span.low >= span.high {
            walk.count_cutoff();
            break;
        }
    }
    let (_, best) = best.expect("a game that goes on has a move");
    Ok(best)
}
