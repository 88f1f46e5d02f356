//! A running match: its events, user input and interruptions, in one queue.

use std::io::{self, BufRead};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use analysis::{Advice, AnalysisUpdate};
use app_context::interrupt::{self, Interruption};
use app_context::{Failure, FailureKind, OrFail};
use board_engine::Viewer;
use crossbeam_channel::{Receiver, Sender, unbounded};
use games_package::{
    Command, Control, ControlError, Finished, MatchError, MatchSetup, Moderator, Refusal,
    SentCommand, SequencedEvent, Subscription,
};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};

use crate::message::Message as ScreenMessage;

/// A message to the user interface.
#[derive(Debug)]
pub enum Message {
    /// A match event.
    Table(Box<SequencedEvent>),
    /// The match sends no more events.
    TableClosed,
    /// A typed line.
    Line(String),
    /// The input has ended.
    EndOfInput,
    /// Ctrl-C, or the output was closed.
    Interrupted(Interruption),
    /// Requested advice.
    Advice(Box<Advice>),
    /// An update for the analysis with this number.
    AnalysisUpdate(usize, Box<AnalysisUpdate>),
    /// A message to the full screen, such as a key press.
    Screen(Box<ScreenMessage>),
}

/// The time limit for ending a command after an interruption.
const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(10);

/// The source of user input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// No input is read.
    None,
    /// Lines from standard input.
    Lines,
    /// Key and mouse events from the terminal.
    Keys,
}

/// The queue of messages to the user interface. The queue persists across matches.
#[derive(Debug)]
pub struct Inbox {
    sender: Sender<Message>,
    /// The messages.
    pub messages: Receiver<Message>,
}

impl Inbox {
    /// Creates an empty queue that receives `input` and interruptions.
    ///
    /// # Errors
    /// [`Failure`] if the system can't start a thread.
    pub fn open(input: Input) -> Result<Self, Failure> {
        // Unbounded: a match is finite, and even a slow screen must show the whole match.
        let (sender, messages) = unbounded();
        interrupt::listen(SHUTDOWN_TIME_MAX, {
            let sender = sender.clone();
            move |interruption| sender.send(Message::Interrupted(interruption)).is_ok()
        });
        let read = match input {
            Input::None => None,
            Input::Lines => Some(read_lines as fn(&Sender<Message>)),
            Input::Keys => Some(read_keys as fn(&Sender<Message>)),
        };
        if let Some(read) = read {
            let sender = sender.clone();
            spawn("input", move || read(&sender))?;
        }
        Ok(Self { sender, messages })
    }

    /// A sender to this queue.
    pub fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }

    /// Discards a finished match's messages, but not user input.
    pub fn discard_table_messages(&self) {
        self.discard(|message| {
            matches!(message, Message::Table(_) | Message::TableClosed | Message::Advice(_))
        });
    }

    fn discard(&self, is_discarded: impl Fn(&Message) -> bool) {
        let kept: Vec<Message> =
            self.messages.try_iter().filter(|message| !is_discarded(message)).collect();
        for message in kept {
            // The receiver is `self.messages`.
            let _sent = self.sender.send(message);
        }
    }
}

/// A match that runs on its own thread.
#[derive(Debug)]
pub struct LiveMatch {
    /// Directs the match.
    pub control: Control,
    /// The messages in the thread's inbox.
    pub messages: Receiver<Message>,
    moderator: JoinHandle<Result<Finished, MatchError>>,
    forwarder: EventForwarder,
}

/// The thread that forwards the match events visible to one viewer to the inbox.
#[derive(Debug)]
struct EventForwarder {
    /// `true` while events are forwarded.
    is_open: Arc<Mutex<bool>>,
    thread: JoinHandle<()>,
}

impl EventForwarder {
    fn open(events: Subscription, inbox: Sender<Message>) -> Result<Self, Failure> {
        let is_open = Arc::new(Mutex::new(true));
        let gate = Arc::clone(&is_open);
        let thread = spawn("events", move || {
            let send = |message| *lock(&gate) && inbox.send(message).is_ok();
            for sequenced in events {
                if !send(Message::Table(Box::new(sequenced))) {
                    return;
                }
            }
            // The inbox may be closed already.
            let _sent = send(Message::TableClosed);
        })?;
        Ok(Self { is_open, thread })
    }

    /// Stops forwarding.
    fn close(&self) {
        *lock(&self.is_open) = false;
    }
}

/// Locks the gate. A panic in another holder leaves the `bool` valid.
fn lock(gate: &Mutex<bool>) -> MutexGuard<'_, bool> {
    gate.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveMatch {
    /// Starts the match with a new inbox.
    ///
    /// # Errors
    /// [`Failure`] if the match can't be set up.
    pub fn begin(setup: MatchSetup, input: Input) -> Result<Self, Failure> {
        Self::begin_with_inbox(&Inbox::open(input)?, setup, Viewer::Public)
    }

    /// Starts the match, and sends the events that `viewer` may see to this inbox.
    ///
    /// # Errors
    /// [`Failure`] if the match can't be set up.
    pub fn begin_with_inbox(
        inbox: &Inbox,
        setup: MatchSetup,
        viewer: Viewer,
    ) -> Result<Self, Failure> {
        let mut moderator = Moderator::new(setup).map_err(match_failure)?;
        let control = moderator.control();
        let events = moderator.subscribe_unbounded(viewer);
        let forwarder = EventForwarder::open(events, inbox.sender())?;
        let moderator = spawn("moderator", move || moderator.run())?;
        Ok(Self { control, messages: inbox.messages.clone(), moderator, forwarder })
    }

    /// From now on, sends the inbox the events that this viewer may see, starting with the whole table. Discards queued
    /// events for the previous viewer.
    ///
    /// # Errors
    /// [`Failure`] if the system can't start a thread.
    pub fn change_viewer(&mut self, inbox: &Inbox, viewer: Viewer) -> Result<(), Failure> {
        self.forwarder.close();
        inbox.discard(|message| matches!(message, Message::Table(_) | Message::TableClosed));
        match self.control.subscribe(viewer) {
            Ok(events) => self.forwarder = EventForwarder::open(events, inbox.sender())?,
            // The match is over. The receiver is `inbox.messages`.
            Err(_gone) => drop(inbox.sender.send(Message::TableClosed)),
        }
        Ok(())
    }

    /// Sends a command.
    ///
    /// # Errors
    /// If the moderator refuses the command. A finished match refuses nothing.
    pub fn send(&self, command: Command) -> Result<(), Refusal> {
        match self.control.send(command).map(SentCommand::wait) {
            Ok(Err(ControlError::Refused(refusal))) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Stops the match if it is still running, because an error may have closed the screen early. Returns the result.
    ///
    /// # Errors
    /// [`Failure`] if the match could not begin or its thread panicked.
    pub fn finish(self) -> Result<Finished, Failure> {
        // The match may be over already.
        let _gone = self.control.send(Command::Stop);
        let panicked = || Failure::message(FailureKind::Failed, "the match thread has failed");
        let finished = self.moderator.join().map_err(|_panic| panicked())?;
        self.forwarder.thread.join().map_err(|_panic| panicked())?;
        finished.map_err(match_failure)
    }
}

fn spawn<T: Send + 'static>(
    name: &str,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    thread::Builder::new().name(name.into()).spawn(run).or_fail(FailureKind::Failed)
}

/// The maximum length of an input line in bytes.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Sends each line until the input ends. This thread is never joined, since reading can block forever.
fn read_lines(messages: &Sender<Message>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, LINE_BYTES_MAX).read_until(b'\n', &mut line);
        let message = match read {
            Ok(0) | Err(_) => Message::EndOfInput,
            Ok(_) => Message::Line(String::from_utf8_lossy(&line).trim().to_string()),
        };
        let ended = matches!(message, Message::EndOfInput);
        if messages.send(message).is_err() || ended {
            return;
        }
    }
}

/// Sends each terminal event until the terminal is closed. This thread is never joined either.
fn read_keys(messages: &Sender<Message>) {
    loop {
        let message = match event::read() {
            Ok(event) => Message::Screen(Box::new(ScreenMessage::Input(with_enter(event)))),
            Err(_gone) => Message::EndOfInput,
        };
        let ended = matches!(message, Message::EndOfInput);
        if messages.send(message).is_err() || ended {
            return;
        }
    }
}

/// The event, with a line feed converted to Enter. A terminal sends a line feed for an Enter typed before the full
/// screen opened.
fn with_enter(event: Event) -> Event {
    match event {
        Event::Key(key) if key == KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL) => {
            Event::Key(KeyCode::Enter.into())
        }
        event => event,
    }
}

/// An invalid position is an input error. A wrong number of players is a usage error.
fn match_failure(error: MatchError) -> Failure {
    let kind = match error {
        MatchError::Players { .. } => FailureKind::Usage,
        MatchError::Notation(_) => FailureKind::Input,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_feed_is_enter() {
        let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
        let enter = key(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(with_enter(key(KeyCode::Char('j'), KeyModifiers::CONTROL)), enter);
        let letter = key(KeyCode::Char('j'), KeyModifiers::NONE);
        assert_eq!(with_enter(letter.clone()), letter);
    }
}
