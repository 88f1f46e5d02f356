//! Statistics of matches, as pure functions.
//!
//! The unit of statistics is the **pair** of games from one opening with the seats swapped: both games of a pair share
//! the opening's bias, so only whole pairs are independent of each other.

mod elo;
mod estimate;
mod mean;
mod pentanomial;
mod rating;
mod sprt;
mod tie_break;

pub use self::elo::{elo_of_score, score_of_elo};
pub use self::estimate::Estimate;
pub use self::mean::mean;
pub use self::pentanomial::Pentanomial;
pub use self::rating::{Comparison, ratings};
pub use self::sprt::{EloModel, Sprt, SprtError, Verdict};
pub use self::tie_break::{CrossTable, Ranking};
