//! A run: generations of self-play, training and a match against the predecessor.
//!
//! Each step writes its result to a file before the next one begins, and the run's seed determines the seed of each
//! step. A killed run therefore resumes where it stopped, and produces the same networks as an uninterrupted run.

mod chunk;
mod folder;
mod interface;
mod state;

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use board_engine::{Game, Seat, Turn};
use players::AnySearch;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::chunk::Chunk;
use self::folder::RunFolder;
use self::state::State;
use crate::gate::{Decision, PairCounts};
use crate::self_play::{self, Opening, PlayedGame};
use crate::trainer::{self, Samples, Target, TrainingOptions};
use crate::{
    LearnedEvaluator, LearningError, LearningInputs, Network, Shape, Weights, active_inputs,
    calibration,
};

pub use self::folder::{best_network, default_folder};
pub use self::interface::{Phase, RunEnd, RunHost, RunOptions, RunProgress, RunReport};

/// Creates a search with an evaluator.
pub type NewSearch<'a, G> = &'a dyn Fn(LearnedEvaluator<G>) -> Box<dyn AnySearch<G>>;

/// Minimum number of samples per step.
const BATCH_MIN: usize = 32;

/// A game to learn.
pub struct Learner<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The full name of the game.
    pub name: &'a str,
    /// The inputs of its positions.
    pub inputs: Arc<dyn LearningInputs<G>>,
    /// The search that plays.
    pub new_search: NewSearch<'a, G>,
    /// The score of one unit of the game.
    pub unit: i32,
}

impl<G: Game> fmt::Debug for Learner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Game> Learner<'_, G> {
    /// Starts a run in this folder, or resumes the run in it. The best network is in [`best_network`].
    ///
    /// # Errors
    /// [`LearningError`] if the folder is in use, belongs to a run of another game or seed, or can't be read or
    /// written.
    pub fn run(
        &self,
        folder: &Path,
        options: &RunOptions,
        host: &dyn RunHost,
    ) -> Result<RunReport, LearningError> {
        let folder = RunFolder::open(folder)?;
        let state = self.state(&folder, options)?;
        let mut run = Run { learner: self, folder, options, host, state, loss: None };
        // A finished run continues if it is started again.
        run.state.without_gain = if run.is_finished() { 0 } else { run.state.without_gain };
        loop {
            let phase = run.generation()?;
            let end = match phase {
                Some(_) => RunEnd::Stopped,
                None if run.is_finished() => RunEnd::NoGain,
                None => continue,
            };
            return Ok(RunReport { end, progress: run.progress(phase.unwrap_or(Phase::Gate)) });
        }
    }

    /// The state of the run in the folder, or of a new run.
    fn state(&self, folder: &RunFolder, options: &RunOptions) -> Result<State, LearningError> {
        let Some(state) = State::read(&folder.state())? else {
            let state = State::new(self.name, options.seed);
            let manifest = format!(
                "rival learn, version 1\ncommand: {}\ngame: {}\nseed: {}\nsettings: {options:?}\n",
                options.command, self.name, options.seed
            );
            let path = folder.manifest();
            fs::write(&path, manifest).map_err(LearningError::io("write", &path))?;
            state.write(&folder.state())?;
            return Ok(state);
        };
        if state.game != self.name || state.seed != options.seed {
            return Err(LearningError::OtherRun {
                folder: folder.path().into(),
                found: format!("{} with seed {}", state.game, state.seed),
                wanted: format!("{} with seed {}", self.name, options.seed),
            });
        }
        Ok(state)
    }

    fn search(&self, network: Option<Arc<Network>>) -> Box<dyn AnySearch<G>> {
        (self.new_search)(LearnedEvaluator::new(Arc::clone(&self.inputs), network, self.unit))
    }

    fn shape(&self, options: &RunOptions) -> Shape {
        Shape {
            game: self.name.into(),
            layout: self.inputs.layout(),
            inputs: self.inputs.count(),
            active_max: self.inputs.active_max(),
            accumulators: options.accumulators,
        }
    }
}

/// A run in its folder.
struct Run<'a, G: Game> {
    learner: &'a Learner<'a, G>,
    folder: RunFolder,
    options: &'a RunOptions,
    host: &'a dyn RunHost,
    state: State,
    loss: Option<f64>,
}

/// The uses of random numbers.
#[derive(Clone, Copy)]
enum Purpose {
    Weights,
    Training,
    Gate,
    Chunk(u32),
}

impl<G: Game> Run<'_, G> {
    fn is_finished(&self) -> bool {
        self.state.without_gain >= self.options.patience
    }

    /// Plays, trains and tests one generation. If the host stopped it, returns the phase that was interrupted.
    fn generation(&mut self) -> Result<Option<Phase>, LearningError> {
        let generation = self.state.generation + 1;
        let best = self.best_weights()?;
        let network = best.as_ref().map(|weights| Arc::new(Network::new(weights)));
        let Some((games, positions)) = self.play(generation, network.clone())? else {
            return Ok(Some(Phase::SelfPlay));
        };
        let Some(candidate) = self.train(generation, best)? else {
            return Ok(Some(Phase::Training));
        };
        let Some(counts) = self.test(generation, network, &candidate) else {
            return Ok(Some(Phase::Gate));
        };
        let mut next = State { generation, ..self.state.clone() };
        next.games += games;
        next.positions += positions;
        next.without_gain += 1;
        let is_gain = counts.decision(&self.options.gate) == Decision::Kept;
        // In a small game the search is perfect even without a network. The first network is adopted without a gain, so
        // every run produces a network.
        let is_first = next.best == 0;
        if is_gain {
            next.without_gain = 0;
            next.elo += counts.elo();
        }
        if is_gain || is_first {
            candidate.write(&best_network(self.folder.path()))?;
            next.best = generation;
        }
        next.write(&self.folder.state())?;
        self.state = next;
        self.host.progress(&self.progress(Phase::Gate));
        self.remove_old(generation)?;
        Ok(None)
    }

    /// The weights of the best generation.
    fn best_weights(&self) -> Result<Option<Weights>, LearningError> {
        let best = self.state.best;
        if best == 0 {
            return Ok(None);
        }
        let path = self.folder.network(best);
        let weights = Weights::read(&path)?;
        let missing =
            || LearningError::Missing { game: self.state.game.clone(), path: path.clone() };
        let weights = weights.ok_or_else(missing)?;
        self.check(&path, weights).map(Some)
    }

    /// The weights, unless they belong to other rules.
    fn check(&self, path: &Path, weights: Weights) -> Result<Weights, LearningError> {
        if *weights.shape() == self.learner.shape(self.options) {
            return Ok(weights);
        }
        let (game, found) = (self.state.game.clone(), weights.shape().game.clone());
        Err(LearningError::OtherGame { path: path.into(), game, found })
    }

    /// Plays the missing games of a generation. Returns the total numbers of its games and positions; `None` if the
    /// host stopped the run.
    fn play(
        &self,
        generation: u32,
        network: Option<Arc<Network>>,
    ) -> Result<Option<(u64, u64)>, LearningError> {
        let has_network = network.is_some();
        let mut searches = [self.learner.search(network)];
        let mut before = self.progress(Phase::SelfPlay);
        let (games, positions) = (before.games, before.positions);
        for number in 0..self.options.chunks {
            let path = self.folder.chunk(generation, number);
            let known = match Chunk::read(&path) {
                // The games are played again.
                Err(LearningError::Damaged { .. }) => None,
                read => read?,
            };
            let rng = self.rng(generation, Purpose::Chunk(number));
            let is_known = known.is_some();
            let played = known.or_else(|| self.new_chunk(has_network, &mut searches, rng, &before));
            let Some(chunk) = played else { return Ok(None) };
            if !is_known {
                chunk.write(&path)?;
            }
            before.games += chunk.games.len() as u64;
            before.positions += chunk.positions() as u64;
        }
        Ok(Some((before.games - games, before.positions - positions)))
    }

    /// Plays games until they have enough positions. `None` if the host stopped the run.
    fn new_chunk(
        &self,
        has_network: bool,
        searches: &mut [Box<dyn AnySearch<G>>],
        mut rng: ChaCha8Rng,
        before: &RunProgress,
    ) -> Option<Chunk> {
        let mut chunk = Chunk { has_network, games: Vec::new() };
        let mut positions = 0;
        while positions < self.options.chunk_positions {
            if self.host.is_stopped() {
                return None;
            }
            let game = self.play_game(searches, [0, 0], &mut rng);
            positions += game.scores.len();
            chunk.games.push(game);
            self.host.progress(&RunProgress {
                games: before.games + chunk.games.len() as u64,
                positions: before.positions + positions as u64,
                ..*before
            });
        }
        Some(chunk)
    }

    fn play_game(
        &self,
        searches: &mut [Box<dyn AnySearch<G>>],
        search_of: [usize; 2],
        rng: &mut ChaCha8Rng,
    ) -> PlayedGame {
        let opening = Opening::random(self.learner.game, self.options.opening_plies, rng);
        self_play::play(self.learner.game, &opening, self.options.nodes, searches, search_of)
    }

    /// Trains the network of a generation, unless its file exists. `None` if the host stopped the run.
    fn train(
        &mut self,
        generation: u32,
        best: Option<Weights>,
    ) -> Result<Option<Weights>, LearningError> {
        let path = self.folder.network(generation);
        match Weights::read(&path) {
            Ok(Some(weights)) => return self.check(&path, weights).map(Some),
            // The network is trained again.
            Ok(None) | Err(LearningError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
        self.host.progress(&self.progress(Phase::Training));
        let samples = self.samples(generation)?;
        let shape = self.learner.shape(self.options);
        let seed = self.seed(generation, Purpose::Weights);
        let mut weights = best.unwrap_or_else(|| Weights::random(shape, seed));
        let seed = self.seed(generation, Purpose::Training);
        // A small game has few positions: smaller steps give about a hundred steps per epoch.
        let batch = self.options.training.batch.min(samples.len() / 100).max(BATCH_MIN);
        let training = TrainingOptions { batch, seed, ..self.options.training };
        let stop = || self.host.is_stopped();
        let Some(loss) = trainer::train(&mut weights, &samples, &training, &stop) else {
            return Ok(None);
        };
        weights.write(&path)?;
        self.loss = Some(loss);
        Ok(Some(weights))
    }

    /// The positions of the last generations, newest first, each once.
    fn samples(&self, generation: u32) -> Result<Samples, LearningError> {
        let (mut samples, mut seen) = (Samples::default(), HashSet::new());
        let oldest = generation.saturating_sub(self.options.window) + 1;
        for generation in (oldest.min(generation)..=generation).rev() {
            for number in 0..self.options.chunks {
                let Some(chunk) = Chunk::read(&self.folder.chunk(generation, number))? else {
                    continue;
                };
                let share = if chunk.has_network { self.options.result_share } else { 1.0 };
                for game in &chunk.games {
                    self.add_samples(game, share, &mut seen, &mut samples);
                }
            }
        }
        Ok(samples)
    }

    /// Replays a game, and adds the positions that are new.
    fn add_samples(
        &self,
        played: &PlayedGame,
        result_share: f32,
        seen: &mut HashSet<u64>,
        samples: &mut Samples,
    ) {
        let Learner { game, inputs, unit, .. } = self.learner;
        let mut position = game.start();
        let (mut moves, mut active) = (Vec::new(), Vec::new());
        for (ply, &index) in played.moves.iter().enumerate() {
            game.legal_moves(&position, &mut moves);
            let (Turn::Seat(mover), Some(&mv)) =
                (game.turn(&position), moves.get(usize::from(index)))
            else {
                return;
            };
            let score = ply.checked_sub(played.opening_plies).and_then(|at| played.scores.get(at));
            if let Some(&score) = score
                && seen.insert(game.key(&position))
            {
                active_inputs(&**inputs, *game, &position, mover, &mut active);
                let result = if mover == Seat::FIRST { played.result } else { -played.result };
                let share = if score.is_win() || score.is_loss() { 0.0 } else { result_share };
                let expected = calibration::expected_result(score, *unit);
                samples.push(&active, target(result, expected, share));
            }
            game.play(&mut position, mv);
        }
    }

    /// Plays the new network against the best one. `None` if the host stopped the run.
    fn test(
        &self,
        generation: u32,
        best: Option<Arc<Network>>,
        candidate: &Weights,
    ) -> Option<PairCounts> {
        let candidate = self.learner.search(Some(Arc::new(Network::new(candidate))));
        let mut searches = [candidate, self.learner.search(best)];
        let mut rng = self.rng(generation, Purpose::Gate);
        let mut counts = PairCounts::default();
        while counts.decision(&self.options.gate) == Decision::Open {
            let mut results = [0; 2];
            let mut opening_rng = rng.clone();
            for (result, search_of) in results.iter_mut().zip([[0, 1], [1, 0]]) {
                if self.host.is_stopped() {
                    return None;
                }
                // Both games start with the same moves.
                opening_rng = rng.clone();
                let played = self.play_game(&mut searches, search_of, &mut opening_rng);
                *result = if search_of == [0, 1] { played.result } else { -played.result };
                self.host.progress(&self.progress(Phase::Gate));
            }
            rng = opening_rng;
            counts.add(results);
        }
        Some(counts)
    }

    /// Removes the files of generations that no later generation uses.
    fn remove_old(&self, generation: u32) -> Result<(), LearningError> {
        if let Some(old) = generation.checked_sub(self.options.window).filter(|&old| old > 0) {
            for number in 0..self.options.chunks {
                folder::remove(&self.folder.chunk(old, number))?;
            }
        }
        for old in (1..generation).rev().take(self.options.patience as usize + 1) {
            if old != self.state.best {
                folder::remove(&self.folder.network(old))?;
            }
        }
        Ok(())
    }

    fn progress(&self, phase: Phase) -> RunProgress {
        let State { generation, best, games, positions, elo, .. } = self.state;
        let loss = self.loss;
        RunProgress { generation: generation + 1, best, phase, games, positions, loss, elo }
    }

    /// The seed of a step.
    fn seed(&self, generation: u32, purpose: Purpose) -> u64 {
        let purpose = match purpose {
            Purpose::Weights => 0,
            Purpose::Training => 1,
            Purpose::Gate => 2,
            Purpose::Chunk(number) => 3 + u64::from(number),
        };
        board_engine::zobrist::mix(&[self.options.seed, generation.into(), purpose])
    }

    fn rng(&self, generation: u32, purpose: Purpose) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.seed(generation, purpose))
    }
}

/// The target of a position: `share` of the game's result, and the rest from the expected result of the search.
#[expect(clippy::cast_possible_truncation, reason = "a probability needs few digits")]
fn target(result: i8, expected: f64, share: f32) -> Target {
    let (expected, rest) = (expected as f32, 1.0 - share);
    let of = |wanted: i8| if result == wanted { share } else { 0.0 };
    Target([of(1) + rest * expected, of(0), of(-1) + rest * (1.0 - expected)])
}
