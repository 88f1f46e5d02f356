//! Weights of evaluations, fitted to games of the search against itself (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! An evaluation that is a sum of weights says by [`Linear`] what it counts in a position. Nothing else is needed to
//!
//! 1. play quick games and keep their quiet positions with results and the scores of searches ([`Games`]),
//! 2. score such positions anew by a deeper search, or by a better evaluation ([`Rescoring`]),
//! 3. find the weights that predict the results and scores best ([`Fit`]), or learn them on from more positions than there is
//!    room for at once, those that searches ask about among them ([`Learn`]).
//!
//! What is counted comes in two groups. Terms are few and count together in most positions, so their weights are found
//! by Newton's method; patterns are many and each occurs seldom, so theirs are found by small steps, each in the size
//! that Newton's method would take for the weight alone. Each weight has a value at every knot of the game's course,
//! from the end to the opening, and between two knots it changes evenly.
//!
//! The same options and the same seed give the same bytes on every machine. The program `tune_GAME` is an example of the
//! crate of that game's players.
//!
//! `learned/MANIFEST.toml` says of every file of learned weights in the tree how it was made, and the example `make` makes one
//! again.

#![forbid(unsafe_code)]

mod asked;
mod fit;
mod games;
mod kept;
mod learn;
mod linear;
mod order;
mod patterns;
mod rescoring;
mod samples;
mod scale;
mod terms;

pub use crate::fit::{Fit, Fitted};
pub use crate::games::{Games, SelfPlay};
pub use crate::kept::Kept;
pub use crate::learn::{Learn, TrainingSet};
pub use crate::linear::{Features, Linear, Target};
pub use crate::order::Order;
pub use crate::rescoring::Rescoring;
pub use crate::samples::Samples;
