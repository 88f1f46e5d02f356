//! Self-play game files.

use std::path::Path;

use crate::LearningError;
use crate::sealed::{self, ContentReader, FileKind};
use crate::self_play::{PlayedGame, SampledPosition};

/// One network's self-play games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Chunk {
    /// `false` if the search played without a network, so its scores only reflect finished games.
    pub(super) has_network: bool,
    pub(super) games: Vec<PlayedGame>,
}

impl Chunk {
    /// The number of positions with scores.
    pub(super) fn positions(&self) -> usize {
        self.games.iter().map(|game| game.scores.len() + game.sampled.len()).sum()
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), LearningError> {
        let mut bytes = vec![u8::from(self.has_network)];
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
        for game in &self.games {
            bytes.extend(short(game.opening_plies));
            bytes.extend(short(game.moves.len()));
            bytes.extend(game.result.to_le_bytes());
            bytes.extend(game.moves.iter().flat_map(|mv| mv.to_le_bytes()));
            bytes.extend(game.scores.iter().flat_map(|score| score.value().to_le_bytes()));
            bytes.extend(short(game.sampled.len()));
            for SampledPosition { inputs, score } in &game.sampled {
                bytes.extend(short(inputs.len()));
                bytes.extend(inputs.iter().flat_map(|input| input.to_le_bytes()));
                bytes.extend(score.value().to_le_bytes());
            }
        }
        sealed::write(path, FileKind::Games, &bytes)
    }

    /// Reads a file written by [`write`](Self::write); `None` if the file doesn't exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, LearningError> {
        let Some(content) = sealed::read(path, FileKind::Games)? else { return Ok(None) };
        let why = "impossible games";
        let format = || LearningError::Format { path: path.into(), why };
        Self::of_content(&content).map(Some).ok_or_else(format)
    }

    fn of_content(content: &[u8]) -> Option<Self> {
        let mut reader = ContentReader::new(content);
        let has_network = reader.bytes::<1>()? != [0];
        let mut games = Vec::new();
        while !reader.is_at_end() {
            let (opening_plies, plies) = (usize::from(reader.u16()?), usize::from(reader.u16()?));
            let [result] = reader.bytes::<1>()?;
            let result = result.cast_signed();
            let moves = (0..plies).map(|_| reader.u16()).collect::<Option<Vec<u16>>>()?;
            let searched = plies.checked_sub(opening_plies)?;
            let scores = (0..searched).map(|_| score(&mut reader)).collect::<Option<Vec<_>>>()?;
            let mut sampled = Vec::new();
            for _ in 0..reader.u16()? {
                let inputs = (0..reader.u16()?).map(|_| reader.u16()).collect::<Option<_>>()?;
                sampled.push(SampledPosition { inputs, score: score(&mut reader)? });
            }
            if !(-1..=1).contains(&result) {
                return None;
            }
            games.push(PlayedGame { opening_plies, moves, scores, result, sampled });
        }
        Some(Self { has_network, games })
    }
}

fn score(reader: &mut ContentReader<'_>) -> Option<search::Score> {
    reader.bytes().map(i32::from_le_bytes).and_then(score_of_value)
}

/// The score with this value; `None` if no score has this value.
fn score_of_value(value: i32) -> Option<search::Score> {
    let score = search::Score::new(value);
    if score.value() == value {
        return Some(score);
    }
    // The magnitude of a decided score grows with the payoff and falls with the plies.
    let above = value.unsigned_abs() - search::Score::EVALUATION_MAX.value().unsigned_abs();
    let (payoff, plies) = (above.div_ceil(10_000), (10_000 - above % 10_000) % 10_000);
    let payoff = i16::try_from(payoff).ok()? * i16::try_from(value.signum()).ok()?;
    Some(search::Score::of_payoff(payoff, plies as usize))
}

#[cfg(test)]
mod tests {
    use search::Score;

    use super::*;

    #[test]
    fn games_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let scores =
            vec![Score::new(-77), Score::win_in(3), Score::loss_in(0), Score::of_payoff(-3, 9)];
        let sampled = vec![
            SampledPosition { inputs: vec![], score: Score::new(5) },
            SampledPosition { inputs: vec![1, 70, 60_000], score: Score::loss_in(2) },
        ];
        let moves = vec![3, 0, 299, 2, 1];
        let game = PlayedGame { opening_plies: 1, moves, scores, result: -1, sampled };
        let chunk = Chunk { has_network: true, games: vec![game.clone(), game] };
        assert_eq!(Chunk::read(&path).unwrap(), None);
        chunk.write(&path).unwrap();
        assert_eq!(Chunk::read(&path).unwrap(), Some(chunk));
    }

    #[test]
    fn impossible_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        for content in [&[][..], &[1, 0], &[0, 9, 0, 1, 0, 0, 5, 5], &[0, 0, 0, 0, 0, 9]] {
            sealed::write(&path, FileKind::Games, content).unwrap();
            let message = Chunk::read(&path).unwrap_err().to_string();
            assert!(message.contains("impossible games"), "{message}");
        }
    }
}
