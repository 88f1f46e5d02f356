//! The walk through a tree with turns of chance: payoffs, lists, and the report.

use board_engine::{Game, Seat, Turn};

use crate::chance::mean_payoff::MeanPayoff;
use crate::limits::Stopped;
use crate::walk::{Walk, first_legal_move, history};
use crate::{Evaluator, Limits, Listener, Progress, Report, Task};

/// The lists of one ply, reused by all of its positions.
#[derive(Clone, Debug)]
pub(crate) struct Lists<M> {
    pub(crate) moves: Vec<M>,
    /// At a turn of chance, the bounds of each draw's mean payoff.
    pub(crate) bounds: Vec<Bounds>,
    /// The best move so far, at a turn of a seat.
    pub(crate) best: Option<(M, MeanPayoff)>,
}

/// The bounds of the mean payoff of a draw, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) weight: u32,
    pub(crate) lowest: MeanPayoff,
    pub(crate) highest: MeanPayoff,
}

impl<G: Game, E: Evaluator<G> + ?Sized> Walk<'_, G, E> {
    /// [`visit`](Self::visit)s the position: its mean payoff if the search goes no deeper here. `below` are the lists of
    /// the plies that are left.
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

    /// The position after `mv`; goes with a later [`take_back`](Self::take_back).
    pub(super) fn after(&mut self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = position.clone();
        self.advance(&mut child, mv);
        child
    }

    /// What lies between all payoffs.
    pub(super) fn bounds(&self, weight: u32) -> Bounds {
        let highest = MeanPayoff::of_payoff(self.game.payoff_max());
        Bounds { weight, lowest: MeanPayoff(-highest.0), highest }
    }
}

/// This ply's lists and those of the plies below.
pub(crate) fn split<M>(lists: &mut [Lists<M>]) -> (&mut Lists<M>, &mut [Lists<M>]) {
    lists.split_first_mut().expect("the search ends at the last ply")
}

/// Whose payoffs an algorithm gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The first seat's, at every turn.
    First,
    /// Those of the seat whose turn it is; the first one's where it is chance's.
    Mover,
}

/// Searches the task by `algorithm`, which gives the root's mean payoff for this side, and reports.
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
    // The other one of two seats whose payoffs cancel.
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
        // There is nothing more to be ended.
        let _ = listener(&Progress::of(limits.depth, &report));
    }
    report
}
