//! The games of a generation: self-play and matches.

use std::sync::Arc;

use board_engine::Game;
use players::AnySearch;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::chunk::Chunk;
use super::interface::RunOptions;
use super::parallel::Line;
use crate::evaluator::Sampler;
use crate::self_play::{self, Opening, PlayedGame, Sampling};
use crate::{Learner, Network};

/// Plays the games of a generation, on any thread.
pub(super) struct Games<'a, G: Game> {
    pub(super) learner: &'a Learner<'a, G>,
    pub(super) options: &'a RunOptions,
    /// The seed of the run.
    pub(super) seed: u64,
    pub(super) generation: u32,
}

/// The uses of random numbers.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Weights,
    Training,
    Pair(u64),
    Chunk(u32),
}

/// A search that plays against itself.
pub(super) struct SelfPlayer<G: Game> {
    search: [Box<dyn AnySearch<G>>; 1],
    /// Takes positions from the search; `None` if it has no network, so its scores say little.
    sampler: Option<Arc<Sampler<G>>>,
}

impl<G: Game> Games<'_, G> {
    /// A search with this network.
    pub(super) fn self_player(&self, network: Option<&Arc<Network>>) -> SelfPlayer<G> {
        let sampler = network.map(|_| Arc::new(Sampler::new()));
        let evaluator = self.learner.evaluator(network);
        let evaluator = match &sampler {
            Some(sampler) => evaluator.sampled_by(Arc::clone(sampler)),
            None => evaluator,
        };
        SelfPlayer { search: [(self.learner.new_search)(evaluator)], sampler }
    }

    /// Plays games until they have enough positions for a file. Sends the number of positions of each game. `None` if
    /// it was stopped.
    pub(super) fn chunk(
        &self,
        number: u32,
        player: &mut SelfPlayer<G>,
        line: &Line<'_, u64>,
    ) -> Option<Chunk> {
        let mut rng = self.rng(Purpose::Chunk(number));
        let mut chunk = Chunk { has_network: player.sampler.is_some(), games: Vec::new() };
        let mut positions = 0;
        while positions < self.options.chunk_positions {
            if line.is_stopped() {
                return None;
            }
            let SelfPlayer { search, sampler } = player;
            let game = self.play(search, [0, 0], sampler.as_deref(), &mut rng);
            let here = game.scores.len() + game.sampled.len();
            positions += here;
            line.send(here as u64);
            chunk.games.push(game);
        }
        Some(chunk)
    }

    /// Plays two games from the same opening, with seats exchanged. Returns the results of the first search: 1, 0 or
    /// −1. `None` if it was stopped.
    pub(super) fn pair(
        &self,
        number: u64,
        searches: &mut [Box<dyn AnySearch<G>>; 2],
        line: &Line<'_, ()>,
    ) -> Option<[i8; 2]> {
        let mut results = [0; 2];
        for (result, search_of) in results.iter_mut().zip([[0, 1], [1, 0]]) {
            if line.is_stopped() {
                return None;
            }
            let mut rng = self.rng(Purpose::Pair(number));
            let played = self.play(searches, search_of, None, &mut rng);
            *result = if search_of == [0, 1] { played.result } else { -played.result };
            line.send(());
        }
        Some(results)
    }

    fn play(
        &self,
        searches: &mut [Box<dyn AnySearch<G>>],
        search_of: [usize; 2],
        sampler: Option<&Sampler<G>>,
        rng: &mut ChaCha8Rng,
    ) -> PlayedGame {
        let Learner { game, inputs, .. } = self.learner;
        let opening = Opening::random(*game, self.options.opening_plies, rng);
        let sampling = sampler.map(|sampler| Sampling { sampler, inputs: &**inputs });
        self_play::play(*game, &opening, self.options.nodes, searches, search_of, sampling.as_ref())
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
