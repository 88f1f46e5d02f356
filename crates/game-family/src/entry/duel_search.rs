//! The searches of duels, which are compiled for each game.

use std::path::PathBuf;

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use players::{AnySearch, any_search};
use search::{Deepening, MonteCarlo, MonteCarloOptions, Pvs, PvsOptions, Zero};
use tablebase::{Selection, TableError};

use crate::entry::CatalogEntry;
use crate::textbook::Textbook;

/// A search of a [`Duel`](crate::Duel), as its players ask for it.
#[derive(Clone, Debug)]
pub struct DuelSearch(pub(crate) Wanted);

/// Which search it is.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// The strong one, with these endgame tables.
    Strong(PvsOptions, Option<TablesOf>),
    /// One of the textbook's, to a depth.
    Textbook(Textbook),
    /// The same deeper and deeper.
    Deepening(Textbook),
    /// Random playouts.
    MonteCarlo(MonteCarloOptions),
}

/// Endgame tables of a folder of tables.
#[derive(Clone, Debug)]
pub(crate) struct TablesOf {
    pub(crate) folder: PathBuf,
    pub(crate) selection: Selection,
}

/// The search of the game of `E` that is asked for, compiled for its types.
///
/// # Errors
/// [`TableError`] if it uses endgame tables that are not there.
pub fn new_duel_search<E>(
    evaluator: E::Evaluator,
    wanted: DuelSearch,
) -> Result<Box<dyn AnySearch<E::Game>>, TableError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    Ok(match wanted.0 {
        Wanted::Strong(options, tables) => {
            any_search(evaluator, Pvs::with_hints(options, hints::<E>(tables)?))
        }
        Wanted::Textbook(algorithm) => any_search(evaluator, algorithm),
        Wanted::Deepening(algorithm) => any_search(evaluator, Deepening(algorithm)),
        Wanted::MonteCarlo(options) => any_search(Zero, MonteCarlo::new(options)),
    })
}

/// The hints of the search, with the endgame tables that it uses.
fn hints<E: CatalogEntry>(tables: Option<TablesOf>) -> Result<E::Hints, TableError> {
    match tables {
        Some(TablesOf { folder, selection }) => E::hints_with_tables(&folder, selection),
        None => Ok(E::Hints::default()),
    }
}
