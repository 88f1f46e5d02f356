//! Expectiminimax for any number of seats.

use board_engine::{Chance, PerfectInformation, SEATS_MAX, Seat, Turn};

use crate::chance::mean_payoff::{MeanPayoff, Sum};
use crate::chance::walk::{self, Lists, Side};
use crate::limits::Stopped;
use crate::walk::Walk;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// maxⁿ with turns of chance: every seat takes the move with the highest mean payoff for itself and expects the others to
/// do the same (Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986), and where chance draws, each seat
/// has the mean of what can be drawn by its weights.
///
/// For two seats whose payoffs cancel it is [`Expectiminimax`](crate::Expectiminimax), and finds the same. A draw is a ply.
/// Nothing is cut off.
///
/// A game without chance has no use for it:
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
