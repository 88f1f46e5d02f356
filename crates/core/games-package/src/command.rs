//! Commands to a running match, and reasons for refusing them.

use std::time::Duration;

use board_engine::Seat;
use thiserror::Error;

/// A command to a running match.
#[derive(Debug)]
#[non_exhaustive]
pub enum Command {
    /// Pauses the match, even between two moves: the clocks stop, and no player has to move.
    Pause,
    /// Resumes the match.
    Resume,
    /// Takes back the newest moves, up to this number. The chance decisions just before them are taken back as well,
    /// because chance would immediately decide the same again.
    TakeBack {
        /// The number of plies, at least 1.
        plies: usize,
    },
    /// Replays up to this number of moves that were taken back, with the chance decisions after them.
    Redo {
        /// The number of plies, at least 1.
        plies: usize,
    },
    /// This seat resigns.
    Resign(Seat),
    /// This seat offers a draw, or accepts another seat's offer.
    OfferDraw(Seat),
    /// This seat accepts the draw that was offered.
    AcceptDraw(Seat),
    /// This seat declines the draw that was offered.
    DeclineDraw(Seat),
    /// This seat has seen the round's end. The next round begins for all seats, without waiting for the rest of
    /// [`MatchSetup::round_pause`](crate::MatchSetup::round_pause).
    NextRound(Seat),
    /// Makes the thinking player answer immediately; a person can still take time to think. Between two moves it ends
    /// the wait before the next turn.
    MoveNow,
    /// Sets the table's wait after each move ([`MatchSetup::pace`](crate::MatchSetup::pace)).
    SetPace(Duration),
    /// A person's answer to an [`InputRequested`](crate::Event::InputRequested). If the question is about a move, a
    /// legal move is played immediately. Anything else is refused with the rule that it breaks, and the question
    /// remains open.
    Answer {
        /// The seat that asked.
        seat: Seat,
        /// The number of plies before the question, so a repeated answer doesn't count for a later question.
        ply: usize,
        /// The answer.
        text: String,
    },
    /// The match restarts from its starting position, before any opening.
    Restart,
    /// The match is aborted.
    Stop,
}

impl Command {
    /// The seat that the command concerns; `None` if the command concerns the whole table.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Resign(seat)
            | Self::OfferDraw(seat)
            | Self::AcceptDraw(seat)
            | Self::DeclineDraw(seat)
            | Self::NextRound(seat)
            | Self::Answer { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// The reason why a command is refused, as a phrase for people.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The command is not possible now, or exceeds the sender's authority.
    #[error("{0}")]
    Impossible(&'static str),
    /// The answer to a move request is not a legal move; the string names the rule that it breaks. The question remains
    /// open.
    #[error("{0}")]
    IllegalMove(String),
}

impl Refusal {
    pub(crate) const ANOTHER_SEAT: Self = Self::Impossible("that command is for another seat");
    pub(crate) const DIRECTOR_ONLY: Self = Self::Impossible("only the match director can do that");
}
