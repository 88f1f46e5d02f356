//! Openings.

mod sheets;

use std::collections::HashSet;

use board_engine::{NotationError, Viewer};
use games_package::{MatchState, SheetError, TableGame, play_moves};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most openings of a list.
pub const OPENINGS_MAX: usize = 100_000;

/// The most openings that are generated for each that is kept.
const TRIES_PER_OPENING: usize = 50;

/// The search ends after this number of consecutive misses per distinct position: nearly all were found.
const MISSES_PER_POSITION_MAX: usize = 20;

/// Added to the number of distinct positions.
const MISSES_MARGIN: usize = 50;

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position; the game's own start where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that are made from there before the players are asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// An opening can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line is neither a position nor a list of moves.
    #[error("line {line}: \"{text}\" is neither a position of {game} nor a list of moves: {error}")]
    Line {
        /// From 1.
        line: usize,
        /// The text of the line.
        text: String,
        /// The game.
        game: String,
        /// The error of parsing it as a list of moves.
        error: Box<NotationError>,
    },
    /// The game is over before it begins.
    #[error("line {line}: the game is over there")]
    Over {
        /// From 1.
        line: usize,
    },
    /// A game of a file in a notation can't be read.
    #[error("game {number}: {error}")]
    Sheet {
        /// From 1.
        number: usize,
        /// The error.
        error: Box<SheetError>,
    },
    /// It is over where it should begin.
    #[error(
        "game {number} is over after {plies} plies: say how many plies are the opening, like FILE.pdn:4"
    )]
    SheetOver {
        /// From 1.
        number: usize,
        /// After how many plies.
        plies: usize,
    },
    /// There is no opening.
    #[error("there is no opening in it")]
    Empty,
    /// There are too many.
    #[error("there are more than {OPENINGS_MAX} openings in it")]
    TooMany,
    /// No line of random moves leads to an acceptable position.
    #[error("no {plies} random plies of {game} lead to a balanced position: try another number")]
    NoneFound {
        /// How many plies.
        plies: u32,
        /// The game.
        game: String,
    },
}

/// Openings, one for each set of games; all are used once before any is reused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    openings: Vec<Opening>,
    /// Those of the sets by which the run was extended; the first ones again where there are none.
    later: Vec<Opening>,
}

/// The line between the openings with which a run began and those that came later.
const LATER: &str = "# for the sets by which the run was extended";

impl Openings {
    /// The game's own start, always.
    pub fn start() -> Self {
        Self::from(vec![Opening::default()])
    }

    /// The openings in a text: a position or a list of moves on each line; lines that are empty or start with `#` are
    /// skipped. They are shuffled by `seed`, or in the order of the lines without a seed.
    ///
    /// # Errors
    /// [`OpeningError`] with the first line that can't be used.
    pub fn from_text(
        game: &dyn TableGame,
        text: &str,
        seed: Option<u64>,
    ) -> Result<Self, OpeningError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let meant = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
        let mut openings: Vec<Opening> =
            meant.map(|(line, text)| read(game, line, text)).collect::<Result<_, _>>()?;
        if let Some(seed) = seed {
            openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        match openings.len() {
            0 => Err(OpeningError::Empty),
            1..=OPENINGS_MAX => Ok(Self::from(openings)),
            _ => Err(OpeningError::TooMany),
        }
    }

    /// At most `count` distinct positions after `plies` random moves that pass `is_balanced`.
    ///
    /// # Errors
    /// [`OpeningError::NoneFound`] if there is none.
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

    /// All distinct positions after `plies` moves that pass `is_balanced`, each by the first line that leads there.
    /// `None` if there are more than [`OPENINGS_MAX`] lines.
    ///
    /// # Errors
    /// [`OpeningError::NoneFound`] if no position passes.
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

    /// The openings of a run as its folder keeps them: the text of [`kept_text`](Self::kept_text).
    ///
    /// # Errors
    /// [`OpeningError`] with the first line that can't be used.
    pub fn from_kept_text(game: &dyn TableGame, text: &str) -> Result<Self, OpeningError> {
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

    /// All openings, those by which the run was extended after a separator line.
    pub fn kept_text(&self) -> String {
        if self.later.is_empty() {
            return self.to_text();
        }
        format!("{}{LATER}\n{}", self.to_text(), Self::from(self.later.clone()).to_text())
    }

    /// Adds those of `more` that are new, for the sets by which the run is extended: at most `count` in all.
    #[must_use]
    pub fn extended(mut self, more: Self, count: usize) -> Self {
        let known: HashSet<&Opening> = self.openings.iter().chain(&self.later).collect();
        let room = count.saturating_sub(self.later.len());
        let new = more.openings.into_iter().filter(|opening| !known.contains(opening));
        let new: Vec<Opening> = new.take(room).collect();
        self.later.extend(new);
        self
    }

    /// The opening of set `number`, from 0.
    pub fn of_set(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    /// The opening of the set `number`, from 0, of those by which the run was extended; `None` if these sets have no
    /// openings of their own.
    pub fn of_later_set(&self, number: usize) -> Option<&Opening> {
        self.later.get(number.checked_rem(self.later.len())?)
    }

    /// How many openings there are for sets by which the run was extended.
    pub const fn later_count(&self) -> usize {
        self.later.len()
    }

    /// All openings with which the run began, one per line, as [`from_text`](Self::from_text) reads them, without the
    /// start of the game.
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

    /// The number of openings.
    pub const fn count(&self) -> usize {
        self.openings.len()
    }
}

/// Without any for sets by which a run is extended.
impl From<Vec<Opening>> for Openings {
    fn from(openings: Vec<Opening>) -> Self {
        Self { openings, later: Vec::new() }
    }
}

impl OpeningError {
    /// The same error with its line counted from the beginning of a text in which `lines` lines precede it.
    fn below(mut self, lines: usize) -> Self {
        if let Self::Line { line, .. } | Self::Over { line } = &mut self {
            *line += lines;
        }
        self
    }
}

fn read(game: &dyn TableGame, line: usize, text: &str) -> Result<Opening, OpeningError> {
    if let Ok(state) = game.open(Some(text)) {
        let is_over = state.outcome().is_some();
        let opening = Opening { position: Some(text.into()), moves: Vec::new() };
        return if is_over { Err(OpeningError::Over { line }) } else { Ok(opening) };
    }
    let wrong = |error| {
        let (text, game, error) = (text.into(), game.name().into(), Box::new(error));
        OpeningError::Line { line, text, game, error }
    };
    let mut state = game.open(None).map_err(wrong)?;
    let moves = play_moves(&mut *state, text).map_err(wrong)?;
    let is_over = state.outcome().is_some();
    if is_over { Err(OpeningError::Over { line }) } else { Ok(Opening { position: None, moves }) }
}

/// Random moves from the start of the game, with the position that they lead to; `None` if the game ends before.
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
