//! Commands other than moves from the people at a screen.

use std::num::NonZeroUsize;

use analysis::{Advice, Question, Topic};
use board_engine::{Seat, Turn};
use games_package::Command;

use crate::view::MatchView;

/// The commands that are possible now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each flag is an independent permission")]
pub struct Allowed {
    /// A person may move.
    pub moving: bool,
    /// `true` if moves can be taken back.
    pub taking_back: bool,
    /// `true` if moves that were taken back can be played again.
    pub redoing: bool,
    /// A draw can be offered.
    pub offering_draw: bool,
    /// A draw has been offered to a person at this screen.
    pub answering_draw: bool,
    /// A person can resign.
    pub resigning: bool,
    /// The clocks can be stopped.
    pub pausing: bool,
    /// The match can continue after a pause.
    pub resuming: bool,
    /// A thinking player can be made to move immediately.
    pub hurrying: bool,
}

impl MatchView {
    /// The commands that are possible now. The table may still refuse them.
    pub fn allowed(&self) -> Allowed {
        let is_ongoing = self.turn().is_some() && self.ending().is_none();
        let is_offered = self.draw_offer().is_some_and(|by| self.responder_to(by).is_some());
        Allowed {
            moving: self.may_move(),
            taking_back: !self.history.plies().is_empty(),
            redoing: !self.undone.is_empty() && !self.is_unconfirmed,
            offering_draw: is_ongoing && self.draw_offer().is_none() && self.has_people(),
            answering_draw: is_ongoing && is_offered,
            resigning: self.ending().is_none() && self.has_people(),
            pausing: is_ongoing && !self.is_paused(),
            resuming: self.is_paused(),
            hurrying: is_ongoing && !self.is_paused() && self.asked.is_none(),
        }
    }

    /// The seat for commands that are not moves: the seat with an open question, otherwise the seat to move, otherwise
    /// the first human's seat. `None` if no person plays at this screen.
    pub fn acting_seat(&self) -> Option<Seat> {
        let mover = match self.turn() {
            Some(Turn::Seat(seat)) => Some(seat).filter(|&seat| self.is_person(seat)),
            _ => None,
        };
        self.asked.or(mover).or_else(|| self.seats_of_people().next())
    }

    /// The seat of the person who must answer a draw offer from this seat.
    fn responder_to(&self, by: Seat) -> Option<Seat> {
        self.seats_of_people().find(|&seat| seat != by)
    }

    /// The seat of the person who must answer the draw offer.
    pub fn draw_responder(&self) -> Option<Seat> {
        match self.draw_offer() {
            Some(by) => self.responder_to(by),
            None => self.seats_of_people().next(),
        }
    }

    /// Starts the next round without waiting for the pause after the last round. `None` if the screen doesn't show the
    /// end of a round, or if no person plays here.
    pub fn next_round(&self) -> Option<Command> {
        let is_shown = self.history.round_end().is_some() && !self.history.is_in_the_past();
        let waits =
            is_shown && !self.is_unconfirmed && !self.is_paused() && self.ending().is_none();
        self.seats_of_people().next().filter(|_| waits).map(Command::NextRound)
    }

    /// Takes back this many moves of the people at this screen, or this many plies if no person plays here. `None` if
    /// there is no such move to take back.
    pub fn take_back(&self, moves: NonZeroUsize) -> Option<Command> {
        let mut movers = self.history.plies().iter().map(|ply| ply.turn);
        let plies = if self.has_people() {
            let is_persons = |turn| matches!(turn, Some(Turn::Seat(seat)) if self.is_person(seat));
            if !movers.any(is_persons) {
                return None;
            }
            self.history.plies_back_to(moves.get() - 1, |seat| self.is_person(seat))
        } else {
            movers.next()?;
            moves.get()
        };
        Some(Command::TakeBack { plies })
    }

    /// Replays the moves from the last take-back.
    pub fn redo(&self) -> Command {
        Command::Redo { plies: self.undone.last().map_or(1, |&plies| plies.max(1)) }
    }

    /// Offers a draw, or accepts another seat's offer. `None` if this screen has already offered a draw, or if no
    /// person plays here.
    pub fn offer_draw(&self) -> Option<Command> {
        match self.draw_offer() {
            None => self.acting_seat().map(Command::OfferDraw),
            Some(by) => self.responder_to(by).map(Command::AcceptDraw),
        }
    }

    /// A question about the newest position.
    pub fn question(&self, topic: Topic) -> Question {
        Question { start: self.history.start().into(), moves: self.history.moves(), topic }
    }

    /// Returns `true` if advice is still relevant. A best move is relevant while its position is the newest; a move's
    /// loss is relevant until the move is taken back.
    pub fn is_current(&self, advice: &Advice) -> bool {
        let moves = self.history.moves();
        match advice.question.topic {
            Topic::BestMove => moves == advice.question.moves,
            Topic::LastMove => moves.starts_with(&advice.question.moves),
        }
    }
}
