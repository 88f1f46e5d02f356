//! The move that ranks highest.

use board_engine::{Game, Notation};
use games_package::{Host, Player, PlayerError, Reply, Request, Setup};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::Tracker;

/// The rank of a legal move: higher is better.
pub type MoveRank<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;

/// Plays one of the moves that rank highest, without looking at the replies.
#[derive(Debug)]
pub struct GreedyPlayer<G: Notation> {
    tracker: Tracker<G>,
    rank: MoveRank<G>,
    rng: ChaCha8Rng,
}

impl<G: Notation> GreedyPlayer<G> {
    /// A greedy player of `game` that ranks moves by `rank`. Its random numbers are those of seed 0 until a match gives
    /// it another.
    pub fn new(game: G, rank: MoveRank<G>) -> Self {
        Self { tracker: Tracker::new(game), rank, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// The same for a game in which something is hidden: it sees each position as its seat does.
    pub fn of_positions(game: G, rank: MoveRank<G>) -> Self {
        Self { tracker: Tracker::of_positions(game), rank, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// The moves that rank highest.
    fn best_moves(&self) -> Vec<<G as Game>::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let ranks: Vec<i32> = moves.iter().map(|&mv| (self.rank)(game, position, mv)).collect();
        let highest = ranks.iter().max().copied();
        moves
            .into_iter()
            .zip(ranks)
            .filter(|(_, rank)| Some(*rank) == highest)
            .map(|(mv, _)| mv)
            .collect()
    }
}

impl<G: Notation> Player for GreedyPlayer<G> {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
        self.tracker.follow(request)?;
        let chosen = self.best_moves().choose(&mut self.rng).copied();
        self.tracker.reply(chosen)
    }
}
