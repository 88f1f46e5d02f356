//! Expectiminimax, for two seats and for more.

use board_engine::{Chance, PerfectInformation, SEATS_MAX, Seat, Turn, ZeroSum};

use super::walk;
use super::walk::{Lists, MeanPayoff, Side, Sum};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// Minimax with chance nodes. At a seat's turn, a position has its successors' best payoff; at a chance node, it has
/// their weighted mean (Michie, "Game-Playing and Game-Learning Automata", 1966).
///
/// A draw counts as a ply. Scores are mean payoffs in hundredths, and so are static evaluations. At a chance turn, the
/// report contains no move, and the score is for the first seat.
///
/// A game without chance doesn't compile with this algorithm:
///
/// ```compile_fail,E0277
/// use search::{Algorithm, Expectiminimax};
/// use tic_tac_toe::TicTacToe;
///
/// fn fits(_: impl Algorithm<TicTacToe>) {}
/// fits(Expectiminimax);
/// ```
///
/// And an algorithm for games without chance can't play a game with chance:
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

/// maxⁿ with chance turns. Every seat chooses the move with the highest mean payoff for itself and expects the others
/// to do the same (Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986). At a chance turn, each seat
/// gets the weighted mean over the draws.
///
/// For two seats whose payoffs cancel, it returns the same values as [`Expectiminimax`](crate::Expectiminimax). A draw
/// counts as a ply. Nothing is pruned.
///
/// A game without chance doesn't compile with this algorithm:
///
/// ```compile_fail,E0277
/// use search::{Algorithm, ExpectiMaxN};
/// use tic_tac_toe::TicTacToe;
///
/// fn fits(_: impl Algorithm<TicTacToe>) {}
/// fits(ExpectiMaxN);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExpectiMaxN;

/// The mean payoff of each seat.
type Payoffs = [MeanPayoff; SEATS_MAX];

impl<G: Chance + PerfectInformation> Algorithm<G> for ExpectiMaxN {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let seat = match task.game.turn(task.position) {
            Turn::Seat(seat) => seat,
            Turn::Chance => Seat::FIRST,
        };
        walk::run(task, limits, listener, Side::Mover, |walk, root, lists| {
            Ok(mean_payoffs(walk, root, lists)?[seat.index()])
        })
    }
}

fn mean_payoffs<G: Chance, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    position: &G::Position,
    lists: &mut [Lists<G::Move>],
) -> Result<Payoffs, Stopped> {
    let (here, below) = walk::split(lists);
    here.best = None;
    let leaf = walk.visit(
        position,
        &mut here.moves,
        below.len(),
        |outcome, _| {
            each_seat(outcome.payoffs().len(), |seat| MeanPayoff::of_payoff(outcome.payoff(seat)))
        },
        |game, evaluator| {
            each_seat(game.seats(), |seat| {
                let score = evaluator.evaluate(game, position, seat);
                MeanPayoff::of_score(score, evaluator.payoff_scale(), game.payoff_max())
            })
        },
    );
    if let Some(payoffs) = leaf? {
        return Ok(payoffs);
    }
    let (turn, seats) = (walk.game.turn(position), walk.game.seats());
    let mut best = [MeanPayoff(0); SEATS_MAX];
    let (mut sums, mut total) = ([Sum::default(); SEATS_MAX], 0);
    for &mv in &here.moves {
        let child = walk.after(position, mv);
        let found = mean_payoffs(walk, &child, below)?;
        walk.take_back();
        match turn {
            Turn::Chance => {
                let weight = walk.game.weight(position, mv);
                for (sum, payoff) in sums.iter_mut().zip(found) {
                    *sum = sum.plus(weight, payoff);
                }
                total += u64::from(weight);
            }
            Turn::Seat(seat) => {
                let own = found[seat.index()];
                if here.best.is_none_or(|(_, best)| own > best) {
                    (here.best, best) = (Some((mv, own)), found);
                }
            }
        }
    }
    Ok(match turn {
        Turn::Chance => each_seat(seats, |seat| sums[seat.index()].mean(total)),
        Turn::Seat(_) => best,
    })
}

fn each_seat(count: usize, payoff: impl Fn(Seat) -> MeanPayoff) -> Payoffs {
    let mut payoffs = [MeanPayoff(0); SEATS_MAX];
    for seat in Seat::all(count) {
        payoffs[seat.index()] = payoff(seat);
    }
    payoffs
}
