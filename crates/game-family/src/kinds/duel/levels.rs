//! Players of different strength levels.

use std::iter;

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{Endgames, Level, LevelSearch, SearchOptions, SearchPlayer, Tracker};

use crate::books;
use crate::entry::{CatalogEntry, Wanted};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::duel::{DEFAULT_EVALUATOR, evaluator, with_tables, without_tables};
use crate::kinds::{levels, pvs_options};
use crate::player_entry::{PlayerAbout, PlayerEntry};

/// The player with the levels that the game has.
pub(super) fn player<E>() -> PlayerEntry<E::Game>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    levels::player_with::<E>(make::<E>, options::<E>)
}

fn options<E: CatalogEntry>(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let tables = E::HAS_TABLES.then(pvs_options::tables_option);
    let of_strongest = tables.into_iter().chain(books::options()).map(|option| OptionSpec {
        description: format!("{}; only the strongest level uses any", option.description),
        ..option
    });
    iter::once(levels::option::<E>()).chain(of_strongest).collect()
}

/// Whether the player of levels uses a book: the strongest level alone does.
pub(super) fn uses_book<E: CatalogEntry>(player: &str, options: &Options) -> bool {
    player == levels::PLAYER && levels::level(options).is_ok_and(is_strongest::<E>)
}

/// Whether a level is the strongest one of the game. Of the others each would play the end better than all else.
fn is_strongest<E: CatalogEntry>(level: Level) -> bool {
    E::LEVELS.last().is_some_and(|last| last.name == level.name)
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
    let (of_search, name) = (evaluator.clone(), about.name);
    let search = if is_strongest::<E>(level) {
        let search = level.search_options(Endgames::FromTables);
        let wanted = |tables| Wanted::Strong(search, tables);
        with_tables::<E>(name, options, &game, of_search, wanted)?
    } else {
        let search = level.search_options(Endgames::Searched);
        without_tables::<E>(&game, of_search, Wanted::Strong(search, None))
    };
    let search = Box::new(LevelSearch::new(level, evaluator, search));
    let limits = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    Ok(Box::new(SearchPlayer::by(level.name.into(), Tracker::new(game), search, limits)))
}
