//! The interface between a game family and the catalog: variants, players, evaluators and files.
//!
//! A family is a crate built on a game's rules. The family's [`CatalogEntry`] names the game's [`Kind`], which
//! determines the suitable players and searches. The [`Family`] creates games from variant names. The static types end
//! there: a family opens an [`OpenGame`], a trait object. Searches are therefore compiled once, in the family's crate,
//! and a new game compiles without the others.
//!
//! To add a game, read [`CatalogEntry`] first. Pig's player crate is a short example.

#![forbid(unsafe_code)]

mod books;
mod classic;
mod entry;
mod explorer;
mod family;
mod kinds;
mod learnable;
mod observation;
mod open_game;
mod playout;
mod solution;

pub use games_package::{CatalogError, LineOfPlay, PositionState, new_line_of_play};

pub use learning::{
    LearningError, LearningInputs, Phase, RunEnd, RunHost, RunOptions, RunProgress, RunReport,
};

pub use crate::classic::{
    Classic, ClassicSearch, DepthLevels, EvaluatorInfo, Make, NO_EVALUATOR, PlayerAbout,
    PlayerEntry, no_options,
};
pub use crate::entry::{CatalogEntry, DuelSearch, GameMotif, Kind, new_duel_search};
pub use crate::explorer::{Explorer, SearchResult};
pub use crate::family::{Family, GameInfo, RowFamily, numbers};
pub use crate::kinds::{
    Dice, Duel, Hidden, Many, ManyDice, depth_and_algorithm_options, depth_options,
};
pub use crate::learnable::LearnableGame;
pub use crate::open_game::{OpenGame, open};
pub use crate::playout::{Playout, play_out};
pub use crate::solution::{Solution, SolveError, SolveWanted};
