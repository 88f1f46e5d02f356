//! An engine in a child process, under any protocol.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use board_engine::{cut_off, printable};
use games_package::{
    Failure, FailureKind, Host, MoveLimit, PlayerError, Reply, Request, Setup, ThinkingLimits,
    TimeControl, Urgency,
};
use process_pool::Closed;
use rustix::process::Signal;
use thiserror::Error;

use crate::child::{ChildError, Program};
use crate::lines::LINE_BYTES_MAX;
use notation::ProtocolLine;

/// The polling interval for the table during a search.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The interval between checks for whether anybody still needs an answer outside a search.
const CLOSED_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum time to reserve for stopping an engine before it exceeds its limit.
const STOP_TIME_MAX: Duration = Duration::from_millis(50);

/// If our thread wakes up late by at most this much, the engine still gets its full time per move.
pub(crate) const LATE_MAX: Duration = Duration::from_millis(50);

/// Maximum wait for an obsolete answer. A slower engine is killed before the table gives up on this player.
const WITHDRAWN_TIME_MAX: Duration = Duration::from_millis(250);

/// The time for a move in a match without limits.
const UNLIMITED: Duration = Duration::from_secs(1);

/// Maximum number of characters that a failure quotes from an engine's last line.
const LINE_CHARS_MAX: usize = 120;

/// An engine's timeouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From its start until the engine is ready for a game; it may have to load databases.
    pub ready: Duration,
    /// From the stop, or from the end of the engine's time, until its move.
    pub answer: Duration,
    /// From the start of a search until the move, if only depth or nodes are limited and moves have no time limit.
    pub search: Duration,
}

impl Default for Timeouts {
    /// A minute to be ready, two seconds to answer, a year for an unlimited search.
    fn default() -> Self {
        Self {
            ready: Duration::from_mins(1),
            answer: Duration::from_secs(2),
            search: Duration::from_hours(24 * 365),
        }
    }
}

/// The reason why a player can't be created.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The protocol doesn't support this game.
    #[error("engines that speak {protocol} play {games}, not {game}")]
    Game {
        /// The protocol's name.
        protocol: &'static str,
        /// The games that the protocol supports.
        games: &'static str,
        /// The game.
        game: String,
    },
    /// The command is empty.
    #[error("expected an engine command after {before}, like \"{before}{example}\"")]
    NoCommand {
        /// The prefix before the command, such as "engine:hub:".
        before: &'static str,
        /// A sample command.
        example: &'static str,
    },
    /// The command has an unclosed quotation mark.
    #[error("unclosed quotation mark in the command of {before}{command}")]
    Quotes {
        /// The prefix before the command.
        before: &'static str,
        /// The command.
        command: String,
    },
    /// A DXP program's address is malformed.
    #[error("expected an address like \"engine:dxp:localhost:27531\", not \"engine:dxp:{text}\"")]
    NoAddress {
        /// The rejected string.
        text: String,
    },
    /// A DXP address doesn't have this option.
    #[error(
        "expected listen=true, role=initiator, role=follower, minutes=N or moves=N (up to 999) for engine:dxp, not {text}"
    )]
    DxpOption {
        /// The rejected string.
        text: String,
    },
    /// An option is not of the form `NAME=VALUE`.
    #[error("expected options like name=value&name=value after the question mark, not {text}")]
    Option {
        /// The rejected string.
        text: String,
    },
}

/// Splits a command into words at blanks outside quotation marks, as in a shell.
pub(crate) fn words(
    before: &'static str,
    example: &'static str,
    command: &str,
) -> Result<Vec<String>, CommandError> {
    match shlex::split(command) {
        Some(words) if words.is_empty() => Err(CommandError::NoCommand { before, example }),
        Some(words) => Ok(words),
        None => Err(CommandError::Quotes { before, command: command.into() }),
    }
}

/// A command and the option values after its question mark.
type Settings<'a> = (&'a str, Vec<(String, String)>);

/// Splits a command into the command itself and its option values: `stockfish?Hash=64&Threads=2`.
pub(crate) fn settings(command: &str) -> Result<Settings<'_>, CommandError> {
    let (command, settings) = command.split_once('?').unwrap_or((command, ""));
    let mut values = Vec::new();
    for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
        // A button has no value.
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        if name.is_empty() || setting.chars().any(char::is_control) {
            return Err(CommandError::Option { text: setting.into() });
        }
        values.push((name.into(), value.into()));
    }
    Ok((command, values))
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Running {
    program: Program,
    /// The name that the engine reports.
    pub(crate) name: String,
    /// The last error that the engine has reported.
    pub(crate) last_error: Option<String>,
    /// The last line that the engine has sent.
    last_line: String,
    /// Set once nobody needs the engine's answers outside a game. During a game, the table cancels searches.
    pub(crate) closed: Closed,
}

/// Search limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// The time after which the answer is late.
    pub(crate) time: Duration,
    /// The tolerated delay for the answer.
    pub(crate) answer: Duration,
    /// The time after which to stop the engine; `None` if it manages its own clock.
    pub(crate) stop: Option<Duration>,
    /// The command that stops the engine.
    pub(crate) stop_command: &'static str,
}

impl Wait {
    /// The limits for a search that may take this long, including the margin.
    pub(crate) fn new(
        limit: SearchLimit,
        time: Duration,
        timeouts: Timeouts,
        stop_command: &'static str,
    ) -> Self {
        let stop = matches!(limit, SearchLimit::Move(_))
            .then(|| time.saturating_sub((time / 20).min(STOP_TIME_MAX)));
        Self { time, answer: timeouts.answer, stop, stop_command }
    }
}

impl Running {
    /// Starts the program, in `folder` if given. Appends the engine's standard error to a file, if given.
    pub(crate) fn start(
        words: &[String],
        folder: Option<&Path>,
        stderr: Option<&Path>,
    ) -> Result<Self, PlayerError> {
        let refused = |text| PlayerError::of_kind(FailureKind::LoadRefused, text);
        let not_started = |error| refused(format!("{} can't be started: {error}", words[0]));
        let mut program = Program::start(words, folder, LINE_BYTES_MAX).map_err(not_started)?;
        if let Some(file) = stderr {
            let logged = program.log_stderr(file);
            logged.map_err(|error| refused(format!("can't write {}: {error}", file.display())))?;
        }
        Ok(Self {
            program,
            name: words[0].clone(),
            last_error: None,
            last_line: String::new(),
            closed: Closed::default(),
        })
    }

    /// Discards the engine's output so far.
    pub(crate) fn forget_output(&mut self) {
        self.last_error = None;
        self.last_line.clear();
        self.program.discard_stderr();
    }

    /// The process ID.
    pub(crate) fn process_id(&self) -> u32 {
        self.program.process_id()
    }

    /// Sets the name that the engine reports, shortened to a few words.
    pub(crate) fn set_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.name = printable(name).chars().take(60).collect();
        }
    }

    /// Stores an error that the engine reports.
    pub(crate) fn keep_error(&mut self, text: &str) {
        tracing::warn!(text, engine = self.name, "an engine reports an error");
        self.last_error = Some(printable(text).chars().take(120).collect());
    }

    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        tracing::debug!(line, engine = self.name, "to the engine");
        self.program.send(line).map_err(|error| self.failed(&error))
    }

    /// The next line, which must arrive before `deadline`, and before nobody needs it.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, PlayerError> {
        while !self.closed.is_closed() && Instant::now() < deadline {
            let soon = Instant::now() + CLOSED_POLL_INTERVAL;
            if let Some(line) = self.receive_before(deadline.min(soon))? {
                return Ok(line);
            }
        }
        Err(self.late())
    }

    /// The next line if it arrives before `deadline`. Returns even if the engine never stops sending.
    pub(crate) fn receive_before(
        &mut self,
        deadline: Instant,
    ) -> Result<Option<String>, PlayerError> {
        if Instant::now() >= deadline {
            return Ok(None);
        }
        let line = match self.program.receive(deadline) {
            Ok(line) => line,
            Err(ChildError::TimedOut) => return Ok(None),
            Err(error) => return Err(self.failed(&error)),
        };
        tracing::debug!(line, engine = self.name, "from the engine");
        self.last_line.clone_from(&line);
        Ok(Some(line))
    }

    /// The failure of an engine that did not answer in time.
    pub(crate) fn late(&mut self) -> PlayerError {
        self.failed(&ChildError::TimedOut)
    }

    fn failed(&mut self, error: &ChildError) -> PlayerError {
        let kind = match error {
            ChildError::TimedOut | ChildError::NotReading => FailureKind::Unresponsive,
            ChildError::Ended { status } if status.is_some_and(is_crash) => FailureKind::Crashed,
            ChildError::Ended { .. } => FailureKind::Vanished,
            ChildError::LineTooLong { .. } => FailureKind::ProtocolError,
        };
        let said = match &self.last_error {
            Some(last_error) => format!(", after the error: {last_error}"),
            None if self.last_line.trim().is_empty() => String::new(),
            None => format!(", after the line: {}", cut_off(&self.last_line, LINE_CHARS_MAX)),
        };
        self.blamed(kind, &format!("{error}{said}"))
    }

    /// An engine failure, with an excerpt from the engine's standard error.
    fn blamed(&mut self, kind: FailureKind, what: &str) -> PlayerError {
        let excerpt = self.program.stderr_excerpt();
        let mark = if excerpt.is_empty() { "" } else { ": " };
        let text = format!("{}: {what}{mark}{excerpt}", self.name);
        tracing::warn!(failure = text, "an engine failed");
        PlayerError::of_kind(kind, text)
    }

    /// Waits for an answer. Passes each line to `read`, which returns the answer once a line contains it. Stops the
    /// engine when the table asks for the move.
    pub(crate) fn wait<T>(
        &mut self,
        wait: Wait,
        host: &dyn Host,
        mut read: impl FnMut(&mut Self, &str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let begun = Instant::now();
        let mut deadline = begun + wait.time + wait.answer;
        let (mut stop_sent, mut is_withdrawn) = (false, false);
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(self.late());
            }
            let urgency = host.urgency();
            if !is_withdrawn && urgency >= Urgency::Withdrawn {
                is_withdrawn = true;
                deadline = deadline.min(now + WITHDRAWN_TIME_MAX);
            }
            let is_used_up = wait.stop.is_some_and(|stop| now.duration_since(begun) >= stop);
            if !stop_sent && (is_used_up || urgency >= Urgency::MoveNow) {
                stop_sent = true;
                deadline = deadline.min(now + wait.answer);
                self.send(wait.stop_command)?;
            }
            if let Some(line) = self.receive_before(deadline.min(now + POLL_INTERVAL))?
                && let Some(answer) = read(self, &line)
            {
                return Ok(answer);
            }
        }
    }

    /// Converts the engine's answer to a reply for the table.
    pub(crate) fn reply(
        &mut self,
        line: &dyn ProtocolLine,
        text: &str,
    ) -> Result<Reply, PlayerError> {
        let (moves, error) = line.moves_to_table(text);
        match (moves.as_slice(), error) {
            ([only], None) => Ok(Reply::play(only)),
            (_, Some(error)) => {
                // The engine's output may be long.
                let text: String = text.chars().take(60).collect();
                let what = format!("{}: {text}", error.reason());
                Err(self.blamed(FailureKind::IllegalMove, &what))
            }
            _ => {
                let what = format!("\"{text}\" is not one move");
                Err(self.blamed(FailureKind::ProtocolError, &what))
            }
        }
    }
}

/// The limits in a match. We send these limits to the engine, or enforce them ourselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchLimits {
    pub(crate) time_control: TimeControl,
    pub(crate) thinking: ThinkingLimits,
    pub(crate) margin: Duration,
    move_limit: MoveLimit,
}

/// No limits, for a match that was not announced.
impl Default for MatchLimits {
    fn default() -> Self {
        Self {
            time_control: TimeControl::Unlimited,
            thinking: ThinkingLimits::default(),
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
        }
    }
}

impl From<&Setup> for MatchLimits {
    fn from(setup: &Setup) -> Self {
        let Setup { time_control, thinking, margin, move_limit, .. } = *setup;
        Self { time_control, thinking, margin, move_limit }
    }
}

impl MatchLimits {
    /// The time limit for a move that is limited only by depth or nodes.
    pub(crate) fn untimed_move(&self, timeouts: Timeouts) -> Duration {
        self.move_limit.duration().unwrap_or(timeouts.search)
    }
}

/// Returns `true` if a program was killed by a signal that indicates a crash, such as an invalid memory access.
fn is_crash(status: ExitStatus) -> bool {
    let crashes = [
        Signal::SEGV,
        Signal::ABORT,
        Signal::BUS,
        Signal::FPE,
        Signal::ILL,
        Signal::TRAP,
        Signal::SYS,
    ];
    let signal = status.signal();
    signal.is_some_and(|signal| crashes.iter().any(|crash| crash.as_raw() == signal))
}

/// The failure of an engine that could not be restarted during a match. The player doesn't lose the match because of
/// this failure.
pub(crate) fn not_restarted(error: &PlayerError) -> PlayerError {
    let failure = Failure::new(error.kind(), error.text()).at_start();
    PlayerError::of_kind(failure.kind, failure.detail)
}

/// The time limit for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchLimit {
    /// The time on the clock, including the `increment` for this move.
    Increment { left: Duration, increment: Duration },
    /// The time on the clock for `moves` moves, including the `increment` for this move.
    Period { left: Duration, moves: u32, increment: Duration },
    /// The time for this move.
    Move(Duration),
    /// The turn has only a depth or node limit.
    Search,
}

/// The time for the next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnTime {
    /// The time on the clock, if there is one.
    pub(crate) left: Option<Duration>,
    /// The time that the table recommends.
    pub(crate) budget: Option<Duration>,
    /// The number of moves for which the time on the clock must last.
    pub(crate) moves: u32,
}

impl From<&Request> for TurnTime {
    fn from(request: &Request) -> Self {
        let moves = request.moves_to_go().unwrap_or(1);
        Self { left: request.time_left, budget: request.budget, moves }
    }
}

/// The time limit for this move, and the time after which an answer counts as late.
pub(crate) fn search_limit(
    turn: TurnTime,
    limits: &MatchLimits,
    timeouts: Timeouts,
) -> (SearchLimit, Duration) {
    let of_move = limits.move_limit.duration();
    let (limit, time) = match (turn.left, turn.budget, limits.time_control) {
        (Some(left), _, TimeControl::Increment { increment, .. }) => {
            (SearchLimit::Increment { left, increment: increment.min(left) }, left)
        }
        (Some(left), _, TimeControl::Period { increment, .. }) => {
            (SearchLimit::Period { left, moves: turn.moves, increment: increment.min(left) }, left)
        }
        // Use the exact time even if a late thread sees slightly less.
        (Some(left), _, TimeControl::PerMove(time)) if time.saturating_sub(left) < LATE_MAX => {
            (SearchLimit::Move(time), left)
        }
        (Some(left), budget, _) => (SearchLimit::Move(budget.unwrap_or(left)), left),
        (None, ..) if limits.thinking != ThinkingLimits::default() => {
            (SearchLimit::Search, limits.untimed_move(timeouts))
        }
        (None, ..) => {
            let time = of_move.map_or(UNLIMITED, |limit| UNLIMITED.min(limit / 2));
            (SearchLimit::Move(time), of_move.unwrap_or(UNLIMITED))
        }
    };
    (limit, time.saturating_add(limits.margin))
}
