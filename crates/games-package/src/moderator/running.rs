//! A match that runs: the loop over messages.

mod hearing;
mod obeying;
mod telling;
mod turns;

use std::sync::{Arc, Weak};
use std::time::Duration;

use board_engine::Seat;

use super::draw_offer::DrawOffer;
use super::table::Table;
use super::{AfterEnd, Finished, MatchError, Moderator};
use crate::inbox::{Goodbye, Inbound, Ticket};
use crate::seat_thread::SeatHandle;
use crate::subscription::Watcher;
use crate::sync::{Receiver, RecvTimeoutError};
use crate::turn_signal::TurnSignal;
use crate::waiting::receive_at_once;
use crate::{
    Arbiter, AskError, Clock, Ending, Failure, RecordedPlayer, ThinkingLimits, Thought, TimeSource,
};

/// How long the threads of players are waited for when the match is over.
const FAREWELL_TIME_MAX: Duration = Duration::from_millis(500);

/// The shortest wait for a message, so that a clock that stands still at a deadline is not asked without a pause.
const WAIT_MIN: Duration = Duration::from_micros(50);

/// What the table is waiting for.
#[derive(Debug)]
enum Phase {
    /// Every seat's player is to start before the deadline; the tickets are those of the seats that have not.
    Starting { deadline: Duration, awaited: Vec<Option<Ticket>> },
    /// The next turn can begin, unless the match is paused.
    Ready,
    /// The last move, made at this time, is to be seen for a while before the next turn begins.
    Resting { since: Duration },
    /// A seat is to choose.
    Choosing(Pending),
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
    /// How many questions to a person have no answer yet.
    questions: usize,
    /// The request told of a draw offer.
    tells_of_draw: bool,
    /// What the player thinks of its best line.
    thought: Option<Thought>,
}

/// A seat as the Moderator sees it.
struct SeatState {
    handle: SeatHandle,
    gone: bool,
}

pub(super) struct Running {
    table: Table,
    inbox: Receiver<Inbound>,
    /// Alive as long as somebody can send commands.
    directors: Weak<Goodbye>,
    watchers: Vec<Watcher>,
    seats: Vec<SeatState>,
    /// Who sits where, but for the names.
    players: Vec<RecordedPlayer>,
    phase: Phase,
    /// All players have started.
    has_begun: bool,
    draw_offer: Option<DrawOffer>,
    last_ticket: Ticket,
    time: Arc<dyn TimeSource>,
    seed: u64,
    repetition: u32,
    thinking: ThinkingLimits,
    pondering: bool,
    start_time_max: Duration,
    pace: Duration,
    after_end: AfterEnd,
    stopped: bool,
    /// What went wrong too late to count.
    late_failures: Vec<(Seat, Failure)>,
    arbiter: Option<Box<dyn Arbiter>>,
    /// How the arbiter has ended the match, until it is ended.
    ruling: Option<Ending>,
}

impl Running {
    /// Gives each player its thread.
    pub(super) fn seat_players(moderator: Moderator) -> Result<Self, MatchError> {
        let Moderator { setup, table, inbox, control, watchers } = moderator;
        let (mut seats, mut players) = (Vec::new(), Vec::new());
        let mut start_time_max = setup.start_time_max;
        for (seat, setting) in table.seats().zip(setup.seats) {
            let (spec, origin) = (setting.spec, setting.player.origin());
            let odds = setup.odds.get(seat.index()).copied().unwrap_or_default();
            players.push(RecordedPlayer { spec, name: String::new(), origin, odds });
            start_time_max = start_time_max.max(setting.player.start_time());
            let (handle, port) =
                SeatHandle::open(seat, setting.is_person, control.inbox(), Arc::clone(&setup.time));
            port.spawn(setting.player).map_err(|error| MatchError::Thread { seat, error })?;
            seats.push(SeatState { handle, gone: false });
        }
        Ok(Self {
            table,
            inbox,
            directors: control.presence(),
            watchers,
            seats,
            players,
            phase: Phase::Ready,
            has_begun: false,
            draw_offer: None,
            last_ticket: Ticket(0),
            time: setup.time,
            seed: setup.seed,
            repetition: setup.repetition,
            thinking: setup.thinking,
            pondering: setup.pondering,
            start_time_max,
            pace: setup.pace,
            after_end: setup.after_end,
            stopped: false,
            late_failures: Vec::new(),
            arbiter: setup.arbiter,
            ruling: None,
        })
    }

    /// Runs the match, then lets everybody go.
    pub(super) fn run_to_end(mut self) -> Finished {
        self.start_players();
        while self.goes_on() {
            self.begin_turn();
            self.look_around();
            if self.goes_on() {
                self.wait();
            }
        }
        let record = self.record();
        let (abandoned, late_failures) = self.dismiss();
        Finished { record, abandoned, late_failures }
    }

    fn goes_on(&self) -> bool {
        let over = matches!(self.phase, Phase::Over);
        !(self.stopped || over && self.after_end == AfterEnd::Leave)
    }

    /// What only people can do is not waited for when they are gone.
    fn look_around(&mut self) {
        let is_directed = self.directors.strong_count() > 0;
        match &mut self.phase {
            Phase::Over if !is_directed => self.stop(),
            _ if self.table.is_paused && !is_directed => self.stop(),
            Phase::Choosing(pending) if pending.questions > 0 => {
                self.watchers.retain(Watcher::is_there);
                if !is_directed || self.watchers.is_empty() {
                    self.seats[pending.seat.index()].answer_all(pending, AskError::Nobody);
                }
            }
            _ => {}
        }
    }

    /// Takes one message, or notes that the time for it is over. Waits only if nothing else can be done.
    fn wait(&mut self) {
        if matches!(self.phase, Phase::Ready) && !self.table.is_paused {
            return self.inbox.try_recv().map_or((), |message| self.take(message));
        }
        if let Some(message) = receive_at_once(&self.inbox) {
            return self.take(message);
        }
        self.tell_the_rest();
        let received = match self.deadline() {
            Some(deadline) => {
                let Some(left) = deadline.checked_sub(self.time.now()) else {
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
            Err(RecvTimeoutError::Disconnected) => self.stop(),
        }
    }

    fn take(&mut self, message: Inbound) {
        match message {
            Inbound::Command(command) => self.obey(command),
            Inbound::Watch(watcher) => self.admit(watcher),
            Inbound::Record(wanted) => self.give_record(&wanted),
            Inbound::Seat(seat, message) => self.hear(seat, message),
            // The loop looks around anyway.
            Inbound::Left => {}
        }
    }

    /// The time is over. What was said before may still lie in the inbox and is heard first, but not what comes in
    /// meanwhile: who talks without end is late as well. Only an answer that is on its way is waited for.
    fn hear_out(&mut self, deadline: Duration) {
        for _ in 0..self.inbox.len() {
            let Ok(message) = self.inbox.try_recv() else { break };
            self.take(message);
            if self.deadline() != Some(deadline) {
                return;
            }
        }
        match &self.phase {
            Phase::Choosing(pending) if !pending.signal.expire() => {
                if let Ok(answer) = self.inbox.recv_timeout(WAIT_MIN) {
                    self.take(answer);
                }
            }
            _ => self.expire(),
        }
    }

    fn deadline(&mut self) -> Option<Duration> {
        match &self.phase {
            Phase::Starting { deadline, .. } => Some(*deadline),
            Phase::Choosing(Pending { seat, .. }) => self.table.clock(*seat).deadline(),
            Phase::Resting { since } => Some(since.saturating_add(self.pace)),
            Phase::Ready | Phase::Over => None,
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
