//! Quick games of the strong search against itself, and what is kept of them.

use std::io::{BufWriter, Write};
use std::ops::{ControlFlow, RangeInclusive};

use anyhow::Context;
use board_engine::{Color, Game, KeyHistory, Notation, Turn};
use checkers::{Checkers, Position, Variant};
use checkers_players::{CheckersEntry, DraughtsEvaluator, DraughtsHints};
use clap::Args;
use game_family::CatalogEntry;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Algorithm, Depth, Hints, Limits, Pvs, PvsOptions, Task, Tension};

#[derive(Debug, Args)]
pub(crate) struct Games {
    /// The variant.
    pub(crate) variant: String,
    /// How many games.
    #[arg(long = "games", default_value_t = 15_000)]
    count: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// The evaluator of both sides.
    #[arg(long, default_value = "patterns")]
    evaluator: String,
    /// The first game's number: from it come the opening and all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game that lasts longer is a draw.
const PLIES_MAX: u32 = 240;
/// The fewest random plies of an opening, and the most.
const OPENING_PLIES: RangeInclusive<u32> = 5..=10;
/// One move of this many is a random one.
const RANDOM_MOVE_IN: u32 = 40;
/// Positions with more plies without progress than this are not kept.
const KING_PLIES_MAX: u8 = 8;
/// The size of the search's table, in MiB.
const HASH: usize = 1;

/// A position and its score for White by a search, in hundredths of a man.
type Judged<W> = (Position<W>, i32);

impl Games {
    /// Writes the quiet positions of all games to the standard output, one a line: the game's number, its result for
    /// White (1, 0.5 or 0), the search's score of the position for White in hundredths of a man, and the position.
    pub(crate) fn run<V: Variant>(self) -> anyhow::Result<()> {
        let evaluator = CheckersEntry::<V>::evaluator(&self.evaluator)
            .with_context(|| format!("there is no evaluator \"{}\"", self.evaluator))?;
        let mut out = BufWriter::new(std::io::stdout().lock());
        for number in self.seed..self.seed + self.count {
            let mut chance = ChaCha8Rng::seed_from_u64(number);
            let (white, kept) = self.play::<V>(evaluator, &mut chance);
            for (position, score) in &kept {
                let text = Checkers::<V>::new().format_position(position);
                writeln!(out, "{number} {white} {score} {text}")
                    .context("can't write the positions")?;
            }
        }
        out.flush().context("can't write the positions")
    }

    /// White's share of one game, and its quiet positions with the search's scores for White.
    fn play<V: Variant>(
        &self,
        evaluator: DraughtsEvaluator,
        chance: &mut ChaCha8Rng,
    ) -> (f64, Vec<Judged<V::Word>>) {
        let (game, evaluator) = (&Checkers::<V>::new(), &evaluator);
        let mut search = Pvs::with_hints(
            PvsOptions { hash_mebibytes: HASH, ..PvsOptions::default() },
            DraughtsHints,
        );
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(game, &position);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::to_depth(Depth::MAX) };
        let (mut moves, mut kept) = (Vec::new(), Vec::new());
        let opening = chance.random_range(OPENING_PLIES);
        for ply in 0..PLIES_MAX {
            let status = game.legal_moves(&position, &mut moves);
            if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
                let payoff = outcome.payoff(Checkers::<V>::seat_of(Color::White));
                return (f64::from(payoff.signum()) / 2.0 + 0.5, kept);
            }
            let Turn::Seat(seat) = game.turn(&position) else { break };
            let mv = if ply < opening || chance.random_range(0..RANDOM_MOVE_IN) == 0 {
                moves[chance.random_range(0..moves.len())]
            } else {
                let task = Task { game, evaluator, position: &position, history: Some(&history) };
                let report = search.search_with(&task, &limits, &mut |progress| {
                    if progress.is_decided() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                let is_white = matches!(Checkers::<V>::color_of(seat), Color::White);
                let wins = report.score.is_win();
                if wins || report.score.is_loss() {
                    return (if wins == is_white { 1.0 } else { 0.0 }, kept);
                }
                let is_calm = DraughtsHints.tension(game, &position) != Tension::Noisy;
                if is_calm && position.king_plies() <= KING_PLIES_MAX {
                    let score = report.score.value();
                    kept.push((position, if is_white { score } else { -score }));
                }
                let Some(best) = report.best else { break };
                best
            };
            history.play(game, &mut position, mv);
        }
        (0.5, kept)
    }
}
