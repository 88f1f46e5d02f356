//! Another program's engine as one of our players.

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
use crate::hub::message::{Message, Written};

/// How often the table is asked whether it still wants to wait.
const LOOK: Duration = Duration::from_millis(5);

/// The most time that is kept for the way to the engine and back.
const WAY: Duration = Duration::from_millis(50);

/// In what time an engine that has nothing to do answers to `ping`, if it knows the word.
const PONG: Duration = Duration::from_millis(500);

/// How long an engine that doesn't know the word is listened to before it is asked for a move.
const LULL: Duration = Duration::from_millis(1);

/// How long an answer is waited for that nobody wants any more. An engine that doesn't come to its end in that time is
/// ended, before the table lets this player go.
const UNWANTED: Duration = Duration::from_millis(250);

/// The time for a move where the match has no limit.
const UNLIMITED: Duration = Duration::from_secs(1);

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start until it is ready for a game: it may have to load tables.
    pub ready: Duration,
    /// For its move, from when it should have come: after it was stopped, or after the time that it was given.
    pub answer: Duration,
    /// For its move, where only depth or nodes are limited.
    pub search: Duration,
}

impl Default for Patience {
    /// A minute to be ready, two seconds to answer, ten minutes to search without a clock.
    fn default() -> Self {
        Self {
            ready: Duration::from_mins(1),
            answer: Duration::from_secs(2),
            search: Duration::from_mins(10),
        }
    }
}

/// Why there can be no such player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HubError {
    /// The protocol has no words for this game.
    #[error("engines that speak Hub play draughts without passing, not {0}")]
    Game(String),
    /// There is no command.
    #[error(
        "expected the command that starts the engine after engine:hub:, like \"engine:hub:scan hub\""
    )]
    NoCommand,
    /// A quotation mark of the command has no other one.
    #[error("expected a second quotation mark in the command of engine:hub:{0}")]
    Quotes(String),
}

/// An engine that speaks Hub, in a process of its own.
///
/// The process is started with the first match and kept for the next ones; it ends with the player. The engine ponders
/// only where it does so unasked.
pub struct HubPlayer {
    /// The program and its arguments.
    words: Vec<String>,
    patience: Patience,
    line: Box<dyn Line>,
    running: Option<Running>,
    setup: Option<(TimeControl, ThinkingLimits)>,
}

/// An engine that is ready.
#[derive(Debug)]
struct Running {
    program: Program,
    /// What it calls itself.
    name: String,
    /// What it has reported last as an error.
    complaint: Option<String>,
    /// Whether it answers to `ping`.
    answers_ping: bool,
}

impl HubPlayer {
    /// The engine that `command` starts, for `game` by its full name, "checkers:international". The command is split
    /// into words as a shell would do it, with quotation marks around blanks; but there is no shell.
    ///
    /// # Errors
    /// [`HubError`] if the protocol is not for this game, or if there is no command.
    pub fn new(game: &str, command: &str, patience: Patience) -> Result<Self, HubError> {
        let line = line_of(game).ok_or_else(|| HubError::Game(game.into()))?;
        let words = shlex::split(command).ok_or_else(|| HubError::Quotes(command.into()))?;
        if words.is_empty() {
            return Err(HubError::NoCommand);
        }
        Ok(Self { words, patience, line, running: None, setup: None })
    }

    /// Starts the engine and brings it to where it waits for a game.
    fn launch(&self) -> Result<Running, PlayerError> {
        let program = Program::start(&self.words).map_err(|error| self.not_started(&error))?;
        let name = self.words[0].clone();
        let mut running = Running { program, name, complaint: None, answers_ping: false };
        let deadline = Instant::now() + self.patience.ready;
        running.send("hub".into())?;
        let variant = self.line.variant();
        let mut variants = None;
        loop {
            let message = running.receive(deadline)?;
            match message.command.as_str() {
                "wait" => break,
                "id" => running.be_called(&message),
                "param" if message.get("name") == Some("variant") => {
                    variants = Some(message.get("values").unwrap_or_default().to_owned());
                }
                _ => {}
            }
        }
        match variants {
            Some(known) if known.is_empty() || known.split(' ').any(|one| one == variant) => {
                let set = Written::new("set-param").with("name", "variant").with("value", variant);
                running.send(set.line())?;
            }
            // Who says nothing of variants plays the one that the protocol was made for.
            None if variant == "normal" => {}
            known => return Err(self.wrong_variant(variant, known)),
        }
        running.send("init".into())?;
        while running.receive(deadline)?.command != "ready" {}
        running.answers_ping = running.is_pinged(deadline.min(Instant::now() + PONG))?;
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

    /// What the engine may use for this move, as the protocol says it, and the time after which no answer is late.
    fn level(&self, request: &Request) -> (String, Duration) {
        let (control, thinking) = self.setup.unwrap_or_default();
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        let mut level = Written::new("level");
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
                // The way to the engine and back takes time, too.
                let kept = (budget / 10).min(WAY);
                (level.with("move-time", &seconds(budget.saturating_sub(kept))), left)
            }
            (None, ..) if searches_to_an_end => (level, self.patience.search),
            (None, ..) => (level.with("move-time", &seconds(UNLIMITED)), UNLIMITED),
        };
        (level.line(), time)
    }
}

impl Running {
    fn be_called(&mut self, message: &Message) {
        let parts = [message.get("name"), message.get("version")];
        let known: Vec<&str> =
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        if !known.is_empty() {
            // Whatever a program calls itself, it is a word or two.
            self.name = printable(&known.join(" ")).chars().take(60).collect();
        }
    }

    fn send(&mut self, line: String) -> Result<(), PlayerError> {
        tracing::debug!(line, engine = self.name, "to the engine");
        self.program.send(line).map_err(|error| self.failed(&error))
    }

    /// Whether the engine answers to `ping` before `deadline`; what it has said before that is passed over.
    fn is_pinged(&mut self, deadline: Instant) -> Result<bool, PlayerError> {
        self.send("ping".into())?;
        while let Some(message) = self.receive_before(deadline)? {
            if message.command == "pong" {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Passes over what was said since the last answer, so that nothing of it is taken for the next one.
    fn settle(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !self.answers_ping {
            let end = Instant::now() + LULL;
            while self.receive_before(end)?.is_some() {}
        } else if !self.is_pinged(deadline)? {
            return Err(self.failed(&ChildError::Silent));
        }
        Ok(())
    }

    /// The next message, which must come before `deadline`.
    fn receive(&mut self, deadline: Instant) -> Result<Message, PlayerError> {
        let message = self.receive_before(deadline)?;
        message.ok_or_else(|| self.failed(&ChildError::Silent))
    }

    /// The next message, if one comes before `deadline`. Who never stops talking is not listened to for longer.
    fn receive_before(&mut self, deadline: Instant) -> Result<Option<Message>, PlayerError> {
        if Instant::now() >= deadline {
            return Ok(None);
        }
        let line = match self.program.receive(deadline) {
            Ok(line) => line,
            Err(ChildError::Silent) => return Ok(None),
            Err(error) => return Err(self.failed(&error)),
        };
        tracing::debug!(line, engine = self.name, "from the engine");
        let message = Message::parse(&line);
        if message.command == "error" {
            tracing::warn!(line, engine = self.name, "an engine reports an error");
            let text = message.get("message").unwrap_or_default();
            self.complaint = Some(printable(text).chars().take(120).collect());
        }
        Ok(Some(message))
    }

    fn failed(&self, error: &ChildError) -> PlayerError {
        let kind = match error {
            ChildError::Silent | ChildError::Deaf => FailureKind::Unresponsive,
            ChildError::Ended { .. } => FailureKind::Vanished,
            ChildError::LineTooLong => FailureKind::ProtocolError,
        };
        let said = self.complaint.as_ref().map(|complaint| format!(", and had said: {complaint}"));
        PlayerError::of_kind(kind, format!("{}: {error}{}", self.name, said.unwrap_or_default()))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        self.running.as_ref().map_or_else(|| self.words.join(" "), |running| running.name.clone())
    }

    /// A moment longer than the engine is waited for.
    fn start_time(&self) -> Duration {
        self.patience.ready + self.patience.answer
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some((setup.time_control, setup.thinking));
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.launch()?,
        };
        running.complaint = None;
        running.send("new-game".into())?;
        // An engine that has failed is not kept: the next match starts another one.
        self.running = Some(running);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.line.follow_table(&request.start, &request.moves)?;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.launch()?,
        };
        running.settle(Instant::now() + self.patience.answer)?;
        let (position, moves) = self.line.to_hub();
        let place = Written::new("pos").with("pos", &position);
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
    /// Waits for `done`, passes on what the engine thinks, and stops it when the table says so.
    fn wait_for_move(
        &self,
        running: &mut Running,
        time: Duration,
        host: &dyn Host,
    ) -> Result<Message, PlayerError> {
        let mut deadline = Instant::now() + time + self.patience.answer;
        let (mut told_to_stop, mut is_unwanted) = (false, false);
        let shares_out = self.setup.is_some_and(|(control, _)| shares_out(control));
        let stops_at = if shares_out { Urgency::MoveNow } else { Urgency::BudgetUsed };
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(running.failed(&ChildError::Silent));
            }
            let urgency = host.urgency();
            if !is_unwanted && urgency >= Urgency::Withdrawn {
                is_unwanted = true;
                deadline = deadline.min(now + UNWANTED);
            }
            if !told_to_stop && urgency >= stops_at {
                told_to_stop = true;
                deadline = deadline.min(now + self.patience.answer);
                running.send("stop".into())?;
            }
            match running.receive_before(deadline.min(now + LOOK))? {
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
                // What an engine sends may be long.
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

/// Whether the engine is told what its clock shows, and shares that out by itself.
const fn shares_out(control: TimeControl) -> bool {
    matches!(control, TimeControl::Increment { .. } | TimeControl::Period { .. })
}

/// What an engine thinks, as far as it makes sense.
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

/// The command and what it calls itself.
impl fmt::Debug for HubPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HubPlayer")
            .field("words", &self.words)
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
