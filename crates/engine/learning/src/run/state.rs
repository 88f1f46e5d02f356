//! The state of a run between two generations.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use crate::LearningError;
use crate::sealed::{self, FileKind};

/// The state after a number of finished generations.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// The full name of the game.
    pub(super) game: String,
    pub(super) seed: u64,
    /// The number of finished generations.
    pub(super) generation: u32,
    /// The generation of the best network; 0 if there is none yet.
    pub(super) best: u32,
    /// The generations since the last gain.
    pub(super) without_gain: u32,
    /// The sum of the gains.
    pub(super) elo: f64,
    /// The number of self-play games.
    pub(super) games: u64,
    /// The positions of these games.
    pub(super) positions: u64,
}

impl State {
    pub(super) fn new(game: &str, seed: u64) -> Self {
        let (generation, best, without_gain, games, positions) = (0, 0, 0, 0, 0);
        Self { game: game.into(), seed, generation, best, without_gain, elo: 0.0, games, positions }
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), LearningError> {
        let Self { game, seed, generation, best, without_gain, elo, games, positions } = self;
        let text = format!(
            "game {game}\nseed {seed}\ngeneration {generation}\nbest {best}\nwithout_gain {without_gain}\nelo \
             {elo}\ngames {games}\npositions {positions}\n"
        );
        sealed::write(path, FileKind::Run, text.as_bytes())
    }

    /// Reads what [`write`](Self::write) wrote; `None` if the file doesn't exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, LearningError> {
        let Some(content) = sealed::read(path, FileKind::Run)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&content);
        let why = "impossible state";
        let format = || LearningError::Format { path: path.into(), why };
        Self::of_text(&text).map(Some).ok_or_else(format)
    }

    fn of_text(text: &str) -> Option<Self> {
        let lines: BTreeMap<&str, &str> =
            text.lines().filter_map(|line| line.split_once(' ')).collect();
        Some(Self {
            game: value(&lines, "game")?,
            seed: value(&lines, "seed")?,
            generation: value(&lines, "generation")?,
            best: value(&lines, "best")?,
            without_gain: value(&lines, "without_gain")?,
            elo: value(&lines, "elo")?,
            games: value(&lines, "games")?,
            positions: value(&lines, "positions")?,
        })
    }
}

/// The value of the line with this name.
fn value<T: FromStr>(lines: &BTreeMap<&str, &str>, name: &str) -> Option<T> {
    lines.get(name)?.parse().ok()
}
