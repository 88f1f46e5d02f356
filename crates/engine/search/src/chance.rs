//! Search algorithms for games with chance nodes.
//!
//! | file | algorithms | from |
//! |---|---|---|
//! | `expectiminimax` | expectiminimax, and the same for any number of seats | Michie, "Game-Playing and Game-Learning Automata", 1966; Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986 |
//! | `star` | Star1 cuts off chance nodes, because payoffs are bounded; Star2 first probes one reply to each draw | Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004 |
//!
//! For two seats whose payoffs cancel, all four return the same mean payoff for every position. All four use integers,
//! so bounds are exact. The searches for two seats use the first seat's view at every ply, because a chance turn
//! doesn't belong to a seat.

mod expectiminimax;
mod star;
mod walk;

use board_engine::{Seat, Turn, ZeroSum};

use self::walk::{Lists, MeanPayoff, Span};
use crate::Evaluator;
use crate::limits::Stopped;
use crate::walk::Walk;

pub use self::expectiminimax::{ExpectiMaxN, Expectiminimax};
pub use self::star::{Star1, Star2};

/// An algorithm's handling of chance nodes.
pub(crate) trait ChanceNodes {
    /// The mean payoff of the position with the draws in the first list. Outside the span, a bound on the same side
    /// suffices.
    fn mean_payoff<G: ZeroSum, E: Evaluator<G> + ?Sized>(
        &self,
        walk: &mut Walk<'_, G, E>,
        position: &G::Position,
        span: Span,
        lists: &mut [Lists<G::Move>],
    ) -> Result<MeanPayoff, Stopped>;
}

/// The mean payoff of the position. Outside the span, a bound on the same side suffices.
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
    let (_, best) = best.expect("an ongoing game has a move");
    Ok(best)
}
