//! Positions that were kept, scored anew.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::Context;
use board_engine::{Deterministic, Game, PerfectInformation, Seat, Turn, ZeroSum};
use clap::Args;
use game_family::CatalogEntry;
use search::{Hints, Pvs, PvsOptions, Task};
use tablebase::{Selection, default_folder};

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
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=i64::from(tablebase::PIECES_MAX)))]
    pub tables: Option<u8>,
    /// The folder of tables, if not the user's own one.
    #[arg(long, requires = "tables")]
    pub folder: Option<PathBuf>,
}

/// The size of the search's table, in MiB.
const HASH: usize = 2;

impl Rescoring {
    /// Writes the positions of `text` with what a search finds of each by itself. Their results stay, but for those that are
    /// in the endgame tables: what they are worth is known, and takes the place of what the players made of it.
    ///
    /// # Errors
    /// If there is no such evaluator, if tables are missing or turn out to be damaged, if a line of the text isn't one of [`Kept`],
    /// or if they can't be written.
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
        let options = PvsOptions { hash_mebibytes: HASH, ..PvsOptions::default() };
        let mut search = Pvs::with_hints(options, self.hints::<E>(game)?);
        Kept::read_all(game, text, |kept, position| {
            let is_first = game.turn(&position) == Turn::Seat(Seat::FIRST);
            // What a rule that counts moves may make a draw of has no value there.
            let kept = match Hints::table_value(search.hints(), game, &position) {
                Some(value) => {
                    let payoff = if is_first { value.payoff } else { -value.payoff };
                    Kept { payoff: Some(payoff), found: None, ..kept }
                }
                None if self.nodes == 0 => kept,
                None => {
                    search.forget();
                    let task = Task { game, evaluator, position: &position, history: None };
                    let score = search_to(&mut search, &task, self.nodes).score;
                    let score = score.in_units(search::Evaluator::<E::Game>::unit(evaluator));
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
        // A search takes a value that can't be read for unknown, and what it finds then is not what was asked for.
        if let Some(table) = tablebase::take_unusable().into_iter().next() {
            anyhow::bail!("{}", table.why);
        }
        out.flush().context("can't write the positions")
    }

    /// The hints of searches, which know the tables that were asked for.
    fn hints<E: CatalogEntry>(&self, game: &E::Game) -> anyhow::Result<E::Hints> {
        let Some(pieces) = self.tables else { return Ok(E::Hints::default()) };
        E::tablebase(game).context("there are no endgame tables of this game")?;
        let folder = self.folder.clone().map_or_else(default_folder, Ok)?;
        Ok(E::hints_with_tables(&folder, Selection::UpTo(pieces))?)
    }
}

/// What the first seat gets from a game that it or the other seat wins, where all such games pay the same.
fn won<G: Game>(game: &G, is_first: bool) -> Option<i16> {
    (game.payoff_max() == 1).then_some(if is_first { 1 } else { -1 })
}
