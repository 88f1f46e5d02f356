//! Match records, and how they are replayed.

mod file;
mod note;
pub(crate) mod variation;

use std::time::Duration;

use board_engine::{NotationError, Viewer};
use thiserror::Error;

pub use self::file::{
    EndingParts, FlatVariation, MATCH_FILE_BYTES_MAX, RecordError, read_match_file, save_text,
};
pub use self::note::{Mark, Note, Thought};
pub use self::variation::{VARIATION_DEPTH_MAX, Variation};
use crate::{Ending, MatchState, Odds, TableGame, ThinkingLimits, TimeControl};

/// A match as it was played: all that is needed to replay it exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// The players, in seat order.
    pub players: Vec<RecordedPlayer>,
    /// The time control.
    pub time_control: TimeControl,
    /// The limits on depth and nodes.
    pub thinking: ThinkingLimits,
    /// Whether the players were allowed to think while others were to move.
    pub pondering: bool,
    /// The seed of all randomness.
    pub seed: u64,
    /// The position in which the match started.
    pub start: String,
    /// The plies, those of chance included.
    pub plies: Vec<Ply>,
    /// Variations: plies that were taken back, and those that were added later.
    pub variations: Vec<Variation>,
    /// The position after the last ply.
    pub final_position: String,
    /// How the match ended; none if it can go on.
    pub ending: Option<Ending>,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPlayer {
    /// The player's specification: "alpha-beta:depth=6".
    pub spec: String,
    /// The player's name.
    pub name: String,
    /// Which code the player was and where it ran; none for a built-in player.
    pub origin: Option<String>,
    /// The player's odds.
    pub odds: Odds,
}

/// One move by one seat, or by chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, in the game's notation.
    pub mv: String,
    /// The time it took.
    pub elapsed: Duration,
    /// What the mover's clock showed after it; none if time was not counted.
    pub clock: Option<Duration>,
    /// Annotations.
    pub note: Note,
}

/// A move without time and clock.
impl From<String> for Ply {
    fn from(mv: String) -> Self {
        Self { mv, elapsed: Duration::ZERO, clock: None, note: Note::default() }
    }
}

/// A move without time and clock.
impl From<&str> for Ply {
    fn from(mv: &str) -> Self {
        mv.to_owned().into()
    }
}

/// Why a record can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record is of another game.
    #[error("the record is of {recorded}, not of {game}")]
    Game {
        /// The game in the record.
        recorded: String,
        /// The game whose rules were given.
        game: String,
    },
    /// The position of the start can't be read.
    #[error("the record's start can't be set up")]
    Start(#[source] NotationError),
    /// A move is not legal.
    #[error("ply {ply} of the record can't be played")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// Why it is not legal.
        #[source]
        error: NotationError,
    },
    /// A move of a variation is not legal.
    #[error("ply {ply} of a variation of the record can't be played")]
    VariationMove {
        /// Which ply, from 1, counted from the start of the match.
        ply: usize,
        /// Why it is not legal.
        #[source]
        error: NotationError,
    },
    /// A variation branches off beyond the end of its line.
    #[error("a variation of the record goes off after ply {after}, which there is not")]
    VariationPlace {
        /// After which ply.
        after: usize,
    },
    /// The moves lead to another position than the record says.
    #[error("the record ends in {recorded}, but its moves lead to {reached}")]
    Position {
        /// The final position in the record.
        recorded: String,
        /// The position after its moves.
        reached: String,
    },
    /// The record has more or fewer players than the game has seats.
    #[error("the record is of {recorded} players, the game is for {needed}")]
    Players {
        /// How many players are in the record.
        recorded: usize,
        /// How many seats the game has.
        needed: usize,
    },
    /// The match can't have ended as the record says: by the rules of the game, or by those of the table.
    #[error("the record ends with \"{recorded}\", but by the rules it is: {ruled}")]
    Ending {
        /// The end in the record.
        recorded: String,
        /// The ending by the rules.
        ruled: String,
    },
}

impl Record {
    /// Replays the match by the rules of `game`, and checks every move, the final position and the payoffs.
    /// Returns the match as it stood at the end. A match that was played elsewhere may have gone on after a draw: see
    /// [`MatchState::passed_draws`].
    ///
    /// # Errors
    /// [`ReplayError`] for the first discrepancy.
    pub fn replay(&self, game: &dyn TableGame) -> Result<Box<dyn MatchState>, ReplayError> {
        if game.name() != self.game {
            return Err(ReplayError::Game {
                recorded: self.game.clone(),
                game: game.name().into(),
            });
        }
        let (recorded, needed) = (self.players.len(), game.seat_count());
        if recorded != needed {
            return Err(ReplayError::Players { recorded, needed });
        }
        let mut state = game.open(Some(&self.start)).map_err(ReplayError::Start)?;
        for (ply, number) in self.plies.iter().zip(1..) {
            state.play_on(&ply.mv).map_err(|error| ReplayError::Move { ply: number, error })?;
        }
        self.check_end(&*state)?;
        self.check_variations(game)?;
        Ok(state)
    }

    /// Plays each variation from where it branches off.
    fn check_variations(&self, game: &dyn TableGame) -> Result<(), ReplayError> {
        if self.variations.is_empty() {
            return Ok(());
        }
        let mut state = game.open(Some(&self.start)).map_err(ReplayError::Start)?;
        check_line(&mut *state, &self.plies, &self.variations)
    }

    fn check_end(&self, state: &dyn MatchState) -> Result<(), ReplayError> {
        let reached = state.position(Viewer::Arbiter);
        if reached != self.final_position {
            return Err(ReplayError::Position { recorded: self.final_position.clone(), reached });
        }
        let Some(recorded) = &self.ending else { return Ok(()) };
        let by_rules = state.ending();
        let by_table = recorded.with_table_payoffs(self.players.len(), |seat| state.can_win(seat));
        // A player that could have gone on after a draw could also have lost.
        let ruled = if state.can_play_on() { by_table.or(by_rules) } else { by_rules.or(by_table) };
        if ruled.as_ref().is_some_and(|ruled| recorded.is_described_by(ruled)) {
            return Ok(());
        }
        let sentence = |ending: &Ending| ending.describe(|seat| seat.to_string());
        let ruled = ruled.as_ref().map_or_else(|| "The match goes on".into(), sentence);
        Err(ReplayError::Ending { recorded: sentence(recorded), ruled })
    }

    /// The texts of the moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(|ply| ply.mv.as_str())
    }
}

/// Plays the variations of a line on a match that is before its first ply, and is there again afterwards. They are
/// nested at most [`VARIATION_DEPTH_MAX`] deep.
fn check_line(
    state: &mut dyn MatchState,
    plies: &[Ply],
    variations: &[Variation],
) -> Result<(), ReplayError> {
    let first = state.ply();
    let mut waiting: Vec<&Variation> = variations.iter().collect();
    waiting.sort_by_key(|variation| variation.after);
    let mut waiting = waiting.into_iter().peekable();
    for index in 0..=plies.len() {
        while let Some(variation) = waiting.next_if(|next| next.after <= first + index) {
            if variation.after < first + index {
                return Err(ReplayError::VariationPlace { after: variation.after });
            }
            for ply in &variation.plies {
                let ply_number = state.ply() + 1;
                let wrong = |error| ReplayError::VariationMove { ply: ply_number, error };
                state.play_on(&ply.mv).map_err(wrong)?;
            }
            take_back_to(state, first + index);
            check_line(state, &variation.plies, &variation.variations)?;
        }
        if let Some(ply) = plies.get(index) {
            let wrong = |error| ReplayError::Move { ply: first + index + 1, error };
            state.play_on(&ply.mv).map_err(wrong)?;
        }
    }
    take_back_to(state, first);
    waiting.next().map_or(Ok(()), |lost| Err(ReplayError::VariationPlace { after: lost.after }))
}

fn take_back_to(state: &mut dyn MatchState, ply: usize) {
    while state.ply() > ply && state.take_back() {}
}
