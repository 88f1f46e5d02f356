//! Rescores stored positions, with a deeper search or another evaluator.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::Context;
use board_engine::{Deterministic, Game, Notation, PerfectInformation, Seat, Turn, ZeroSum};
use clap::Args;
use search::{Evaluator, Hints, Pvs, PvsOptions, Task};

use super::StoredPosition;
use super::games::search_to;
use super::stored_position::SampledEvaluator;

/// Rescores positions with a deeper search or with another evaluator.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Rescoring {
    /// The number of nodes per position; 0 keeps the existing scores.
    #[arg(long, default_value_t = 10_000)]
    pub nodes: u64,
    /// The evaluator, if not the game's first one.
    #[arg(long)]
    pub evaluator: Option<String>,
    /// Use tablebases with at most this many pieces. A position in the tables gets its table value as its result and is
    /// not searched; searches of other positions probe the tables.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=i64::from(tablebase::PIECES_MAX)))]
    pub tables: Option<u8>,
    /// The table folder, if not the user's own.
    #[arg(long, requires = "tables")]
    pub folder: Option<PathBuf>,
}

/// The search's hash table size, in MiB.
const HASH: usize = 2;

impl Rescoring {
    /// Writes the positions in `text` with new search scores. Results stay the same, except for positions in the
    /// tablebases, where the table value replaces the result.
    ///
    /// # Errors
    /// If a table is damaged, a line in the text isn't a [`StoredPosition`], or the output can't be written.
    pub fn run<G, E, H>(
        &self,
        (game, evaluator, hints): (&G, &E, H),
        text: impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<()>
    where
        G: Notation + ZeroSum + Deterministic + PerfectInformation,
        E: Evaluator<G>,
        H: Hints<G>,
    {
        let options = PvsOptions { hash_mebibytes: HASH, ..PvsOptions::default() };
        let mut search = Pvs::with_hints(options, hints);
        let evaluator = &SampledEvaluator::new(evaluator, 0, None);
        StoredPosition::read_all(game, text, |kept, position| {
            let is_first = game.turn(&position) == Turn::Seat(Seat::FIRST);
            // A value that a move-count rule may turn into a draw is ignored.
            let kept = match Hints::table_value(search.hints(), game, &position) {
                Some(value) => {
                    let payoff = if is_first { value.payoff } else { -value.payoff };
                    StoredPosition { payoff: Some(payoff), found: None, ..kept }
                }
                None if self.nodes == 0 => kept,
                None => {
                    search.forget();
                    let task = Task { game, evaluator, position: &position, history: None };
                    let score = search_to(&mut search, &task, self.nodes).score;
                    let score = score.in_units(evaluator.unit());
                    let found = if is_first { score.value() } else { -score.value() };
                    if score.is_win() || score.is_loss() {
                        let payoff = kept.payoff.or_else(|| won(game, found > 0));
                        StoredPosition { payoff, found: None, ..kept }
                    } else {
                        StoredPosition { found: Some(found), ..kept }
                    }
                }
            };
            writeln!(out, "{kept}").context("can't write the positions")
        })?;
        // A search treats an unreadable value as unknown, so its result would differ from the requested one.
        if let Some(table) = tablebase::take_unusable().into_iter().next() {
            anyhow::bail!("{}", table.why);
        }
        out.flush().context("can't write the positions")
    }
}

/// The first seat's payoff if it wins (`is_first`) or loses, provided that all such wins have the same payoff.
fn won<G: Game>(game: &G, is_first: bool) -> Option<i16> {
    (game.payoff_max() == 1).then_some(if is_first { 1 } else { -1 })
}
