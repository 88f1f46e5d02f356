//! A match that runs: the loop over messages, and whose turn it is.

mod hearing;
mod obeying;
mod telling;

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Turn};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::draw_offer::DrawOffer;
use super::table::Table;
use super::{AfterEnd, Finished, MatchError, Moderator};
use crate::inbox::{Inbound, Ticket};
use crate::seat_thread::{SeatHandle, ToSeat, TurnSignal};
use crate::subscription::Watcher;
use crate::{
    AskError, Clock, EndReason, Ending, Event, Failure, FailureKind, Setup, ThinkingLimits,
    TimeSource,
};

/// How long the threads of players are waited for when the match is over.
const FAREWELL_TIME_MAX: Duration = Duration::from_millis(500);

/// What the table is waiting for.
#[derive(Debug)]
enum Phase {
    /// Every seat's player is to start before the deadline; the tickets are those of the seats that have not.
    Starting { deadline: Duration, awaited: Vec<Option<Ticket>> },
    /// The next turn can begin.
    Ready,
    /// A seat is to choose.
    Choosing(Pending),
    /// Somebody is to resume.
    Paused,
    /// The match is over.
    Over,
}

/// A request that is not answered.
#[derive(Debug)]
struct Pending {
    seat: Seat,
    ticket: Ticket,
    signal: Arc<TurnSignal>,
    clocks_before: Vec<Clock>,
    /// The player asks a person, and waits.
    asks: bool,
    /// The request told of a draw offer.
    tells_of_draw: bool,
}

/// A seat as the Moderator sees it.
struct SeatState {
    handle: SeatHandle,
    spec: String,
    /// Requests that were withdrawn and whose answers will still come.
    owed: Vec<Ticket>,
    gone: bool,
}

pub(super) struct Running {
    table: Table,
    inbox: Receiver<Inbound>,
    watchers: Vec<Watcher>,
    seats: Vec<SeatState>,
    phase: Phase,
    draw_offer: Option<DrawOffer>,
    last_ticket: Ticket,
    chance: ChaCha8Rng,
    time: Arc<dyn TimeSource>,
    seed: u64,
    thinking: ThinkingLimits,
    start_time_max: Duration,
    after_end: AfterEnd,
    stopped: bool,
}

impl Running {
    /// Gives each player its thread.
    pub(super) fn seat_players(moderator: Moderator) -> Result<Self, MatchError> {
        let Moderator { setup, table, inbox, control, watchers } = moderator;
        let mut seats = Vec::new();
        for (seat, setting) in table.seats().zip(setup.seats) {
            let (handle, port) = SeatHandle::open(seat, control.inbox(), Arc::clone(&setup.time));
            port.spawn(setting.player).map_err(|error| MatchError::Thread { seat, error })?;
            seats.push(SeatState { handle, spec: setting.spec, owed: Vec::new(), gone: false });
        }
        Ok(Self {
            table,
            inbox,
            watchers,
            seats,
            phase: Phase::Ready,
            draw_offer: None,
            last_ticket: Ticket(0),
            chance: ChaCha8Rng::seed_from_u64(setup.seed),
            time: setup.time,
            seed: setup.seed,
            thinking: setup.thinking,
            start_time_max: setup.start_time_max,
            after_end: setup.after_end,
            stopped: false,
        })
    }

    /// Runs the match, then lets everybody go.
    pub(super) fn run_to_end(mut self) -> Finished {
        self.start_players();
        while self.goes_on() {
            self.begin_turns();
            if self.goes_on() {
                self.wait();
            }
        }
        let record = self.record();
        let abandoned = self.dismiss();
        Finished { record, abandoned }
    }

    fn goes_on(&self) -> bool {
        let over = matches!(self.phase, Phase::Over);
        !(self.stopped || over && self.after_end == AfterEnd::Leave)
    }

    /// Takes one message, or notes that the time for it is over.
    fn wait(&mut self) {
        let received = match self.deadline() {
            Some(deadline) => self.inbox.recv_timeout(deadline.saturating_sub(self.time.now())),
            None => self.inbox.recv().map_err(|_closed| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Inbound::Command(command)) => self.obey(command),
            Ok(Inbound::Watch(watcher)) => self.admit(watcher),
            Ok(Inbound::Record(wanted)) => {
                // The channel was made for this one record.
                let _taken = wanted.try_send(self.record());
            }
            Ok(Inbound::Seat(seat, message)) => self.hear(seat, message),
            Err(RecvTimeoutError::Timeout) => self.expire(),
            // Nobody is left who could say anything.
            Err(RecvTimeoutError::Disconnected) => self.stop(),
        }
    }

    fn deadline(&mut self) -> Option<Duration> {
        match &self.phase {
            Phase::Starting { deadline, .. } => Some(*deadline),
            Phase::Choosing(pending) => {
                let seat = pending.seat;
                self.table.clock(seat).deadline()
            }
            Phase::Ready | Phase::Paused | Phase::Over => None,
        }
    }

    fn next_ticket(&mut self) -> Ticket {
        self.last_ticket = Ticket(self.last_ticket.0 + 1);
        self.last_ticket
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.table.game.seat_name(seat)
    }
}

/// Starting and turns.
impl Running {
    fn start_players(&mut self) {
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
        self.phase = Phase::Starting { deadline: self.time.now() + self.start_time_max, awaited };
    }

    /// Each player gets a stream of chance of its own.
    fn setup_for(&self, seat: Seat) -> Setup {
        let mut seeds = ChaCha8Rng::seed_from_u64(self.seed);
        seeds.set_stream(1 + seat.index() as u64);
        Setup {
            game: self.table.game.name().into(),
            seat,
            seat_count: self.seats.len(),
            time_control: self.table.time_control,
            thinking: self.thinking,
            seed: seeds.random(),
        }
    }

    fn started(&mut self, seat: Seat, ticket: Ticket, result: Result<String, Failure>) {
        let Phase::Starting { awaited, .. } = &mut self.phase else { return };
        // An older ticket is from before the match was restarted.
        if awaited[seat.index()].take_if(|awaited| *awaited == ticket).is_none() {
            return;
        }
        let all_have_started = awaited.iter().all(Option::is_none);
        match result {
            Ok(name) => self.table.name_player(seat, name),
            Err(failure) => return self.fail(seat, failure),
        }
        if all_have_started {
            self.phase = Phase::Ready;
            tracing::info!(game = self.table.game.name(), "match started");
            let now = self.time.now();
            self.publish(|table, viewer| Some(Event::MatchStarted(table.shown(viewer, now))));
        }
    }

    /// Lets turns begin until somebody must be waited for.
    fn begin_turns(&mut self) {
        while matches!(self.phase, Phase::Ready) {
            if let Some(outcome) = self.table.state.outcome() {
                return self.end(Ending::by_rules(&outcome));
            }
            let turn = self.table.state.turn();
            let (now, ply) = (self.time.now(), self.table.state.ply());
            self.publish(|table, _| {
                Some(Event::TurnStarted { ply, turn, clocks: table.times(now) })
            });
            match turn {
                Turn::Seat(seat) => self.ask(seat, now),
                Turn::Chance => self.draw(),
            }
        }
    }

    fn draw(&mut self) {
        let chance = &mut self.chance;
        if self.table.draw(&mut |ways| chance.random_range(0..ways.max(1))) {
            self.publish(|table, viewer| {
                table.newest(Turn::Chance, viewer).map(Event::ChanceDecided)
            });
        }
    }

    fn ask(&mut self, seat: Seat, now: Duration) {
        let ticket = self.next_ticket();
        let draw_offer =
            self.draw_offer.as_ref().filter(|offer| offer.awaits(seat)).map(|offer| offer.by);
        let request = self.table.request(seat, now, draw_offer);
        let signal = Arc::new(TurnSignal::new(request.budget.map(|budget| now + budget)));
        let clocks_before = self.table.clocks();
        self.table.clock(seat).start(now);
        let message = ToSeat::Choose(ticket, Box::new(request), Arc::clone(&signal));
        if let Err(failure) = self.seats[seat.index()].handle.send(message) {
            return self.fail(seat, failure);
        }
        let tells_of_draw = draw_offer.is_some();
        self.phase = Phase::Choosing(Pending {
            seat,
            ticket,
            signal,
            clocks_before,
            asks: false,
            tells_of_draw,
        });
    }

    /// Whatever is asked for is not wanted any more; the answer that may still come will be dropped.
    fn withdraw(&mut self) {
        if let Phase::Choosing(pending) = mem::replace(&mut self.phase, Phase::Ready) {
            pending.signal.withdraw();
            let seat = &mut self.seats[pending.seat.index()];
            seat.owed.push(pending.ticket);
            if pending.asks {
                seat.handle.answer(pending.ticket, Err(AskError::Cancelled));
            }
        }
    }

    fn expire(&mut self) {
        match mem::replace(&mut self.phase, Phase::Ready) {
            Phase::Starting { awaited, deadline } if self.time.now() >= deadline => {
                let late = awaited.iter().position(Option::is_some).unwrap_or_default();
                let detail = format!("it did not start within {:?}", self.start_time_max);
                self.fail(Seat::new(late), Failure::new(FailureKind::Unresponsive, detail));
            }
            Phase::Choosing(pending)
                if self.table.clock(pending.seat).left(self.time.now()) == Some(Duration::ZERO) =>
            {
                let seat = pending.seat;
                self.phase = Phase::Choosing(pending);
                self.run_out_of_time(seat);
            }
            // The table's time and the system's don't run alike: wait on.
            phase => self.phase = phase,
        }
    }

    fn run_out_of_time(&mut self, seat: Seat) {
        self.withdraw();
        self.publish(|_, _| Some(Event::ClockExpired(seat)));
        self.end(Ending::forfeit(self.seats.len(), seat, EndReason::TimeExpired(seat)));
    }

    fn fail(&mut self, seat: Seat, failure: Failure) {
        self.withdraw();
        tracing::warn!(player = self.table.player_name(seat), %failure, "{} failed", self.seat_name(seat));
        self.publish(|_, _| Some(Event::PlayerFailed { seat, failure: failure.clone() }));
        self.end(Ending::forfeit(self.seats.len(), seat, EndReason::PlayerFailed(seat, failure)));
    }

    fn end(&mut self, ending: Ending) {
        self.withdraw();
        self.draw_offer = None;
        tracing::info!(ending = ending.describe(|seat| self.seat_name(seat)), "match ended");
        self.table.ending = Some(ending);
        self.phase = Phase::Over;
        self.publish(|table, _| table.ending.clone().map(Event::MatchEnded));
    }

    fn stop(&mut self) {
        if !matches!(self.phase, Phase::Over) {
            self.end(Ending::stopped());
        }
        self.stopped = true;
    }
}
