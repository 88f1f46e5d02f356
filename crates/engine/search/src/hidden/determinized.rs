//! Determinized search.

use board_engine::{HiddenInformation, Status, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::{Deal, Open, OpenEvaluator, no_choice};
use crate::{
    Algorithm, Depth, Evaluator, Limits, Listener, Report, Score, Statistics, Task, monte_carlo,
};

/// Repeatedly deals the cards that the mover can't see, searches each deal with open hands, and plays the move with the
/// best average: *perfect information Monte Carlo* (Levy, "The Million Pound Bridge Program", 1989; Ginsberg, 2001).
///
/// In each deal, the search plays as if it knew the cards. The search therefore never pays for information, and it
/// assumes that later choices can depend on information that it won't have (*strategy fusion*; Frank and Basin, "Search
/// in Games with Incomplete Information", 1998).
///
/// `A` is an algorithm for the [game with open hands](Open), and determines the number of seats and whether the game
/// can have chance turns.
///
/// Games without hidden information don't compile with this algorithm:
///
/// ```compile_fail,E0277
/// use search::{Algorithm, Determinized, Expectiminimax};
/// use tic_tac_toe::TicTacToe;
///
/// fn fits(_: impl Algorithm<TicTacToe>) {}
/// fits(Determinized { algorithm: Expectiminimax, deals: 10, seed: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Determinized<A> {
    /// The algorithm that searches each deal.
    pub algorithm: A,
    /// The number of deals, unless a limit ends the search first.
    pub deals: u32,
    /// The seed for all random numbers.
    pub seed: u64,
}

impl<G, A> Algorithm<G> for Determinized<A>
where
    G: HiddenInformation + Clone,
    A: Algorithm<Open<G>>,
{
    /// The score is the mean over the deals. No line is reported and the listener is not called:
    /// they would reveal hidden cards.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        _: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let Task { game, position, .. } = *task;
        let mut moves = Vec::new();
        let status = game.legal_moves(position, &mut moves);
        let (Status::Ongoing, Turn::Seat(seat)) = (status, game.turn(position)) else {
            return no_choice(status, game.turn(position));
        };
        let mut tally =
            Tally { totals: vec![0; moves.len()], deals: 0, statistics: Statistics::default() };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let completed = (0..self.deals.max(1)).all(|_| {
            let mut draw = |count| monte_carlo::below(count, &mut rng);
            let deal = game.resample(position, seat, &mut draw);
            self.look_into(task, limits, &deal, &moves, &mut tally)
        });
        let best = (0..moves.len()).rev().max_by_key(|&index| tally.totals[index]);
        let best = best.map(|index| (moves[index], tally.totals[index]));
        let mean = best.map_or(0, |(_, total)| total / i64::from(tally.deals.max(1)));
        Report {
            best: best.map(|(mv, _)| mv),
            score: Score::new(i32::try_from(mean).unwrap_or_default()),
            line: best.map(|(mv, _)| mv).into_iter().collect(),
            statistics: tally.statistics,
            completed,
        }
    }

    fn forget(&mut self) {
        self.algorithm.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.algorithm.reseed(seed);
    }
}

/// The combined results of all deals.
struct Tally {
    /// Each move's total score.
    totals: Vec<i64>,
    /// The number of searched deals.
    deals: u32,
    statistics: Statistics,
}

impl<A> Determinized<A> {
    /// Adds the score of each move in this deal. Adds nothing and returns `false` if a limit stops it.
    fn look_into<G, E>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        deal: &G::Position,
        moves: &[G::Move],
        tally: &mut Tally,
    ) -> bool
    where
        G: HiddenInformation + Clone,
        E: Evaluator<G> + ?Sized,
        A: Algorithm<Open<G>>,
    {
        let open = Open(task.game.clone());
        let evaluator = &OpenEvaluator(task.evaluator);
        let depth = Depth::new(u32::try_from(limits.depth.plies()).unwrap_or(u32::MAX).max(1));
        let mut scores = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let root = Deal { position: deal.clone(), first: Some((mv, index)) };
            let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(tally.statistics.nodes));
            let limits = Limits { depth, nodes, stop: limits.stop };
            let task = Task { game: &open, evaluator, position: &root, history: None };
            let report = self.algorithm.search(&task, &limits);
            tally.statistics += report.statistics;
            if !report.completed {
                return false;
            }
            scores.push(i64::from(report.score.value()));
        }
        for (total, score) in tally.totals.iter_mut().zip(scores) {
            *total += score;
        }
        tally.deals += 1;
        true
    }
}
