//! Players' answers and questions.

use std::time::Duration;

use board_engine::{Seat, printable};

use super::table::NoMove;
use super::{Notice, Output, Pending, Phase, Referee};
use crate::{AskError, Failure, FailureKind, Prompt, Reply, Thinking, Thought, Ticket};

impl Referee {
    /// A player has started, under this name, or has failed to start.
    pub fn started(
        &mut self,
        seat: Seat,
        ticket: Ticket,
        result: Result<String, Failure>,
        now: Duration,
    ) {
        let Phase::Starting { awaited, .. } = &mut self.phase else { return };
        // An older ticket dates from before the match was restarted.
        if awaited[seat.index()].take_if(|awaited| *awaited == ticket).is_none() {
            return;
        }
        let all_have_started = awaited.iter().all(Option::is_none);
        match result {
            // A player's name must be printable everywhere.
            Ok(name) if name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') => {
                self.players[seat.index()].name = name;
            }
            Ok(name) => self.players[seat.index()].name = printable(&name),
            Err(failure) => return self.fail(seat, failure, now),
        }
        if all_have_started {
            self.phase = Phase::Ready;
            self.has_begun = true;
            tracing::info!(game = self.table.game.name(), "match started");
            self.notify(Notice::MatchStarted { at: now });
        }
    }

    /// The seat that has to move, and the ticket of the request; `None` without an open request.
    pub fn open_request(&self) -> Option<(Seat, Ticket)> {
        let Phase::Choosing(Pending { seat, ticket, .. }) = self.phase else { return None };
        Some((seat, ticket))
    }

    /// Returns `true` if this request is open.
    pub fn is_open(&self, seat: Seat, ticket: Ticket) -> bool {
        self.open_request() == Some((seat, ticket))
    }

    /// The open request if it has this ticket.
    fn pending(&mut self, seat: Seat, ticket: Ticket) -> Option<&mut Pending> {
        match &mut self.phase {
            Phase::Choosing(pending) if pending.seat == seat && pending.ticket == ticket => {
                Some(pending)
            }
            _ => None,
        }
    }

    /// A player has answered a request at this time, or has failed to answer.
    pub fn replied(
        &mut self,
        seat: Seat,
        ticket: Ticket,
        result: Result<Reply, Failure>,
        at: Duration,
    ) {
        if !self.is_open(seat, ticket) {
            return self.replied_too_late(seat, result, at);
        }
        if self.table.clock(seat).deadline().is_some_and(|deadline| at > deadline) {
            self.run_out_of_time(seat, at);
            return self.replied_too_late(seat, result, at);
        }
        match result {
            Ok(Reply::Move(text)) => self.play(seat, &text, at),
            Ok(Reply::MoveAndOfferDraw(text)) => {
                self.play(seat, &text, at);
                if !self.is_over() && self.table.state.outcome().is_none() {
                    self.offer_draw(seat, at);
                }
            }
            Ok(Reply::AcceptDraw) if self.is_offered_to(seat) => {
                if !self.accept_draw(seat, at) {
                    // The other seats must still accept, and it is still this seat's turn.
                    self.ask(seat, at);
                }
            }
            Ok(Reply::AcceptDraw) => {
                let detail = "it accepted a draw that was not offered";
                self.fail(seat, Failure::new(FailureKind::OutOfTurn, detail), at);
            }
            Ok(Reply::Resign) => self.resign(seat, at),
            Err(failure) => self.fail(seat, failure, at),
        }
    }

    /// Drops an answer that arrived after the deadline or for a withdrawn request. Errors are dropped too, because a
    /// human's player fails when its question is not answered. A panic is not dropped, because it leaves the player in
    /// an unknown state.
    fn replied_too_late(&mut self, seat: Seat, result: Result<Reply, Failure>, at: Duration) {
        match result {
            Err(failure) if failure.kind == FailureKind::Panicked => self.fail(seat, failure, at),
            dropped => {
                let seat_number = seat.index() + 1;
                tracing::debug!(seat = seat_number, ?dropped, "an answer that comes too late");
                dropped.err().into_iter().for_each(|failure| self.add_late_failure(seat, failure));
            }
        }
    }

    pub(super) fn play(&mut self, seat: Seat, text: &str, at: Duration) {
        let Phase::Choosing(Pending { thought, names_draw_offer, .. }) = self.phase else { return };
        self.phase = Phase::Ready;
        match self.table.play(seat, text, at, thought) {
            Ok(()) => {}
            Err(NoMove::Late) => return self.run_out_of_time(seat, at),
            Err(NoMove::Illegal(error)) => {
                let text_and_reason = Box::new([text.into(), error.reason()]);
                self.notify(Notice::MoveRejected { seat, text_and_reason });
                let failure = Failure::new(FailureKind::IllegalMove, error.to_string());
                return self.fail(seat, failure, at);
            }
        }
        self.notify(Notice::MovePlayed(seat));
        if names_draw_offer && self.is_offered_to(seat) {
            self.decline(seat);
        }
        self.phase = self.after_move(at);
    }

    /// A player asks a person for input while it answers this request.
    pub fn request_input(&mut self, seat: Seat, ticket: Ticket, prompt: Prompt) {
        if let Some(pending) = self.pending(seat, ticket) {
            pending.questions.push(prompt.clone());
            self.notify(Notice::InputRequested { seat, prompt: Box::new(prompt) });
        } else {
            let answer = Err(AskError::Cancelled);
            self.outputs.push(Output::Answer { seat, ticket, answer });
        }
    }

    /// A player reports its analysis at this time while it answers this request.
    pub fn reported(&mut self, seat: Seat, ticket: Ticket, thinking: Thinking, at: Duration) {
        if let Some(pending) = self.pending(seat, ticket) {
            if thinking.rank == 1 {
                let Thinking { valuation, depth, .. } = thinking;
                pending.thought = Some(Thought { valuation, depth });
            }
            let elapsed = self.table.clock(seat).elapsed(at);
            let thinking = Box::new(thinking);
            self.notify(Notice::ThinkingReported { seat, elapsed, thinking });
        }
    }
}
