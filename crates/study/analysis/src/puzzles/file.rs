//! Puzzle files in TOML.

use board_engine::printable;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::puzzle::{Goal, Puzzle};
use super::rating::Rating;

/// The format version.
const VERSION: u32 = 1;

/// The reason why text is not a valid puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleFileError {
    /// The text is not valid TOML, or a field is missing.
    #[error("not a puzzle file: {0}")]
    Malformed(String),
    /// A newer program wrote the file.
    #[error(
        "it was written by a newer version of Rival (format {found}; this program reads {VERSION})"
    )]
    Newer {
        /// The file's version.
        found: u32,
    },
    /// A value is invalid for a puzzle.
    #[error("puzzle {number}: {what}")]
    Value {
        /// The puzzle number, from 1.
        number: usize,
        /// The problem.
        what: String,
    },
}

#[derive(Deserialize)]
struct Version {
    rival_puzzles: u32,
}

#[derive(Serialize, Deserialize)]
struct File {
    rival_puzzles: u32,
    #[serde(default, rename = "puzzle")]
    puzzles: Vec<PuzzleEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleEntry {
    game: String,
    position: String,
    solution: String,
    /// The proven number of plies; otherwise `lead` is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<i32>,
    motif: String,
    rating: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
}

/// Formats the puzzles as file content.
pub fn to_text(puzzles: &[Puzzle]) -> String {
    let entry = |puzzle: &Puzzle| {
        let (win_in, lead) = match puzzle.goal {
            Goal::Win(plies) => (Some(plies), None),
            Goal::Lead(lead) => (None, Some(lead)),
        };
        PuzzleEntry {
            game: puzzle.game.clone(),
            position: puzzle.position.clone(),
            solution: puzzle.solution.join(" "),
            win_in,
            lead,
            motif: puzzle.motif.to_string(),
            rating: puzzle.rating.value.round(),
            source: puzzle.source.clone(),
        }
    };
    let file = File { rival_puzzles: VERSION, puzzles: puzzles.iter().map(entry).collect() };
    // TOML can express all strings and numbers.
    toml::to_string(&file).unwrap_or_default()
}

/// Parses text written by [`to_text`]. The puzzles are not checked against the rules; see [`Puzzle::open`].
///
/// # Errors
/// [`PuzzleFileError`] for the first problem.
pub fn from_text(text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let malformed = |error: toml::de::Error| PuzzleFileError::Malformed(error.message().into());
    // A newer format may have any content, so the version is parsed first.
    let Version { rival_puzzles: found } = toml::from_str(text).map_err(malformed)?;
    if found > VERSION {
        return Err(PuzzleFileError::Newer { found });
    }
    let file: File = toml::from_str(text).map_err(malformed)?;
    let puzzle = |(number, entry): (usize, PuzzleEntry)| {
        puzzle(&entry).map_err(|what| PuzzleFileError::Value { number, what })
    };
    (1..).zip(file.puzzles).map(puzzle).collect()
}

fn puzzle(entry: &PuzzleEntry) -> Result<Puzzle, String> {
    let goal = match (entry.win_in, entry.lead) {
        (Some(plies), None) => Goal::Win(plies),
        (None, Some(lead)) => Goal::Lead(lead),
        _ => return Err("it needs either win_in or lead".into()),
    };
    if !(0.0..=4000.0).contains(&entry.rating) {
        return Err(format!("its rating {} is not from 0 to 4000", entry.rating));
    }
    Ok(Puzzle {
        game: printable(&entry.game),
        position: printable(&entry.position),
        solution: printable(&entry.solution).split_ascii_whitespace().map(str::to_owned).collect(),
        goal,
        motif: printable(&entry.motif).parse()?,
        rating: Rating::from_estimate(entry.rating),
        source: printable(&entry.source),
    })
}
