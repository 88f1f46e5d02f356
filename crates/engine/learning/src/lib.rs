//! Value networks that a game learns through self-play.
//!
//! Any deterministic two-player game with perfect information can be learned, even if its author provides no
//! evaluation. The parts:
//!
//! | module | content |
//! |---|---|
//! | `inputs` | a position's features, derived from its diagram |
//! | `weights`, `network`, `fixed_point` | the network: numbers for training, integers for searches |
//! | `trainer` | training of the weights that best predict results |
//! | `run`, `self_play`, `gate` | generations of games, training and matches in a folder |
//! | `calibration` | the scale between outputs and scores |
//! | `evaluator` | the network as an evaluator for searches |
//! | [`tuning`] | tuning of evaluations that are sums of terms and patterns |
//!
//! Everything is deterministic: the same game, settings and seed produce the same network on every machine, with any
//! number of threads. The crate reads no clock.

#![forbid(unsafe_code)]

mod calibration;
mod error;
mod evaluator;
mod fixed_point;
mod gate;
mod inputs;
mod learner;
mod network;
mod run;
mod sealed;
mod self_play;
mod trainer;
pub mod tuning;
mod weights;

pub use self::error::LearningError;
pub use self::evaluator::LearnedEvaluator;
pub use self::gate::GateOptions;
pub use self::inputs::{AutomaticInputs, INPUTS_MAX, LearningInputs, active_inputs};
pub use self::learner::{FormatMove, Learner, NewSearch};
pub use self::network::Network;
pub use self::run::{
    Phase, RunEnd, RunHost, RunOptions, RunProgress, RunReport, best_network, default_folder,
};
pub use self::trainer::{Samples, Target, TrainingOptions, mean_loss, train};
pub use self::weights::{ACCUMULATORS_DEFAULT, Shape, Weights};
