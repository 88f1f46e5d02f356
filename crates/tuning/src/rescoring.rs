//! Positions that were kept, scored anew.

use std::io::{BufRead, Write};

use anyhow::Context;
use board_engine::{Deterministic, Game, PerfectInformation, Seat, Turn, ZeroSum};
use clap::Args;
use game_family::CatalogEntry;
use search::{Pvs, PvsOptions, Task};

use crate::Kept;
use crate::games::{evaluator, search_to};

/// Scores positions anew by a deeper search, or by another evaluator.
#[derive(Clone, Debug, Args)]
pub struct Rescoring {
    /// How many positions are searched for each.
    #[arg(long, default_value_t = 10_000)]
    pub nodes: u64,
    /// The evaluator, if not the game's first one.
    #[arg(long)]
    pub evaluator: Option<String>,
}

/// The size of the search's table, in MiB.
const HASH: usize = 2;

impl Rescoring {
    /// Writes the positions of `text` with what a search finds of each by itself. Their results stay.
    ///
    /// # Errors
    /// If there is no such evaluator, if a line of the text isn't one of [`Kept`], or if they can't be written.
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
        let mut search = Pvs::with_hints(options, E::Hints::default());
        Kept::read_all(game, text, |kept, position| {
            search.forget();
            let task = Task { game, evaluator, position: &position, history: None };
            let score = search_to(&mut search, &task, self.nodes).score;
            let is_first = game.turn(&position) == Turn::Seat(Seat::FIRST);
            let found = if is_first { score.value() } else { -score.value() };
            let is_end = score.is_win() || score.is_loss();
            let kept = Kept { found: (!is_end).then_some(found), ..kept };
            writeln!(out, "{kept}").context("can't write the positions")
        })?;
        out.flush().context("can't write the positions")
    }
}
