//! What a family of games gives to the catalog: its variants, players, evaluators and files.
//!
//! A family is a crate over the rules of a game. It has a [`CatalogEntry`], which names the game's [`Kind`] and with it
//! the players and searches that fit the game, and a [`Family`], which makes games from the names of variants. The static
//! types end there: what a family opens is an [`OpenGame`], a trait object. So searches are compiled once, in the crate of
//! the family, and a new game compiles without the others.

#![forbid(unsafe_code)]

mod books;
mod classic;
mod entry;
mod error;
mod evaluator_info;
mod explorer;
mod family;
mod kinds;
mod line_of_play;
mod motif;
mod open_game;
mod player_entry;
mod playout;
mod solution;
mod textbook;

pub use crate::classic::{Classic, ClassicSearch, DepthLevels};
pub use crate::entry::{CatalogEntry, DuelSearch, Kind, new_duel_search};
pub use crate::error::CatalogError;
pub use crate::evaluator_info::{EvaluatorInfo, NO_EVALUATOR};
pub use crate::explorer::{Explorer, SearchResult};
pub use crate::family::{Family, GameInfo, numbers};
pub use crate::kinds::{
    Dice, Duel, Hidden, Many, ManyDice, depth_and_algorithm_options, depth_options,
};
pub use crate::line_of_play::{LineOfPlay, PositionState, new_line_of_play};
pub use crate::motif::GameMotif;
pub use crate::open_game::{OpenGame, open};
pub use crate::player_entry::{Make, PlayerAbout, PlayerEntry, no_options};
pub use crate::playout::{Playout, play_out};
pub use crate::solution::{Solution, SolveError, SolveWanted};
