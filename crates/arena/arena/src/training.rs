//! Training data from games: positions with the player's evaluation and the game result.
//!
//! A file is a line `rival-training 1 GAME`, followed by one block per game: the block length in bytes (four bytes,
//! little-endian) and a [`TrainingGame`] encoded with [postcard](https://postcard.jamesmunns.com/wire-format). A move
//! is stored as its index among the legal moves, sorted bytewise in notation. Most plies take three bytes, and any
//! program that knows the rules can read the file.

use std::io::{self, BufRead, Read, Write};

use board_engine::{Action, LegalActions, Seat, Turn, Viewer};
use game_catalog::{Explorer, explore};
use games_package::{MatchState, TableGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::journal::Entry;

/// The score of a proven win in 0 plies, in hundredths. Each ply to the win subtracts 1. All estimates are smaller.
pub const SCORE_WON: i16 = 32_000;

/// Maximum estimate in hundredths: less than the score of a win in a thousand plies.
const ESTIMATE_MAX: i16 = SCORE_WON - 1000;

/// Maximum size of a block in bytes: a thousand times the longest known game.
const BLOCK_BYTES_MAX: u32 = 16 << 20;

/// Maximum length of the first line in bytes.
const HEADING_BYTES_MAX: u64 = 1000;

/// A game in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainingGame {
    /// The starting position.
    pub start: String,
    /// The payoff for each seat.
    pub payoffs: Vec<i16>,
    /// For each ply, the index of the move, and the mover's evaluation of the position before the move, if reported. A
    /// score is in hundredths of the game's unit. A proven win is [`SCORE_WON`] minus the plies to the win; a proven
    /// loss is the negative of that.
    pub plies: Vec<(u16, Option<i16>)>,
}

/// A training position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sample {
    /// The full position.
    pub position: String,
    /// The seat to move, from 0.
    pub seat: usize,
    /// The mover's evaluation, as in [`TrainingGame::plies`].
    pub score: Option<i16>,
    /// The played move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The numbers of the move's actions. The numbers are the same in every position. Empty if the game is not in the
    /// catalog.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<usize>,
    /// The mover's final payoff.
    pub payoff: i16,
    /// Number of plies since the start.
    pub ply: usize,
    /// Number of plies to the end, including this one.
    pub plies_left: usize,
}

/// The reason why training games can't be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// An I/O error, or the file ends within a game.
    #[error("can't read or write training games")]
    Io(#[from] io::Error),
    /// The file has a different format or is for a different game.
    #[error("not training games for {0}")]
    Foreign(String),
    /// A game violates the rules.
    #[error("training game {0} breaks the rules")]
    Illegal(usize),
}

impl TrainingGame {
    /// Converts a journal entry. Returns `None` if a move is illegal.
    pub fn of(entry: &Entry, game: &dyn TableGame) -> Option<Self> {
        let mut state = game.open(Some(&entry.start)).ok()?;
        let mut legal = Vec::new();
        let thoughts = entry.thoughts.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let plies = entry.moves.split_ascii_whitespace().zip(thoughts).map(|(mv, thought)| {
            sorted_moves(&*state, &mut legal);
            let place = legal.iter().position(|text| text == mv)?;
            state.play(mv).ok()?;
            let score = thought.and_then(|thought| score(&thought.score));
            Some((u16::try_from(place).ok()?, score))
        });
        let plies = plies.collect::<Option<_>>()?;
        Some(Self { start: entry.start.clone(), payoffs: entry.payoffs.clone(), plies })
    }

    /// The positions in the game where a seat is to move. `None` if a move is illegal.
    pub fn samples(&self, game: &dyn TableGame) -> Option<Vec<Sample>> {
        let mut state = game.open(Some(&self.start)).ok()?;
        let (mut legal, mut samples) = (Vec::new(), Vec::new());
        let mut numbering = Numbering::new(game.name(), &self.start);
        for (ply, &(place, score)) in self.plies.iter().enumerate() {
            sorted_moves(&*state, &mut legal);
            let mv = legal.get(usize::from(place))?;
            let actions = numbering.play(mv);
            if let Turn::Seat(seat) = state.turn() {
                samples.push(Sample {
                    position: state.position(Viewer::Arbiter),
                    seat: seat.index(),
                    score,
                    mv: mv.clone(),
                    actions,
                    payoff: *self.payoffs.get(Seat::index(seat))?,
                    ply,
                    plies_left: self.plies.len() - ply,
                });
            }
            state.play(mv).ok()?;
        }
        Some(samples)
    }
}

/// Finds the actions for a game's moves. See [`ActionSpace`](board_engine::ActionSpace).
struct Numbering {
    /// The current position; `None` if the game is not in the catalog.
    position: Option<Box<dyn Explorer>>,
    legal: LegalActions,
}

impl Numbering {
    fn new(game: &str, start: &str) -> Self {
        Self { position: explore(game, Some(start)).ok(), legal: LegalActions::default() }
    }

    /// Returns the numbers of a legal move's actions, and plays the move.
    fn play(&mut self, mv: &str) -> Vec<usize> {
        let Some(position) = &mut self.position else { return Vec::new() };
        let Ok(index) = position.parse_move(mv) else { return Vec::new() };
        position.fill_actions(&mut self.legal);
        let way = self.legal.way_to(index).unwrap_or_default();
        position.play(index);
        way.into_iter().map(Action::index).collect()
    }
}

fn sorted_moves(state: &dyn MatchState, legal: &mut Vec<String>) {
    state.legal_moves(legal);
    legal.sort_unstable();
}

/// Converts a valuation from the journal to a number.
fn score(valuation: &str) -> Option<i16> {
    let proved = |plies: &str| Some(SCORE_WON - plies.parse::<i16>().ok()?.min(999));
    match valuation.split_once(" in ") {
        Some(("win", plies)) => proved(plies),
        Some(("loss", plies)) => proved(plies).map(|score| -score),
        _ => {
            let hundredths = (valuation.parse::<f64>().ok()? * 100.0).round();
            let most = f64::from(ESTIMATE_MAX);
            #[expect(clippy::cast_possible_truncation, reason = "it was clamped")]
            Some(hundredths.clamp(-most, most) as i16)
        }
    }
}

/// Writes the first line.
///
/// # Errors
/// [`TrainingError::Io`] if the line can't be written.
pub fn begin(to: &mut dyn Write, game: &str) -> Result<(), TrainingError> {
    Ok(writeln!(to, "{}", heading(game))?)
}

fn heading(game: &str) -> String {
    format!("rival-training 1 {game}")
}

/// Writes a game.
///
/// # Errors
/// [`TrainingError::Io`] if the game can't be written.
pub fn write(to: &mut dyn Write, training_game: &TrainingGame) -> Result<(), TrainingError> {
    let block = postcard::to_stdvec(training_game).map_err(io::Error::other)?;
    let length = u32::try_from(block.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    Ok(to.write_all(&block)?)
}

/// Reads all games in a file for `game` and passes each game's positions to `take`.
///
/// # Errors
/// [`TrainingError`] if the file can't be read.
pub fn read(
    from: &mut dyn BufRead,
    game: &dyn TableGame,
    take: &mut dyn FnMut(Vec<Sample>),
) -> Result<(), TrainingError> {
    let mut line = String::new();
    from.take(HEADING_BYTES_MAX).read_line(&mut line)?;
    if line.trim_end() != heading(game.name()) {
        return Err(TrainingError::Foreign(game.name().into()));
    }
    for number in 1.. {
        if from.fill_buf()?.is_empty() {
            break;
        }
        let illegal = || TrainingError::Illegal(number);
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = Some(u32::from_le_bytes(length)).filter(|length| *length <= BLOCK_BYTES_MAX);
        let mut block = vec![0; length.ok_or_else(illegal)? as usize];
        from.read_exact(&mut block)?;
        let training_game: TrainingGame =
            postcard::from_bytes(&block).map_err(|_error| illegal())?;
        take(training_game.samples(game).ok_or_else(illegal)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valuations_are_numbers() {
        assert_eq!(score("+0.12"), Some(12));
        assert_eq!(score("-3.00"), Some(-300));
        assert_eq!(score("win in 5"), Some(SCORE_WON - 5));
        assert_eq!(score("loss in 2"), Some(2 - SCORE_WON));
        assert_eq!(score("+99999.00"), Some(ESTIMATE_MAX));
        assert_eq!(score("soon"), None);
    }
}
