//! Commands that arrive during a search: whether it should stop, and whether pondering has become thinking.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossbeam_channel::Sender;

use crate::hub::message::{Message, error};
use crate::lines::{LINE_BYTES_MAX, Lines, Read};

/// The state shared by the thread that reads commands and the one that runs the player. Searches are numbered from 1 as
/// their `go` is read, so that a command for one search never affects another.
pub(super) struct Control<W> {
    output: Mutex<W>,
    stopped: Mutex<Stopped>,
    /// The last `ponder-hit`: the number of its search, and when it came.
    ponder_hit: Mutex<Option<(u64, Instant)>>,
}

/// Which searches should stop.
#[derive(Clone, Copy, Debug, Default)]
struct Stopped {
    /// The last one; earlier searches should stop as well.
    last: u64,
    /// When it was stopped.
    since: Option<Instant>,
}

impl<W: Write> Control<W> {
    /// For an engine that answers on `output` and has not got any command yet.
    pub(super) fn new(output: W) -> Self {
        let stopped = Mutex::new(Stopped::default());
        Self { output: Mutex::new(output), stopped, ponder_hit: Mutex::new(None) }
    }

    /// Stops all searches up to this one.
    fn stop(&self, last: u64) {
        let mut stopped = lock(&self.stopped);
        if stopped.last < last {
            *stopped = Stopped { last, since: Some(Instant::now()) };
        }
    }

    /// When the search with this number was stopped, if it was.
    pub(super) fn stopped_at(&self, search: u64) -> Option<Instant> {
        let stopped = lock(&self.stopped);
        stopped.since.filter(|_| search <= stopped.last)
    }

    /// When the pondering search with this number got a `ponder-hit`, if it did.
    pub(super) fn ponder_hit_at(&self, search: u64) -> Option<Instant> {
        lock(&self.ponder_hit).filter(|(number, _)| *number == search).map(|(_, since)| since)
    }

    pub(super) fn send(&self, line: &str) -> io::Result<()> {
        let mut output = lock(&self.output);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// Locks a mutex. Its data is consistent after every statement, so a panic elsewhere can't have corrupted it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads commands. Those for the search whose `go` was read last are carried out here.
pub(super) fn listen<W: Write>(
    input: impl BufRead,
    control: &Control<W>,
    commands: &Sender<Message>,
) {
    let mut input = Lines::new(input);
    let mut searches = 0;
    loop {
        let message = match input.read() {
            Ok(Read::Line(line)) => Message::parse(&line),
            Ok(Read::TooLong) => {
                let why = format!("a line has more than {LINE_BYTES_MAX} bytes");
                // A closed output is noticed at the next answer.
                let _unread = control.send(&error(&why));
                continue;
            }
            Ok(Read::End) | Err(_) => break,
        };
        match message.command.as_str() {
            "quit" => break,
            "ping" => {
                let _unread = control.send("pong");
            }
            "stop" => control.stop(searches),
            "ponder-hit" => *lock(&control.ponder_hit) = Some((searches, Instant::now())),
            _ => {
                searches += u64::from(message.command == "go");
                if commands.send(message).is_err() {
                    return;
                }
            }
        }
    }
    control.stop(u64::MAX);
}
