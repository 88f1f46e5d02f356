//! Properties of a game, declared by the game or detected by random playouts.

use board_engine::Turn;
use games_package::TableGame;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Number of random lines.
const LINE_COUNT: u32 = 32;

/// Maximum number of plies per line.
const PLIES_MAX: u32 = 40;

/// The game properties that affect a tournament. Detecting them for the same game always gives the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameProperties {
    /// `true` if random playouts contain chance events: dice, hidden cards.
    pub has_chance: bool,
    /// `true` if the game declares payoffs of varying size: chips, discs, gammons.
    pub has_stakes: bool,
}

impl GameProperties {
    /// The properties of this game.
    pub fn of(game: &dyn TableGame) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(0);
        let mut properties = Self { has_chance: false, has_stakes: game.payoff_max() > 1 };
        (0..LINE_COUNT).for_each(|_| properties.add_line(game, &mut chance));
        properties
    }

    fn add_line(&mut self, game: &dyn TableGame, chance: &mut ChaCha8Rng) {
        let Ok(mut state) = game.open(None) else { return };
        let mut legal = Vec::new();
        for _ in 0..PLIES_MAX {
            if state.outcome().is_some() {
                return;
            }
            let played = if state.turn() == Turn::Chance {
                self.has_chance = true;
                state.play_drawn(&mut |ways| chance.random_range(0..ways.max(1))).is_some()
            } else {
                state.legal_moves(&mut legal);
                legal.choose(chance).is_some_and(|mv| state.play(mv).is_ok())
            };
            if !played {
                return;
            }
        }
    }
}
