//! Fits evaluation weights to the search's self-play games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! An evaluation that is a sum of weights reports a position's features through [`Linear`]. This module can then
//!
//! 1. play quick games and save their quiet positions with results and search scores ([`Games`]),
//! 2. rescore such positions with a deeper search or a better evaluation ([`Rescoring`]),
//! 3. find the weights that best predict the results and scores ([`Fit`]), or train them on more positions than fit
//!    into memory, including positions sampled from searches ([`Learn`]).
//!
//! Features come in two groups. Terms are few and occur together in most positions, so Newton's method finds their
//! weights. Patterns are numerous and individually rare, so their weights are found in small steps, each scaled like
//! Newton's step for that weight alone. Each weight has a value at every knot over the course of a game, from the end
//! to the opening, with linear interpolation between knots.
//!
//! The same options and the same seed produce the same bytes on every machine. The program `tune_GAME` is an example in
//! the game's player crate.
//!
//! `learned/MANIFEST.toml` records the commands that produced each file of learned weights in the tree; the example
//! `make` runs them again.

mod fit;
mod games;
mod learn;
mod linear;
mod rescoring;
mod samples;
mod stored_position;

pub use self::fit::{Fit, Fitted};
pub use self::games::{Games, SelfPlay};
pub use self::learn::{Learn, Order, TrainingSet};
pub use self::linear::{Features, Linear, Predicted};
pub use self::rescoring::Rescoring;
pub use self::samples::FeatureSamples;
pub use self::stored_position::StoredPosition;
