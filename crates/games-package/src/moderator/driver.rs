//! A match that runs: the loop over messages, which gives the referee all that comes in and does what it puts out.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;

use super::{Finished, Moderator};
use crate::authority::Holders;
use crate::inbox::{Inbound, SeatMessage};
use crate::seat_thread::{SeatHandle, ToSeat};
use crate::subscription::Watcher;
use crate::sync::{Receiver, RecvTimeoutError};
use crate::turn_signal::TurnSignal;
use crate::waiting::receive_at_once;
use crate::{
    AfterEnd, Arbiter, AskError, Failure, FailureKind, MatchError, Output, Referee, Ticket,
    TimeSource,
};

/// The shortest wait for a message, so that a clock that stands still at a deadline is not asked without a pause.
const WAIT_MIN: Duration = Duration::from_micros(50);

/// A seat with its thread.
pub(super) struct SeatState {
    pub(super) handle: SeatHandle,
    /// Its thread has ended.
    pub(super) is_gone: bool,
    /// What is decided about the newest request.
    signal: Arc<TurnSignal>,
}

pub(super) struct Driver {
    pub(super) referee: Referee,
    pub(super) inbox: Receiver<Inbound>,
    /// Who can send commands.
    holders: Arc<Holders>,
    pub(super) watchers: Vec<Watcher>,
    pub(super) seats: Vec<SeatState>,
    pub(super) time: Arc<dyn TimeSource>,
    after_end: AfterEnd,
    pub(super) arbiter: Option<Box<dyn Arbiter>>,
    /// Empty, with its memory, so that a turn needs none.
    outputs: Vec<Output>,
}

impl Driver {
    /// Gives each player its thread.
    pub(super) fn seat_players(moderator: Moderator) -> Result<Self, MatchError> {
        let Moderator { setup, referee, inbox, control, watchers } = moderator;
        let mut seats = Vec::new();
        for (seat, own) in Seat::all(referee.seat_count()).zip(setup.seats) {
            let (handle, port) =
                SeatHandle::open(seat, own.is_person, control.inbox(), Arc::clone(&setup.time));
            port.spawn(own.player).map_err(|error| MatchError::Thread { seat, error })?;
            let signal = Arc::new(TurnSignal::new(None));
            seats.push(SeatState { handle, is_gone: false, signal });
        }
        Ok(Self {
            referee,
            inbox,
            holders: control.holders(),
            watchers,
            seats,
            time: setup.time,
            after_end: setup.after_end,
            arbiter: setup.arbiter,
            outputs: Vec::new(),
        })
    }

    /// Runs the match, then lets everybody go.
    pub(super) fn run_to_end(mut self) -> Finished {
        self.referee.start(self.now());
        self.carry_out();
        while self.goes_on() {
            self.referee.begin_turn(self.now());
            self.carry_out();
            self.stop_if_alone();
            if self.goes_on() {
                self.wait();
                self.carry_out();
            }
        }
        self.dismiss()
    }

    pub(super) fn now(&self) -> Duration {
        self.time.now()
    }

    fn goes_on(&self) -> bool {
        let is_left = self.referee.is_over() && self.after_end == AfterEnd::Leave;
        !(self.referee.is_stopped() || is_left)
    }

    /// What only people can do is not waited for when they are gone.
    fn stop_if_alone(&mut self) {
        let is_waiting = self.referee.is_over() || self.referee.is_paused();
        if is_waiting && !self.holders.has_director() {
            self.referee.stop(self.now());
        } else if let Some((seat, _)) = self.referee.open_request()
            && self.referee.awaits_person()
        {
            self.watchers.retain(Watcher::is_there);
            if !self.holders.can_answer_for(seat) || self.watchers.is_empty() {
                self.referee.nobody_answers();
            }
        }
        self.carry_out();
    }

    /// Does what the referee wants done.
    fn carry_out(&mut self) {
        let mut outputs = mem::take(&mut self.outputs);
        while self.referee.take_outputs(&mut outputs) {
            outputs.drain(..).for_each(|output| self.carry_out_one(output));
        }
        self.outputs = outputs;
    }

    fn carry_out_one(&mut self, output: Output) {
        match output {
            Output::Start { seat, ticket } if !self.referee.awaits_start(seat, ticket) => {}
            Output::Start { seat, ticket } => {
                self.call(seat, ToSeat::Start(ticket, self.referee.setup(seat)));
            }
            Output::Ask { seat, ticket, asked } => self.ask(seat, ticket, asked),
            Output::Hurry(seat) => self.seats[seat.index()].signal.hurry(),
            Output::Withdraw(seat) => self.seats[seat.index()].signal.withdraw(),
            Output::Answer { seat, ticket, answer } => {
                self.seats[seat.index()].handle.answer(ticket, answer);
            }
            Output::Ponder { seat, ticket } => {
                let request = self.referee.ponder_request(seat);
                self.seats[seat.index()].handle.let_ponder(ticket, request);
            }
            Output::StopPondering => {
                self.seats.iter_mut().for_each(|seat| seat.handle.stop_pondering());
            }
            Output::Event { sequence, notice } => self.tell(sequence, &notice),
        }
    }

    fn ask(&mut self, seat: Seat, ticket: Ticket, asked: Duration) {
        let request = self.referee.request(seat).clone();
        let budget_end = request.budget.map(|budget| asked.saturating_add(budget));
        let signal = Arc::new(TurnSignal::new(budget_end));
        self.seats[seat.index()].signal = Arc::clone(&signal);
        self.call(seat, ToSeat::Choose(ticket, asked, Box::new(request), signal));
    }

    /// Calls a seat's player.
    fn call(&mut self, seat: Seat, call: ToSeat) {
        if let Err(failure) = self.seats[seat.index()].handle.send(call) {
            self.referee.fail(seat, failure, self.now());
        }
    }

    /// Takes one message, or notes that the time for it is over. Waits only if nothing else can be done.
    fn wait(&mut self) {
        if self.referee.is_ready() {
            return self.inbox.try_recv().map_or((), |message| self.take(message));
        }
        if let Some(message) = receive_at_once(&self.inbox) {
            return self.take(message);
        }
        self.tell_the_rest();
        let received = match self.referee.deadline() {
            Some(deadline) => {
                let Some(left) = deadline.checked_sub(self.now()) else {
                    return self.hear_out(deadline);
                };
                self.inbox.recv_timeout(left.max(WAIT_MIN))
            }
            None => self.inbox.recv().map_err(|_closed| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(message) => self.take(message),
            Err(RecvTimeoutError::Timeout) => {}
            // Nobody is left who could say anything.
            Err(RecvTimeoutError::Disconnected) => self.referee.stop(self.now()),
        }
    }

    fn take(&mut self, message: Inbound) {
        match message {
            Inbound::Command(authority, command, answer) => {
                let done = self.referee.obey(authority, command, self.now());
                self.carry_out();
                // The sender need not wait for the answer, for which the channel was made.
                let _taken = answer.try_send(done);
            }
            Inbound::Watch(watcher) => self.admit(watcher),
            Inbound::Record(wanted) => self.give_record(&wanted),
            Inbound::Seat(seat, message) => self.hear(seat, message),
            // The loop looks around anyway.
            Inbound::Left => {}
        }
    }

    fn hear(&mut self, seat: Seat, message: SeatMessage) {
        match message {
            SeatMessage::Started(ticket, result) => {
                self.referee.started(seat, ticket, result, self.now());
            }
            SeatMessage::Replied { ticket, at, reply, read } => {
                // It is freed here.
                drop(read);
                self.referee.replied(seat, ticket, reply, at);
            }
            SeatMessage::Asked(ticket, prompt) => self.referee.asks_person(seat, ticket, prompt),
            SeatMessage::Resolve(ticket, text, answer) => {
                let resolved = if self.referee.is_open(seat, ticket) {
                    self.referee.resolve(&text)
                } else {
                    Err(AskError::Cancelled.to_string())
                };
                // The channel was made for this one answer.
                let _taken = answer.try_send(resolved);
            }
            SeatMessage::Reported(ticket, at, thinking) => {
                self.referee.reported(seat, ticket, thinking, at);
            }
            SeatMessage::Failed(failure) => self.referee.fail(seat, failure, self.now()),
            SeatMessage::Gone => {
                self.seats[seat.index()].is_gone = true;
                let failure = Failure::new(FailureKind::Vanished, "its thread has ended");
                self.referee.fail(seat, failure, self.now());
            }
        }
    }

    /// The time is over. What was said before may still lie in the inbox and is heard first, but not what comes in
    /// meanwhile: who talks without end is late as well. Only an answer that is on its way is waited for.
    fn hear_out(&mut self, deadline: Duration) {
        for _ in 0..self.inbox.len() {
            let Ok(message) = self.inbox.try_recv() else { break };
            self.take(message);
            self.carry_out();
            if self.referee.deadline() != Some(deadline) {
                return;
            }
        }
        match self.referee.open_request() {
            Some((seat, _)) if !self.seats[seat.index()].signal.expire() => {
                if let Ok(answer) = self.inbox.recv_timeout(WAIT_MIN) {
                    self.take(answer);
                }
            }
            _ => self.referee.expire(self.now()),
        }
    }
}
