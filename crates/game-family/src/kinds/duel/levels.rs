//! Players of different strength levels.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use games_package::{OptionError, Options, Player};
use players::{LevelSearch, SearchOptions, SearchPlayer, Tracker};

use crate::entry::CatalogEntry;
use crate::kinds::duel::{DEFAULT_EVALUATOR, evaluator};
use crate::kinds::levels;
use crate::player_entry::{PlayerAbout, PlayerEntry};

/// The player with the levels that the game has.
pub(super) fn player<E>() -> PlayerEntry<E::Game>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    levels::player::<E>(make::<E>)
}

fn make<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let level = levels::level(options)?;
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    let options = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    let (tracker, algorithm) = (Tracker::new(game), LevelSearch::new(level, E::Hints::default()));
    Ok(Box::new(SearchPlayer::new(level.name, tracker, evaluator, algorithm, options)))
}
