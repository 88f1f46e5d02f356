//! What lines of a game show of it.

use board_engine::Turn;
use games_package::TableGame;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many random lines are looked at.
const LINES: u32 = 32;

/// The most plies of each.
const PLIES_MAX: u32 = 40;

/// What random lines of a game show of it; always the same for the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nature {
    /// Chance decides now and then: dice, hidden cards.
    pub has_chance: bool,
    /// Payoffs differ in size.
    pub has_stakes: bool,
}

impl Nature {
    /// The nature of this game.
    pub fn of(game: &dyn TableGame) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(0);
        let mut nature = Self::default();
        (0..LINES).for_each(|_| nature.look_at_line(game, &mut chance));
        nature
    }

    fn look_at_line(&mut self, game: &dyn TableGame, chance: &mut ChaCha8Rng) {
        let Ok(mut state) = game.open(None) else { return };
        let mut legal = Vec::new();
        for _ in 0..PLIES_MAX {
            if let Some(outcome) = state.outcome() {
                self.has_stakes |= outcome.payoffs().iter().any(|payoff| payoff.abs() > 1);
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
