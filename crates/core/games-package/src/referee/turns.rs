//! Match flow: start, turns and end.

use std::mem;
use std::time::Duration;

use board_engine::{Seat, Turn};

use super::{Notice, Output, Pending, Phase, Referee};
use crate::{
    AskError, EndReason, Ending, Failure, FailureKind, Setup, Ticket, chance_of_ply, player_seed,
};

impl Referee {
    /// Starts the match, and with it all players.
    pub fn start(&mut self, now: Duration) {
        self.has_begun = false;
        let mut awaited = Vec::with_capacity(self.seat_count());
        for seat in self.table.seats() {
            let ticket = self.next_ticket();
            self.outputs.push(Output::Start { seat, ticket });
            awaited.push(Some(ticket));
        }
        let deadline = now.saturating_add(self.start_time_max);
        self.phase = Phase::Starting { deadline, awaited };
    }

    /// A player's setup at the start. Each player has its own seed.
    pub fn setup(&self, seat: Seat) -> Setup {
        let odds = self.players[seat.index()].odds;
        Setup {
            game: self.table.game.name().into(),
            seat,
            seat_count: self.seat_count(),
            time_control: odds.time_control(self.table.time_control),
            thinking: odds.thinking(self.thinking),
            pondering: self.pondering,
            margin: self.table.clock(seat).margin(),
            move_limit: self.table.clock(seat).move_limit(),
            seed: player_seed(self.seed, self.repetition, seat),
        }
    }

    /// Returns `true` if this start call is pending. Once one player has failed to start, the others don't have to
    /// answer.
    pub fn awaits_start(&self, seat: Seat, ticket: Ticket) -> bool {
        let Phase::Starting { awaited, .. } = &self.phase else { return false };
        awaited[seat.index()] == Some(ticket)
    }

    /// Begins the next turn if possible: sends a seat a request, or lets chance decide.
    pub fn begin_turn(&mut self, now: Duration) {
        if !self.is_ready() {
            return;
        }
        if let Some(ending) = self.table.state.ending() {
            return self.end(ending, now);
        }
        if let Some(ending) = self.adjudication.take() {
            return self.end(ending, now);
        }
        let (turn, ply) = (self.table.state.turn(), self.ply());
        self.notify(Notice::TurnStarted { ply, turn, at: now });
        match turn {
            Turn::Seat(seat) => self.ask(seat, now),
            Turn::Chance => self.draw(ply, now),
        }
    }

    /// Returns `true` if the match ends before the next turn.
    pub(super) fn is_decided(&self) -> bool {
        self.adjudication.is_some() || self.table.state.outcome().is_some()
    }

    /// The phase after a move: the table pauses for viewers, unless the match ends.
    pub(super) fn after_move(&self, now: Duration) -> Phase {
        if self.rest().is_zero() || self.is_decided() {
            Phase::Ready
        } else {
            Phase::Resting { since: now }
        }
    }

    /// The rest of the table's wait after the last move.
    pub(super) fn rest(&self) -> Duration {
        if self.round_pause > self.pace && self.table.is_between_rounds() {
            self.round_pause
        } else {
            self.pace
        }
    }

    /// Lets chance decide.
    fn draw(&mut self, ply: usize, now: Duration) {
        if self.table.draw(&mut chance_of_ply(self.seed, ply)) {
            self.notify(Notice::ChanceDecided);
        } else {
            tracing::error!(game = self.table.game.name(), ply, "chance has nothing to decide");
            self.stop(now);
        }
    }

    pub(super) fn ask(&mut self, seat: Seat, now: Duration) {
        let ticket = self.next_ticket();
        let draw_offer =
            self.draw_offer.as_ref().filter(|offer| offer.awaits(seat)).map(|offer| offer.by);
        self.table.ask(seat, now, draw_offer);
        self.phase = Phase::Choosing(Pending {
            seat,
            ticket,
            questions: Vec::new(),
            names_draw_offer: draw_offer.is_some(),
            thought: None,
        });
        self.outputs.push(Output::Ask { seat, ticket, asked: now });
        if self.pondering {
            for other in self.table.seats().filter(|&other| other != seat) {
                let ticket = self.next_ticket();
                self.outputs.push(Output::Ponder { seat: other, ticket });
            }
        }
    }

    /// Withdraws the open request and stops pondering. A late answer is dropped.
    pub(super) fn withdraw(&mut self, now: Duration) {
        if self.pondering {
            self.outputs.push(Output::StopPondering);
        }
        if let Phase::Choosing(pending) = &self.phase {
            let seat = pending.seat;
            self.outputs.push(Output::Withdraw(seat));
            self.table.clock_mut(seat).pause(now);
            self.answer_all(AskError::Cancelled);
            self.phase = Phase::Ready;
        }
    }

    /// Answers the oldest open question to a person.
    pub(super) fn answer_first(&mut self, answer: String) {
        let Phase::Choosing(pending) = &mut self.phase else { return };
        if !pending.questions.is_empty() {
            pending.questions.remove(0);
            let Pending { seat, ticket, .. } = *pending;
            self.outputs.push(Output::Answer { seat, ticket, answer: Ok(answer) });
        }
    }

    /// Answers all open questions to a person.
    pub(super) fn answer_all(&mut self, answer: AskError) {
        let Phase::Choosing(pending) = &mut self.phase else { return };
        let Pending { seat, ticket, .. } = *pending;
        for _question in mem::take(&mut pending.questions) {
            self.outputs.push(Output::Answer { seat, ticket, answer: Err(answer) });
        }
    }

    /// Fails all open questions, because no person can answer.
    pub fn reject_questions(&mut self) {
        self.answer_all(AskError::Nobody);
    }

    /// Handles an expired [deadline](Self::deadline).
    pub fn expire(&mut self, now: Duration) {
        match &self.phase {
            Phase::Starting { awaited, .. } => {
                let late = awaited.iter().position(Option::is_some).unwrap_or_default();
                let detail = format!("it did not start within {:?}", self.start_time_max);
                self.fail(Seat::new(late), Failure::new(FailureKind::Unresponsive, detail), now);
            }
            Phase::Choosing(pending) => self.run_out_of_time(pending.seat, now),
            Phase::Resting { .. } => self.phase = Phase::Ready,
            Phase::Ready | Phase::Over => {}
        }
    }

    pub(super) fn run_out_of_time(&mut self, seat: Seat, now: Duration) {
        self.withdraw(now);
        self.notify(Notice::ClockExpired(seat));
        let mut ending =
            Ending::out_of_time(self.seat_count(), seat, |seat| self.table.state.can_win(seat));
        if let Some(detail) = self.table.clock(seat).move_limit_text() {
            ending.reason = EndReason::TimeExpired(seat, detail);
        }
        self.end(ending, now);
    }

    /// This seat's player failed or broke the table's rules. Failures after the end are ignored. Before all players
    /// have started, no player loses.
    pub fn fail(&mut self, seat: Seat, failure: Failure, now: Duration) {
        if self.is_over() {
            return;
        }
        let failure = if self.has_begun { failure } else { failure.at_start() };
        self.withdraw(now);
        let name = self.table.game.seat_name(seat);
        tracing::warn!(player = self.player_name(seat), %failure, "{name} failed");
        self.notify(Notice::PlayerFailed { seat, failure: Box::new(failure.clone()) });
        self.end(Ending::failed(self.seat_count(), seat, failure), now);
    }

    /// Ends the match with this ending, unless the last move has already ended it by the rules.
    pub fn adjudicate(&mut self, ending: Ending) {
        self.adjudication.get_or_insert(ending);
        if let Phase::Resting { .. } = self.phase {
            self.phase = Phase::Ready;
        }
    }

    pub(super) fn end(&mut self, ending: Ending, now: Duration) {
        self.withdraw(now);
        self.draw_offer = None;
        self.table.is_paused = false;
        let seat_name = |seat| self.table.game.seat_name(seat);
        tracing::info!(ending = ending.describe(seat_name), "match ended");
        self.table.ending = Some(ending);
        self.phase = Phase::Over;
        self.notify(Notice::MatchEnded);
    }

    /// Stops the match permanently: aborted, unless it has already ended.
    pub fn stop(&mut self, now: Duration) {
        if !self.is_over() {
            self.end(Ending::stopped(), now);
        }
        self.is_stopped = true;
    }
}
