//! Puzzles in files, in TOML.

use board_engine::printable;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::puzzle::{Goal, Puzzle};
use crate::rating::Rating;

/// The version of the form.
const VERSION: u32 = 1;

/// Why a text is no file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleFileError {
    /// It is no TOML, or lacks something.
    #[error("it is no file of puzzles: {0}")]
    Malformed(String),
    /// It was written by a newer program.
    #[error(
        "it has version {found}, and this program knows version {VERSION}: use a newer program"
    )]
    Newer {
        /// Its version.
        found: u32,
    },
    /// A value is not one of a puzzle.
    #[error("puzzle {number}: {what}")]
    Value {
        /// Which puzzle, from 1.
        number: usize,
        /// What is wrong.
        what: String,
    },
}

#[derive(Serialize, Deserialize)]
struct File {
    rival_puzzles: u32,
    #[serde(default, rename = "puzzle")]
    puzzles: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    game: String,
    position: String,
    solution: String,
    /// The proven number of plies; or else the lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<i32>,
    motif: String,
    rating: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
}

/// The text of a file of these puzzles.
pub fn to_text(puzzles: &[Puzzle]) -> String {
    let entry = |puzzle: &Puzzle| {
        let (win_in, lead) = match puzzle.goal {
            Goal::Win(plies) => (Some(plies), None),
            Goal::Lead(lead) => (None, Some(lead)),
        };
        Entry {
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
    // Texts and numbers have a form in TOML.
    toml::to_string(&file).unwrap_or_default()
}

/// The puzzles of a text that [`to_text`] wrote. They are not checked against the rules: see [`Puzzle::open`].
///
/// # Errors
/// [`PuzzleFileError`] for the first thing that is wrong.
pub fn from_text(text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let malformed = |error: toml::de::Error| PuzzleFileError::Malformed(error.message().into());
    let file: File = toml::from_str(text).map_err(malformed)?;
    if file.rival_puzzles != VERSION {
        return Err(PuzzleFileError::Newer { found: file.rival_puzzles });
    }
    let puzzle = |(number, entry): (usize, Entry)| {
        puzzle(&entry).map_err(|what| PuzzleFileError::Value { number, what })
    };
    (1..).zip(file.puzzles).map(puzzle).collect()
}

fn puzzle(entry: &Entry) -> Result<Puzzle, String> {
    let goal = match (entry.win_in, entry.lead) {
        (Some(plies), None) => Goal::Win(plies),
        (None, Some(lead)) => Goal::Lead(lead),
        _ => return Err("it has not one of win_in and lead".into()),
    };
    if !(0.0..=4000.0).contains(&entry.rating) {
        return Err(format!("its rating {} is not one from 0 to 4000", entry.rating));
    }
    Ok(Puzzle {
        game: printable(&entry.game),
        position: printable(&entry.position),
        solution: printable(&entry.solution).split_ascii_whitespace().map(str::to_owned).collect(),
        goal,
        motif: printable(&entry.motif).parse()?,
        rating: Rating::estimated(entry.rating),
        source: printable(&entry.source),
    })
}
