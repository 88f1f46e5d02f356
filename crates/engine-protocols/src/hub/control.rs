//! What is heard while a search goes on: whether it should stop, and whether its pondering has become thinking.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossbeam_channel::Sender;

use crate::hub::message::{Message, error};
use crate::lines::{LINE_BYTES_MAX, Lines, Read};

/// What the listener and the player share. Searches are counted as their `go` is read, from 1 on, so that what is said to
/// one of them never reaches another.
pub(super) struct Control<W> {
    output: Mutex<W>,
    stopped: Mutex<Stopped>,
    /// Which pondering became thinking last, and when.
    hit: Mutex<Option<(u64, Instant)>>,
}

/// Which searches should answer.
#[derive(Clone, Copy, Debug, Default)]
struct Stopped {
    /// The last of them: those before it as well.
    last: u64,
    /// Since when.
    since: Option<Instant>,
}

impl<W: Write> Control<W> {
    /// Of an engine that answers on `output`, and was asked for nothing yet.
    pub(super) fn new(output: W) -> Self {
        let stopped = Mutex::new(Stopped::default());
        Self { output: Mutex::new(output), stopped, hit: Mutex::new(None) }
    }

    /// Stops the searches up to this one.
    fn stop(&self, last: u64) {
        let mut stopped = unpoisoned(&self.stopped);
        if stopped.last < last {
            *stopped = Stopped { last, since: Some(Instant::now()) };
        }
    }

    /// Since when the search with this number should answer, if it should.
    pub(super) fn stopped_since(&self, search: u64) -> Option<Instant> {
        let stopped = unpoisoned(&self.stopped);
        stopped.since.filter(|_| search <= stopped.last)
    }

    /// Since when the pondering with this number is thinking, if it is.
    pub(super) fn hit_since(&self, search: u64) -> Option<Instant> {
        unpoisoned(&self.hit).filter(|(number, _)| *number == search).map(|(_, since)| since)
    }

    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        let mut output = unpoisoned(&self.output);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// What is behind a lock is whole after every statement, so that a panic elsewhere can't have spoiled it.
pub(super) fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads commands. Those that are meant for the search whose `go` was read last are carried out here.
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
                // Who doesn't read will be noticed at the next answer.
                let _unread = control.say(&error(&why));
                continue;
            }
            Ok(Read::End) | Err(_) => break,
        };
        match message.command.as_str() {
            "quit" => break,
            "ping" => {
                let _unread = control.say("pong");
            }
            "stop" => control.stop(searches),
            "ponder-hit" => *unpoisoned(&control.hit) = Some((searches, Instant::now())),
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
