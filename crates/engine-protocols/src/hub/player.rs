//! Another program's engine as a player.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use board_engine::printable;
use games_package::{
    FailureKind, Host, Player, PlayerError, Reply, Request, Setup, Thinking, ThinkingLimits,
    TimeControl, Urgency, Valuation,
};
use thiserror::Error;

use crate::child::{ChildError, Program};
use crate::hub::line::{Line, line_of};
use crate::hub::message::{Message, MessageBuilder};

/// How often the table is polled during a search.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The most time that is reserved for communication with the engine.
const COMMUNICATION_TIME_MAX: Duration = Duration::from_millis(50);

/// How long an idle engine may take to answer a `ping`, if it supports it.
const PING_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to drain the output of an engine that doesn't support `ping`, before it is asked for a move.
const DRAIN_TIME: Duration = Duration::from_millis(1);

/// How long to wait for an answer that is no longer needed. An engine that doesn't answer in that time is killed,
/// before the table gives up on this player.
const WITHDRAWN_TIME_MAX: Duration = Duration::from_millis(250);

/// The time for a move in a match without limits.
const UNLIMITED: Duration = Duration::from_secs(1);

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
pub enum HubError {
    /// The protocol can't express this game.
    #[error("engines that speak Hub play draughts without passing, not {0}")]
    Game(String),
    /// The command is empty.
    #[error(
        "expected the command that starts the engine after engine:hub:, like \"engine:hub:scan hub\""
    )]
    NoCommand,
    /// A quotation mark of the command is not closed.
    #[error("expected a second quotation mark in the command of engine:hub:{0}")]
    Quotes(String),
}

/// An engine that speaks Hub, in a child process.
///
/// The process is started with the first match and reused for the next ones; it ends with the player. The engine is not
/// asked to ponder.
pub struct HubPlayer {
    /// The program and its arguments.
    words: Vec<String>,
    timeouts: Timeouts,
    line: Box<dyn Line>,
    running: Option<Running>,
    setup: Option<(TimeControl, ThinkingLimits)>,
}

/// An engine that is ready.
#[derive(Debug)]
struct Running {
    program: Program,
    /// The name that it reports.
    name: String,
    /// The last error that it has reported.
    last_error: Option<String>,
    /// Whether it supports `ping`.
    answers_ping: bool,
}

impl HubPlayer {
    /// The engine that `command` starts, for `game` by its full name, "checkers:international". The command is split
    /// into words at blanks, with quotation marks as in a shell; no shell is run.
    ///
    /// # Errors
    /// [`HubError`] if the game is not supported, or if the command is malformed.
    pub fn new(game: &str, command: &str, timeouts: Timeouts) -> Result<Self, HubError> {
        let line = line_of(game).ok_or_else(|| HubError::Game(game.into()))?;
        let words = shlex::split(command).ok_or_else(|| HubError::Quotes(command.into()))?;
        if words.is_empty() {
            return Err(HubError::NoCommand);
        }
        Ok(Self { words, timeouts, line, running: None, setup: None })
    }

    /// Starts the engine and initializes it for a game.
    fn launch(&self) -> Result<Running, PlayerError> {
        let program = Program::start(&self.words).map_err(|error| self.not_started(&error))?;
        let name = self.words[0].clone();
        let mut running = Running { program, name, last_error: None, answers_ping: false };
        let deadline = Instant::now() + self.timeouts.ready;
        running.send("hub".into())?;
        let variant = self.line.variant();
        let mut variants = None;
        loop {
            let message = running.receive(deadline)?;
            match message.command.as_str() {
                "wait" => break,
                "id" => running.set_name(&message),
                "param" if message.get("name") == Some("variant") => {
                    variants = Some(message.get("values").unwrap_or_default().to_owned());
                }
                _ => {}
            }
        }
        match variants {
            Some(known) if known.is_empty() || known.split(' ').any(|one| one == variant) => {
                let set =
                    MessageBuilder::new("set-param").with("name", "variant").with("value", variant);
                running.send(set.line())?;
            }
            // An engine without the parameter plays the variant for which the protocol was made.
            None if variant == "normal" => {}
            known => return Err(self.wrong_variant(variant, known)),
        }
        running.send("init".into())?;
        while running.receive(deadline)?.command != "ready" {}
        running.answers_ping = running.ping(deadline.min(Instant::now() + PING_TIMEOUT))?;
        Ok(running)
    }

    fn not_started(&self, error: &io::Error) -> PlayerError {
        let text = format!("{} can't be started: {error}", self.words[0]);
        PlayerError::of_kind(FailureKind::LoadRefused, text)
    }

    fn wrong_variant(&self, variant: &str, known: Option<String>) -> PlayerError {
        let known = known.unwrap_or_else(|| "normal".into());
        let text = format!("{} doesn't play {variant}: it has {known}", self.words[0]);
        PlayerError::of_kind(FailureKind::LoadRefused, text)
    }

    /// The limits for this move in the form of the protocol, and the time after which an answer is late.
    fn level(&self, request: &Request) -> (String, Duration) {
        let (control, thinking) = self.setup.unwrap_or_default();
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        let mut level = MessageBuilder::new("level");
        if let Some(depth) = thinking.depth {
            level = level.with("depth", &depth.to_string());
        }
        if let Some(nodes) = thinking.nodes {
            level = level.with("nodes", &nodes.to_string());
        }
        let searches_to_an_end = thinking != ThinkingLimits::default();
        let (level, time) = match (request.time_left, request.budget, control) {
            (Some(left), _, TimeControl::Increment { increment, .. }) => {
                // The table adds the increment after a move, the protocol before it.
                let increment = increment.min(left);
                let before = left.saturating_sub(increment);
                (level.with("time", &seconds(before)).with("inc", &seconds(increment)), left)
            }
            (Some(left), _, TimeControl::Period { .. }) => {
                let moves = request.moves_to_go().unwrap_or(1);
                let level = level.with("moves", &moves.to_string());
                (level.with("time", &seconds(left)), left)
            }
            (Some(left), budget, _) => {
                let budget = budget.unwrap_or(left);
                // Communication with the engine takes time, too.
                let kept = (budget / 10).min(COMMUNICATION_TIME_MAX);
                (level.with("move-time", &seconds(budget.saturating_sub(kept))), left)
            }
            (None, ..) if searches_to_an_end => (level, self.timeouts.search),
            (None, ..) => (level.with("move-time", &seconds(UNLIMITED)), UNLIMITED),
        };
        (level.line(), time)
    }
}

impl Running {
    fn set_name(&mut self, message: &Message) {
        let parts = [message.get("name"), message.get("version")];
        let known: Vec<&str> =
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        if !known.is_empty() {
            // The name is shortened to a word or two.
            self.name = printable(&known.join(" ")).chars().take(60).collect();
        }
    }

    fn send(&mut self, line: String) -> Result<(), PlayerError> {
        tracing::debug!(line, engine = self.name, "to the engine");
        self.program.send(line).map_err(|error| self.failed(&error))
    }

    /// Whether the engine answers a `ping` before `deadline`; earlier output is skipped.
    fn ping(&mut self, deadline: Instant) -> Result<bool, PlayerError> {
        self.send("ping".into())?;
        while let Some(message) = self.receive_before(deadline)? {
            if message.command == "pong" {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Skips output since the last answer, so that it is not taken for the next answer.
    fn drain(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !self.answers_ping {
            let end = Instant::now() + DRAIN_TIME;
            while self.receive_before(end)?.is_some() {}
        } else if !self.ping(deadline)? {
            return Err(self.failed(&ChildError::TimedOut));
        }
        Ok(())
    }

    /// The next message, which must come before `deadline`.
    fn receive(&mut self, deadline: Instant) -> Result<Message, PlayerError> {
        let message = self.receive_before(deadline)?;
        message.ok_or_else(|| self.failed(&ChildError::TimedOut))
    }

    /// The next message, if one comes before `deadline`, even if the engine never stops sending.
    fn receive_before(&mut self, deadline: Instant) -> Result<Option<Message>, PlayerError> {
        if Instant::now() >= deadline {
            return Ok(None);
        }
        let line = match self.program.receive(deadline) {
            Ok(line) => line,
            Err(ChildError::TimedOut) => return Ok(None),
            Err(error) => return Err(self.failed(&error)),
        };
        tracing::debug!(line, engine = self.name, "from the engine");
        let message = Message::parse(&line);
        if message.command == "error" {
            tracing::warn!(line, engine = self.name, "an engine reports an error");
            let text = message.get("message").unwrap_or_default();
            self.last_error = Some(printable(text).chars().take(120).collect());
        }
        Ok(Some(message))
    }

    fn failed(&self, error: &ChildError) -> PlayerError {
        let kind = match error {
            ChildError::TimedOut | ChildError::NotReading => FailureKind::Unresponsive,
            ChildError::Ended { .. } => FailureKind::Vanished,
            ChildError::LineTooLong => FailureKind::ProtocolError,
        };
        let said =
            self.last_error.as_ref().map(|last_error| format!(", after the error: {last_error}"));
        PlayerError::of_kind(kind, format!("{}: {error}{}", self.name, said.unwrap_or_default()))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        self.running.as_ref().map_or_else(|| self.words.join(" "), |running| running.name.clone())
    }

    /// Slightly longer than the engine's own timeout.
    fn start_time(&self) -> Duration {
        self.timeouts.ready + self.timeouts.answer
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some((setup.time_control, setup.thinking));
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.launch()?,
        };
        running.last_error = None;
        running.send("new-game".into())?;
        // An engine that has failed is dropped: the next match starts a new one.
        self.running = Some(running);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.line.set_from_table(&request.start, &request.moves)?;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.launch()?,
        };
        running.drain(Instant::now() + self.timeouts.answer)?;
        let (position, moves) = self.line.to_hub();
        let place = MessageBuilder::new("pos").with("pos", &position);
        let place = if moves.is_empty() { place } else { place.with("moves", &moves) };
        running.send(place.line())?;
        let (level, time) = self.level(request);
        running.send(level)?;
        running.send("go think".into())?;
        let done = self.wait_for_move(&mut running, time, host)?;
        let reply = self.reply(&running, done.get("move").unwrap_or_default())?;
        self.running = Some(running);
        Ok(reply)
    }
}

impl HubPlayer {
    /// Waits for `done`, passes on the engine's reports, and stops it when the table requests it.
    fn wait_for_move(
        &self,
        running: &mut Running,
        time: Duration,
        host: &dyn Host,
    ) -> Result<Message, PlayerError> {
        let mut deadline = Instant::now() + time + self.timeouts.answer;
        let (mut stop_sent, mut is_withdrawn) = (false, false);
        let manages_clock = self.setup.is_some_and(|(control, _)| manages_clock(control));
        let stops_at = if manages_clock { Urgency::MoveNow } else { Urgency::BudgetUsed };
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(running.failed(&ChildError::TimedOut));
            }
            let urgency = host.urgency();
            if !is_withdrawn && urgency >= Urgency::Withdrawn {
                is_withdrawn = true;
                deadline = deadline.min(now + WITHDRAWN_TIME_MAX);
            }
            if !stop_sent && urgency >= stops_at {
                stop_sent = true;
                deadline = deadline.min(now + self.timeouts.answer);
                running.send("stop".into())?;
            }
            match running.receive_before(deadline.min(now + POLL_INTERVAL))? {
                Some(message) if message.command == "done" => return Ok(message),
                Some(message) if message.command == "info" => {
                    host.report(&thinking(&message, &*self.line));
                }
                _ => {}
            }
        }
    }

    fn reply(&self, running: &Running, text: &str) -> Result<Reply, PlayerError> {
        let (moves, error) = self.line.moves_to_table(text);
        match (moves.as_slice(), error) {
            ([only], None) => Ok(Reply::play(only)),
            (_, Some(error)) => {
                // The engine's text may be long.
                let text: String = text.chars().take(60).collect();
                let text = format!("{}: {}: {text}", running.name, error.reason());
                Err(PlayerError::of_kind(FailureKind::IllegalMove, text))
            }
            _ => {
                let text = format!("{}: \"{text}\" is not one move", running.name);
                Err(PlayerError::of_kind(FailureKind::ProtocolError, text))
            }
        }
    }
}

/// Whether the engine gets its clock, and manages it by itself.
const fn manages_clock(control: TimeControl) -> bool {
    matches!(control, TimeControl::Increment { .. } | TimeControl::Period { .. })
}

/// A report of the engine; malformed values are ignored.
fn thinking(info: &Message, line: &dyn Line) -> Thinking {
    let number = |name| info.get(name).and_then(|text| text.parse::<f64>().ok());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts that saturate"
    )]
    let whole = |name| number(name).unwrap_or_default().max(0.0) as u64;
    #[expect(clippy::cast_possible_truncation, reason = "a cast that saturates")]
    let score = (number("score").unwrap_or_default() * 100.0) as i32;
    let (moves, _) = line.moves_to_table(info.get("pv").unwrap_or_default());
    Thinking {
        depth: u32::try_from(whole("depth")).unwrap_or(u32::MAX),
        nodes: whole("nodes"),
        valuation: Valuation::Centi(score),
        line: moves.join(" "),
        ..Thinking::default()
    }
}

/// The command and the name that it reports.
impl fmt::Debug for HubPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HubPlayer")
            .field("words", &self.words)
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
