//! The table state, and a single move.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::values::{SeatNumber, Turn, clock};

/// The full state of a table, as seen by a viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// The name of each seat's player.
    pub players: Vec<String>,
    /// The time control: "none", "2s", "1m+1s".
    pub time_control: String,
    /// The position where the match started.
    pub start: String,
    /// The moves since the start.
    pub moves: Vec<String>,
    /// The mover of each move.
    pub movers: Vec<Turn>,
    /// The newest move, with its time; null at the start, or if it is hidden.
    pub newest: Option<PlayedMove>,
    /// The number of undone plies that can be redone.
    pub redoable: usize,
    /// The current position.
    pub position: String,
    /// The seat to move, or chance.
    pub turn: Turn,
    /// The seat whose move is expected; null during a pause, before the start and after the end.
    pub asked: Option<SeatNumber>,
    /// The open question for the human player at that seat; null for other players.
    pub prompt: Option<Prompt>,
    /// The pending draw offer; null if there is none.
    pub draw_offer: Option<DrawOffer>,
    /// Each seat's clock, in seconds; null for a seat without a limit. Empty without a time control.
    pub clocks: Vec<Option<f64>>,
    /// `true` if the match is paused.
    pub paused: bool,
    /// The match ending; null while the match continues.
    pub ending: Option<Ending>,
}

impl From<&games_package::TableState> for Table {
    fn from(table: &games_package::TableState) -> Self {
        Self {
            game: table.game.clone(),
            players: table.players.clone(),
            time_control: table.time_control.to_string(),
            start: table.start.clone(),
            moves: table.moves.clone(),
            movers: table.movers.iter().copied().map(Turn::from).collect(),
            newest: table.newest.as_ref().map(PlayedMove::from),
            redoable: table.redoable,
            position: table.position.clone(),
            turn: table.turn.into(),
            asked: table.asked.map(SeatNumber::from),
            prompt: table.prompt.as_ref().map(Prompt::from),
            draw_offer: table.draw_offer.as_ref().map(DrawOffer::from),
            clocks: table.clocks.iter().copied().map(clock).collect(),
            paused: table.is_paused,
            ending: table.ending.as_ref().map(Ending::from),
        }
    }
}

/// A question to a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Prompt {
    /// The question; empty for the usual move request.
    pub question: String,
    /// The reason why the last answer was refused; null if it wasn't.
    pub refusal: Option<String>,
}

impl From<&games_package::Prompt> for Prompt {
    fn from(prompt: &games_package::Prompt) -> Self {
        Self { question: prompt.question.clone(), refusal: prompt.refusal.clone() }
    }
}

/// A pending draw offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawOffer {
    /// The seat that made the offer.
    pub by: SeatNumber,
    /// The seats that have accepted the offer. A match with more than two seats continues until all seats have
    /// accepted.
    pub accepted: Vec<SeatNumber>,
}

impl From<&games_package::DrawOffer> for DrawOffer {
    fn from(offer: &games_package::DrawOffer) -> Self {
        let accepted = offer.accepted.iter().copied().map(SeatNumber::from).collect();
        Self { by: offer.by.into(), accepted }
    }
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move number, from 1.
    pub ply: usize,
    /// The seat that moved, or chance.
    pub turn: Turn,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after the move.
    pub position: String,
    /// The time used.
    pub seconds: f64,
    /// The mover's clock after the move, in seconds; null without a limit.
    pub clock: Option<f64>,
}

impl From<&games_package::PlayedMove> for PlayedMove {
    fn from(played: &games_package::PlayedMove) -> Self {
        Self {
            ply: played.ply + 1,
            turn: played.turn.into(),
            mv: played.mv.clone(),
            position: played.position.clone(),
            seconds: played.elapsed.as_secs_f64(),
            clock: played.clock.and_then(clock),
        }
    }
}
