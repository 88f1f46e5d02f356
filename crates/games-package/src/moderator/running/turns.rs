//! From the start of a match over its turns to its end.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Turn};

use super::{Pending, Phase, Running, SeatState};
use crate::inbox::Ticket;
use crate::seat_thread::ToSeat;
use crate::turn_signal::TurnSignal;
use crate::{
    AskError, EndReason, Ending, Event, Failure, FailureKind, Setup, chance_of_ply, player_seed,
};

impl Running {
    pub(super) fn start_players(&mut self) {
        self.has_begun = false;
        let mut awaited = Vec::new();
        for seat in self.table.seats() {
            let ticket = self.next_ticket();
            let setup = self.setup_for(seat);
            if let Err(failure) = self.seats[seat.index()].handle.send(ToSeat::Start(ticket, setup))
            {
                return self.fail(seat, failure);
            }
            awaited.push(Some(ticket));
        }
        let deadline = self.time.now().saturating_add(self.start_time_max);
        self.phase = Phase::Starting { deadline, awaited };
    }

    /// Each player gets a stream of chance of its own.
    fn setup_for(&self, seat: Seat) -> Setup {
        let odds = self.players[seat.index()].odds;
        Setup {
            game: self.table.game.name().into(),
            seat,
            seat_count: self.seats.len(),
            time_control: odds.time_control(self.table.time_control),
            thinking: odds.thinking(self.thinking),
            pondering: self.pondering,
            seed: player_seed(self.seed, self.repetition, seat),
        }
    }

    pub(super) fn started(&mut self, seat: Seat, ticket: Ticket, result: Result<String, Failure>) {
        let Phase::Starting { awaited, .. } = &mut self.phase else { return };
        // An older ticket is from before the match was restarted.
        if awaited[seat.index()].take_if(|awaited| *awaited == ticket).is_none() {
            return;
        }
        let all_have_started = awaited.iter().all(Option::is_none);
        match result {
            Ok(name) => self.table.name_player(seat, &name),
            Err(failure) => return self.fail(seat, failure),
        }
        if all_have_started {
            self.phase = Phase::Ready;
            self.has_begun = true;
            tracing::info!(game = self.table.game.name(), "match started");
            let now = self.time.now();
            self.publish(|table, viewer| Some(Event::MatchStarted(table.shown(viewer, now))));
        }
    }

    /// Lets the next turn begin, if it can.
    pub(super) fn begin_turn(&mut self) {
        if !matches!(self.phase, Phase::Ready) || self.table.is_paused {
            return;
        }
        if let Some(outcome) = self.table.state.outcome() {
            return self.end(Ending::by_rules(&outcome));
        }
        if let Some(ending) = self.ruling.take() {
            return self.end(ending);
        }
        let turn = self.table.state.turn();
        let (now, ply) = (self.time.now(), self.table.state.ply());
        self.publish(|table, _| Some(Event::TurnStarted { ply, turn, clocks: table.times(now) }));
        match turn {
            Turn::Seat(seat) => self.ask(seat, now),
            Turn::Chance => self.draw(ply),
        }
    }

    /// Whether the match ends before the next turn.
    pub(super) fn is_decided(&self) -> bool {
        self.ruling.is_some() || self.table.state.outcome().is_some()
    }

    /// What the table does when a move has been made: it waits where people look on, unless the match ends.
    pub(super) fn after_move(&self, now: Duration) -> Phase {
        if self.pace.is_zero() || self.is_decided() {
            Phase::Ready
        } else {
            Phase::Resting { since: now }
        }
    }

    /// Chance decides.
    fn draw(&mut self, ply: usize) {
        if self.table.draw(&mut chance_of_ply(self.seed, ply)) {
            self.announce(|table, viewer| {
                table.newest(Turn::Chance, viewer).map(Event::ChanceDecided)
            });
        } else {
            tracing::error!(game = self.table.game.name(), ply, "chance has nothing to decide");
            self.stop();
        }
    }

    pub(super) fn ask(&mut self, seat: Seat, now: Duration) {
        let ticket = self.next_ticket();
        let draw_offer =
            self.draw_offer.as_ref().filter(|offer| offer.awaits(seat)).map(|offer| offer.by);
        let request = self.table.request(seat, now, draw_offer);
        let budget_end = request.budget.map(|budget| now.saturating_add(budget));
        let signal = Arc::new(TurnSignal::new(budget_end));
        let clocks_before = self.table.clocks();
        self.table.clock(seat).start(now);
        let message = ToSeat::Choose(ticket, now, Box::new(request), Arc::clone(&signal));
        self.phase = Phase::Choosing(Pending {
            seat,
            ticket,
            signal,
            clocks_before,
            questions: 0,
            tells_of_draw: draw_offer.is_some(),
            thought: None,
        });
        if let Err(failure) = self.seats[seat.index()].handle.send(message) {
            return self.fail(seat, failure);
        }
        if self.pondering {
            self.let_others_ponder(seat);
        }
    }

    /// Whoever is not to move may think.
    fn let_others_ponder(&mut self, mover: Seat) {
        for seat in self.table.seats().filter(|&seat| seat != mover) {
            let ticket = self.next_ticket();
            let request = self.table.ponder_request(seat);
            self.seats[seat.index()].handle.let_ponder(ticket, request);
        }
    }

    /// Whatever is asked for is not wanted any more, and nothing is pondered; the answer that may still come will be
    /// dropped.
    pub(super) fn withdraw(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.handle.stop_pondering());
        let now = self.time.now();
        if let Phase::Choosing(pending) = &mut self.phase {
            pending.signal.withdraw();
            self.table.clock(pending.seat).pause(now);
            self.seats[pending.seat.index()].answer_all(pending, AskError::Cancelled);
            self.phase = Phase::Ready;
        }
    }

    /// What was waited for did not come in time.
    pub(super) fn expire(&mut self) {
        match &self.phase {
            Phase::Starting { awaited, .. } => {
                let late = awaited.iter().position(Option::is_some).unwrap_or_default();
                let detail = format!("it did not start within {:?}", self.start_time_max);
                self.fail(Seat::new(late), Failure::new(FailureKind::Unresponsive, detail));
            }
            Phase::Choosing(pending) => self.run_out_of_time(pending.seat),
            Phase::Resting { .. } => self.phase = Phase::Ready,
            Phase::Ready | Phase::Over => {}
        }
    }

    pub(super) fn run_out_of_time(&mut self, seat: Seat) {
        self.withdraw();
        self.publish(|_, _| Some(Event::ClockExpired(seat)));
        self.end(Ending::forfeit(self.seats.len(), seat, EndReason::TimeExpired(seat)));
    }

    pub(super) fn fail(&mut self, seat: Seat, failure: Failure) {
        self.withdraw();
        tracing::warn!(player = self.table.player_name(seat), %failure, "{} failed", self.seat_name(seat));
        self.publish(|table, viewer| {
            Some(Event::PlayerFailed { seat, failure: table.failure_for(viewer, &failure) })
        });
        self.end(Ending::failed(self.seats.len(), seat, failure));
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.withdraw();
        self.draw_offer = None;
        self.table.is_paused = false;
        tracing::info!(ending = ending.describe(|seat| self.seat_name(seat)), "match ended");
        self.table.ending = Some(ending);
        self.phase = Phase::Over;
        self.announce(|table, viewer| table.ending_for(viewer).map(Event::MatchEnded));
    }

    pub(super) fn stop(&mut self) {
        if !matches!(self.phase, Phase::Over) {
            self.end(Ending::stopped());
        }
        self.stopped = true;
    }
}

impl SeatState {
    /// Answers all open questions of this seat's player to a person.
    pub(super) fn answer_all(&self, pending: &mut Pending, answer: AskError) {
        for _ in 0..mem::take(&mut pending.questions) {
            self.handle.answer(pending.ticket, Err(answer));
        }
    }
}
