//! A run: generations of self-play, training and a match against the predecessor.
//!
//! Each step writes its result to a file before the next one begins, and the run's seed determines each step's seed. A
//! killed run therefore resumes where it stopped, and produces the same networks as an uninterrupted run.

mod chunk;
mod folder;
mod games;
mod interface;
mod parallel;
mod report;
mod state;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use board_engine::Game;

use self::chunk::Chunk;
use self::folder::RunFolder;
use self::games::{Games, Purpose};
use self::parallel::Line;
use self::state::{Generation, State};
use crate::gate::{Decision, PairCounts};
use crate::learner::{AnyLearner, AnySearches};
use crate::trainer::{self, Samples, TrainingOptions};
use crate::{Learner, LearningError, Network, Weights, sealed};

pub use self::folder::{best_network, default_folder};
pub use self::interface::{Phase, RunEnd, RunHost, RunOptions, RunProgress, RunReport};

/// Minimum number of samples per step.
const BATCH_MIN: usize = 32;
/// Maximum number of match pairs between two decisions. This maximum doesn't depend on the number of threads, so
/// neither do the results.
const ROUND: usize = 16;

impl<G: Game> Learner<'_, G> {
    /// Starts a run in this folder, or resumes the run in it. The best network is in [`best_network`].
    ///
    /// # Errors
    /// [`LearningError`] if the folder is in use, belongs to a run with another game or seed, or can't be read or
    /// written.
    pub fn run(
        &self,
        folder: &Path,
        options: &RunOptions,
        host: &dyn RunHost,
    ) -> Result<RunReport, LearningError> {
        run(self, folder, options, host)
    }
}

/// The run of any game.
fn run(
    learner: &dyn AnyLearner,
    folder: &Path,
    options: &RunOptions,
    host: &dyn RunHost,
) -> Result<RunReport, LearningError> {
    let folder = RunFolder::open(folder)?;
    let state = initial_state(learner.name(), &folder, options)?;
    let mut run = Run { learner, folder, options, host, state, loss: None, played: (0, 0) };
    if run.end() == Some(RunEnd::NoGain) {
        // The run continues if it is started again.
        run.state.without_gain = 0;
    }
    let (end, phase) = loop {
        if let Some(end) = run.end() {
            break (end, Phase::Gate);
        }
        if let Some(phase) = run.generation()? {
            break (RunEnd::Stopped, phase);
        }
    };
    let mut progress = run.progress(phase);
    if end != RunEnd::Stopped {
        // No other generation has begun.
        progress.generation = run.state.generation();
    }
    Ok(RunReport { end, progress })
}

/// The state of the run in the folder, or of a new run.
fn initial_state(
    name: &str,
    folder: &RunFolder,
    options: &RunOptions,
) -> Result<State, LearningError> {
    let Some(state) = State::read(&folder.state())? else {
        let state = State::new(name, options.seed);
        // The number of threads doesn't affect a run's results.
        let settings = RunOptions { threads: 1, ..options.clone() };
        let manifest = format!(
            "rival learn, version 1\ncommand: {}\ngame: {}\nseed: {}\nsettings: {settings:?}\n",
            options.command, name, options.seed
        );
        let path = folder.manifest();
        fs::write(&path, manifest).map_err(LearningError::io("write", &path))?;
        state.write(&folder.state())?;
        return Ok(state);
    };
    if state.game != name || state.seed != options.seed {
        return Err(LearningError::OtherRun {
            folder: folder.path().into(),
            found: format!("{} with seed {}", state.game, state.seed),
            wanted: format!("{} with seed {}", name, options.seed),
        });
    }
    Ok(state)
}

/// A run in its folder.
struct Run<'a> {
    learner: &'a dyn AnyLearner,
    folder: RunFolder,
    options: &'a RunOptions,
    host: &'a dyn RunHost,
    state: State,
    loss: Option<f64>,
    /// The numbers of games and positions in the current generation.
    played: (u64, u64),
}

impl Run<'_> {
    /// The reason why the run has ended; `None` if the run continues.
    fn end(&self) -> Option<RunEnd> {
        let is_last = |most| self.state.generation() >= most;
        if self.options.generations.is_some_and(is_last) {
            Some(RunEnd::Complete)
        } else {
            (self.state.without_gain >= self.options.patience).then_some(RunEnd::NoGain)
        }
    }

    /// Plays, trains and tests one generation. If the host stopped the run, returns the phase that was interrupted.
    fn generation(&mut self) -> Result<Option<Phase>, LearningError> {
        let generation = self.state.generation() + 1;
        let best = self.best_weights()?;
        let network = best.as_ref().map(|weights| Arc::new(Network::new(weights)));
        self.played = (0, 0);
        let Some(played) = self.play(generation, network.as_ref())? else {
            return Ok(Some(Phase::SelfPlay));
        };
        self.played = played;
        let Some(candidate) = self.train(generation, best)? else {
            return Ok(Some(Phase::Training));
        };
        let Some(counts) = self.test(generation, network.as_ref(), &candidate) else {
            return Ok(Some(Phase::Gate));
        };
        let result = counts.result(&self.options.gate);
        // In a small game the search is perfect even without a network. The first network is adopted even without a
        // gain, so every run produces a network.
        let is_best = result.is_gain || self.state.best() == 0;
        if is_best {
            candidate.write_rounded(&best_network(self.folder.path()))?;
        }
        let mut next = self.state.clone();
        next.without_gain = if result.is_gain { 0 } else { next.without_gain + 1 };
        let ((games, positions), loss) = (self.played, candidate.loss.into());
        next.generations.push(Generation { is_best, games, positions, loss, result });
        next.write(&self.folder.state())?;
        self.write_report(&next)?;
        self.state = next;
        self.played = (0, 0);
        self.host.progress(&self.progress(Phase::Gate));
        self.remove_old(generation)?;
        Ok(None)
    }

    /// The weights of the best generation.
    fn best_weights(&self) -> Result<Option<Weights>, LearningError> {
        let best = self.state.best();
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

    /// Returns the weights unless they belong to other rules.
    fn check(&self, path: &Path, weights: Weights) -> Result<Weights, LearningError> {
        if *weights.shape() == self.learner.shape(self.options.accumulators) {
            return Ok(weights);
        }
        let (game, found) = (self.state.game.clone(), weights.shape().game.clone());
        Err(LearningError::OtherGame { path: path.into(), game, found })
    }

    /// The number of game files per generation. A larger sample of games can reveal gains that a smaller sample
    /// couldn't.
    fn chunks(&self, generation: u32) -> u32 {
        self.options.chunks << self.state.misses_before(generation).min(self.options.doublings_max)
    }

    /// Plays the missing games of a generation. Returns the generation's total numbers of games and positions; `None`
    /// if the host stopped the run.
    fn play(
        &self,
        generation: u32,
        network: Option<&Arc<Network>>,
    ) -> Result<Option<(u64, u64)>, LearningError> {
        let mut progress = self.progress(Phase::SelfPlay);
        let before = (progress.games, progress.positions);
        let mut missing = Vec::new();
        for number in 0..self.chunks(generation) {
            match Chunk::read(&self.folder.chunk(generation, number)) {
                Ok(Some(chunk)) => {
                    progress.games += chunk.games.len() as u64;
                    progress.positions += chunk.positions() as u64;
                }
                // The games are played again.
                Ok(None) | Err(LearningError::Damaged { .. }) => missing.push(number),
                Err(error) => return Err(error),
            }
        }
        let (games, folder) = (self.games(generation), &self.folder);
        let written = parallel::run(
            self.options.threads,
            missing.len(),
            || games.self_player(network),
            |player, job, line| {
                let number = *missing.get(job)?;
                let chunk = games.chunk(number, network.is_some(), &mut **player, line)?;
                Some(chunk.write(&folder.chunk(generation, number)))
            },
            |played: Option<u64>| {
                progress.games += u64::from(played.is_some());
                progress.positions += played.unwrap_or(0);
                self.host.progress(&progress);
                self.host.is_stopped()
            },
        );
        let Some(written) = written else { return Ok(None) };
        written.into_iter().collect::<Result<(), LearningError>>()?;
        Ok(Some((progress.games - before.0, progress.positions - before.1)))
    }

    /// Trains a generation's network, unless its file exists. `None` if the host stopped the run.
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
        let shape = self.learner.shape(self.options.accumulators);
        let seed = self.games(generation).seed(Purpose::Weights);
        let mut weights = best.unwrap_or_else(|| Weights::random(shape, seed));
        let seed = self.games(generation).seed(Purpose::Training);
        // A small game has few positions: smaller steps give about a hundred steps per epoch.
        let batch = self.options.training.batch.min(samples.len() / 100).max(BATCH_MIN);
        let threads = self.options.threads;
        let training = TrainingOptions { batch, seed, threads, ..self.options.training };
        let stop = || self.host.is_stopped();
        let symmetries = self.learner.symmetries();
        let trained = trainer::train(&mut weights, &samples, symmetries, &training, &stop);
        let Some(loss) = trained else {
            return Ok(None);
        };
        #[expect(clippy::cast_possible_truncation, reason = "a loss needs few digits")]
        let rounded = loss as f32;
        weights.loss = rounded;
        weights.write(&path)?;
        self.loss = Some(loss);
        Ok(Some(weights))
    }

    /// The positions from the last generations without duplicates, newest first, up to the limit.
    fn samples(&self, generation: u32) -> Result<Samples, LearningError> {
        let (mut samples, mut seen) = (Samples::default(), HashSet::new());
        let oldest = generation.saturating_sub(self.options.window) + 1;
        for generation in (oldest.min(generation)..=generation).rev() {
            for number in 0..self.chunks(generation) {
                let Some(chunk) = Chunk::read(&self.folder.chunk(generation, number))? else {
                    continue;
                };
                let share = if chunk.has_network { self.options.result_share } else { 1.0 };
                for game in &chunk.games {
                    if samples.len() >= self.options.positions_max {
                        return Ok(samples);
                    }
                    self.learner.add_samples(game, share, &mut seen, &mut samples);
                }
            }
        }
        Ok(samples)
    }

    /// Plays the new network against the best one. `None` if the host stopped the run.
    fn test(
        &self,
        generation: u32,
        best: Option<&Arc<Network>>,
        candidate: &Weights,
    ) -> Option<PairCounts> {
        let candidate = Arc::new(Network::new(candidate));
        let games = self.games(generation);
        let new_searches = || self.learner.searches(&[Some(&candidate), best], false);
        let mut counts = PairCounts::default();
        while counts.decision(&self.options.gate) == Decision::Open {
            let first = u64::from(counts.games() / 2);
            let listen = |_| {
                self.host.progress(&self.progress(Phase::Gate));
                self.host.is_stopped()
            };
            let pair =
                |searches: &mut Box<dyn AnySearches + '_>, number: usize, line: &Line<'_, ()>| {
                    games.pair(first + number as u64, &mut **searches, line)
                };
            let left = self.options.gate.games_max.saturating_sub(counts.games()) / 2;
            let pairs = ROUND.min(left as usize).max(1);
            let round = parallel::run(self.options.threads, pairs, new_searches, pair, listen)?;
            for results in round {
                counts.add(results);
            }
        }
        Some(counts)
    }

    /// Writes the run's report page, with the first game from its last generation.
    fn write_report(&self, state: &State) -> Result<(), LearningError> {
        let chunk = Chunk::read(&self.folder.chunk(state.generation(), 0))?;
        let game = chunk.as_ref().and_then(|chunk| chunk.games.first()).map(|played| {
            let result = match played.result {
                1 => "1-0",
                0 => "1/2-1/2",
                _ => "0-1",
            };
            (self.learner.move_texts(played), result)
        });
        let path = self.folder.report();
        sealed::replace(&path, report::page(state, game).as_bytes())
    }

    /// Removes the generation files that later generations don't use.
    fn remove_old(&self, generation: u32) -> Result<(), LearningError> {
        if let Some(old) = generation.checked_sub(self.options.window).filter(|&old| old > 0) {
            for number in 0..self.chunks(old) {
                folder::remove(&self.folder.chunk(old, number))?;
            }
        }
        for old in (1..generation).rev().take(self.options.patience as usize + 1) {
            if old != self.state.best() {
                folder::remove(&self.folder.network(old))?;
            }
        }
        Ok(())
    }

    fn games(&self, generation: u32) -> Games<'_> {
        Games { learner: self.learner, options: self.options, seed: self.state.seed, generation }
    }

    fn progress(&self, phase: Phase) -> RunProgress {
        let (games, positions) = self.state.played();
        let (games, positions) = (games + self.played.0, positions + self.played.1);
        let (generation, best, elo) =
            (self.state.generation(), self.state.best(), self.state.elo());
        let last = || self.state.generations.last().map(|last| last.loss);
        let loss = self.loss.or_else(last);
        RunProgress { generation: generation + 1, best, phase, games, positions, loss, elo }
    }
}
