//! What directors say.

use std::mem;

use board_engine::Seat;

use super::{Phase, Running};
use crate::moderator::draw_offer::DrawOffer;
use crate::moderator::table::Table;
use crate::{Command, EndReason, Ending, Event, TableState};

const NOT_BEGUN: &str = "the match has not begun";
const NO_OFFER: &str = "this seat has no draw offer";

impl Running {
    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::TakeBack { plies } => self.take_back(plies),
            Command::Redo { plies } => self.redo(plies),
            Command::Resign(seat) => self.for_seat(seat, Self::resign),
            Command::OfferDraw(seat) => self.for_seat(seat, Self::offer_draw_aloud),
            Command::AcceptDraw(seat) => self.for_seat(seat, Self::accept_draw),
            Command::DeclineDraw(seat) => self.for_seat(seat, Self::decline_draw),
            Command::MoveNow => self.hurry(),
            Command::SetPace(pace) => self.pace = pace,
            Command::Answer { seat, text } => self.pass_on(seat, text),
            Command::Restart => self.restart(),
            Command::Stop => self.stop(),
        }
    }

    fn refuse(&mut self, why: &str) {
        self.publish(|_, _| Some(Event::CommandRefused { why: why.into() }));
    }

    /// Does what a seat may do only while the match goes on.
    fn for_seat(&mut self, seat: Seat, act: fn(&mut Self, Seat)) {
        match self.phase {
            _ if seat.index() >= self.seats.len() => self.refuse("there is no such seat"),
            Phase::Starting { .. } => self.refuse(NOT_BEGUN),
            Phase::Over => self.refuse("the match is over"),
            _ => act(self, seat),
        }
    }

    pub(super) fn resign(&mut self, seat: Seat) {
        self.end(Ending::forfeit(self.seats.len(), seat, EndReason::Resigned(seat)));
    }

    fn hurry(&mut self) {
        match &self.phase {
            Phase::Choosing(pending) if pending.questions == 0 => pending.signal.hurry(),
            Phase::Choosing(_) => self.refuse("a person is asked"),
            Phase::Resting { .. } => self.phase = Phase::Ready,
            _ => self.refuse("nobody is to move now"),
        }
    }

    fn pass_on(&mut self, seat: Seat, text: String) {
        match &mut self.phase {
            Phase::Choosing(pending) if pending.seat == seat && pending.questions > 0 => {
                pending.questions -= 1;
                let ticket = pending.ticket;
                self.seats[seat.index()].handle.answer(ticket, Ok(text));
            }
            _ => self.refuse("nobody is asked for a move now"),
        }
    }

    fn pause(&mut self) {
        let goes_on = match self.phase {
            Phase::Ready | Phase::Resting { .. } => !self.is_decided(),
            Phase::Choosing(_) => true,
            Phase::Starting { .. } | Phase::Over => false,
        };
        if goes_on && !self.table.is_paused {
            self.withdraw();
            self.table.is_paused = true;
            self.publish(|_, _| Some(Event::Paused));
        } else {
            self.refuse("there is nothing to pause");
        }
    }

    fn resume(&mut self) {
        if mem::take(&mut self.table.is_paused) {
            self.publish(|_, _| Some(Event::Resumed));
        } else {
            self.refuse("the match is not paused");
        }
    }

    fn take_back(&mut self, plies: usize) {
        if !self.has_begun {
            self.refuse(NOT_BEGUN);
        } else if plies == 0 || !self.table.can_take_back() {
            self.refuse("there is no move to take back");
        } else {
            self.step(plies, Table::take_back, Event::MoveTakenBack);
        }
    }

    fn redo(&mut self, plies: usize) {
        if !self.has_begun {
            self.refuse(NOT_BEGUN);
        } else if plies == 0 || !self.table.can_redo() {
            self.refuse("there is no move to play again");
        } else {
            self.step(plies, Table::redo, Event::MoveRedone);
        }
    }

    /// Goes back or forth in the match, at most so many plies, and on to the next seat's turn.
    fn step(&mut self, plies: usize, step: fn(&mut Table) -> bool, event: fn(TableState) -> Event) {
        self.withdraw();
        self.draw_offer = None;
        let mut steps = (0..plies).map(|_| step(&mut self.table));
        while steps.next() == Some(true) {}
        while self.table.awaits_chance() && step(&mut self.table) {}
        // There is nothing to pause in a match that the rules have ended.
        self.table.is_paused &= !self.is_decided();
        let now = self.time.now();
        self.phase = self.after_move(now);
        self.announce(|table, viewer| Some(event(table.shown(viewer, now))));
    }

    fn restart(&mut self) {
        self.withdraw();
        self.draw_offer = None;
        self.table.reset();
        self.start_players();
    }

    fn offer_draw_aloud(&mut self, seat: Seat) {
        if self.draw_offer.as_ref().is_some_and(|offer| !offer.awaits(seat)) {
            self.refuse("a draw is offered already");
        } else {
            self.offer_draw(seat);
        }
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) {
        if self.is_offered_to(seat) {
            self.accept_draw(seat);
        } else if self.draw_offer.is_none() {
            self.draw_offer = Some(DrawOffer::new(seat));
            self.publish(|_, _| Some(Event::DrawOffered(seat)));
        }
    }

    /// Whether there is a draw offer that `seat` has to accept or to decline.
    pub(super) fn is_offered_to(&self, seat: Seat) -> bool {
        self.draw_offer.as_ref().is_some_and(|offer| offer.awaits(seat))
    }

    pub(super) fn accept_draw(&mut self, seat: Seat) {
        let seat_count = self.seats.len();
        match self.draw_offer.as_mut().filter(|offer| offer.awaits(seat)) {
            Some(offer) => {
                if offer.accept(seat, seat_count) {
                    self.end(Ending::draw_agreed(seat_count));
                }
            }
            None => self.refuse(NO_OFFER),
        }
    }

    pub(super) fn decline_draw(&mut self, seat: Seat) {
        if self.draw_offer.take_if(|offer| offer.by != seat).is_some() {
            self.publish(|_, _| Some(Event::DrawDeclined(seat)));
        } else {
            self.refuse(NO_OFFER);
        }
    }
}
