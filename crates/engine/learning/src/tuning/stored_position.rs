//! Positions in training files, and evaluators that sample positions.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};
use board_engine::{Game, Notation, Seat, ZeroSum, zobrist};
use search::{Evaluator, Score};

/// A position as a line: its game number, the first seat's payoff or `-`, the search score for the first seat in
/// hundredths of the game's unit or `-`, and the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPosition {
    /// The number of the game.
    pub game: u64,
    /// The first seat's payoff; `None` for a position that was searched but not played.
    pub payoff: Option<i16>,
    /// The search's score for the first seat, unless the search found the end of the game.
    pub found: Option<i32>,
    /// The position in the game's notation.
    pub position: String,
}

impl fmt::Display for StoredPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, payoff, found, position } = self;
        let number = |number: Option<i32>| number.map_or_else(|| "-".into(), |n| n.to_string());
        let (payoff, found) = (number(payoff.map(i32::from)), number(*found));
        write!(f, "{game} {payoff} {found} {position}")
    }
}

impl StoredPosition {
    /// Opens a file of stored positions.
    ///
    /// # Errors
    /// If the file can't be opened; the error names it.
    pub fn open(path: impl AsRef<Path>) -> anyhow::Result<BufReader<File>> {
        let path = path.as_ref();
        let file = File::open(path).with_context(|| format!("can't open {}", path.display()))?;
        Ok(BufReader::new(file))
    }

    /// Parses a line.
    ///
    /// # Errors
    /// If a part is missing or isn't a number.
    pub fn read(line: &str) -> anyhow::Result<Self> {
        let mut parts = line.splitn(4, ' ');
        let mut next = |name: &str| parts.next().with_context(|| format!("{name} is missing"));
        let game = next("the number of the game")?;
        let game = game.parse().with_context(|| format!("\"{game}\" is not a game number"))?;
        let payoff = match next("the payoff")? {
            "-" => None,
            payoff => {
                Some(payoff.parse().with_context(|| format!("\"{payoff}\" is not a payoff"))?)
            }
        };
        let found = match next("the score")? {
            "-" => None,
            score => Some(score.parse().with_context(|| format!("\"{score}\" is not a score"))?),
        };
        let position = next("the position")?.to_owned();
        Ok(Self { game, payoff, found, position })
    }

    /// Parses all lines of a file, and the position on each line.
    ///
    /// # Errors
    /// If the file can't be read, or a line doesn't come from a game with these rules; the error contains the line
    /// number.
    pub(super) fn read_all<G: Notation>(
        game: &G,
        text: impl BufRead,
        mut take: impl FnMut(Self, G::Position) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for (number, line) in (1..).zip(text.lines()) {
            let read = || {
                let kept = Self::read(&line?)?;
                let limit = game.payoff_max();
                let payoff = kept.payoff.unwrap_or(0);
                ensure!(
                    (-limit..=limit).contains(&payoff),
                    "{payoff} is not a payoff: expected one from {} to {limit}",
                    -limit
                );
                let position = game.parse_position(&kept.position)?;
                take(kept, position)
            };
            read().with_context(|| format!("line {number} is not a stored position"))?;
        }
        Ok(())
    }
}

/// An evaluator that can sample some of the positions that it evaluates. Searches with and without samples have the same
/// type, so each game compiles one search.
pub(super) struct SampledEvaluator<'a, G: Game, E> {
    evaluator: &'a E,
    /// The sampling seed.
    seed: u64,
    /// The sampling interval; `None` if nothing is sampled.
    one_in: Option<NonZeroU64>,
    positions: Mutex<Positions<G::Position>>,
}

struct Positions<P> {
    /// The number of evaluations.
    count: u64,
    kept: Vec<P>,
}

impl<'a, G: Game, E> SampledEvaluator<'a, G, E> {
    pub(super) fn new(evaluator: &'a E, seed: u64, one_in: Option<NonZeroU64>) -> Self {
        let positions = Mutex::new(Positions { count: 0, kept: Vec::new() });
        Self { evaluator, seed, one_in, positions }
    }

    fn positions(&self) -> MutexGuard<'_, Positions<G::Position>> {
        self.positions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sampled positions, in order of evaluation.
    pub(super) fn into_positions(self) -> Vec<G::Position> {
        self.positions.into_inner().unwrap_or_else(PoisonError::into_inner).kept
    }
}

impl<G: ZeroSum, E: Evaluator<G>> Evaluator<G> for SampledEvaluator<'_, G, E> {
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score {
        if let Some(one_in) = self.one_in {
            let positions = &mut *self.positions();
            positions.count += 1;
            if zobrist::mix(&[self.seed, positions.count]).is_multiple_of(one_in.get()) {
                positions.kept.push(position.clone());
            }
        }
        self.evaluator.evaluate(game, position, seat)
    }

    fn ends_playout(&self, game: &G, position: &G::Position) -> bool {
        self.evaluator.ends_playout(game, position)
    }

    fn unit(&self) -> i32 {
        self.evaluator.unit()
    }

    fn payoff_scale(&self) -> i32 {
        self.evaluator.payoff_scale()
    }
}
