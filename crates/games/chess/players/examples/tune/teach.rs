//! Positions evaluated by a teacher, from self-play games by the teacher or from games between searches.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use board_engine::{Game, KeyHistory, Seat, Status, zobrist};
use chess::{Chess, Move, Position};
use chess_players::{ChessEvaluator, ChessHints};
use clap::Args;
use search::{Algorithm, Depth, Evaluator, Hints, Limits, Pvs, PvsOptions, Score, Task};

use crate::packed::Packed;
use crate::teacher::{Teacher, Views};

#[derive(Debug, Args)]
pub(crate) struct Teach {
    /// Stockfish 15.1's network, as written by its `export_net FILE`.
    network: PathBuf,
    /// The output file for the positions.
    #[arg(long)]
    out: PathBuf,
    /// The number of games.
    #[arg(long, default_value = "1000")]
    games: u64,
    /// The first game.
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Let the teacher play by quiescence and write quiet positions of games and positions one move
    /// away. Otherwise short searches play, and the positions that they evaluate are written.
    #[arg(long)]
    quiet: bool,
}

/// Maximum length of a game; a longer game is stopped.
const PLIES_MAX: u64 = 240;
/// The lead at which a game is stopped as decided, in Stockfish's units; every eighth game continues regardless.
const DECIDED: i32 = 1800;
/// The number of best moves that get a capture search.
const CANDIDATES: usize = 5;
/// The amount of random noise added to scores when choosing a move.
const SHAKEN: u64 = 60;
/// One in this many moves is random.
const RANDOM_MOVE_IN: u64 = 32;
/// The number of positions after other moves to write for each game position.
const ASIDE: usize = 5;
/// The capture search depth.
const CAPTURES_MAX: usize = 3;
/// A number lower than any score.
const LOST: i32 = -30_000;

impl Teach {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let teacher = &Teacher::read(&self.network)?;
        let name = self.out.display();
        let file = File::create(&self.out).with_context(|| format!("can't write {name}"))?;
        let mut file = BufWriter::new(file);
        let mut count = 0;
        for number in 0..self.games {
            let game = &mut Lesson::new(teacher, self.seed + number, self.quiet);
            game.play();
            for packed in &game.positions {
                file.write_all(packed.bytes()).with_context(|| format!("can't write {name}"))?;
            }
            count += game.positions.len();
        }
        file.flush().with_context(|| format!("can't write {name}"))?;
        writeln!(out, "{count} positions")?;
        Ok(())
    }
}

/// A game to learn from.
struct Lesson<'t> {
    teacher: &'t Teacher,
    game: Chess,
    number: u64,
    drawn: u64,
    /// The searches that play, if the teacher doesn't.
    searches: Option<Searches>,
    positions: Vec<Packed>,
}

impl<'t> Lesson<'t> {
    fn new(teacher: &'t Teacher, number: u64, is_quiet: bool) -> Self {
        let (game, searches) = (Chess::default(), (!is_quiet).then(|| Searches::new(number)));
        Self { teacher, game, number, drawn: 0, searches, positions: Vec::new() }
    }

    /// A random number below `end`.
    fn draw(&mut self, end: u64) -> u64 {
        self.drawn += 1;
        zobrist::mix(&[self.number, self.drawn]) % end
    }

    fn play(&mut self) {
        let game = self.game;
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(&game, &position);
        let mut views = Views::of(self.teacher, &position);
        let mut moves = Vec::new();
        let random_plies = 4 + self.draw(8);
        for ply in 0..PLIES_MAX {
            let status = game.legal_moves(&position, &mut moves);
            if status != Status::Ongoing || history.outcome(&game).is_some() {
                return;
            }
            let mv = if ply < random_plies {
                self.any(&moves)
            } else {
                let score = self.teacher.evaluate(&position, &views);
                if score.abs() > DECIDED && !self.number.is_multiple_of(8) {
                    return;
                }
                if self.searches.is_some() {
                    self.search(&position, &views, &history).unwrap_or(moves[0])
                } else {
                    if self.is_quiet(&position) {
                        self.keep(&position, score);
                    }
                    self.choose(&position, &views, &moves)
                }
            };
            let before = views.clone();
            history.play(&game, &mut position, mv);
            views.make_from(&before, self.teacher, &position);
        }
    }

    fn any(&mut self, moves: &[Move]) -> Move {
        let number = self.draw(moves.len() as u64);
        moves[usize::try_from(number).unwrap_or(0)]
    }

    /// Returns `true` if the game is not over, there is no check, and no exchange wins material.
    fn is_quiet(&self, position: &Position) -> bool {
        let (game, hints) = (&self.game, ChessHints);
        let mut moves = Vec::new();
        let wins = |&mv: &Move| {
            hints.is_noisy(game, position, mv) && hints.exchange_gains(game, position, mv, 1)
        };
        !hints.is_in_check(game, position)
            && game.legal_moves(position, &mut moves) == Status::Ongoing
            && !moves.iter().any(wins)
    }

    fn keep(&mut self, position: &Position, score: i32) {
        let score = i16::try_from(score).unwrap_or(if score > 0 { i16::MAX } else { i16::MIN });
        self.positions.push(Packed::new(position, score));
    }

    /// The best move found by a short search. Samples some of the positions that the search evaluated.
    fn search(&mut self, position: &Position, views: &Views, history: &KeyHistory) -> Option<Move> {
        let searched = self.searches.as_mut()?.search(self.game, position, history);
        let mut scratch = views.clone();
        for position in &searched.samples {
            scratch.make_from(views, self.teacher, position);
            self.keep(position, self.teacher.evaluate(position, &scratch));
        }
        searched.best
    }

    /// One of the good moves, or occasionally a random move. Samples positions after other moves.
    fn choose(&mut self, position: &Position, views: &Views, moves: &[Move]) -> Move {
        let mut scratch = views.clone();
        for _ in 0..ASIDE {
            let mv = self.any(moves);
            let after = self.after(position, mv);
            if self.is_quiet(&after) {
                scratch.make_from(views, self.teacher, &after);
                self.keep(&after, self.teacher.evaluate(&after, &scratch));
            }
        }
        if self.draw(RANDOM_MOVE_IN) == 0 {
            return self.any(moves);
        }
        let mut best = (LOST, moves[0]);
        for mv in self.candidates(position, moves) {
            let after = self.after(position, mv);
            scratch.make_from(views, self.teacher, &after);
            let score = -self.captures(&after, &scratch, LOST, -LOST, CAPTURES_MAX);
            let shaken = score + i32::try_from(self.draw(SHAKEN)).unwrap_or(0);
            if shaken > best.0 {
                best = (shaken, mv);
            }
        }
        best.1
    }

    /// The best moves according to the hand-crafted evaluation.
    fn candidates(&self, position: &Position, moves: &[Move]) -> Vec<Move> {
        let score = |mv| {
            let after = self.after(position, mv);
            ChessEvaluator::Standard.evaluate(&self.game, &after, position.mover()).value()
        };
        let mut scored: Vec<(i32, Move)> = moves.iter().map(|&mv| (score(mv), mv)).collect();
        scored.sort_by_key(|&(score, _)| -score);
        scored.into_iter().take(CANDIDATES).map(|(_, mv)| mv).collect()
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        let mut after = position.clone();
        self.game.play(&mut after, mv);
        after
    }

    /// The mover's score after a capture search, or after a search of all moves when in check.
    fn captures(
        &self,
        position: &Position,
        views: &Views,
        alpha: i32,
        beta: i32,
        depth: usize,
    ) -> i32 {
        let (game, hints) = (&self.game, ChessHints);
        let mut moves = Vec::new();
        if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
            return if outcome.payoff(position.mover()) < 0 { LOST + 1 } else { 0 };
        }
        let is_in_check = hints.is_in_check(game, position);
        let stand = self.teacher.evaluate(position, views);
        if depth == 0 || (!is_in_check && stand >= beta) {
            return stand;
        }
        let mut best = if is_in_check { LOST } else { stand };
        let mut alpha = alpha.max(best);
        moves.retain(|&mv| {
            is_in_check
                || hints.is_noisy(game, position, mv) && hints.exchange_gains(game, position, mv, 0)
        });
        moves.sort_by_cached_key(|&mv| -hints.rank(game, position, mv));
        let mut scratch = views.clone();
        for mv in moves {
            let after = self.after(position, mv);
            scratch.make_from(views, self.teacher, &after);
            best = best.max(-self.captures(&after, &scratch, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The number of nodes per search.
const NODES: u64 = 400;
/// One in this many evaluated positions is sampled.
const SAMPLE_INTERVAL: u64 = 8;

/// The searches that play a game.
struct Searches {
    pvs: Pvs<ChessHints>,
    evaluator: Network,
}

/// A search result.
struct SampledSearch {
    best: Option<Move>,
    /// Some of the positions that the search evaluated.
    samples: Vec<Position>,
}

impl Searches {
    /// Creates the searches for the game with this number, which seeds the sampling.
    fn new(number: u64) -> Self {
        let options = PvsOptions { hash_mebibytes: 1, ..PvsOptions::default() };
        let evaluator = Network { number, samples: Mutex::default() };
        Self { pvs: Pvs::with_hints(options, ChessHints), evaluator }
    }

    fn search(&mut self, game: Chess, position: &Position, history: &KeyHistory) -> SampledSearch {
        let Self { pvs, evaluator } = self;
        let task = Task { game: &game, evaluator: &*evaluator, position, history: Some(history) };
        let limits = Limits { nodes: Some(NODES), ..Limits::to_depth(Depth::MAX) };
        let best = pvs.search(&task, &limits).best;
        SampledSearch { best, samples: std::mem::take(&mut evaluator.samples().positions) }
    }
}

/// The `network` evaluator, which samples some of the positions that it evaluates.
struct Network {
    number: u64,
    samples: Mutex<Samples>,
}

#[derive(Default)]
struct Samples {
    count: u64,
    positions: Vec<Position>,
}

impl Network {
    fn samples(&self) -> MutexGuard<'_, Samples> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evaluator<Chess> for Network {
    fn evaluate(&self, game: &Chess, position: &Position, seat: Seat) -> Score {
        let Samples { count, positions } = &mut *self.samples();
        *count += 1;
        if zobrist::mix(&[self.number, *count]).is_multiple_of(SAMPLE_INTERVAL) {
            positions.push(position.clone());
        }
        ChessEvaluator::Network.evaluate(game, position, seat)
    }
}
