//! A player that at times doesn't think.

use std::fmt;

use games_package::{Event, Host, Player, PlayerError, Reply, Request, Setup};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::RandomPlayer;

/// Another player under another name, which at times plays a random legal move instead.
pub struct CarelessPlayer {
    name: String,
    player: Box<dyn Player>,
    random: RandomPlayer,
    /// How often it plays any move: 0 to 1.
    carelessness: f64,
    rng: ChaCha8Rng,
}

impl fmt::Debug for CarelessPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("CarelessPlayer");
        shown.field("name", &self.name).field("carelessness", &self.carelessness);
        shown.finish_non_exhaustive()
    }
}

impl CarelessPlayer {
    /// A player with this name that plays like `player`, but any legal move with this probability. Its random numbers are
    /// those of seed 0 until a match gives it another.
    ///
    /// # Panics
    /// If `carelessness` is not from 0 to 1.
    pub fn new(name: impl Into<String>, player: Box<dyn Player>, carelessness: f64) -> Self {
        assert!((0.0..=1.0).contains(&carelessness), "a probability");
        let rng = ChaCha8Rng::seed_from_u64(0);
        Self { name: name.into(), player, random: RandomPlayer::new(), carelessness, rng }
    }
}

impl Player for CarelessPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.rng = ChaCha8Rng::seed_from_u64(setup.seed);
        self.random.start(setup)?;
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if self.rng.random_bool(self.carelessness) {
            self.random.choose_move(request, host)
        } else {
            self.player.choose_move(request, host)
        }
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}
