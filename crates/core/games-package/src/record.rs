//! Match records, and replaying them.

mod header;
mod note;
pub(crate) mod repair;
pub(crate) mod variation;

use std::time::Duration;

use board_engine::{NotationError, Viewer};
use thiserror::Error;

pub use self::header::Header;
pub use self::note::{Mark, Note, Thought};
pub use self::repair::Repair;
use self::repair::keep_playable;
pub use self::variation::{VARIATION_DEPTH_MAX, Variation};
use crate::{Ending, MatchState, Odds, TableGame, ThinkingLimits, TimeControl};

/// A match as it was played, with everything needed to replay it exactly.
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
    /// Whether the players were allowed to think on their opponents' time.
    pub pondering: bool,
    /// The seed for all randomness.
    pub seed: u64,
    /// The position where the match started.
    pub start: String,
    /// The plies, including chance moves.
    pub plies: Vec<Ply>,
    /// Variations: plies that were taken back or added later.
    pub variations: Vec<Variation>,
    /// The position after the last ply.
    pub final_position: String,
    /// The ending; `None` if the match can continue.
    pub ending: Option<Ending>,
    /// Text that precedes the moves in the match file.
    pub header: Header,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPlayer {
    /// The player's specification: "alpha-beta:depth=6".
    pub spec: String,
    /// The player's name.
    pub name: String,
    /// The player's code and where it ran; `None` for a built-in player.
    pub origin: Option<String>,
    /// The player's odds.
    pub odds: Odds,
}

/// One move by one seat, or by chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, in the game's notation.
    pub mv: String,
    /// The time that the move took.
    pub elapsed: Duration,
    /// The time on the mover's clock after the move; `None` if time was not counted.
    pub clock: Option<Duration>,
    /// Annotations.
    pub note: Note,
}

/// A move without a time or clock.
impl From<String> for Ply {
    fn from(mv: String) -> Self {
        Self { mv, elapsed: Duration::ZERO, clock: None, note: Note::default() }
    }
}

/// A move without a time or clock.
impl From<&str> for Ply {
    fn from(mv: &str) -> Self {
        mv.to_owned().into()
    }
}

/// The reason why a record can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record belongs to another game.
    #[error("the record's game is {recorded}, not {game}")]
    Game {
        /// The game in the record.
        recorded: String,
        /// The game that the rules belong to.
        game: String,
    },
    /// The starting position can't be parsed.
    #[error("the record's start can't be set up")]
    Start(#[source] NotationError),
    /// A move is not legal.
    #[error("ply {ply} of the record can't be played")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// The reason why the move is not legal.
        #[source]
        error: NotationError,
    },
    /// A move in a variation is not legal.
    #[error("ply {ply} of a variation in the record can't be played")]
    VariationMove {
        /// The ply, from 1, counted from the start of the match.
        ply: usize,
        /// The reason why the move is not legal.
        #[source]
        error: NotationError,
    },
    /// A variation branches off after the end of its line.
    #[error("a variation in the record starts after ply {after}, which is not in its line")]
    VariationPlace {
        /// The number of plies before the variation.
        after: usize,
    },
    /// The moves lead to a different position than the recorded one.
    #[error("the record ends in {recorded}, but its moves lead to {reached}")]
    Position {
        /// The final position in the record.
        recorded: String,
        /// The position after the recorded moves.
        reached: String,
    },
    /// The record has more or fewer players than the game has seats.
    #[error("the record has {recorded} players, but the game needs {needed}")]
    Players {
        /// The number of players in the record.
        recorded: usize,
        /// The number of seats in the game.
        needed: usize,
    },
    /// The rules of the game and the table don't allow this ending.
    #[error("the record ends with \"{recorded}\", but by the rules it is: {ruled}")]
    Ending {
        /// The end in the record.
        recorded: String,
        /// The ending by the rules.
        ruled: String,
    },
}

/// Formats "1 ply" or "2 plies".
pub fn counted_plies(count: usize) -> String {
    if count == 1 { "1 ply".into() } else { format!("{count} plies") }
}

impl Record {
    /// Replays the match by the rules of `game`, and checks every move, the final position and the payoffs. Returns the
    /// match at its end. A match played elsewhere may have continued after a draw; see [`MatchState::passed_draws`].
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

    /// Plays each variation from its branching point.
    fn check_variations(&self, game: &dyn TableGame) -> Result<(), ReplayError> {
        if self.variations.is_empty() {
            return Ok(());
        }
        let mut state = game.open(Some(&self.start)).map_err(ReplayError::Start)?;
        let faults = keep_playable(&mut *state, &self.plies, &mut self.variations.clone());
        faults.into_iter().next().map_or(Ok(()), Err)
    }

    /// Checks the final position and the ending against the match after its last ply.
    ///
    /// # Errors
    /// [`ReplayError::Position`] or [`ReplayError::Ending`] if they differ.
    pub fn check_end(&self, state: &dyn MatchState) -> Result<(), ReplayError> {
        let reached = state.position(Viewer::Arbiter);
        if reached != self.final_position {
            return Err(ReplayError::Position { recorded: self.final_position.clone(), reached });
        }
        let Some(recorded) = &self.ending else { return Ok(()) };
        let by_rules = state.ending();
        let by_table = recorded.with_table_payoffs(self.players.len(), |seat| state.can_win(seat));
        // A player that could have continued after a draw could also have lost.
        let ruled = if state.can_play_on() { by_table.or(by_rules) } else { by_rules.or(by_table) };
        if ruled.as_ref() == Some(recorded) {
            return Ok(());
        }
        let sentence = |ending: &Ending| ending.describe(|seat| seat.to_string());
        let ruled = ruled.as_ref().map_or_else(|| "The match is unfinished".into(), sentence);
        Err(ReplayError::Ending { recorded: sentence(recorded), ruled })
    }

    /// The title of the match: "White against Black, 34 plies".
    pub fn title(&self) -> String {
        let players: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        format!("{}, {}", players.join(" against "), counted_plies(self.plies.len()))
    }

    /// The texts of the moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(|ply| ply.mv.as_str())
    }
}
