//! A match that runs beside the screen: its events, what is typed, and interruptions, in one queue.

use std::io::{self, BufRead};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use analysis::{Advice, AnalysisUpdate};
use board_engine::Viewer;
use crossbeam_channel::{Receiver, Sender, unbounded};
use games_package::{
    Command, Control, ControlError, Event, Finished, MatchError, MatchSetup, Moderator, Refusal,
    SentCommand, Subscription,
};
use house::interrupt::{self, Interruption};
use house::{Failure, FailureKind, OrFail};

/// What the screen is told.
#[derive(Debug)]
pub(crate) enum Message {
    /// From the table.
    Table(Box<Event>),
    /// The table has told its last event.
    TableClosed,
    /// A line that was typed.
    Line(String),
    /// Nothing more will be typed.
    EndOfInput,
    /// Ctrl-C, or nobody reads the output any more.
    Interrupted(Interruption),
    /// Advice that was asked for.
    Advice(Box<Advice>),
    /// From a player that analyzes a position, with the number of the analysis.
    AnalysisUpdate(usize, Box<AnalysisUpdate>),
    /// For the full screen: keys and the like.
    Screen(Box<screen::Message>),
}

/// How long a command may take to end when it is interrupted.
const TIME_TO_END: Duration = Duration::from_secs(10);

/// Where lines come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Nobody types.
    None,
    /// The standard input.
    Lines,
    /// The keys and the mouse of the terminal.
    Keys,
}

/// The one queue of what the screen is told, over all matches that are played before it.
#[derive(Debug)]
pub(crate) struct Inbox {
    sender: Sender<Message>,
    pub(crate) messages: Receiver<Message>,
}

impl Inbox {
    /// An empty one, into which `input` and interruptions come from now on.
    pub(crate) fn open(input: Input) -> Result<Self, Failure> {
        // Not bounded: a match has an end, and a screen that shows it slowly must still show all of it.
        let (sender, messages) = unbounded();
        interrupt::listen(TIME_TO_END, {
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

    /// For those who have something to tell the screen.
    pub(crate) fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }

    /// What was typed meanwhile is kept; what a table has told that is gone is forgotten.
    pub(crate) fn forget_table(&self) {
        self.forget(|message| {
            matches!(message, Message::Table(_) | Message::TableClosed | Message::Advice(_))
        });
    }

    fn forget(&self, is_forgotten: impl Fn(&Message) -> bool) {
        let kept: Vec<Message> =
            self.messages.try_iter().filter(|message| !is_forgotten(message)).collect();
        for message in kept {
            // The other end is ours.
            let _sent = self.sender.send(message);
        }
    }
}

/// A match on a thread of its own.
#[derive(Debug)]
pub(crate) struct LiveMatch {
    pub(crate) control: Control,
    pub(crate) messages: Receiver<Message>,
    moderator: JoinHandle<Result<Finished, MatchError>>,
    view: View,
}

/// The match as one viewer sees it, on its way to the inbox.
#[derive(Debug)]
struct View {
    /// Whether the inbox is told of it.
    is_open: Arc<Mutex<bool>>,
    thread: JoinHandle<()>,
}

impl View {
    fn open(events: Subscription, inbox: Sender<Message>) -> Result<Self, Failure> {
        let is_open = Arc::new(Mutex::new(true));
        let gate = Arc::clone(&is_open);
        let thread = spawn("events", move || {
            let tell = |message| *locked(&gate) && inbox.send(message).is_ok();
            for sequenced in events {
                if !tell(Message::Table(Box::new(sequenced.event))) {
                    return;
                }
            }
            // The screen may be gone already.
            let _told = tell(Message::TableClosed);
        })?;
        Ok(Self { is_open, thread })
    }

    /// Nothing is told from here on.
    fn close(&self) {
        *locked(&self.is_open) = false;
    }
}

/// Nothing is left undone by a thread that panics with it.
fn locked(gate: &Mutex<bool>) -> MutexGuard<'_, bool> {
    gate.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveMatch {
    /// Begins the match.
    pub(crate) fn begin(setup: MatchSetup, input: Input) -> Result<Self, Failure> {
        Self::begin_before(&Inbox::open(input)?, setup, Viewer::Public)
    }

    /// Begins the match, which tells this inbox what `viewer` may see.
    pub(crate) fn begin_before(
        inbox: &Inbox,
        setup: MatchSetup,
        viewer: Viewer,
    ) -> Result<Self, Failure> {
        let mut moderator = Moderator::new(setup).map_err(match_failure)?;
        let control = moderator.control();
        let view = View::open(moderator.subscribe(viewer), inbox.sender())?;
        let moderator = spawn("moderator", move || moderator.run())?;
        Ok(Self { control, messages: inbox.messages.clone(), moderator, view })
    }

    /// Tells the inbox from now on what this viewer may see, beginning with the whole table; what others may see is on
    /// its way no more.
    pub(crate) fn see_as(&mut self, inbox: &Inbox, viewer: Viewer) -> Result<(), Failure> {
        self.view.close();
        inbox.forget(|message| matches!(message, Message::Table(_) | Message::TableClosed));
        match self.control.subscribe(viewer) {
            Ok(events) => self.view = View::open(events, inbox.sender())?,
            // The other end is that of whoever asks.
            Err(_gone) => drop(inbox.sender.send(Message::TableClosed)),
        }
        Ok(())
    }

    /// Sends a command. Why the table refuses it, if it does; one that is gone has nothing to say.
    pub(crate) fn send(&self, command: Command) -> Result<(), Refusal> {
        match self.control.send(command).map(SentCommand::wait) {
            Ok(Err(ControlError::Refused(refusal))) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Ends the match if it still goes on, and gives what it left behind. What is not shown to its end, since its screen
    /// has failed, say, must not be waited for.
    pub(crate) fn finish(self) -> Result<Finished, Failure> {
        // The match may be over already.
        let _gone = self.control.send(Command::Stop);
        let broken = || Failure::new(FailureKind::Failed, anyhow::anyhow!("the table broke down"));
        let finished = self.moderator.join().map_err(|_panic| broken())?;
        self.view.thread.join().map_err(|_panic| broken())?;
        finished.map_err(match_failure)
    }
}

fn spawn<T: Send + 'static>(
    name: &str,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    thread::Builder::new().name(name.into()).spawn(run).or_fail(FailureKind::Failed)
}

/// The longest line that is taken, in bytes: nobody types more.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Sends each line until the input ends. This thread is never joined: it waits for the person at the keyboard.
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

/// Sends each key, and what else a terminal tells, until it is gone. This thread is never joined, either.
fn read_keys(messages: &Sender<Message>) {
    loop {
        let message = match ratatui::crossterm::event::read() {
            Ok(event) => Message::Screen(Box::new(screen::Message::Input(event))),
            Err(_gone) => Message::EndOfInput,
        };
        let ended = matches!(message, Message::EndOfInput);
        if messages.send(message).is_err() || ended {
            return;
        }
    }
}

/// A wrong position is the input's fault, a wrong number of players the command line's.
fn match_failure(error: MatchError) -> Failure {
    let kind = match error {
        MatchError::Players { .. } => FailureKind::Usage,
        MatchError::Notation(_) => FailureKind::Input,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}
