//! Positions that were kept, scored anew.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::Context;
use board_engine::{Deterministic, Game, NotationError, PerfectInformation, Seat, Turn, ZeroSum};
use clap::Args;
use game_family::CatalogEntry;
use search::{Pvs, PvsOptions, Task};
use tablebase::{OpenTables, Selection, TableValue, default_folder};

use crate::Kept;
use crate::games::{evaluator, search_to};

/// Scores positions anew by a deeper search, or by another evaluator.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Rescoring {
    /// How many positions are searched for each; 0 keeps the scores that are there.
    #[arg(long, default_value_t = 10_000)]
    pub nodes: u64,
    /// The evaluator, if not the game's first one.
    #[arg(long)]
    pub evaluator: Option<String>,
    /// The endgame tables with at most so many pieces: a position that they have gets its value there as its result, and is not
    /// searched; searches of others know them.
    #[arg(long)]
    pub tables: Option<u8>,
    /// The folder of tables, if not the user's own one.
    #[arg(long, requires = "tables")]
    pub folder: Option<PathBuf>,
}

/// The size of the search's table, in MiB.
const HASH: usize = 2;

/// What the decoded blocks of endgame tables take up at most.
const TABLES_CACHE_BYTES: usize = 1 << 26;

impl Rescoring {
    /// Writes the positions of `text` with what a search finds of each by itself. Their results stay, but for those that are
    /// in the endgame tables: what they are worth is known, and takes the place of what the players made of it.
    ///
    /// # Errors
    /// If there is no such evaluator, if tables are missing, if a line of the text isn't one of [`Kept`], or if they can't be written.
    pub fn run<E>(
        &self,
        game: &E::Game,
        text: impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<()>
    where
        E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
    {
        let evaluator = &evaluator::<E>(self.evaluator.as_deref())?;
        let tables = self.open_tables::<E>(game)?;
        let options = PvsOptions { hash_mebibytes: HASH, ..PvsOptions::default() };
        let mut search = Pvs::with_hints(options, self.hints::<E>()?);
        Kept::read_all(game, text, |kept, position| {
            let value = match &tables {
                Some(tables) => certain_value(&**tables, &kept.position)?,
                None => None,
            };
            let is_first = game.turn(&position) == Turn::Seat(Seat::FIRST);
            let kept = match value {
                Some(value) => {
                    let payoff = payoff_of(if is_first { value } else { value.reversed() });
                    Kept { payoff: Some(payoff), found: None, ..kept }
                }
                None if self.nodes == 0 => kept,
                None => {
                    search.forget();
                    let task = Task { game, evaluator, position: &position, history: None };
                    let score = search_to(&mut search, &task, self.nodes).score;
                    let found = if is_first { score.value() } else { -score.value() };
                    if score.is_win() || score.is_loss() {
                        let payoff = kept.payoff.or_else(|| won(game, found > 0));
                        Kept { payoff, found: None, ..kept }
                    } else {
                        Kept { found: Some(found), ..kept }
                    }
                }
            };
            writeln!(out, "{kept}").context("can't write the positions")
        })?;
        out.flush().context("can't write the positions")
    }

    /// The hints of searches, which know the tables that were asked for.
    fn hints<E: CatalogEntry>(&self) -> anyhow::Result<E::Hints> {
        let Some(pieces) = self.tables else { return Ok(E::Hints::default()) };
        Ok(E::hints_with_tables(&self.folder()?, Selection::UpTo(pieces))?)
    }

    /// The folder of tables.
    fn folder(&self) -> anyhow::Result<PathBuf> {
        Ok(self.folder.clone().map_or_else(default_folder, Ok)?)
    }

    /// The tables that were asked for.
    fn open_tables<E: CatalogEntry>(
        &self,
        game: &E::Game,
    ) -> anyhow::Result<Option<Box<dyn OpenTables>>> {
        let Some(pieces) = self.tables else { return Ok(None) };
        let tablebase = E::tablebase(game).context("there are no endgame tables of this game")?;
        let folder = tablebase.folder_in(&self.folder()?);
        Ok(Some(tablebase.open_complete(pieces, &folder, TABLES_CACHE_BYTES)?))
    }
}

/// What the tables say of a position, unless a count that runs may make a draw of it.
fn certain_value(
    tables: &dyn OpenTables,
    position: &str,
) -> Result<Option<TableValue>, NotationError> {
    let Some(value) = tables.value(position)? else { return Ok(None) };
    Ok(value.stands_within(tables.plies_left(position)?).then_some(value))
}

/// What the first seat gets from a game that it or the other seat wins, where all such games pay the same.
fn won<G: Game>(game: &G, is_first: bool) -> Option<i16> {
    (game.payoff_max() == 1).then_some(if is_first { 1 } else { -1 })
}

/// What a seat gets from a position that has this value for it.
const fn payoff_of(value: TableValue) -> i16 {
    match value {
        TableValue::Win(_) => 1,
        TableValue::Draw => 0,
        TableValue::Loss(_) => -1,
    }
}
