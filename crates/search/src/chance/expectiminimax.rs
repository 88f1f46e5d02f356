//! Expectiminimax.

use board_engine::{Chance, PerfectInformation, Seat, Turn, ZeroSum};

use crate::chance::mean_payoff::{MeanPayoff, Sum};
use crate::chance::walk::{self, Lists, Side};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// Minimax with turns of chance: where a seat moves, a position has the best payoff of those that follow, and where
/// chance draws, the mean of what can be drawn by its weights (Michie, "Game-Playing and Game-Learning Automata", 1966).
///
/// A draw is a ply. Scores are mean payoffs in hundredths, and so are static evaluations. At a turn of chance
/// no move is named, and the score is the first seat's.
///
/// A game without chance has no use for it:
///
/// ```compile_fail,E0277
/// use search::{Algorithm, Expectiminimax};
/// use tic_tac_toe::TicTacToe;
///
/// fn fits(_: impl Algorithm<TicTacToe>) {}
/// fits(Expectiminimax);
/// ```
///
/// And an algorithm for games without chance can't play one with it:
///
/// ```compile_fail,E0277
/// use board_engine::{Chance, PerfectInformation, ZeroSum};
/// use search::{Algorithm, AlphaBeta};
///
/// fn fits<G: ZeroSum + Chance + PerfectInformation>() -> impl Algorithm<G> {
///     AlphaBeta
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expectiminimax;

impl<G: ZeroSum + Chance + PerfectInformation> Algorithm<G> for Expectiminimax {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, Side::First, mean_payoff)
    }
}

fn mean_payoff<G: ZeroSum, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    lists: &mut [Lists<G::Move>],
) -> Result<MeanPayoff, Stopped> {
    let (here, below) = walk::split(lists);
    if let Some(payoff) = walk.leaf_payoff(position, here, below)? {
        return Ok(payoff);
    }
    let turn = walk.game.turn(position);
    let (mut sum, mut total) = (Sum::default(), 0);
    for &mv in &here.moves {
        let child = walk.after(position, mv);
        let found = mean_payoff(walk, &child, below)?;
        walk.take_back();
        match turn {
            Turn::Chance => {
                let weight = walk.game.weight(position, mv);
                sum = sum.plus(weight, found);
                total += u64::from(weight);
            }
            Turn::Seat(seat) => {
                let is_better = |best: MeanPayoff| {
                    if seat == Seat::FIRST { found > best } else { found < best }
                };
                if here.best.is_none_or(|(_, best)| is_better(best)) {
                    here.best = Some((mv, found));
                }
            }
        }
    }
    Ok(here.best.map_or_else(|| sum.mean(total), |(_, best)| best))
}
