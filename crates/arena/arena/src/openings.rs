//! The openings for tournament games.

mod book;
mod order;
mod sheets;

use std::collections::HashSet;

use board_engine::{NotationError, Viewer};
use games_package::{MatchState, TableGame, play_moves};
use notation::SheetError;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::order::OpeningOrder;

/// Maximum number of openings in a run. Further openings in a file are ignored.
pub const OPENINGS_MAX: usize = 100_000;

/// Maximum number of games in an opening file.
const GAMES_MAX: usize = 1_000_000;

/// Maximum number of candidates to generate per opening.
const TRIES_PER_OPENING: usize = 50;

/// Generation ends after this many consecutive misses per distinct position, because it has then found nearly all
/// positions.
const MISSES_PER_POSITION_MAX: usize = 20;

/// Margin to add to the number of distinct positions.
const MISSES_MARGIN: usize = 50;

/// A game's start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the game's own initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from that position to the players' first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The reason why an opening can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line is neither a position nor a list of moves.
    #[error(
        "line {line}: \"{text}\" is neither a position in {game} ({}) nor a list of moves ({})",
        position.reason(),
        moves.reason()
    )]
    Line {
        /// The line or game number, from 1.
        line: usize,
        /// The line.
        text: String,
        /// The game.
        game: String,
        /// The error from parsing it as a position.
        position: Box<NotationError>,
        /// The error from parsing it as a list of moves.
        moves: Box<NotationError>,
    },
    /// The game is over before it begins.
    #[error("line {line}: the game is already over")]
    Over {
        /// The line or game number, from 1.
        line: usize,
    },
    /// A game in a notation file can't be read.
    #[error("game {number}: {error}")]
    Sheet {
        /// The line or game number, from 1.
        number: usize,
        /// The error.
        error: Box<SheetError>,
    },
    /// The game ends before the opening does.
    #[error(
        "game {number} is over after {plies} plies; limit the opening length, as in FILE.pdn:4"
    )]
    SheetOver {
        /// The line or game number, from 1.
        number: usize,
        /// The number of plies.
        plies: usize,
    },
    /// The file contains no openings.
    #[error("it contains no openings")]
    Empty,
    /// There are too many games.
    #[error("it contains more than {GAMES_MAX} games with different openings")]
    TooMany,
    /// The order starts with a nonexistent opening.
    #[error("can't start with opening {first}: there are only {count}")]
    NoFirst {
        /// The number of the first opening.
        first: usize,
        /// Number of openings.
        count: usize,
    },
    /// Random moves never led to an acceptable position.
    #[error("no balanced {game} position after {plies} random plies; try another number")]
    NoneFound {
        /// The number of plies.
        plies: u32,
        /// The game.
        game: String,
    },
}

/// Openings, one per set of games. An opening is reused only after all openings have been used once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    openings: Vec<Opening>,
    /// The openings for sets added by an extension; if empty, the initial openings are reused.
    later: Vec<Opening>,
}

/// The line that separates the initial openings from later ones.
const LATER: &str = "# for the sets by which the run was extended";

impl Openings {
    /// Openings that are always the game's own initial position.
    pub fn start() -> Self {
        Self::from(vec![Opening::default()])
    }

    /// Parses openings: one position or one list of moves per line. Skips lines that are empty or start with `#`.
    /// Parses and uses at most the first [`OPENINGS_MAX`] lines in this order.
    ///
    /// # Errors
    /// [`OpeningError`] for the first invalid line.
    pub fn from_text(
        game: &dyn TableGame,
        text: &str,
        order: impl Into<OpeningOrder>,
    ) -> Result<Self, OpeningError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lines = (1..).zip(text.lines().map(str::trim));
        let meant = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
        let lines = order.into().arrange(meant.collect())?;
        let mut openings = Vec::with_capacity(lines.len());
        let mut wrong: Option<(usize, OpeningError)> = None;
        for (line, text) in lines {
            match read(game, line, text) {
                Ok(opening) => openings.push(opening),
                Err(error) if wrong.as_ref().is_none_or(|(known, _)| line < *known) => {
                    wrong = Some((line, error));
                }
                Err(_later) => {}
            }
        }
        wrong.map_or_else(|| Ok(Self::from(openings)), |(_, error)| Err(error))
    }

    /// Finds at most `count` distinct positions after `plies` random moves that satisfy `is_balanced`.
    ///
    /// # Errors
    /// [`OpeningError::NoneFound`] if no opening is found.
    pub fn random(
        game: &dyn TableGame,
        plies: u32,
        count: usize,
        seed: u64,
        is_balanced: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Self, OpeningError> {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut seen = std::collections::BTreeSet::new();
        let mut openings = Vec::new();
        let count = count.clamp(1, OPENINGS_MAX);
        let mut misses = 0;
        for _ in 0..count.saturating_mul(TRIES_PER_OPENING) {
            let line = random_line(game, plies, &mut chance);
            misses += 1;
            if let Some((moves, position)) = line
                && seen.insert(position.clone())
            {
                misses = 0;
                if is_balanced(&position) {
                    openings.push(Opening { position: None, moves });
                }
            }
            if openings.len() == count
                || misses >= MISSES_PER_POSITION_MAX * (seen.len() + MISSES_MARGIN)
            {
                break;
            }
        }
        if openings.is_empty() {
            return Err(OpeningError::NoneFound { plies, game: game.name().into() });
        }
        Ok(Self::from(openings))
    }

    /// Finds all distinct positions after `plies` moves that satisfy `is_balanced`, each with the first line that leads
    /// to it. Returns `None` if there are more than [`OPENINGS_MAX`] lines.
    ///
    /// # Errors
    /// [`OpeningError::NoneFound`] if no opening is found.
    pub fn all(
        game: &dyn TableGame,
        plies: u32,
        is_balanced: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<Self>, OpeningError> {
        let none_found = || OpeningError::NoneFound { plies, game: game.name().into() };
        let start = game.open(None).map_err(|_error| none_found())?;
        let mut lines = vec![(Vec::new(), start)];
        let mut legal = Vec::new();
        for _ in 0..plies {
            let mut seen = std::collections::BTreeSet::new();
            let mut longer = Vec::new();
            for (moves, state) in &lines {
                state.legal_moves(&mut legal);
                for mv in &legal {
                    let mut next = state.fork();
                    if next.play(mv).is_ok() && seen.insert(next.position(Viewer::Arbiter)) {
                        longer.push(([moves.as_slice(), std::slice::from_ref(mv)].concat(), next));
                    }
                }
                if longer.len() > OPENINGS_MAX {
                    return Ok(None);
                }
            }
            lines = longer;
        }
        let mut passes = |state: &dyn MatchState| {
            state.outcome().is_none() && is_balanced(&state.position(Viewer::Arbiter))
        };
        lines.retain(|(_, state)| passes(&**state));
        let opening = |(moves, _): (Vec<String>, _)| Opening { position: None, moves };
        let openings: Vec<Opening> = lines.into_iter().map(opening).collect();
        if openings.is_empty() { Err(none_found()) } else { Ok(Some(Self::from(openings))) }
    }

    /// Parses openings from a run folder, in the format of [`stored_text`](Self::stored_text).
    ///
    /// # Errors
    /// [`OpeningError`] for the first invalid line.
    pub fn from_stored_text(game: &dyn TableGame, text: &str) -> Result<Self, OpeningError> {
        let (first, later) = text.split_once(LATER).unwrap_or((text, ""));
        let mut openings = Self::start();
        if !first.is_empty() {
            openings = Self::from_text(game, first, None)?;
        }
        if !later.is_empty() {
            let from = first.lines().count();
            let lines = Self::from_text(game, later, None);
            openings.later = lines.map_err(|error| error.below(from))?.openings;
        }
        Ok(openings)
    }

    /// Formats all openings. Openings for an extension follow a separator line.
    pub fn stored_text(&self) -> String {
        if self.later.is_empty() {
            return self.to_text();
        }
        format!("{}{LATER}\n{}", self.to_text(), Self::from(self.later.clone()).to_text())
    }

    /// Adds new openings from `more` for an extension's sets, up to `count` in total.
    #[must_use]
    pub fn extend(mut self, more: Self, count: usize) -> Self {
        let known: HashSet<&Opening> = self.openings.iter().chain(&self.later).collect();
        let room = count.saturating_sub(self.later.len());
        let new = more.openings.into_iter().filter(|opening| !known.contains(opening));
        let new: Vec<Opening> = new.take(room).collect();
        self.later.extend(new);
        self
    }

    /// The opening for set `number`, counted from 0.
    pub fn of_set(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    /// The opening for added set `number`, counted from 0; `None` if added sets have no separate openings.
    pub fn of_later_set(&self, number: usize) -> Option<&Opening> {
        self.later.get(number.checked_rem(self.later.len())?)
    }

    /// Number of openings for added sets.
    pub const fn later_count(&self) -> usize {
        self.later.len()
    }

    /// Formats the run's initial openings, one per line, for [`from_text`](Self::from_text), without the game's initial
    /// position.
    pub fn to_text(&self) -> String {
        let line = |opening: &Opening| match &opening.position {
            Some(position) => position.clone(),
            None => opening.moves.join(" "),
        };
        self.openings
            .iter()
            .map(line)
            .filter(|line| !line.is_empty())
            .map(|line| line + "\n")
            .collect()
    }

    /// Number of openings.
    pub const fn count(&self) -> usize {
        self.openings.len()
    }
}

/// Openings without separate openings for added sets.
impl From<Vec<Opening>> for Openings {
    fn from(openings: Vec<Opening>) -> Self {
        Self { openings, later: Vec::new() }
    }
}

impl OpeningError {
    /// Adds `lines` preceding lines to the error's line number.
    fn below(mut self, lines: usize) -> Self {
        if let Self::Line { line, .. } | Self::Over { line } = &mut self {
            *line += lines;
        }
        self
    }
}

fn read(game: &dyn TableGame, line: usize, text: &str) -> Result<Opening, OpeningError> {
    let position = match game.open(Some(text)) {
        Ok(state) => {
            let is_over = state.outcome().is_some();
            let opening = Opening { position: Some(text.into()), moves: Vec::new() };
            return if is_over { Err(OpeningError::Over { line }) } else { Ok(opening) };
        }
        Err(error) => Box::new(error),
    };
    let wrong = |error| {
        let (text, game, position) = (text.into(), game.name().into(), position.clone());
        OpeningError::Line { line, text, game, position, moves: Box::new(error) }
    };
    let mut state = game.open(None).map_err(wrong)?;
    let moves = play_moves(&mut *state, text).map_err(wrong)?;
    let is_over = state.outcome().is_some();
    if is_over { Err(OpeningError::Over { line }) } else { Ok(Opening { position: None, moves }) }
}

/// Plays random moves from the initial position, and returns them with the resulting position. Returns `None` if the
/// game ends earlier.
fn random_line(
    game: &dyn TableGame,
    plies: u32,
    chance: &mut ChaCha8Rng,
) -> Option<(Vec<String>, String)> {
    let mut state = game.open(None).ok()?;
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        let played = match state.turn() {
            board_engine::Turn::Chance => {
                state.play_drawn(&mut |ways| chance.random_range(0..ways.max(1)))?
            }
            board_engine::Turn::Seat(_) => {
                state.legal_moves(&mut legal);
                state.play(legal.choose(chance)?).ok()?
            }
        };
        moves.push(played);
    }
    state.outcome().is_none().then(|| (moves, state.position(Viewer::Arbiter)))
}
