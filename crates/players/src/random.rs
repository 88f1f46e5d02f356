//! Any legal move, all equally likely.

use games_package::{Host, Player, PlayerError, Reply, Request, Setup};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Plays any legal move of any game, all equally likely: the yardstick that every other player must beat.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: ChaCha8Rng,
}

impl RandomPlayer {
    /// A player whose random numbers are those of seed 0 until a match gives it another.
    pub fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl Default for RandomPlayer {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
        let chosen = request.legal_moves.choose(&mut self.rng);
        chosen.map(Reply::play).ok_or_else(|| PlayerError::new("there is no legal move"))
    }
}
