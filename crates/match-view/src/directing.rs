//! What the people at a screen may do besides moving, and the commands for it.

use analysis::{Advice, Question, Topic};
use board_engine::{Seat, Turn};
use games_package::Command;

use crate::view::MatchView;

/// What can be done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one thing can be done")]
pub struct Allowed {
    /// A person may move.
    pub moving: bool,
    /// Moves can be taken back.
    pub taking_back: bool,
    /// Moves that were taken back can be played again.
    pub redoing: bool,
    /// A draw can be offered.
    pub offering_draw: bool,
    /// A draw is offered to a person at this screen.
    pub answering_draw: bool,
    /// A person can resign.
    pub resigning: bool,
    /// The clocks can be stopped.
    pub pausing: bool,
    /// The match can go on after a pause.
    pub resuming: bool,
    /// A player that thinks can be made to move at once.
    pub hurrying: bool,
}

impl MatchView {
    /// What can be done now. The table has the last word.
    pub fn allowed(&self) -> Allowed {
        let goes_on = self.turn().is_some() && self.ending().is_none();
        let is_offered = self.draw_offer().is_some_and(|by| self.invited_by(by).is_some());
        Allowed {
            moving: self.may_move(),
            taking_back: !self.history.plies().is_empty(),
            redoing: !self.undone.is_empty(),
            offering_draw: goes_on && self.draw_offer().is_none() && self.has_people(),
            answering_draw: goes_on && is_offered,
            resigning: self.ending().is_none() && self.has_people(),
            pausing: goes_on && !self.is_paused(),
            resuming: self.is_paused(),
            hurrying: goes_on && !self.is_paused() && self.asked.is_none(),
        }
    }

    /// The seat that speaks when a person says something that is not a move: the one that is asked, or whose turn it is, or
    /// the first one. None if nobody plays at this screen.
    pub fn speaker(&self) -> Option<Seat> {
        let mover = match self.turn() {
            Some(Turn::Seat(seat)) => Some(seat).filter(|&seat| self.is_person(seat)),
            _ => None,
        };
        self.asked.or(mover).or_else(|| self.seats_of_people().next())
    }

    /// The person who has to answer a draw offer of this seat.
    fn invited_by(&self, by: Seat) -> Option<Seat> {
        self.seats_of_people().find(|&seat| seat != by)
    }

    /// The person who has to answer the draw offer.
    pub fn invited(&self) -> Option<Seat> {
        match self.draw_offer() {
            Some(by) => self.invited_by(by),
            None => self.seats_of_people().next(),
        }
    }

    /// Back to the newest position in which a person at this screen was to move; a ply if nobody plays here.
    pub fn take_back(&self) -> Command {
        let plies = if self.has_people() {
            self.history.plies_back_to(|seat| self.is_person(seat))
        } else {
            1
        };
        Command::TakeBack { plies }
    }

    /// Forward again over what was taken back last.
    pub fn redo(&self) -> Command {
        Command::Redo { plies: self.undone.last().map_or(1, |&plies| plies.max(1)) }
    }

    /// Offers a draw, or accepts the one that another seat has offered. None if the offer of this screen stands, or if
    /// nobody plays here.
    pub fn offer_draw(&self) -> Option<Command> {
        match self.draw_offer() {
            None => self.speaker().map(Command::OfferDraw),
            Some(by) => self.invited_by(by).map(Command::AcceptDraw),
        }
    }

    /// A question about the newest position.
    pub fn question(&self, topic: Topic) -> Question {
        Question { start: self.history.start().into(), moves: self.history.moves(), topic }
    }

    /// Whether advice still fits: a best move the newest position, what a move has lost a match that has gone on from it.
    pub fn is_current(&self, advice: &Advice) -> bool {
        let moves = self.history.moves();
        match advice.question.topic {
            Topic::BestMove => moves == advice.question.moves,
            Topic::LastMove => moves.starts_with(&advice.question.moves),
        }
    }
}
