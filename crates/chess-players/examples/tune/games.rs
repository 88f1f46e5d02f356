//! Games for the fit.

use std::io::{self, Write};

use anyhow::Context;
use board_engine::{Game, KeyHistory, Notation, Seat, Status, zobrist};
use chess::Chess;
use chess_players::{ChessEntry, ChessEvaluator, ChessHints};
use clap::Args;
use game_family::CatalogEntry;
use search::{Algorithm, Depth, Hints, Limits, Pvs, PvsOptions, Task};

#[derive(Debug, Args)]
pub(crate) struct Games {
    /// Makes all chance repeatable.
    #[arg(long, default_value = "1")]
    seed: u64,
    /// How many games are played.
    #[arg(long, default_value = "1000")]
    count: u64,
    /// How many positions are searched for a move.
    #[arg(long, default_value = "1500")]
    nodes: u64,
    /// The evaluator of the search.
    #[arg(long, default_value = "standard")]
    evaluator: String,
}

/// How many random plies a game begins with.
const RANDOM_PLIES: usize = 8;
/// A start that is further from equal isn't played.
const START_MAX: i32 = 300;
/// A lead that wins when it lasts for [`DECIDED_PLIES`].
const DECIDED: i32 = 1300;
const DECIDED_PLIES: u32 = 5;
/// A game that goes on longer is a draw.
const PLIES_MAX: usize = 300;

/// A position that is written: its text and what the search says of it, as White sees it.
type Row = (String, i32);

impl Games {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let options = PvsOptions { hash_mebibytes: 2, ..PvsOptions::default() };
        let mut search = Pvs::with_hints(options, ChessHints);
        let name = &self.evaluator;
        let evaluator = ChessEntry::evaluator(name)
            .with_context(|| format!("there is no evaluator \"{name}\""))?;
        let mut out = io::stdout().lock();
        for number in 0..self.count {
            search.forget();
            let seed = zobrist::scramble(zobrist::scramble(self.seed) ^ number);
            let Some((result, rows)) = self.game(seed, evaluator, &mut search) else { continue };
            for (position, score) in rows {
                writeln!(out, "{position};{result};{score}")?;
            }
        }
        Ok(())
    }

    /// The result of a game for White, and its quiet positions; none if its start isn't played.
    fn game(
        &self,
        seed: u64,
        evaluator: ChessEvaluator,
        search: &mut Pvs<ChessHints>,
    ) -> Option<(i16, Vec<Row>)> {
        let game = Chess::default();
        let (mut position, mut moves, mut random) = (game.start(), Vec::new(), seed);
        let mut history = KeyHistory::starting_at(&game, &position);
        let (mut rows, mut decided) = (Vec::new(), 0);
        for ply in 0..PLIES_MAX {
            let status = game.legal_moves(&position, &mut moves);
            if let Some(outcome) = status.outcome().or_else(|| history.outcome(&game)) {
                return (ply > RANDOM_PLIES).then(|| (outcome.payoff(Seat::FIRST), rows));
            }
            debug_assert_eq!(status, Status::Ongoing);
            if ply < RANDOM_PLIES {
                random = zobrist::scramble(random);
                let index = usize::try_from(random % moves.len() as u64).unwrap_or(0);
                history.play(&game, &mut position, moves[index]);
                continue;
            }
            let (evaluator, history_of) = (&evaluator, Some(&history));
            let task = Task { game: &game, evaluator, position: &position, history: history_of };
            let nodes = Some(self.nodes);
            let report = search.search(&task, &Limits { depth: Depth::MAX, nodes, stop: None });
            let mv = report.best?;
            let sign = if position.mover() == Seat::FIRST { 1 } else { -1 };
            let score = sign * report.score.value();
            if ply == RANDOM_PLIES && score.abs() > START_MAX {
                return None;
            }
            decided = if score.abs() > DECIDED { decided + 1 } else { 0 };
            if decided >= DECIDED_PLIES {
                return Some((i16::try_from(score.signum()).unwrap_or(0), rows));
            }
            if score.abs() <= DECIDED && !ChessHints.is_noisy(&game, &position, mv) {
                rows.push((game.format_position(&position), score));
            }
            history.play(&game, &mut position, mv);
        }
        Some((0, rows))
    }
}
