//! Commands of directors.

use std::mem;
use std::time::Duration;

use board_engine::Seat;

use super::table::Table;
use super::{Notice, Output, Phase, Referee};
use crate::calls::clipped;
use crate::{AskError, Authority, Command, DrawOffer, EndReason, Ending, Prompt, Refusal};

const NOT_BEGUN: Refusal = Refusal::Impossible("the match has not begun");
const NO_OFFER: Refusal = Refusal::Impossible("this seat has no draw offer");

impl Referee {
    /// Carries out a command with this authority.
    ///
    /// # Errors
    /// [`Refusal`] if the command is not possible now, or exceeds the authority; nothing has changed in this case.
    pub fn execute(
        &mut self,
        authority: Authority,
        command: Command,
        now: Duration,
    ) -> Result<(), Refusal> {
        authority.check(&command)?;
        match command {
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(),
            Command::TakeBack { plies } => self.take_back(plies, now),
            Command::Redo { plies } => self.redo(plies, now),
            Command::Resign(seat) => {
                self.check_not_over(seat)?;
                self.resign(seat, now);
                Ok(())
            }
            Command::OfferDraw(seat) => self.offer_draw_once(seat, now),
            Command::AcceptDraw(seat) => {
                self.check_not_over(seat)?;
                self.is_offered_to(seat).then_some(()).ok_or(NO_OFFER)?;
                self.accept_draw(seat, now);
                Ok(())
            }
            Command::DeclineDraw(seat) => {
                self.check_not_over(seat)?;
                if self.decline(seat) { Ok(()) } else { Err(NO_OFFER) }
            }
            Command::NextRound(seat) => {
                self.check_not_over(seat)?;
                self.begin_next_round()
            }
            Command::MoveNow => self.hurry(),
            Command::SetPace(pace) => {
                self.pace = pace;
                Ok(())
            }
            Command::Answer { seat, ply, text } => self.answer(seat, ply, text, now),
            Command::Restart => {
                self.restart(now);
                Ok(())
            }
            Command::Stop => {
                self.stop(now);
                Ok(())
            }
        }
    }

    /// Refuses an action that a seat can take only during the match.
    fn check_not_over(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            _ if seat.index() >= self.seat_count() => {
                Err(Refusal::Impossible("there is no such seat"))
            }
            Phase::Starting { .. } => Err(NOT_BEGUN),
            Phase::Over => Err(Refusal::Impossible("the match is over")),
            _ => Ok(()),
        }
    }

    pub(super) fn resign(&mut self, seat: Seat, now: Duration) {
        self.end(Ending::forfeit(self.seat_count(), seat, EndReason::Resigned(seat)), now);
    }

    fn hurry(&mut self) -> Result<(), Refusal> {
        match &self.phase {
            Phase::Choosing(pending) if pending.questions.is_empty() => {
                self.outputs.push(Output::Hurry(pending.seat));
                Ok(())
            }
            Phase::Choosing(_) => Err(Refusal::Impossible("it is a human player's turn")),
            Phase::Resting { .. } => {
                self.phase = Phase::Ready;
                Ok(())
            }
            _ => Err(Refusal::Impossible("it is not any player's turn")),
        }
    }

    /// Ends the wait after a round.
    fn begin_next_round(&mut self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Resting { .. } if self.table.is_between_rounds() => {
                self.phase = Phase::Ready;
                Ok(())
            }
            _ => Err(Refusal::Impossible("no round has just ended")),
        }
    }

    /// Handles a person's answer to a seat's oldest question.
    fn answer(
        &mut self,
        seat: Seat,
        ply: usize,
        text: String,
        now: Duration,
    ) -> Result<(), Refusal> {
        let question = match &self.phase {
            Phase::Choosing(pending) if pending.seat == seat => pending.questions.first(),
            _ => None,
        };
        match question {
            None => Err(Refusal::Impossible("it is not any player's turn")),
            Some(_) if ply != self.ply() => {
                Err(Refusal::Impossible("that answer belongs to an earlier question"))
            }
            Some(Prompt { question, .. }) if question.is_empty() => {
                self.play_typed(seat, &clipped(text), now)
            }
            Some(_) => {
                self.answer_first(text);
                Ok(())
            }
        }
    }

    /// Plays a person's typed move for the seat that has to move. The player receives the move as its answer, and
    /// doesn't have to reply.
    fn play_typed(&mut self, seat: Seat, text: &str, now: Duration) -> Result<(), Refusal> {
        let mv = self.resolve_typed(text).map_err(Refusal::IllegalMove)?;
        if self.table.clock(seat).deadline().is_some_and(|deadline| now > deadline) {
            return Err(Refusal::Impossible("time is up"));
        }
        self.outputs.push(Output::Withdraw(seat));
        self.answer_first(mv.clone());
        self.answer_all(AskError::Cancelled);
        self.play(seat, &mv, now);
        Ok(())
    }

    fn pause(&mut self, now: Duration) -> Result<(), Refusal> {
        let goes_on = match self.phase {
            Phase::Ready | Phase::Resting { .. } => !self.is_decided(),
            Phase::Choosing(_) => true,
            Phase::Starting { .. } | Phase::Over => false,
        };
        if !goes_on || self.table.is_paused {
            return Err(Refusal::Impossible("there is nothing to pause"));
        }
        self.withdraw(now);
        self.table.is_paused = true;
        self.notify(Notice::Paused);
        Ok(())
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        if !mem::take(&mut self.table.is_paused) {
            return Err(Refusal::Impossible("the match is not paused"));
        }
        self.notify(Notice::Resumed);
        Ok(())
    }

    fn take_back(&mut self, plies: usize, now: Duration) -> Result<(), Refusal> {
        if !self.has_begun {
            return Err(NOT_BEGUN);
        }
        if plies == 0 || !self.table.can_take_back() {
            return Err(Refusal::Impossible("there is no move to take back"));
        }
        self.step(plies, Table::take_back, now);
        self.notify(Notice::MoveTakenBack { at: now });
        Ok(())
    }

    fn redo(&mut self, plies: usize, now: Duration) -> Result<(), Refusal> {
        if !self.has_begun {
            return Err(NOT_BEGUN);
        }
        if plies == 0 || !self.table.can_redo() {
            return Err(Refusal::Impossible("there is no move to redo"));
        }
        self.step(plies, Table::redo, now);
        self.notify(Notice::MoveRedone { at: now });
        Ok(())
    }

    /// Goes back or forward in the match, by at most `plies` plies, and continues to the next seat's turn.
    fn step(&mut self, plies: usize, step: fn(&mut Table) -> bool, now: Duration) {
        self.withdraw(now);
        self.draw_offer = None;
        self.adjudication = None;
        let mut steps = (0..plies).map(|_| step(&mut self.table));
        while steps.next() == Some(true) {}
        while self.table.awaits_chance() && step(&mut self.table) {}
        // There is nothing to pause in a match that the rules have ended.
        self.table.is_paused &= !self.is_decided();
        self.phase = self.after_move(now);
    }

    fn restart(&mut self, now: Duration) {
        self.withdraw(now);
        self.draw_offer = None;
        self.adjudication = None;
        self.table.reset();
        self.start(now);
    }

    fn offer_draw_once(&mut self, seat: Seat, now: Duration) -> Result<(), Refusal> {
        self.check_not_over(seat)?;
        if self.draw_offer.as_ref().is_some_and(|offer| !offer.awaits(seat)) {
            return Err(Refusal::Impossible("a draw offer is already pending"));
        }
        self.offer_draw(seat, now);
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, seat: Seat, now: Duration) {
        if self.is_offered_to(seat) {
            self.accept_draw(seat, now);
        } else if self.draw_offer.is_none() {
            self.draw_offer = Some(DrawOffer::new(seat));
            self.notify(Notice::DrawOffered(seat));
        }
    }

    /// Returns `true` if there is a draw offer for `seat` to accept or decline.
    pub(super) fn is_offered_to(&self, seat: Seat) -> bool {
        self.draw_offer.as_ref().is_some_and(|offer| offer.awaits(seat))
    }

    /// `seat` accepts the pending draw offer. Returns `true` if all seats agree, which ends the match.
    pub(super) fn accept_draw(&mut self, seat: Seat, now: Duration) -> bool {
        let seat_count = self.seat_count();
        let is_agreed =
            self.draw_offer.as_mut().is_some_and(|offer| offer.accept(seat, seat_count));
        if is_agreed {
            self.end(Ending::draw_agreed(seat_count), now);
        }
        is_agreed
    }

    /// `seat` declines the draw that another seat has offered. Returns `false` if there is no such offer.
    pub(super) fn decline(&mut self, seat: Seat) -> bool {
        let is_declined = self.draw_offer.take_if(|offer| offer.by != seat).is_some();
        if is_declined {
            self.notify(Notice::DrawDeclined(seat));
        }
        is_declined
    }
}
