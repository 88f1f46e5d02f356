//! An engine of another program in a child process, whatever its protocol.

use std::io;
use std::time::{Duration, Instant};

use board_engine::{cut_off, printable};
use games_package::{
    FailureKind, Host, PlayerError, Reply, Request, ThinkingLimits, TimeControl, Urgency,
};
use thiserror::Error;

use crate::child::{ChildError, Program};
use crate::lines::LINE_BYTES_MAX;
use crate::played::Line;

/// How often the table is polled during a search.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The most time that is reserved for communication with the engine.
const COMMUNICATION_TIME_MAX: Duration = Duration::from_millis(50);

/// How long to wait for an answer that is no longer needed. An engine that doesn't answer in that time is killed,
/// before the table gives up on this player.
const WITHDRAWN_TIME_MAX: Duration = Duration::from_millis(250);

/// The time for a move in a match without limits.
const UNLIMITED: Duration = Duration::from_secs(1);

/// The most characters of an engine's last line that its failure quotes.
const LINE_CHARS_MAX: usize = 120;

/// The most characters of the end of an engine's standard error that its failure quotes.
const TAIL_CHARS_MAX: usize = 300;

/// The timeouts for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From its start until it is ready for a game: it may have to load databases.
    pub ready: Duration,
    /// For its move, after it was stopped or its time is over.
    pub answer: Duration,
    /// For its move, if only depth or nodes are limited.
    pub search: Duration,
}

impl Default for Timeouts {
    /// A minute to be ready, two seconds to answer, ten minutes for a search without a clock.
    fn default() -> Self {
        Self {
            ready: Duration::from_mins(1),
            answer: Duration::from_secs(2),
            search: Duration::from_mins(10),
        }
    }
}

/// Why a player can't be created.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The protocol can't express this game.
    #[error("engines that speak {protocol} play {games}, not {game}")]
    Game {
        /// The name of the protocol.
        protocol: &'static str,
        /// What its engines play.
        games: &'static str,
        /// The game.
        game: String,
    },
    /// The command is empty.
    #[error(
        "expected the command that starts the engine after {before}, like \"{before}{example}\""
    )]
    NoCommand {
        /// What stands before the command: "engine:hub:".
        before: &'static str,
        /// A command.
        example: &'static str,
    },
    /// A quotation mark of the command is not closed.
    #[error("expected a second quotation mark in the command of {before}{command}")]
    Quotes {
        /// What stands before the command.
        before: &'static str,
        /// The command.
        command: String,
    },
    /// The address of a program that speaks DXP is malformed.
    #[error("expected an address like \"engine:dxp:localhost:27531\", not \"engine:dxp:{text}\"")]
    NoAddress {
        /// The text.
        text: String,
    },
    /// A program that speaks DXP has no such option.
    #[error(
        "expected listen=true, role=initiator, role=follower, minutes=N or moves=N (up to 999) for engine:dxp, not {text}"
    )]
    DxpOption {
        /// The text.
        text: String,
    },
    /// An option is no name and value.
    #[error("expected options like name=value&name=value after the question mark, not {text}")]
    Option {
        /// The text.
        text: String,
    },
}

/// The words of a command, split as in a shell at blanks that don't stand between quotation marks.
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

/// A command, and the values of options that stand after a question mark.
type Settings<'a> = (&'a str, Vec<(String, String)>);

/// Splits a command from the values of options after it: `stockfish?Hash=64&Threads=2`.
pub(crate) fn settings(command: &str) -> Result<Settings<'_>, CommandError> {
    let (command, settings) = command.split_once('?').unwrap_or((command, ""));
    let mut values = Vec::new();
    for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').unwrap_or_default();
        if name.is_empty() || setting.chars().any(char::is_control) {
            return Err(CommandError::Option { text: setting.into() });
        }
        values.push((name.into(), value.into()));
    }
    Ok((command, values))
}

/// An engine that runs.
#[derive(Debug)]
pub(crate) struct Running {
    program: Program,
    /// The name that it reports.
    pub(crate) name: String,
    /// The last error that it has reported.
    pub(crate) last_error: Option<String>,
    /// The last line that it has sent.
    last_line: String,
}

/// How long an engine may search, and what ends its search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// After this time its answer is late.
    pub(crate) time: Duration,
    /// How late it may be.
    pub(crate) answer: Duration,
    /// How much the table must want the answer before the engine is stopped.
    pub(crate) stops_at: Urgency,
}

impl Wait {
    /// For a search of this time by this time control.
    pub(crate) const fn new(time: Duration, timeouts: Timeouts, control: TimeControl) -> Self {
        // An engine that has its clock manages it by itself.
        let manages_clock =
            matches!(control, TimeControl::Increment { .. } | TimeControl::Period { .. });
        let stops_at = if manages_clock { Urgency::MoveNow } else { Urgency::BudgetUsed };
        Self { time, answer: timeouts.answer, stops_at }
    }
}

impl Running {
    /// Starts the program.
    pub(crate) fn start(words: &[String]) -> Result<Self, PlayerError> {
        let not_started = |error: io::Error| {
            let text = format!("{} can't be started: {error}", words[0]);
            PlayerError::of_kind(FailureKind::LoadRefused, text)
        };
        let program = Program::start(words, LINE_BYTES_MAX).map_err(not_started)?;
        Ok(Self { program, name: words[0].clone(), last_error: None, last_line: String::new() })
    }

    /// Takes the name that the engine reports, shortened to a few words.
    pub(crate) fn set_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.name = printable(name).chars().take(60).collect();
        }
    }

    /// Keeps an error that the engine reports.
    pub(crate) fn keep_error(&mut self, text: &str) {
        tracing::warn!(text, engine = self.name, "an engine reports an error");
        self.last_error = Some(printable(text).chars().take(120).collect());
    }

    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        tracing::debug!(line, engine = self.name, "to the engine");
        self.program.send(line).map_err(|error| self.failed(&error))
    }

    /// The next line, which must come before `deadline`.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, PlayerError> {
        let line = self.receive_before(deadline)?;
        line.ok_or_else(|| self.late())
    }

    /// The next line, if one comes before `deadline`, even if the engine never stops sending.
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

    /// The failure of an engine that doesn't answer in time.
    pub(crate) fn late(&mut self) -> PlayerError {
        self.failed(&ChildError::TimedOut)
    }

    fn failed(&mut self, error: &ChildError) -> PlayerError {
        let kind = match error {
            ChildError::TimedOut | ChildError::NotReading => FailureKind::Unresponsive,
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

    /// A failure of the engine, with the end of what it has written to its standard error.
    fn blamed(&mut self, kind: FailureKind, what: &str) -> PlayerError {
        let tail = printable(self.program.stderr_tail().trim());
        let surplus = tail.chars().count().saturating_sub(TAIL_CHARS_MAX);
        let said: String = tail.chars().skip(surplus).collect();
        let mark = match (said.is_empty(), surplus) {
            (true, _) => "",
            (false, 0) => ": ",
            (false, _) => ": …",
        };
        let text = format!("{}: {what}{mark}{said}", self.name);
        tracing::warn!(failure = text, "an engine failed");
        PlayerError::of_kind(kind, text)
    }

    /// Waits for an answer, gives each line before it to `read`, and stops the engine when the table requests it. `read`
    /// returns the answer.
    pub(crate) fn wait<T>(
        &mut self,
        wait: Wait,
        host: &dyn Host,
        mut read: impl FnMut(&mut Self, &str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let mut deadline = Instant::now() + wait.time + wait.answer;
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
            if !stop_sent && urgency >= wait.stops_at {
                stop_sent = true;
                deadline = deadline.min(now + wait.answer);
                self.send("stop")?;
            }
            if let Some(line) = self.receive_before(deadline.min(now + POLL_INTERVAL))?
                && let Some(answer) = read(self, &line)
            {
                return Ok(answer);
            }
        }
    }

    /// The table's move for the engine's answer.
    pub(crate) fn reply(&mut self, line: &dyn Line, text: &str) -> Result<Reply, PlayerError> {
        let (moves, error) = line.moves_to_table(text);
        match (moves.as_slice(), error) {
            ([only], None) => Ok(Reply::play(only)),
            (_, Some(error)) => {
                // The engine's text may be long.
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

/// What limits the time of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveLimit {
    /// What is on the clock, of which `increment` is what each move adds; no more than there is.
    Increment { left: Duration, increment: Duration },
    /// What is on the clock for these moves.
    Period { left: Duration, moves: u32 },
    /// The move itself has a time.
    Move(Duration),
    /// Nothing but depth or nodes.
    Search,
}

/// What limits the time of this move, and the time after which an answer is late.
pub(crate) fn move_limit(
    request: &Request,
    control: TimeControl,
    thinking: ThinkingLimits,
    timeouts: Timeouts,
) -> (MoveLimit, Duration) {
    match (request.time_left, request.budget, control) {
        (Some(left), _, TimeControl::Increment { increment, .. }) => {
            (MoveLimit::Increment { left, increment: increment.min(left) }, left)
        }
        (Some(left), _, TimeControl::Period { .. }) => {
            let moves = request.moves_to_go().unwrap_or(1);
            (MoveLimit::Period { left, moves }, left)
        }
        (Some(left), budget, _) => {
            let budget = budget.unwrap_or(left);
            // Communication with the engine takes time, too.
            let kept = (budget / 10).min(COMMUNICATION_TIME_MAX);
            (MoveLimit::Move(budget.saturating_sub(kept)), left)
        }
        (None, ..) if thinking != ThinkingLimits::default() => (MoveLimit::Search, timeouts.search),
        (None, ..) => (MoveLimit::Move(UNLIMITED), UNLIMITED),
    }
}
