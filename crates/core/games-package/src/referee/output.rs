//! Outputs of the referee, and events before they are filtered for viewers.

use std::time::Duration;

use board_engine::{Seat, Turn, Viewer, excerpt};

use super::Referee;
use crate::{AskError, Event, Failure, Prompt, Thinking, Ticket};

/// An action for the driver.
#[derive(Debug)]
pub enum Output {
    /// Start this seat's player with [`Referee::setup`]; pass the answer to [`Referee::started`].
    Start {
        /// The seat.
        seat: Seat,
        /// The call number, returned with the answer.
        ticket: Ticket,
    },
    /// Request a move from this seat's player with [`Referee::request`]; pass the answer to [`Referee::replied`].
    Ask {
        /// The seat.
        seat: Seat,
        /// The call number, returned with the answer.
        ticket: Ticket,
        /// The time when the seat's clock was started.
        asked: Duration,
    },
    /// This seat's player should answer its last request immediately.
    Hurry(Seat),
    /// The last request to this seat's player no longer needs an answer.
    Withdraw(Seat),
    /// A question that this seat's player asked a person is answered, or never will be.
    Answer {
        /// The seat.
        seat: Seat,
        /// The request during which the player asked.
        ticket: Ticket,
        /// The person's answer.
        answer: Result<String, AskError>,
    },
    /// This seat's player can ponder [`Referee::ponder_request`] until its next request or until it is stopped.
    Ponder {
        /// The seat.
        seat: Seat,
        /// Identifies the call.
        ticket: Ticket,
    },
    /// All players should stop pondering.
    StopPondering,
    /// An event: [`Referee::event`] filters it for each viewer.
    Event {
        /// The event's number in the match, from 1.
        sequence: u64,
        /// The unfiltered event.
        notice: Notice,
    },
}

/// An event before it is filtered for viewers and becomes an [`Event`]. The driver must filter the event before the
/// next input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Notice {
    /// See [`Event::MatchStarted`].
    MatchStarted {
        /// The time.
        at: Duration,
    },
    /// See [`Event::TurnStarted`].
    TurnStarted {
        /// Moves played so far.
        ply: usize,
        /// The turn.
        turn: Turn,
        /// The time.
        at: Duration,
    },
    /// See [`Event::InputRequested`].
    InputRequested {
        /// The seat that asks.
        seat: Seat,
        /// The question.
        prompt: Box<Prompt>,
    },
    /// See [`Event::ThinkingReported`].
    ThinkingReported {
        /// The seat of the player.
        seat: Seat,
        /// The time that the seat has used in this turn.
        elapsed: Duration,
        /// The report.
        thinking: Box<Thinking>,
    },
    /// See [`Event::ChanceDecided`].
    ChanceDecided,
    /// See [`Event::MovePlayed`].
    MovePlayed(Seat),
    /// See [`Event::MoveRejected`].
    MoveRejected {
        /// The mover's seat.
        seat: Seat,
        /// The rejected move, and the reason.
        text_and_reason: Box<[String; 2]>,
    },
    /// See [`Event::MoveTakenBack`].
    MoveTakenBack {
        /// The time.
        at: Duration,
    },
    /// See [`Event::MoveRedone`].
    MoveRedone {
        /// The time.
        at: Duration,
    },
    /// See [`Event::DrawOffered`].
    DrawOffered(Seat),
    /// See [`Event::DrawDeclined`].
    DrawDeclined(Seat),
    /// See [`Event::Paused`].
    Paused,
    /// See [`Event::Resumed`].
    Resumed,
    /// See [`Event::ClockExpired`].
    ClockExpired(Seat),
    /// See [`Event::PlayerFailed`].
    PlayerFailed {
        /// The player's seat.
        seat: Seat,
        /// The failure.
        failure: Box<Failure>,
    },
    /// See [`Event::MatchEnded`].
    MatchEnded,
}

impl Notice {
    /// Returns `true` if players receive the event as well as watchers.
    pub const fn is_for_players(&self) -> bool {
        matches!(
            self,
            Self::ChanceDecided
                | Self::MovePlayed(_)
                | Self::MoveTakenBack { .. }
                | Self::MoveRedone { .. }
                | Self::MatchEnded
        )
    }
}

impl Referee {
    /// The event as seen by `viewer`; `None` if the event is hidden.
    pub fn event(&self, notice: &Notice, viewer: Viewer) -> Option<Event> {
        let table = &self.table;
        Some(match *notice {
            Notice::MatchStarted { at } => Event::MatchStarted(self.state(viewer, at)),
            Notice::TurnStarted { ply, turn, at } => {
                Event::TurnStarted { ply, turn, clocks: table.times(at) }
            }
            Notice::InputRequested { seat, ref prompt } => {
                Event::InputRequested { seat, prompt: self.prompt_for(viewer, seat, prompt) }
            }
            Notice::ThinkingReported { seat, elapsed, ref thinking } => {
                // A player's analysis is hidden from its opponents.
                let is_opponent = matches!(viewer, Viewer::Seat(other) if other != seat);
                if is_opponent || table.is_private(seat, viewer) {
                    return None;
                }
                Event::ThinkingReported { seat, elapsed, thinking: (**thinking).clone() }
            }
            Notice::ChanceDecided => Event::ChanceDecided(table.newest(viewer)?),
            Notice::MovePlayed(_) => Event::MovePlayed(table.newest(viewer)?),
            Notice::MoveRejected { seat, .. } if table.is_private(seat, viewer) => return None,
            Notice::MoveRejected { seat, ref text_and_reason } => {
                let [text, why] = &**text_and_reason;
                Event::MoveRejected { seat, text: excerpt(text), why: why.clone() }
            }
            Notice::MoveTakenBack { at } => Event::MoveTakenBack(self.state(viewer, at)),
            Notice::MoveRedone { at } => Event::MoveRedone(self.state(viewer, at)),
            Notice::DrawOffered(seat) => Event::DrawOffered(seat),
            Notice::DrawDeclined(seat) => Event::DrawDeclined(seat),
            Notice::Paused => Event::Paused,
            Notice::Resumed => Event::Resumed,
            Notice::ClockExpired(seat) => Event::ClockExpired(seat),
            Notice::PlayerFailed { seat, ref failure } => {
                Event::PlayerFailed { seat, failure: table.failure_for(viewer, failure) }
            }
            Notice::MatchEnded => Event::MatchEnded(table.ending_for(viewer)?),
        })
    }
}
