//! Players of graded strength, for people to play against.

use std::ops::ControlFlow;

use board_engine::{Deterministic, Notation, PerfectInformation, Status, ZeroSum};
use games_package::{Host, Player, PlayerError, Reply, Request, Setup, ThinkingLimits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Depth, Evaluator, Limits, Line, Pvs, PvsOptions, Score, Task};

use crate::Tracker;
use crate::telling::thinking;

/// How strong a [`LevelPlayer`] is.
///
/// All of it is counted in positions and drawn from the seed of the match, so that a level is the same on every
/// machine. The weak levels err as people do: they see what can be taken, and forget what can be taken back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// What it is called.
    pub name: &'static str,
    /// What to expect of it, in a few words.
    pub description: &'static str,
    /// How many positions it looks at for a move.
    pub nodes: u64,
    /// How far it misjudges a move, in hundredths of a man: the standard deviation.
    pub misjudgment: f64,
    /// How often it plays the move that looks best at a glance, without a thought of the answer: 0 to 1.
    pub carelessness: f64,
}

/// The levels, weakest first.
pub const LEVELS: [Level; 6] = [
    Level {
        name: "beginner",
        description: "knows the rules and takes what it can",
        nodes: 100,
        misjudgment: 80.0,
        carelessness: 0.6,
    },
    Level {
        name: "novice",
        description: "looks at the answer now and then",
        nodes: 250,
        misjudgment: 35.0,
        carelessness: 0.2,
    },
    Level {
        name: "casual",
        description: "plays soundly and slips at times",
        nodes: 550,
        misjudgment: 14.0,
        carelessness: 0.05,
    },
    Level {
        name: "club",
        description: "sees short combinations",
        nodes: 2_000,
        misjudgment: 4.0,
        carelessness: 0.02,
    },
    Level {
        name: "expert",
        description: "hardly ever slips",
        nodes: 6_000,
        misjudgment: 0.0,
        carelessness: 0.0,
    },
    Level {
        name: "master",
        description: "looks at everything that it has time for in a fraction of a second",
        nodes: 200_000,
        misjudgment: 0.0,
        carelessness: 0.0,
    },
];

/// The size of its table, in mebibytes: it looks at few positions.
const HASH_MEBIBYTES: usize = 8;

/// A player of one of the [`LEVELS`]: the strong search with few positions, whose judgment is blurred.
#[derive(Debug)]
pub struct LevelPlayer<G: Notation, E> {
    level: Level,
    tracker: Tracker<G>,
    evaluator: E,
    search: Pvs,
    /// What the match allows.
    allowed: ThinkingLimits,
    chance: ChaCha8Rng,
}

impl<G, E> LevelPlayer<G, E>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
{
    /// A player of `game` at this level; its chance is that of seed 0 until a match gives it another.
    pub fn new(game: G, evaluator: E, level: Level) -> Self {
        // A blurred judgment is one of every move.
        let lines = if level.misjudgment > 0.0 { usize::MAX } else { 1 };
        let options = PvsOptions { hash_mebibytes: HASH_MEBIBYTES, lines, ..PvsOptions::default() };
        Self {
            level,
            tracker: Tracker::new(game),
            evaluator,
            search: Pvs::new(options),
            allowed: ThinkingLimits::default(),
            chance: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// The move that looks best at a glance: by what the board is worth after it, before any answer.
    fn glance(&mut self) -> Option<G::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let lines = moves.into_iter().map(|mv| Line { score: self.looks(mv), moves: vec![mv] });
        let lines: Vec<Line<G::Move>> = lines.collect();
        self.choose(lines)
    }

    /// What the board is worth for the mover after `mv`.
    fn looks(&self, mv: G::Move) -> Score {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let board_engine::Turn::Seat(mover) = game.turn(position) else { return Score::ZERO };
        let mut after = position.clone();
        game.play(&mut after, mv);
        match game.legal_moves(&after, &mut Vec::new()) {
            Status::Over(outcome) => Score::of_payoff(outcome.payoff(mover), 1),
            Status::Ongoing => self.evaluator.evaluate(game, &after, mover),
        }
    }

    /// The move that a search finds best, as far as it is judged rightly.
    fn think(&mut self, host: &dyn Host) -> Option<G::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let task = Task { game, evaluator: &self.evaluator, position, history };
        let stop = || host.is_stopped();
        let nodes = self.allowed.nodes.unwrap_or(u64::MAX).min(self.level.nodes);
        let depth = self.allowed.depth.map_or(Depth::MAX, Depth::new);
        let limits = Limits { depth, nodes: Some(nodes), stop: Some(&stop) };
        let mut lines = Vec::new();
        let report = self.search.search(&task, &limits, &mut |progress| {
            lines.clone_from(&progress.lines);
            let best = &lines[0];
            let statistics = progress.statistics;
            host.report(&thinking(
                game,
                position,
                progress.depth,
                best.score,
                &best.moves,
                statistics,
            ));
            if progress.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match lines.len() {
            // It had no time for all moves, so that none was judged.
            0 => self.glance(),
            1 => report.best,
            _ => self.choose(lines),
        }
    }

    /// The first move of the line that is best, each judged as rightly as the level can. Ends of the game are seen as
    /// they are.
    fn choose(&mut self, lines: Vec<Line<G::Move>>) -> Option<G::Move> {
        let judged = lines.into_iter().map(|line| {
            let judgment = if line.score.is_win() || line.score.is_loss() {
                f64::from(line.score.value())
            } else {
                f64::from(line.score.value()) + self.level.misjudgment * self.error()
            };
            (judgment, line)
        });
        let best = judged.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.and_then(|(_, line)| line.moves.first().copied())
    }

    /// A number whose mean is 0 and whose standard deviation is 1, nearly normal: the sum of twelve uniform numbers,
    /// whose variances are a twelfth each.
    fn error(&mut self) -> f64 {
        (0..12).map(|_| self.chance.random_range(-0.5..0.5)).sum()
    }
}

impl<G, E> Player for LevelPlayer<G, E>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
{
    fn name(&self) -> String {
        self.level.name.into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.allowed = setup.thinking;
        self.chance = ChaCha8Rng::seed_from_u64(setup.seed);
        self.search.forget();
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        let is_careless = self.chance.random_bool(self.level.carelessness);
        let chosen = if is_careless { self.glance() } else { self.think(host) };
        self.tracker.reply(chosen)
    }
}
