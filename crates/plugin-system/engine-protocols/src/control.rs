//! Commands that arrive during a search: stop and ponder hit.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::command_queue::{CommandSender, IfFull, NotQueued, REFUSAL};
use crate::lines::{LINE_BYTES_MAX, LineReader, Read};
use crate::lock::lock;

/// The meaning of a line to the reading thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The program must end.
    Quit,
    /// Answer immediately.
    Ping,
    /// Answer immediately during a search, otherwise after all earlier commands.
    IsReady,
    /// The search must end.
    Stop,
    /// The opponent played the pondered move.
    PonderHit,
    /// A search must begin.
    Go,
    /// End the search without an answer, then carry out the command.
    Abort,
    /// Any other command.
    Other,
}

/// The protocol's syntax for the commands that the reading thread handles.
pub(crate) struct Vocabulary {
    pub(crate) meaning: fn(&str) -> Meaning,
    /// The answer to [`Meaning::Ping`] and [`Meaning::IsReady`].
    pub(crate) pong: &'static str,
    /// Formats a line that reports an error.
    pub(crate) error: fn(&str) -> String,
}

/// State shared by the reading thread and the player's thread. Searches are numbered from 1 in the order of their `go`
/// commands. A command for one search never affects another search.
pub(crate) struct Control<W> {
    output: Mutex<W>,
    stopped: Mutex<Stopped>,
    /// The arrival time of `ponder-hit` by search number, for searches that have not ended.
    ponder_hits: Mutex<BTreeMap<u64, Instant>>,
    /// The number of searches that have ended.
    ended: AtomicU64,
    /// The last aborted search; all earlier ones are aborted too.
    aborted: AtomicU64,
}

/// The stopped searches.
#[derive(Clone, Copy, Debug, Default)]
struct Stopped {
    /// The last search that was stopped; all earlier ones should stop too.
    last: u64,
    /// The time of the stop.
    since: Option<Instant>,
}

impl<W: Write> Control<W> {
    /// The initial state of an engine that answers on `output`.
    pub(crate) fn new(output: W) -> Self {
        let stopped = Mutex::new(Stopped::default());
        Self {
            output: Mutex::new(output),
            stopped,
            ponder_hits: Mutex::default(),
            ended: AtomicU64::new(0),
            aborted: AtomicU64::new(0),
        }
    }

    /// Records that a search has ended.
    pub(crate) fn end(&self, search: u64) {
        self.ended.store(search, Relaxed);
        lock(&self.ponder_hits).retain(|&number, _| number > search);
    }

    /// Stops all searches up to `last`.
    fn stop(&self, last: u64) {
        let mut stopped = lock(&self.stopped);
        if stopped.last < last {
            *stopped = Stopped { last, since: Some(Instant::now()) };
        }
    }

    /// Aborts all searches up to `last`. Aborted searches give no answer.
    fn abort(&self, last: u64) {
        self.aborted.fetch_max(last, Relaxed);
        self.stop(last);
    }

    /// Returns `true` if the search was aborted and therefore gives no answer.
    pub(crate) fn is_aborted(&self, search: u64) -> bool {
        search <= self.aborted.load(Relaxed)
    }

    /// Stops the running search, or the next one if none is running.
    pub(crate) fn stop_running(&self) {
        self.stop(self.ended.load(Relaxed) + 1);
    }

    /// The time at which the search was stopped; `None` if it was not stopped.
    pub(crate) fn stopped_at(&self, search: u64) -> Option<Instant> {
        let stopped = lock(&self.stopped);
        stopped.since.filter(|_| search <= stopped.last)
    }

    /// The time at which the pondering search received a `ponder-hit`; `None` if it didn't.
    pub(crate) fn ponder_hit_at(&self, search: u64) -> Option<Instant> {
        lock(&self.ponder_hits).get(&search).copied()
    }

    /// Sends a line, unless it is empty.
    pub(crate) fn send(&self, line: &str) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let mut output = lock(&self.output);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// Reads commands. A command about a search applies to the last `go`.
pub(crate) fn listen<W: Write>(
    input: impl BufRead,
    control: &Control<W>,
    commands: &CommandSender<String>,
    vocabulary: &Vocabulary,
) {
    let mut input = LineReader::new(input, LINE_BYTES_MAX);
    let (mut searches, mut is_refusing) = (0, false);
    loop {
        let line = match input.read() {
            Ok(Read::Line(line)) => line,
            Ok(Read::TooLong) => {
                let why = format!("a line has more than {LINE_BYTES_MAX} bytes");
                // A closed output will be noticed at the next answer.
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
            Meaning::PonderHit if is_searching => {
                lock(&control.ponder_hits).insert(searches, Instant::now());
            }
            // The command arrived after the end of its search.
            Meaning::PonderHit => {}
            Meaning::Ping => {
                let _unread = control.send(vocabulary.pong);
            }
            Meaning::IsReady if is_searching => {
                let _unread = control.send(vocabulary.pong);
            }
            Meaning::Go | Meaning::IsReady | Meaning::Abort | Meaning::Other => {
                if meaning == Meaning::Abort {
                    control.abort(searches);
                }
                let if_full = if is_searching { IfFull::Refuse } else { IfFull::Wait };
                let bytes = line.len();
                // Count the search first, because it can end before this thread continues.
                searches += u64::from(meaning == Meaning::Go);
                match commands.send(line, bytes, if_full) {
                    Ok(()) => is_refusing = false,
                    Err(NotQueued::Closed) => return,
                    Err(NotQueued::Full) => {
                        searches -= u64::from(meaning == Meaning::Go);
                        if !std::mem::replace(&mut is_refusing, true) {
                            let _unread = control.send(&(vocabulary.error)(REFUSAL));
                        }
                    }
                }
            }
        }
    }
    control.stop(u64::MAX);
}
