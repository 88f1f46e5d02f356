//! A run's state between two generations.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

use crate::LearningError;
use crate::gate::MatchResult;
use crate::sealed::{self, FileKind};

/// The state after a number of finished generations.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// The game's full name.
    pub(super) game: String,
    pub(super) seed: u64,
    /// The generations since the last gain, or since the run was restarted after its end.
    pub(super) without_gain: u32,
    pub(super) generations: Vec<Generation>,
}

/// A finished generation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Generation {
    /// `true` if the generation's network became the best one.
    pub(super) is_best: bool,
    /// The number of self-play games.
    pub(super) games: u64,
    /// The number of positions in these games.
    pub(super) positions: u64,
    /// The training loss, in nats.
    pub(super) loss: f64,
    /// The match against the best network before.
    pub(super) result: MatchResult,
}

impl State {
    pub(super) fn new(game: &str, seed: u64) -> Self {
        Self { game: game.into(), seed, without_gain: 0, generations: Vec::new() }
    }

    /// The number of finished generations.
    pub(super) fn generation(&self) -> u32 {
        u32::try_from(self.generations.len()).unwrap_or(u32::MAX)
    }

    /// The generation of the best network; 0 if there is none yet.
    pub(super) fn best(&self) -> u32 {
        let best = self.generations.iter().rposition(|generation| generation.is_best);
        best.and_then(|index| u32::try_from(index + 1).ok()).unwrap_or(0)
    }

    /// The number of generations without a gain before this one.
    pub(super) fn misses_before(&self, generation: u32) -> u32 {
        let before = self.generations.iter().zip(1..generation);
        before.map(|(generation, _)| u32::from(!generation.result.is_gain)).sum()
    }

    /// The sum of the gains, in Elo.
    pub(super) fn elo(&self) -> f64 {
        self.gains().map(|result| result.elo).sum()
    }

    fn gains(&self) -> impl Iterator<Item = &MatchResult> {
        self.generations.iter().map(|generation| &generation.result).filter(|result| result.is_gain)
    }

    /// The numbers of self-play games and their positions.
    pub(super) fn played(&self) -> (u64, u64) {
        self.generations.iter().fold((0, 0), |(games, positions), generation| {
            (games + generation.games, positions + generation.positions)
        })
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), LearningError> {
        let Self { game, seed, without_gain, generations } = self;
        let mut text = format!("game {game}\nseed {seed}\nwithout_gain {without_gain}\n");
        for Generation { is_best, games, positions, loss, result } in generations {
            let MatchResult { is_gain, games: of_match, elo, error } = result;
            let _infallible = writeln!(
                text,
                "generation {is_best} {games} {positions} {loss} {is_gain} {of_match} {elo} {error}"
            );
        }
        sealed::write(path, FileKind::Run, text.as_bytes())
    }

    /// Reads a file written by [`write`](Self::write); `None` if the file doesn't exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, LearningError> {
        let Some(content) = sealed::read(path, FileKind::Run)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&content);
        let why = "impossible state";
        let format = || LearningError::Format { path: path.into(), why };
        Self::of_text(&text).map(Some).ok_or_else(format)
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut value = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let game = value("game")?.to_owned();
        let seed = value("seed")?.parse().ok()?;
        let without_gain = value("without_gain")?.parse().ok()?;
        let generations = lines.map(Generation::of_line).collect::<Option<_>>()?;
        Some(Self { game, seed, without_gain, generations })
    }
}

impl Generation {
    fn of_line(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix("generation ")?.split(' ');
        let generation = Self {
            is_best: next(&mut words)?,
            games: next(&mut words)?,
            positions: next(&mut words)?,
            loss: next(&mut words)?,
            result: MatchResult {
                is_gain: next(&mut words)?,
                games: next(&mut words)?,
                elo: next(&mut words)?,
                error: next(&mut words)?,
            },
        };
        words.next().is_none().then_some(generation)
    }
}

/// The next word as a value.
fn next<'a, T: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_survives_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let mut state = State::new("checkers:russian", 7);
        let result = |is_gain, elo| MatchResult { is_gain, games: 120, elo, error: 21.5 };
        let generation = |is_best, result| Generation {
            is_best,
            games: 50,
            positions: 1_000,
            loss: 0.69,
            result,
        };
        state.generations.push(generation(true, result(true, 40.25)));
        state.generations.push(generation(true, result(true, 10.5)));
        state.generations.push(generation(false, result(false, -3.0)));
        state.write(&path).unwrap();
        assert_eq!(State::read(&path).unwrap(), Some(state.clone()));
        assert_eq!((state.generation(), state.best(), state.played()), (3, 2, (150, 3_000)));
        assert!((state.elo() - 50.75).abs() < 1e-9);
        assert_eq!([1, 3, 4, 9].map(|generation| state.misses_before(generation)), [0, 0, 1, 1]);
        assert_eq!(State::of_text("game a\nseed 1\nwithout_gain 0\ngeneration true 1\n"), None);
    }
}
