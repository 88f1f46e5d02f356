//! A running match: the message loop, which feeds the referee and carries out its outputs.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;

use super::{Finished, Moderator};
use crate::authority::Holders;
use crate::inbox::{Inbound, Inbox, SeatMessage};
use crate::seat_call::SeatCall;
use crate::seat_thread::SeatHandle;
use crate::subscription::Watcher;
use crate::sync::RecvTimeoutError;
use crate::turn_signal::TurnSignal;
use crate::waiting::spin_recv;
use crate::{
    AfterEnd, Arbiter, AskError, Failure, FailureKind, MatchError, Output, Referee, Ticket,
    TimeSource,
};

/// The shortest wait for a message. This minimum prevents a busy loop if a clock stops at a deadline.
const WAIT_MIN: Duration = Duration::from_micros(50);

/// A seat with its thread.
pub(super) struct SeatState {
    pub(super) handle: SeatHandle,
    /// Whether the thread has ended.
    pub(super) is_gone: bool,
    /// The state of the newest request.
    signal: Arc<TurnSignal>,
}

pub(super) struct Driver {
    pub(super) referee: Referee,
    pub(super) inbox: Inbox,
    /// The holders of controls.
    holders: Arc<Holders>,
    pub(super) watchers: Vec<Watcher>,
    pub(super) seats: Vec<SeatState>,
    pub(super) time: Arc<dyn TimeSource>,
    after_end: AfterEnd,
    pub(super) arbiter: Option<Box<dyn Arbiter>>,
    /// An empty buffer, reused to avoid allocation in a turn.
    outputs: Vec<Output>,
}

impl Driver {
    /// Spawns a thread for each player.
    pub(super) fn spawn_players(moderator: Moderator) -> Result<Self, MatchError> {
        let Moderator { setup, referee, inbox, control, watchers } = moderator;
        let mut seats = Vec::new();
        for (seat, own) in Seat::all(referee.seat_count()).zip(setup.seats) {
            let (time, game) = (Arc::clone(&setup.time), Arc::clone(&setup.game));
            let (handle, port) = SeatHandle::open(seat, own.is_person, control.inbox(), time, game);
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

    /// Runs the match, then shuts down.
    pub(super) fn run_to_end(mut self) -> Finished {
        self.referee.start(self.now());
        self.carry_out();
        while self.is_running() {
            self.referee.begin_turn(self.now());
            self.carry_out();
            self.stop_if_unattended();
            if self.is_running() {
                self.wait();
                self.carry_out();
            }
        }
        self.shut_down()
    }

    pub(super) fn now(&self) -> Duration {
        self.time.now()
    }

    fn is_running(&self) -> bool {
        let has_left = self.referee.is_over() && self.after_end == AfterEnd::Leave;
        !(self.referee.is_stopped() || has_left)
    }

    /// Stops waiting for people when all of them are gone.
    fn stop_if_unattended(&mut self) {
        let is_waiting = self.referee.is_over() || self.referee.is_paused();
        if is_waiting && !self.holders.has_director() {
            self.referee.stop(self.now());
        } else if let Some((seat, _)) = self.referee.open_request()
            && self.referee.awaits_person()
        {
            self.watchers.retain(Watcher::is_connected);
            if !self.holders.can_answer_for(seat) || self.watchers.is_empty() {
                self.referee.reject_questions();
            }
        }
        self.carry_out();
    }

    /// Carries out the referee's outputs.
    fn carry_out(&mut self) {
        let mut outputs = mem::take(&mut self.outputs);
        while self.referee.take_outputs(&mut outputs) {
            outputs.drain(..).for_each(|output| self.carry_out_output(output));
        }
        self.outputs = outputs;
    }

    fn carry_out_output(&mut self, output: Output) {
        match output {
            Output::Start { seat, ticket } if !self.referee.awaits_start(seat, ticket) => {}
            Output::Start { seat, ticket } => {
                self.call(seat, SeatCall::Start(ticket, self.referee.setup(seat)));
            }
            Output::Ask { seat, ticket, asked } => self.ask(seat, ticket, asked),
            Output::Hurry(seat) => self.seats[seat.index()].signal.hurry(),
            Output::Withdraw(seat) => self.seats[seat.index()].signal.withdraw(),
            Output::Answer { seat, ticket, answer } => {
                self.seats[seat.index()].handle.answer(ticket, answer);
            }
            Output::Ponder { seat, ticket } => {
                let request = self.referee.ponder_request(seat);
                self.seats[seat.index()].handle.start_pondering(ticket, request);
            }
            Output::StopPondering => {
                self.seats.iter_mut().for_each(|seat| seat.handle.stop_pondering());
            }
            Output::Event { sequence, notice } => self.publish(sequence, &notice),
        }
    }

    fn ask(&mut self, seat: Seat, ticket: Ticket, asked: Duration) {
        let request = self.referee.request(seat).clone();
        let budget_end = request.budget.map(|budget| asked.saturating_add(budget));
        let signal = Arc::new(TurnSignal::new(budget_end));
        self.seats[seat.index()].signal = Arc::clone(&signal);
        self.call(seat, SeatCall::Choose(ticket, asked, Box::new(request), signal));
    }

    /// Calls a seat's player.
    fn call(&mut self, seat: Seat, call: SeatCall) {
        if let Err(failure) = self.seats[seat.index()].handle.send(call) {
            self.referee.fail(seat, failure, self.now());
        }
    }

    /// Handles one message, or the deadline. Blocks only if there is nothing else to do.
    fn wait(&mut self) {
        if self.referee.is_ready() {
            return self.inbox.try_recv().map_or((), |message| self.handle(message));
        }
        if let Some(message) = spin_recv(&self.inbox) {
            return self.handle(message);
        }
        self.flush();
        let received = match self.referee.deadline() {
            Some(deadline) => {
                let Some(left) = deadline.checked_sub(self.now()) else {
                    return self.handle_deadline(deadline);
                };
                self.inbox.recv_timeout(left.max(WAIT_MIN))
            }
            None => self.inbox.recv().map_err(|_closed| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(message) => self.handle(message),
            Err(RecvTimeoutError::Timeout) => {}
            // All senders are gone.
            Err(RecvTimeoutError::Disconnected) => self.referee.stop(self.now()),
        }
    }

    fn handle(&mut self, message: Inbound) {
        match message {
            Inbound::Command(authority, command, answer) => {
                let done = self.referee.execute(authority, command, self.now());
                self.carry_out();
                // The sender may not be waiting for the answer.
                let _taken = answer.try_send(done);
            }
            Inbound::Watch(watcher) => self.add_watcher(watcher),
            Inbound::Record(wanted) => self.send_record(&wanted),
            Inbound::Seat(seat, message) => self.handle_seat_message(seat, message),
            // The loop checks the connections anyway.
            Inbound::Left => {}
        }
    }

    fn handle_seat_message(&mut self, seat: Seat, message: SeatMessage) {
        match message {
            SeatMessage::Started(ticket, result) => {
                self.referee.started(seat, ticket, result, self.now());
            }
            SeatMessage::Replied { ticket, at, reply, input } => {
                // Freed by the thread that allocated it.
                drop(input);
                self.referee.replied(seat, ticket, reply, at);
            }
            SeatMessage::InputRequested(ticket, prompt) => {
                self.referee.request_input(seat, ticket, prompt);
            }
            SeatMessage::Resolve(ticket, text, answer) => {
                let resolved = if self.referee.is_open(seat, ticket) {
                    self.referee.resolve(&text)
                } else {
                    Err(AskError::Cancelled.to_string())
                };
                // The channel has room for this one answer.
                let _taken = answer.try_send(resolved);
            }
            SeatMessage::Reported(ticket, at, thinking) => {
                self.referee.reported(seat, ticket, *thinking, at);
            }
            SeatMessage::Failed(failure) => self.referee.fail(seat, failure, self.now()),
            SeatMessage::Gone => {
                self.seats[seat.index()].is_gone = true;
                let failure = Failure::new(FailureKind::Vanished, "its thread has ended");
                self.referee.fail(seat, failure, self.now());
            }
        }
    }

    /// The deadline has passed. Messages that are already in the inbox are handled first, but messages that arrive in
    /// the meantime are not, so a flood can't delay the deadline. The table waits only for an answer that is already in
    /// transit.
    fn handle_deadline(&mut self, deadline: Duration) {
        for _ in 0..self.inbox.len() {
            let Ok(message) = self.inbox.try_recv() else { break };
            self.handle(message);
            self.carry_out();
            if self.referee.deadline() != Some(deadline) {
                return;
            }
        }
        match self.referee.open_request() {
            Some((seat, _)) if !self.seats[seat.index()].signal.expire() => {
                if let Ok(answer) = self.inbox.recv_timeout(WAIT_MIN) {
                    self.handle(answer);
                }
            }
            _ => self.referee.expire(self.now()),
        }
    }
}
