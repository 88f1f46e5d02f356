//! A run's settings and reports.

use std::fmt;

use crate::{ACCUMULATORS_DEFAULT, GateOptions, TrainingOptions};

/// The settings of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunOptions {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The command line, for the manifest.
    pub command: String,
    /// The number of threads, which affects a run's duration but not its networks.
    pub threads: usize,
    /// Nodes per search.
    pub nodes: u64,
    /// Maximum number of random moves at the start of a game.
    pub opening_plies: u32,
    /// The number of game files in the first generations.
    pub chunks: u32,
    /// Maximum number of doublings: each generation without a gain doubles the number of game files.
    pub doublings_max: u32,
    /// Minimum number of positions per file.
    pub chunk_positions: usize,
    /// The number of generations to take training games from.
    pub window: u32,
    /// Maximum number of positions used for training; the oldest are left out.
    pub positions_max: usize,
    /// The number of accumulators in the network.
    pub accumulators: usize,
    /// The weight of the game's result in a target; the search score gets the remaining weight.
    pub result_share: f32,
    /// The training settings for each generation. The run's seed replaces the settings' seed.
    pub training: TrainingOptions,
    /// The match settings for each generation.
    pub gate: GateOptions,
    /// The number of generations without a gain that ends the run.
    pub patience: u32,
    /// The number of generations after which the run ends, if limited.
    pub generations: Option<u32>,
}

impl RunOptions {
    /// The default settings with this seed, for a run that was started by `command`.
    pub fn new(seed: u64, command: String) -> Self {
        Self {
            seed,
            command,
            threads: 1,
            nodes: 400,
            opening_plies: 10,
            chunks: 20,
            doublings_max: 4,
            chunk_positions: 2_000,
            window: 12,
            positions_max: 4_000_000,
            accumulators: ACCUMULATORS_DEFAULT,
            result_share: 0.5,
            training: TrainingOptions::default(),
            gate: GateOptions::default(),
            patience: 3,
            generations: None,
        }
    }
}

/// The phase of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The best network plays against itself.
    SelfPlay,
    /// A new network is trained.
    Training,
    /// The new network plays the best one.
    Gate,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SelfPlay => "self-play",
            Self::Training => "training",
            Self::Gate => "match",
        })
    }
}

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunProgress {
    /// The current generation, from 1.
    pub generation: u32,
    /// The generation of the best network; 0 if there is none yet.
    pub best: u32,
    /// The current phase.
    pub phase: Phase,
    /// The number of self-play games.
    pub games: u64,
    /// The number of positions in these games.
    pub positions: u64,
    /// The mean loss of the last training in this program, in nats.
    pub loss: Option<f64>,
    /// The total gain over the search without a network, in Elo.
    pub elo: f64,
}

/// A run's environment: the user and a clock.
pub trait RunHost {
    /// Returns `true` if the run must stop, at the user's request or because its time is up.
    fn is_stopped(&self) -> bool;

    /// Reports the progress after each game and each step.
    fn progress(&self, progress: &RunProgress);
}

/// The reason why a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Several generations in a row gained nothing.
    NoGain,
    /// All generations are complete.
    Complete,
    /// The host stopped the run.
    Stopped,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunReport {
    /// The reason why the run ended.
    pub end: RunEnd,
    /// The last progress report.
    pub progress: RunProgress,
}
