//! A seat: a player's thread, and the messages to and from it.

use std::mem;
use std::sync::Arc;

use board_engine::Seat;

use crate::calls::{self, catch_panic, clipped};
use crate::inbox::{Inbound, InboxSender, PendingAnswer, REPORTS_WAITING_MAX, SeatMessage};
use crate::seat_call::{SeatCall, SeatInput};
use crate::sync::{Receiver, Sender, TrySendError, bounded, thread};
use crate::turn_signal::TurnSignal;
use crate::waiting::spin_recv;
use crate::{
    AskError, Event, Failure, FailureKind, Host, MatchGone, Player, PonderRequest, Prompt,
    TableGame, Thinking, Ticket, TimeSource, Urgency,
};

/// The capacity of a seat's queue. A player with a full queue counts as unresponsive. The queue's memory is allocated
/// up front, so its inputs are boxed.
const SEAT_QUEUE_CAPACITY: usize = 256;

/// The capacity of the answer queue, for the open question and older, withdrawn questions.
const ANSWER_QUEUE_CAPACITY: usize = 64;

/// The queue length up to which events are still sent. The rest of the capacity is reserved for calls.
const EVENT_QUEUE_LEN_MAX: usize = SEAT_QUEUE_CAPACITY / 2;

/// Maximum number of events in one input: a long run of chance moves, such as a shuffle, produces events faster than
/// any player can handle them.
const EVENTS_PER_INPUT_MAX: usize = 128;

/// A person's answer, or why there is none.
pub(crate) type Answer = (Ticket, Result<String, AskError>);

/// The Moderator's end of a seat.
#[derive(Debug)]
pub(crate) struct SeatHandle {
    inputs: Sender<Box<SeatInput>>,
    answers: Sender<Answer>,
    /// Events not yet sent.
    events: Vec<Event>,
    /// Stops the pondering in progress.
    pondering: Option<Arc<TurnSignal>>,
}

/// The seat's end of the channel.
pub(crate) struct SeatPort {
    pub(crate) seat: Seat,
    pub(crate) inputs: Receiver<Box<SeatInput>>,
    pub(crate) answers: Receiver<Answer>,
    pub(crate) inbox: InboxSender,
    pub(crate) time: Arc<dyn TimeSource>,
    pub(crate) game: Arc<dyn TableGame>,
    /// Whether the seat's player can ask a person.
    pub(crate) is_person: bool,
}

impl SeatHandle {
    /// The two ends of a seat.
    pub(crate) fn open(
        seat: Seat,
        is_person: bool,
        inbox: InboxSender,
        time: Arc<dyn TimeSource>,
        game: Arc<dyn TableGame>,
    ) -> (Self, SeatPort) {
        let (input_sender, inputs) = bounded(SEAT_QUEUE_CAPACITY);
        let (answer_sender, answers) = bounded(ANSWER_QUEUE_CAPACITY);
        let port = SeatPort { seat, inputs, answers, inbox, time, game, is_person };
        let (events, pondering) = (Vec::new(), None);
        (Self { inputs: input_sender, answers: answer_sender, events, pondering }, port)
    }

    /// Sends a call that must arrive, after all pending events.
    ///
    /// # Errors
    /// The player's failure if the call can't be delivered.
    pub(crate) fn send(&mut self, call: SeatCall) -> Result<(), Failure> {
        self.stop_pondering();
        let input = SeatInput { events: self.take_events(), call: Some(call) };
        self.inputs.try_send(Box::new(input)).map_err(|error| match error {
            TrySendError::Full(_) => {
                Failure::new(FailureKind::Unresponsive, "it no longer takes messages")
            }
            TrySendError::Disconnected(_) => {
                Failure::new(FailureKind::Vanished, "its thread has ended")
            }
        })
    }

    /// Lets the player ponder until the next call, replacing any pondering in progress.
    pub(crate) fn start_pondering(&mut self, ticket: Ticket, request: PonderRequest) {
        self.stop_pondering();
        if self.inputs.len() < EVENT_QUEUE_LEN_MAX {
            let signal = Arc::new(TurnSignal::new(None));
            self.pondering = Some(Arc::clone(&signal));
            let call = Some(SeatCall::Ponder(ticket, Box::new(request), signal));
            let input = SeatInput { events: self.take_events(), call };
            // Pondering is optional.
            let _lost = self.inputs.try_send(Box::new(input));
        }
    }

    pub(crate) fn stop_pondering(&mut self) {
        if let Some(signal) = self.pondering.take() {
            signal.withdraw();
        }
    }

    /// Queues an event until the table is idle: in a quick exchange, waking a thread for the event takes longer than
    /// the exchange.
    pub(crate) fn queue_event(&mut self, event: Event) {
        if self.events.len() < EVENTS_PER_INPUT_MAX {
            self.events.push(event);
        }
    }

    /// Sends the queued events, if there are any.
    pub(crate) fn send_events(&mut self) {
        let events = self.take_events();
        if !events.is_empty() {
            let _lost = self.inputs.try_send(Box::new(SeatInput { events, call: None }));
        }
    }

    /// The queued events; none if the player is too slow. Every request has the full history, so only events are lost.
    fn take_events(&mut self) -> Vec<Event> {
        let events = mem::take(&mut self.events);
        if self.inputs.len() < EVENT_QUEUE_LEN_MAX { events } else { Vec::new() }
    }

    /// Answers a question from this seat.
    pub(crate) fn answer(&self, ticket: Ticket, answer: Result<String, AskError>) {
        // There is at most one open question; a full channel is not being read.
        let _lost = self.answers.try_send((ticket, answer));
    }
}

/// Pondering must stop when the table is dropped.
impl Drop for SeatHandle {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}

impl SeatPort {
    /// Runs `player` on a new thread until the Moderator closes the channel.
    ///
    /// # Errors
    /// If the thread can't be created.
    pub(crate) fn spawn(self, player: Box<dyn Player>) -> std::io::Result<()> {
        thread::Builder::new()
            .name(format!("seat-{}", self.seat.index() + 1))
            .spawn(move || self.run(player))
            .map(drop)
    }

    fn run(self, mut player: Box<dyn Player>) {
        // Reports the end of this thread, however it ends.
        let _gone_notifier = GoneNotifier { seat: self.seat, inbox: self.inbox.clone() };
        while let Some(input) = spin_recv(&self.inputs).or_else(|| self.inputs.recv().ok()) {
            let failures =
                input.events.iter().filter_map(|event| calls::observe(&mut *player, event));
            let are_sent =
                failures.map(SeatMessage::Failed).all(|failed| self.send_message(failed));
            let answer = self.answer(&mut *player, input);
            if !are_sent || answer.is_some_and(|answer| !self.send_message(answer)) {
                break;
            }
        }
        let _panicked = catch_panic(move || drop(player));
    }

    /// Calls the player. Returns the message to the Moderator, if any.
    fn answer(&self, player: &mut dyn Player, mut input: Box<SeatInput>) -> Option<SeatMessage> {
        match input.call.as_mut()? {
            SeatCall::Start(ticket, setup) => {
                Some(SeatMessage::Started(*ticket, calls::start(player, setup)))
            }
            SeatCall::Choose(_, _, _, signal) | SeatCall::Ponder(_, _, signal)
                if signal.is_withdrawn() =>
            {
                None
            }
            SeatCall::Choose(ticket, asked, request, signal) => {
                let host = SeatHost { port: self, ticket: *ticket, signal };
                // A sleeping thread may wake milliseconds late, and that thinking time is lost.
                let late = self.time.now().saturating_sub(*asked);
                request.time_left = request.time_left.map(|left| left.saturating_sub(late));
                let reply = calls::choose_move(player, request, &host);
                signal.answer();
                let (ticket, at) = (*ticket, self.time.now());
                Some(SeatMessage::Replied { ticket, at, reply, input })
            }
            SeatCall::Ponder(ticket, request, signal) => {
                let host = SeatHost { port: self, ticket: *ticket, signal };
                catch_panic(|| player.ponder(request, &host)).map(SeatMessage::Failed)
            }
        }
    }

    /// Sends a message that must arrive. Returns `false` if the table no longer exists.
    fn send_message(&self, message: SeatMessage) -> bool {
        self.inbox.send(Inbound::Seat(self.seat, message)).is_ok()
    }
}

/// Notifies the Moderator when the seat's thread ends.
struct GoneNotifier {
    seat: Seat,
    inbox: InboxSender,
}

impl Drop for GoneNotifier {
    fn drop(&mut self) {
        let _over = self.inbox.send(Inbound::Seat(self.seat, SeatMessage::Gone));
    }
}

/// The table's services for a player during one request.
struct SeatHost<'a> {
    port: &'a SeatPort,
    ticket: Ticket,
    signal: &'a TurnSignal,
}

impl Host for SeatHost<'_> {
    fn urgency(&self) -> Urgency {
        self.signal.urgency(|| self.port.time.now())
    }

    fn report(&self, thinking: &Thinking) {
        if self.port.inbox.len() < REPORTS_WAITING_MAX {
            let (line, line_error) = (clipped(thinking.line.clone()), thinking.line_error.clone());
            let thinking = Thinking { line, line_error, ..*thinking };
            let message =
                SeatMessage::Reported(self.ticket, self.port.time.now(), Box::new(thinking));
            // A report that doesn't fit is dropped: the next one supersedes it.
            let _full = self.port.inbox.try_send(Inbound::Seat(self.port.seat, message));
        }
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        if !self.port.is_person {
            return Err(AskError::Nobody);
        }
        let prompt = Prompt {
            question: clipped(prompt.question.clone()),
            refusal: prompt.refusal.clone().map(clipped),
        };
        if self.signal.is_withdrawn()
            || !self.port.send_message(SeatMessage::InputRequested(self.ticket, prompt))
        {
            return Err(AskError::Cancelled);
        }
        loop {
            match self.port.answers.recv() {
                Ok((ticket, answer)) if ticket == self.ticket => return answer,
                Ok(_to_an_older_question) => {}
                Err(_gone) => return Err(AskError::Cancelled),
            }
        }
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let text = clipped(text.into());
        let question =
            |answer| Inbound::Seat(self.port.seat, SeatMessage::Resolve(self.ticket, text, answer));
        // If no answer can come, the turn is over.
        let resolved = self.port.inbox.ask(question).and_then(PendingAnswer::wait);
        resolved.unwrap_or_else(|MatchGone| Err(AskError::Cancelled.to_string()))
    }

    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        Some(Arc::clone(&self.port.game))
    }

    fn log(&self, text: &str) {
        tracing::info!(target: "rival::player", seat = self.port.seat.index() + 1, "{text}");
    }
}
