//! What seats say.

use std::mem;

use board_engine::{Seat, Turn, Viewer};

use super::{Pending, Phase, Running};
use crate::inbox::{SeatMessage, Ticket};
use crate::{AskError, EndReason, Ending, Event, Failure, FailureKind, Prompt, Reply, Thinking};

impl Running {
    pub(super) fn hear(&mut self, seat: Seat, message: SeatMessage) {
        match message {
            SeatMessage::Started(ticket, result) => self.started(seat, ticket, result),
            SeatMessage::Replied(ticket, result) => self.replied(seat, ticket, result),
            SeatMessage::Asked(ticket, prompt) => self.asked(seat, ticket, &prompt),
            SeatMessage::Resolve(ticket, text, answer) => {
                let resolved = match self.pending(seat, ticket) {
                    Some(_) => self.table.state.resolve(&text).map_err(|error| error.reason()),
                    None => Err(AskError::Cancelled.to_string()),
                };
                // The channel was made for this one answer.
                let _taken = answer.try_send(resolved);
            }
            SeatMessage::Reported(ticket, thinking) => self.reported(seat, ticket, &thinking),
            SeatMessage::Failed(failure) => self.fail_if_on(seat, failure),
            SeatMessage::Gone => {
                self.seats[seat.index()].gone = true;
                self.fail_if_on(seat, Failure::new(FailureKind::Vanished, "its thread has ended"));
            }
        }
    }

    /// The open request, if it is this one.
    fn pending(&mut self, seat: Seat, ticket: Ticket) -> Option<&mut Pending> {
        match &mut self.phase {
            Phase::Choosing(pending) if pending.seat == seat && pending.ticket == ticket => {
                Some(pending)
            }
            _ => None,
        }
    }

    fn fail_if_on(&mut self, seat: Seat, failure: Failure) {
        if !matches!(self.phase, Phase::Over) {
            self.fail(seat, failure);
        }
    }

    fn replied(&mut self, seat: Seat, ticket: Ticket, result: Result<Reply, Failure>) {
        if self.pending(seat, ticket).is_none() {
            let owed = &mut self.seats[seat.index()].owed;
            let was_owed = owed
                .iter()
                .position(|&known| known == ticket)
                .map(|index| owed.remove(index))
                .is_some();
            if was_owed {
                tracing::debug!(
                    seat = seat.index() + 1,
                    "dropped an answer to a request that was withdrawn"
                );
            } else {
                self.fail_if_on(
                    seat,
                    Failure::new(FailureKind::OutOfTurn, "it answered what it was not asked"),
                );
            }
            return;
        }
        match result {
            Ok(Reply::Move(text)) => self.play(seat, &text),
            Ok(Reply::MoveAndOfferDraw(text)) => {
                self.play(seat, &text);
                if matches!(self.phase, Phase::Ready) && self.table.state.outcome().is_none() {
                    self.offer_draw(seat);
                }
            }
            Ok(Reply::AcceptDraw) => {
                self.settle();
                if self.draw_offer.is_some() {
                    self.accept_draw(seat);
                } else {
                    self.fail(
                        seat,
                        Failure::new(
                            FailureKind::OutOfTurn,
                            "it accepted a draw that nobody had offered",
                        ),
                    );
                }
            }
            Ok(Reply::Resign) => {
                self.settle();
                self.end(Ending::forfeit(self.seats.len(), seat, EndReason::Resigned(seat)));
            }
            Err(failure) => {
                self.settle();
                self.fail(seat, failure);
            }
        }
    }

    /// The open request has its answer.
    fn settle(&mut self) -> Option<Pending> {
        match mem::replace(&mut self.phase, Phase::Ready) {
            Phase::Choosing(pending) => Some(pending),
            _ => None,
        }
    }

    fn play(&mut self, seat: Seat, text: &str) {
        let now = self.time.now();
        let Some(pending) = self.settle() else { return };
        let Ok(elapsed) = self.table.clock(seat).stop(now) else {
            return self.run_out_of_time(seat);
        };
        if let Err(error) = self.table.play(text, elapsed, pending.clocks_before) {
            let why = error.reason();
            self.publish(|_, _| {
                Some(Event::MoveRejected { seat, text: text.into(), why: why.clone() })
            });
            return self.fail(seat, Failure::new(FailureKind::IllegalMove, error.to_string()));
        }
        self.publish(|table, viewer| table.newest(Turn::Seat(seat), viewer).map(Event::MovePlayed));
        if pending.tells_of_draw {
            self.decline_draw(seat);
        }
    }

    fn asked(&mut self, seat: Seat, ticket: Ticket, prompt: &Prompt) {
        match self.pending(seat, ticket) {
            Some(pending) => pending.asks = true,
            None => {
                return self.seats[seat.index()].handle.answer(ticket, Err(AskError::Cancelled));
            }
        }
        if self.watchers.is_empty() {
            return self.seats[seat.index()].handle.answer(ticket, Err(AskError::Nobody));
        }
        self.publish(|_, _| Some(Event::InputRequested { seat, prompt: prompt.clone() }));
    }

    fn reported(&mut self, seat: Seat, ticket: Ticket, thinking: &Thinking) {
        if self.pending(seat, ticket).is_some() {
            // What a player thinks is not for the others' eyes.
            let may_see = |viewer| !matches!(viewer, Viewer::Seat(other) if other != seat);
            self.publish(|_, viewer| {
                may_see(viewer)
                    .then(|| Event::ThinkingReported { seat, thinking: thinking.clone() })
            });
        }
    }
}
