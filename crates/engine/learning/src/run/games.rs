//! A generation's games: self-play and matches.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::chunk::Chunk;
use super::interface::RunOptions;
use super::parallel::Line;
use crate::Network;
use crate::learner::{AnyLearner, AnySearches};
use crate::self_play::PlayedGame;

/// Plays a generation's games, on any thread.
pub(super) struct Games<'a> {
    pub(super) learner: &'a dyn AnyLearner,
    pub(super) options: &'a RunOptions,
    /// The seed of the run.
    pub(super) seed: u64,
    pub(super) generation: u32,
}

/// The purposes of random numbers.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Weights,
    Training,
    Pair(u64),
    Chunk(u32),
}

impl Games<'_> {
    /// A search with this network that plays against itself. If there is a network, its games contain positions from
    /// searches; scores without a network say little.
    pub(super) fn self_player(&self, network: Option<&Arc<Network>>) -> Box<dyn AnySearches + '_> {
        self.learner.searches(&[network], network.is_some())
    }

    /// Plays games until there are enough positions for a file. Sends the number of positions in each game. `None` if
    /// play was stopped.
    pub(super) fn chunk(
        &self,
        number: u32,
        has_network: bool,
        player: &mut dyn AnySearches,
        line: &Line<'_, u64>,
    ) -> Option<Chunk> {
        let mut rng = self.rng(Purpose::Chunk(number));
        let mut chunk = Chunk { has_network, games: Vec::new() };
        let mut positions = 0;
        while positions < self.options.chunk_positions {
            if line.is_stopped() {
                return None;
            }
            let game = self.play(player, [0, 0], &mut rng);
            let here = game.scores.len() + game.sampled.len();
            positions += here;
            line.send(here as u64);
            chunk.games.push(game);
        }
        Some(chunk)
    }

    /// Plays two games from the same opening, with the seats swapped. Returns the first search's results: 1, 0 or −1.
    /// `None` if play was stopped.
    pub(super) fn pair(
        &self,
        number: u64,
        searches: &mut dyn AnySearches,
        line: &Line<'_, ()>,
    ) -> Option<[i8; 2]> {
        let mut results = [0; 2];
        for (result, search_of) in results.iter_mut().zip([[0, 1], [1, 0]]) {
            if line.is_stopped() {
                return None;
            }
            let mut rng = self.rng(Purpose::Pair(number));
            let played = self.play(searches, search_of, &mut rng);
            *result = if search_of == [0, 1] { played.result } else { -played.result };
            line.send(());
        }
        Some(results)
    }

    fn play(
        &self,
        searches: &mut dyn AnySearches,
        search_of: [usize; 2],
        rng: &mut ChaCha8Rng,
    ) -> PlayedGame {
        let RunOptions { opening_plies, nodes, .. } = *self.options;
        searches.play(opening_plies, nodes, search_of, rng)
    }

    /// The seed of a step.
    pub(super) fn seed(&self, purpose: Purpose) -> u64 {
        let purpose = match purpose {
            Purpose::Weights => 0,
            Purpose::Training => 1,
            Purpose::Pair(number) => 2 + 2 * number,
            Purpose::Chunk(number) => 3 + 2 * u64::from(number),
        };
        board_engine::zobrist::mix(&[self.seed, self.generation.into(), purpose])
    }

    fn rng(&self, purpose: Purpose) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.seed(purpose))
    }
}
