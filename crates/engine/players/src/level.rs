//! Graded strength levels for human opponents.

use std::fmt;

use board_engine::{Deterministic, Game, KeyHistory, Status, Turn};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{
    Evaluator, Limits, Line, Listener, Progress, PvsOptions, Report, Score, Statistics, Technique,
    Techniques,
};

use crate::AnySearch;

/// A playing strength.
///
/// All limits are in nodes and all random numbers come from the match seed, so a level plays the same on every machine.
/// The weak levels err as people do: they see captures and forget recaptures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// A short description.
    pub description: &'static str,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The standard deviation of the noise added to a move's score, in hundredths of the game's unit
    /// ([`Evaluator::unit`]).
    pub noise: f64,
    /// The probability of playing the best-ranked move without a search: 0 to 1.
    pub carelessness: f64,
}

impl Level {
    /// The number of playouts that correspond to the level in games searched by Monte Carlo.
    pub const fn playouts(&self) -> u64 {
        self.nodes / 10
    }

    /// The strong search's options for this level. Perfect endgames would spoil a weak level, so only the strongest
    /// level uses tablebases.
    pub const fn search_options(&self, endgames: Endgames) -> PvsOptions {
        // Noise is added to the score of each move.
        let lines = if self.noise > 0.0 { usize::MAX } else { 1 };
        let techniques = match endgames {
            Endgames::Searched => Techniques::ALL.without(Technique::Endgames),
            Endgames::FromTables => Techniques::ALL,
        };
        PvsOptions { hash_mebibytes: HASH_MEBIBYTES, lines, techniques, ..PvsOptions::DEFAULT }
    }

    /// The probability of a random legal move at this level in such games, 0 to 1. A random move is worse than a greedy
    /// one, so it is played less often.
    pub const fn random_moves(&self) -> f64 {
        self.carelessness / 2.0
    }
}

/// The source of a level's endgame values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endgames {
    /// The search, as in all other positions.
    Searched,
    /// The tablebases that the search probes.
    FromTables,
}

/// The levels, weakest first.
pub const LEVELS: [Level; 6] = [
    Level {
        name: "beginner",
        description: "knows the rules and grabs material",
        nodes: 100,
        noise: 80.0,
        carelessness: 0.6,
    },
    Level {
        name: "novice",
        description: "sometimes considers the reply",
        nodes: 250,
        noise: 35.0,
        carelessness: 0.2,
    },
    Level {
        name: "casual",
        description: "plays soundly, with occasional mistakes",
        nodes: 550,
        noise: 14.0,
        carelessness: 0.05,
    },
    Level {
        name: "club",
        description: "sees short combinations",
        nodes: 2_000,
        noise: 4.0,
        carelessness: 0.02,
    },
    Level {
        name: "expert",
        description: "rarely makes a mistake",
        nodes: 6_000,
        noise: 0.0,
        carelessness: 0.0,
    },
    Level {
        name: "master",
        description: "searches as deep as it can in a fraction of a second",
        nodes: 200_000,
        noise: 0.0,
        carelessness: 0.0,
    },
];

/// Words that people use for levels, with the level's name.
const LEVEL_SYNONYMS: [(&str, &str); 13] = [
    ("amateur", "casual"),
    ("beginners", "beginner"),
    ("best", "master"),
    ("difficult", "expert"),
    ("easiest", "beginner"),
    ("easy", "novice"),
    ("hard", "expert"),
    ("hardest", "master"),
    ("intermediate", "club"),
    ("max", "master"),
    ("medium", "casual"),
    ("normal", "casual"),
    ("strongest", "master"),
];

/// The name of the level that people mean by this word: "hard" means "expert". `None` if no level is known by this
/// word.
pub fn level_meant(word: &str) -> Option<&'static str> {
    let is_it = |(synonym, _): &&(&str, &str)| synonym.eq_ignore_ascii_case(word);
    LEVEL_SYNONYMS.iter().find(is_it).map(|(_, level)| *level)
}

/// The search's hash table size in MiB, which is small because it searches few nodes.
const HASH_MEBIBYTES: usize = 8;

/// The search for one of the [`LEVELS`]: the strong search, with noise in its scores.
pub struct LevelSearch<G: Game, E> {
    level: Level,
    evaluator: E,
    search: Box<dyn AnySearch<G>>,
    rng: ChaCha8Rng,
}

impl<G: Game, E> fmt::Debug for LevelSearch<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelSearch").field("level", &self.level).finish_non_exhaustive()
    }
}

impl<G: Deterministic, E: Evaluator<G>> LevelSearch<G, E> {
    /// A search at this level. `search` is the strong search with the level's [options](Level::search_options) and this
    /// evaluator. Uses seed 0 until another seed is set.
    pub fn new(level: Level, evaluator: E, search: Box<dyn AnySearch<G>>) -> Self {
        Self { level, evaluator, search, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// The move with the best static evaluation of the position after it, without search.
    fn glance(&mut self, game: &G, position: &G::Position) -> Report<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let lines = moves.into_iter().map(|mv| {
            let score = self.score_after(game, position, mv);
            Line { score, moves: vec![mv] }
        });
        let lines: Vec<Line<G::Move>> = lines.collect();
        let evaluations = lines.len() as u64;
        let statistics = Statistics { nodes: evaluations, evaluations, cutoffs: 0 };
        let chosen = self.choose(lines, self.evaluator.unit());
        Report {
            best: chosen.as_ref().and_then(|line| line.moves.first().copied()),
            score: chosen.as_ref().map_or(Score::ZERO, |line| line.score),
            line: chosen.map(|line| line.moves).unwrap_or_default(),
            statistics,
            completed: true,
        }
    }

    /// The line that is best after noise is added to the scores; `unit` is the score of one game unit. No noise is
    /// added to the scores of finished games.
    fn choose<M>(&mut self, lines: Vec<Line<M>>, unit: i32) -> Option<Line<M>> {
        let deviation = self.level.noise * f64::from(unit) / 100.0;
        let noisy = lines.into_iter().map(|line| {
            let score = f64::from(line.score.value());
            let is_end = line.score.is_win() || line.score.is_loss();
            let noise = if is_end { 0.0 } else { deviation * self.standard_normal() };
            (score + noise, line)
        });
        let best = noisy.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map(|(_, line)| line)
    }

    /// A nearly normal random number with mean 0 and standard deviation 1: the sum of twelve
    /// uniform numbers with variance 1/12 each.
    fn standard_normal(&mut self) -> f64 {
        (0..12).map(|_| self.rng.random_range(-0.5..0.5)).sum()
    }

    /// The score for the mover after `mv`.
    fn score_after(&self, game: &G, position: &G::Position, mv: G::Move) -> Score {
        let Turn::Seat(mover) = game.turn(position) else { return Score::ZERO };
        let mut after = position.clone();
        game.play(&mut after, mv);
        match game.legal_moves(&after, &mut Vec::new()) {
            Status::Over(outcome) => Score::of_payoff(outcome.payoff(mover), 1),
            Status::Ongoing => self.evaluator.evaluate(game, &after, mover),
        }
    }
}

impl<G: Deterministic, E: Evaluator<G>> AnySearch<G> for LevelSearch<G, E> {
    /// The report's move is the move that the level chooses.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        if self.rng.random_bool(self.level.carelessness) {
            return self.glance(game, position);
        }
        let mut lines = Vec::new();
        let report = self.search.search(game, position, history, limits, &mut |progress| {
            lines.clone_from(&progress.lines);
            let best = progress.lines[..1].to_vec();
            listener(&Progress { lines: best, ..progress.clone() })
        });
        match lines.len() {
            // There was no time for all moves, so no move has a score.
            0 => self.glance(game, position),
            1 => report,
            _ => match self.choose(lines, self.evaluator.unit()) {
                Some(Line { score, moves: line }) => {
                    Report { best: line.first().copied(), score, line, ..report }
                }
                None => report,
            },
        }
    }

    fn unit(&self) -> i32 {
        self.evaluator.unit()
    }

    fn has_depth(&self) -> bool {
        self.search.has_depth()
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }
}
