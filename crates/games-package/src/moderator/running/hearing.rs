//! What seats say.

use std::mem;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer, excerpt};

use super::{Pending, Phase, Running};
use crate::inbox::{SeatMessage, Ticket};
use crate::{AskError, Event, Expired, Failure, FailureKind, Prompt, Reply, Thinking, Thought};

impl Running {
    pub(super) fn hear(&mut self, seat: Seat, message: SeatMessage) {
        match message {
            SeatMessage::Started(ticket, result) => self.started(seat, ticket, result),
            SeatMessage::Replied { ticket, at, reply, read } => {
                // It is freed here.
                drop(read);
                self.replied(seat, ticket, at, reply);
            }
            SeatMessage::Asked(ticket, prompt) => self.asked(seat, ticket, &prompt),
            SeatMessage::Resolve(ticket, text, answer) => {
                let resolved = match self.pending(seat, ticket) {
                    Some(_) => self.table.state.resolve(&text).map_err(|error| error.reason()),
                    None => Err(AskError::Cancelled.to_string()),
                };
                // The channel was made for this one answer.
                let _taken = answer.try_send(resolved);
            }
            SeatMessage::Reported(ticket, at, thinking) => {
                self.reported(seat, ticket, at, &thinking);
            }
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

    fn replied(
        &mut self,
        seat: Seat,
        ticket: Ticket,
        at: Duration,
        result: Result<Reply, Failure>,
    ) {
        if self.pending(seat, ticket).is_none() {
            return self.replied_too_late(seat, result);
        }
        if self.table.clock(seat).deadline().is_some_and(|deadline| at > deadline) {
            self.run_out_of_time(seat);
            return self.replied_too_late(seat, result);
        }
        match result {
            Ok(Reply::Move(text)) => self.play(seat, &text, at),
            Ok(Reply::MoveAndOfferDraw(text)) => {
                self.play(seat, &text, at);
                if !matches!(self.phase, Phase::Over) && self.table.state.outcome().is_none() {
                    self.offer_draw(seat);
                }
            }
            Ok(Reply::AcceptDraw) if self.is_offered_to(seat) => {
                self.accept_draw(seat);
                if matches!(self.phase, Phase::Choosing(_)) {
                    // Others must still accept, and it is still this seat's turn.
                    self.ask(seat, self.time.now());
                }
            }
            Ok(Reply::AcceptDraw) => {
                let detail = "it accepted a draw that nobody had offered to it";
                self.fail(seat, Failure::new(FailureKind::OutOfTurn, detail));
            }
            Ok(Reply::Resign) => self.resign(seat),
            Err(failure) => self.fail(seat, failure),
        }
    }

    /// An answer that comes when its time is over, or to a request that was withdrawn, is dropped, and so is an error,
    /// which a person's player makes of a question without an answer. But after a panic nobody knows what the player
    /// is worth.
    fn replied_too_late(&mut self, seat: Seat, result: Result<Reply, Failure>) {
        match result {
            Err(failure) if failure.kind == FailureKind::Panicked => self.fail_if_on(seat, failure),
            dropped => {
                tracing::debug!(
                    seat = seat.index() + 1,
                    ?dropped,
                    "an answer that nobody waits for any more"
                );
                dropped.err().into_iter().for_each(|failure| self.keep_late(seat, failure));
            }
        }
    }

    fn play(&mut self, seat: Seat, text: &str, at: Duration) {
        let Phase::Choosing(pending) = mem::replace(&mut self.phase, Phase::Ready) else { return };
        let elapsed = match self.table.clock(seat).stop(at) {
            Ok(elapsed) => elapsed,
            Err(Expired) => return self.run_out_of_time(seat),
        };
        if let Err(error) = self.table.play(text, elapsed, pending.thought, pending.clocks_before) {
            let why = error.reason();
            self.publish(|table, viewer| {
                let rejected =
                    || Event::MoveRejected { seat, text: excerpt(text), why: why.clone() };
                (!table.is_private(seat, viewer)).then(rejected)
            });
            return self.fail(seat, Failure::new(FailureKind::IllegalMove, error.to_string()));
        }
        self.announce(|table, viewer| {
            table.newest(Turn::Seat(seat), viewer).map(Event::MovePlayed)
        });
        if pending.tells_of_draw && self.is_offered_to(seat) {
            self.decline_draw(seat);
        }
        self.phase = self.after_move(self.time.now());
    }

    fn asked(&mut self, seat: Seat, ticket: Ticket, prompt: &Prompt) {
        let Some(pending) = self.pending(seat, ticket) else {
            return self.seats[seat.index()].handle.answer(ticket, Err(AskError::Cancelled));
        };
        pending.questions += 1;
        self.publish(|table, viewer| {
            let private = table.is_private(seat, viewer);
            let prompt = if private { Prompt::default() } else { prompt.clone() };
            Some(Event::InputRequested { seat, prompt })
        });
    }

    fn reported(&mut self, seat: Seat, ticket: Ticket, at: Duration, thinking: &Thinking) {
        if let Some(pending) = self.pending(seat, ticket) {
            if thinking.rank == 1 {
                let Thinking { valuation, depth, .. } = *thinking;
                pending.thought = Some(Thought { valuation, depth });
            }
            let elapsed = self.table.clock(seat).elapsed(at);
            // What a player thinks is not for the others' eyes.
            let is_rival = |viewer| matches!(viewer, Viewer::Seat(other) if other != seat);
            self.publish(|table, viewer| {
                let thinking = || thinking.clone();
                let reported = || Event::ThinkingReported { seat, elapsed, thinking: thinking() };
                (!is_rival(viewer) && !table.is_private(seat, viewer)).then(reported)
            });
        }
    }
}
