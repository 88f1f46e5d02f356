//! Positions of which a search asks for an evaluation.

use std::num::NonZeroU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use board_engine::{Game, Seat, ZeroSum, zobrist};
use search::{Evaluator, Score};

/// An evaluator, which keeps some of the positions that it evaluates.
pub(crate) struct Asked<'a, G: Game, E> {
    evaluator: &'a E,
    /// Decides which positions are kept.
    seed: u64,
    /// One of so many is kept.
    one_in: NonZeroU64,
    positions: Mutex<Positions<G::Position>>,
}

struct Positions<P> {
    /// How many there were.
    count: u64,
    kept: Vec<P>,
}

impl<'a, G: Game, E> Asked<'a, G, E> {
    pub(crate) fn new(evaluator: &'a E, seed: u64, one_in: NonZeroU64) -> Self {
        let positions = Mutex::new(Positions { count: 0, kept: Vec::new() });
        Self { evaluator, seed, one_in, positions }
    }

    fn positions(&self) -> MutexGuard<'_, Positions<G::Position>> {
        self.positions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was kept, in the order in which it was asked.
    pub(crate) fn into_positions(self) -> Vec<G::Position> {
        self.positions.into_inner().unwrap_or_else(PoisonError::into_inner).kept
    }
}

impl<G: ZeroSum, E: Evaluator<G>> Evaluator<G> for Asked<'_, G, E> {
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score {
        let positions = &mut *self.positions();
        positions.count += 1;
        if zobrist::mix(&[self.seed, positions.count]).is_multiple_of(self.one_in.get()) {
            positions.kept.push(position.clone());
        }
        self.evaluator.evaluate(game, position, seat)
    }

    fn ends_playout(&self, game: &G, position: &G::Position) -> bool {
        self.evaluator.ends_playout(game, position)
    }

    fn unit(&self) -> i32 {
        self.evaluator.unit()
    }

    fn payoff_scale(&self) -> i32 {
        self.evaluator.payoff_scale()
    }
}
