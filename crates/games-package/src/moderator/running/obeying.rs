//! What directors say.

use board_engine::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Phase, Running};
use crate::moderator::draw_offer::DrawOffer;
use crate::moderator::table::Table;
use crate::{Command, EndReason, Ending, Event, TableState};

impl Running {
    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::TakeBack { plies } => self.take_back(plies),
            Command::Redo { plies } => self.redo(plies),
            Command::Resign(seat) if self.is_on(seat) => {
                self.withdraw();
                self.end(Ending::forfeit(self.seats.len(), seat, EndReason::Resigned(seat)));
            }
            Command::OfferDraw(seat) if self.is_on(seat) => self.offer_draw(seat),
            Command::AcceptDraw(seat) if self.is_on(seat) && self.draw_offer.is_some() => {
                self.accept_draw(seat);
            }
            Command::AcceptDraw(seat) if self.is_on(seat) => {
                self.refuse("nobody has offered a draw");
            }
            Command::DeclineDraw(seat) if self.is_on(seat) => self.decline_draw(seat),
            Command::Resign(_)
            | Command::OfferDraw(_)
            | Command::AcceptDraw(_)
            | Command::DeclineDraw(_) => {
                self.refuse("the match is over");
            }
            Command::MoveNow => {
                if let Phase::Choosing(pending) = &self.phase {
                    pending.signal.hurry();
                }
            }
            Command::Answer { seat, text } => self.pass_on(seat, text),
            Command::Restart => self.restart(),
            Command::Stop => self.stop(),
        }
    }

    fn is_on(&self, seat: Seat) -> bool {
        !matches!(self.phase, Phase::Over) && seat.index() < self.seats.len()
    }

    fn refuse(&mut self, why: &str) {
        self.publish(|_, _| Some(Event::CommandRefused { why: why.into() }));
    }

    fn pass_on(&mut self, seat: Seat, text: String) {
        match &mut self.phase {
            Phase::Choosing(pending) if pending.seat == seat && pending.asks => {
                pending.asks = false;
                let ticket = pending.ticket;
                self.seats[seat.index()].handle.answer(ticket, Ok(text));
            }
            _ => self.refuse("nobody is asked for a move now"),
        }
    }

    fn pause(&mut self) {
        let now = self.time.now();
        match &self.phase {
            Phase::Choosing(pending) => {
                let seat = pending.seat;
                self.withdraw();
                self.table.clock(seat).pause(now);
                self.phase = Phase::Paused;
                self.publish(|_, _| Some(Event::Paused));
            }
            _ => self.refuse("there is nothing to pause"),
        }
    }

    fn resume(&mut self) {
        if matches!(self.phase, Phase::Paused) {
            self.phase = Phase::Ready;
            self.publish(|_, _| Some(Event::Resumed));
        } else {
            self.refuse("the match is not paused");
        }
    }

    fn take_back(&mut self, plies: usize) {
        self.step(plies, "there is no move to take back", Table::take_back, Event::MoveTakenBack);
    }

    fn redo(&mut self, plies: usize) {
        self.step(plies, "there is no move to play again", Table::redo, Event::MoveRedone);
    }

    /// Goes back or forth in the match, at most so many plies.
    fn step(
        &mut self,
        plies: usize,
        nothing: &str,
        step: fn(&mut Table) -> bool,
        event: fn(TableState) -> Event,
    ) {
        if matches!(self.phase, Phase::Starting { .. }) {
            return self.refuse("the match has not begun");
        }
        if let Phase::Choosing(pending) = &self.phase {
            let seat = pending.seat;
            self.table.clock(seat).discard();
        }
        let was_paused = matches!(self.phase, Phase::Paused);
        self.withdraw();
        let steps = (0..plies).take_while(|_| step(&mut self.table)).count();
        self.phase = match (&self.table.ending, was_paused) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Paused,
            (None, false) => Phase::Ready,
        };
        if steps == 0 {
            return self.refuse(nothing);
        }
        self.draw_offer = None;
        let now = self.time.now();
        self.publish(|table, viewer| Some(event(table.shown(viewer, now))));
    }

    fn restart(&mut self) {
        self.withdraw();
        self.draw_offer = None;
        self.table.reset();
        self.chance = ChaCha8Rng::seed_from_u64(self.seed);
        self.start_players();
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) {
        if self.draw_offer.is_some() {
            return self.accept_draw(seat);
        }
        self.draw_offer = Some(DrawOffer::new(seat));
        self.publish(|_, _| Some(Event::DrawOffered(seat)));
    }

    pub(super) fn accept_draw(&mut self, seat: Seat) {
        let seat_count = self.seats.len();
        if self.draw_offer.as_mut().is_some_and(|offer| offer.accept(seat, seat_count)) {
            self.end(Ending::draw_agreed(seat_count));
        }
    }

    pub(super) fn decline_draw(&mut self, seat: Seat) {
        if self.draw_offer.take_if(|offer| offer.by != seat).is_some() {
            self.publish(|_, _| Some(Event::DrawDeclined(seat)));
        }
    }
}
