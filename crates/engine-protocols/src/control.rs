//! Commands that arrive during a search: whether it should stop, and whether pondering has become thinking.

use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crossbeam_channel::Sender;

use crate::lines::{LINE_BYTES_MAX, LineReader, Read};
use crate::lock::lock;

/// What a line says to the thread that reads commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The program shall end.
    Quit,
    /// It shall answer at once.
    Ping,
    /// It shall answer at once during a search, and otherwise when all earlier commands are carried out.
    IsReady,
    /// The search shall end.
    Stop,
    /// The move that is pondered on was played.
    PonderHit,
    /// A search shall begin.
    Go,
    /// Any other command.
    Other,
}

/// How a protocol writes what a thread that reads commands has to know.
pub(crate) struct Vocabulary {
    pub(crate) meaning: fn(&str) -> Meaning,
    /// The answer to [`Meaning::Ping`] and [`Meaning::IsReady`].
    pub(crate) pong: &'static str,
    /// A line that reports an error.
    pub(crate) error: fn(&str) -> String,
}

/// The state shared by the thread that reads commands and the one that runs the player. Searches are numbered from 1 as
/// their `go` is read, so that a command for one search never affects another.
pub(crate) struct Control<W> {
    output: Mutex<W>,
    stopped: Mutex<Stopped>,
    /// The last `ponder-hit`: the number of its search, and when it came.
    ponder_hit: Mutex<Option<(u64, Instant)>>,
    /// How many searches have ended.
    ended: AtomicU64,
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
    pub(crate) fn new(output: W) -> Self {
        let stopped = Mutex::new(Stopped::default());
        Self {
            output: Mutex::new(output),
            stopped,
            ponder_hit: Mutex::new(None),
            ended: AtomicU64::new(0),
        }
    }

    /// Notes that the search with this number has ended.
    pub(crate) fn end(&self, search: u64) {
        self.ended.store(search, Relaxed);
    }

    /// Stops all searches up to this one.
    fn stop(&self, last: u64) {
        let mut stopped = lock(&self.stopped);
        if stopped.last < last {
            *stopped = Stopped { last, since: Some(Instant::now()) };
        }
    }

    /// Stops the search that runs, or the next one if none does.
    pub(crate) fn stop_running(&self) {
        self.stop(self.ended.load(Relaxed) + 1);
    }

    /// When the search with this number was stopped, if it was.
    pub(crate) fn stopped_at(&self, search: u64) -> Option<Instant> {
        let stopped = lock(&self.stopped);
        stopped.since.filter(|_| search <= stopped.last)
    }

    /// When the pondering search with this number got a `ponder-hit`, if it did.
    pub(crate) fn ponder_hit_at(&self, search: u64) -> Option<Instant> {
        lock(&self.ponder_hit).filter(|(number, _)| *number == search).map(|(_, since)| since)
    }

    /// Sends a line; nothing if it is empty.
    pub(crate) fn send(&self, line: &str) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let mut output = lock(&self.output);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// Reads commands. Those for the search whose `go` was read last are carried out here.
pub(crate) fn listen<W: Write>(
    input: impl BufRead,
    control: &Control<W>,
    commands: &Sender<String>,
    vocabulary: &Vocabulary,
) {
    let mut input = LineReader::new(input, LINE_BYTES_MAX);
    let mut searches = 0;
    loop {
        let line = match input.read() {
            Ok(Read::Line(line)) => line,
            Ok(Read::TooLong) => {
                let why = format!("a line has more than {LINE_BYTES_MAX} bytes");
                // A closed output is noticed at the next answer.
                let _unread = control.send(&(vocabulary.error)(&why));
                continue;
            }
            Ok(Read::End) | Err(_) => break,
        };
        let meaning = (vocabulary.meaning)(&line);
        let is_searching = searches > control.ended.load(Relaxed);
        match meaning {
            Meaning::Quit => break,
            Meaning::Stop => control.stop(searches),
            Meaning::PonderHit => *lock(&control.ponder_hit) = Some((searches, Instant::now())),
            Meaning::Ping => {
                let _unread = control.send(vocabulary.pong);
            }
            Meaning::IsReady if is_searching => {
                let _unread = control.send(vocabulary.pong);
            }
            Meaning::Go | Meaning::IsReady | Meaning::Other => {
                searches += u64::from(meaning == Meaning::Go);
                if commands.send(line).is_err() {
                    return;
                }
            }
        }
    }
    control.stop(u64::MAX);
}
