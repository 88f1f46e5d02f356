//! Short searches, and the positions of which they ask for an evaluation.

use std::sync::{Mutex, MutexGuard, PoisonError};

use board_engine::{KeyHistory, Seat, zobrist};
use chess::{Chess, Move, Position};
use chess_players::{ChessEvaluator, ChessHints};
use search::{Algorithm, Depth, Evaluator, Limits, Pvs, PvsOptions, Score, Task};

/// How many positions a search visits.
const NODES: u64 = 400;
/// One of so many positions that are evaluated is kept.
const KEPT_IN: u64 = 8;

/// The searches of a game.
pub(super) struct Searches {
    pvs: Pvs<ChessHints>,
    evaluator: Network,
}

/// What a search has found.
pub(super) struct Searched {
    pub(super) best: Option<Move>,
    /// Some of the positions that it evaluated.
    pub(super) asked: Vec<Position>,
}

impl Searches {
    /// Those of the game with this number, which decides what is kept.
    pub(super) fn new(number: u64) -> Self {
        let options = PvsOptions { hash_mebibytes: 1, ..PvsOptions::default() };
        let evaluator = Network { number, asked: Mutex::default() };
        Self { pvs: Pvs::with_hints(options, ChessHints), evaluator }
    }

    pub(super) fn search(
        &mut self,
        game: Chess,
        position: &Position,
        history: &KeyHistory,
    ) -> Searched {
        let Self { pvs, evaluator } = self;
        let task = Task { game: &game, evaluator: &*evaluator, position, history: Some(history) };
        let limits = Limits { nodes: Some(NODES), ..Limits::to_depth(Depth::MAX) };
        let best = pvs.search(&task, &limits).best;
        Searched { best, asked: std::mem::take(&mut evaluator.asked().kept) }
    }
}

/// The evaluator `network`, which keeps some of the positions that it evaluates.
struct Network {
    number: u64,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    count: u64,
    kept: Vec<Position>,
}

impl Network {
    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evaluator<Chess> for Network {
    fn evaluate(&self, game: &Chess, position: &Position, seat: Seat) -> Score {
        let Asked { count, kept } = &mut *self.asked();
        *count += 1;
        if zobrist::mix(&[self.number, *count]).is_multiple_of(KEPT_IN) {
            kept.push(position.clone());
        }
        ChessEvaluator::Network.evaluate(game, position, seat)
    }
}
