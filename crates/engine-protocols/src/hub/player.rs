//! Another program's engine as a player, by Hub.

use std::fmt;
use std::time::{Duration, Instant};

use games_package::{
    Event, FailureKind, Host, Options, Player, PlayerError, PonderRequest, Reply, Request, Setup,
    Thinking, ThinkingLimits, TimeControl, Valuation,
};

use crate::engine_option::{self, AllowedValues, EngineOption};
use crate::hub::line::line_of;
use crate::hub::message::{Message, MessageBuilder};
use crate::played::Line;
use crate::process::{
    CommandError, MoveLimit, Running, Timeouts, Wait, move_limit, settings, words,
};

/// How long an idle engine may take to answer a `ping`, if it supports it.
const PING_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to drain the output of an engine that doesn't support `ping`, before it is asked for a move.
const DRAIN_TIME: Duration = Duration::from_millis(1);

/// An engine that speaks Hub, in a child process.
///
/// The process is started with the first match and reused for the next ones; it ends with the player. Where the match allows
/// it, the engine ponders on the reply that it names.
pub struct HubPlayer {
    /// The program and its arguments.
    words: Vec<String>,
    /// The values of the engine's options, by their names.
    options: Vec<(String, String)>,
    timeouts: Timeouts,
    /// What Hub calls the variant.
    variant: &'static str,
    line: Box<dyn Line>,
    running: Option<HubEngine>,
    setup: Option<(TimeControl, ThinkingLimits)>,
    /// Whether the match allows to ponder.
    may_ponder: bool,
}

/// An engine that is ready.
#[derive(Debug)]
struct HubEngine {
    running: Running,
    /// Whether it supports `ping`.
    answers_ping: bool,
    /// The reply that it expects to its last move, and the level of that.
    expected: Option<(String, String)>,
    /// The moves of the match, in the table's notation, after which it is pondering.
    pondering: Option<String>,
    /// Whether it was stopped and has not answered yet.
    is_stopping: bool,
}

impl HubPlayer {
    /// The engine that `command` starts, for `game` by its full name, "checkers:international". The command is split
    /// into words at blanks, with quotation marks as in a shell; no shell is run. After a question mark it has values of
    /// the engine's own options, `scan hub?threads=2&book=false`; `options` are more of them.
    ///
    /// # Errors
    /// [`CommandError`] if the game is not supported, or if the command is malformed.
    pub fn new(
        game: &str,
        command: &str,
        options: &Options,
        timeouts: Timeouts,
    ) -> Result<Self, CommandError> {
        let (variant, line) = line_of(game).ok_or_else(|| CommandError::Game {
            protocol: "Hub",
            games: "draughts without passing",
            game: game.into(),
        })?;
        let (command, mut values) = settings(command)?;
        values.extend(options.iter().map(|(name, value)| (name.into(), value.into())));
        Ok(Self {
            words: words("engine:hub:", "scan hub", command)?,
            options: values,
            timeouts,
            variant,
            line,
            running: None,
            setup: None,
            may_ponder: false,
        })
    }

    /// Starts the engine and initializes it for a game.
    fn launch(&self) -> Result<HubEngine, PlayerError> {
        let mut engine = HubEngine {
            running: Running::start(&self.words)?,
            answers_ping: false,
            expected: None,
            pondering: None,
            is_stopping: false,
        };
        let deadline = Instant::now() + self.timeouts.ready;
        engine.running.send("hub")?;
        let (mut variants, mut options) = (None, Vec::new());
        loop {
            let message = engine.receive(deadline)?;
            match message.command.as_str() {
                "wait" => break,
                "id" => engine.set_name(&message),
                "param" if message.get("name") == Some("variant") => {
                    variants = Some(message.get("values").unwrap_or_default().to_owned());
                }
                "param" => options.extend(declared(&message)),
                _ => {}
            }
        }
        for (name, value) in &self.options {
            engine.set(&options, name, value)?;
        }
        let variant = self.variant;
        match variants {
            Some(known) if known.is_empty() || known.split(' ').any(|one| one == variant) => {
                engine.running.send(&setting("variant", variant))?;
            }
            // An engine without the parameter plays the variant for which the protocol was made.
            None if variant == "normal" => {}
            known => return Err(self.wrong_variant(variant, known)),
        }
        engine.running.send("init")?;
        while engine.receive(deadline)?.command != "ready" {}
        engine.answers_ping = engine.ping(deadline.min(Instant::now() + PING_TIMEOUT))?;
        Ok(engine)
    }

    fn wrong_variant(&self, variant: &str, known: Option<String>) -> PlayerError {
        let known = known.unwrap_or_else(|| "normal".into());
        let text = format!("{} doesn't play {variant}: it has {known}", self.words[0]);
        PlayerError::of_kind(FailureKind::LoadRefused, text)
    }

    /// The position of the line in the form of the protocol.
    fn place(&self) -> String {
        let (position, moves) = self.line.to_protocol();
        let place = MessageBuilder::new("pos").with("pos", &position);
        if moves.is_empty() { place.line() } else { place.with("moves", &moves).line() }
    }

    /// Has the engine ponder on the reply that it expects, if it does.
    fn begin_pondering(
        &mut self,
        engine: &mut HubEngine,
        request: &PonderRequest,
    ) -> Result<(), PlayerError> {
        let Some((expected, level)) = engine.expected.take().filter(|_| self.may_ponder) else {
            return Ok(());
        };
        let moves = self.line.set_after_reply(&request.start, &request.moves, &expected)?;
        let Some(moves) = moves else { return Ok(()) };
        engine.search(&self.place(), &level, "go ponder")?;
        engine.pondering = Some(moves);
        Ok(())
    }

    /// The limits for this move in the form of the protocol.
    fn level(thinking: ThinkingLimits, limit: MoveLimit) -> String {
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        let mut level = MessageBuilder::new("level");
        if let Some(depth) = thinking.depth {
            level = level.with("depth", &depth.to_string());
        }
        if let Some(nodes) = thinking.nodes {
            level = level.with("nodes", &nodes.to_string());
        }
        let level = match limit {
            MoveLimit::Increment { left, increment } => {
                // The table adds the increment after a move, the protocol before it.
                let before = left.saturating_sub(increment);
                level.with("time", &seconds(before)).with("inc", &seconds(increment))
            }
            MoveLimit::Period { left, moves } => {
                level.with("moves", &moves.to_string()).with("time", &seconds(left))
            }
            MoveLimit::Move(time) => level.with("move-time", &seconds(time)),
            MoveLimit::Search => level,
        };
        level.line()
    }
}

impl HubEngine {
    fn set_name(&mut self, message: &Message) {
        let parts = [message.get("name"), message.get("version")];
        let known: Vec<&str> =
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        self.running.set_name(&known.join(" "));
    }

    /// Sets an option that the engine has declared, to a value that it can have. The variant is that of the table.
    fn set(
        &mut self,
        declared: &[EngineOption],
        name: &str,
        value: &str,
    ) -> Result<(), PlayerError> {
        let option = engine_option::checked(declared, &self.running.name, name, value)?;
        self.running.send(&setting(&option.name, value))
    }

    /// Whether the engine answers a `ping` before `deadline`; earlier output is skipped.
    fn ping(&mut self, deadline: Instant) -> Result<bool, PlayerError> {
        self.running.send("ping")?;
        while let Some(line) = self.running.receive_before(deadline)? {
            if read(&mut self.running, &line).command == "pong" {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Skips output since the last answer, so that it is not taken for the next answer.
    fn drain(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !self.answers_ping {
            let end = Instant::now() + DRAIN_TIME;
            while let Some(line) = self.running.receive_before(end)? {
                read(&mut self.running, &line);
            }
        } else if !self.ping(deadline)? {
            return Err(self.running.late());
        }
        Ok(())
    }

    /// Starts a search of this position with these limits.
    fn search(&mut self, place: &str, level: &str, go: &str) -> Result<(), PlayerError> {
        [place, level, go].into_iter().try_for_each(|line| self.running.send(line))
    }

    /// Stops the search of an engine that ponders.
    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.is_stopping = true;
        self.running.send("stop")
    }

    /// Waits for the answer to a search that was stopped, which is not the answer to the next one.
    fn wait_until_idle(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        while self.is_stopping {
            self.is_stopping = self.receive(deadline)?.command != "done";
        }
        Ok(())
    }

    /// The next message, which must come before `deadline`.
    fn receive(&mut self, deadline: Instant) -> Result<Message, PlayerError> {
        let line = self.running.receive(deadline)?;
        Ok(read(&mut self.running, &line))
    }
}

/// What sets this option.
fn setting(name: &str, value: &str) -> String {
    MessageBuilder::new("set-param").with("name", name).with("value", value).line()
}

/// The option that a `param` declares.
fn declared(param: &Message) -> Option<EngineOption> {
    let name = param.get("name").filter(|name| !name.is_empty())?;
    let part = |name| param.get(name).unwrap_or_default();
    let values = match part("type") {
        "bool" => AllowedValues::Flag,
        "int" => AllowedValues::Whole {
            min: part("min").parse().unwrap_or(i64::MIN),
            max: part("max").parse().unwrap_or(i64::MAX),
        },
        "real" => AllowedValues::Number {
            min: part("min").parse().unwrap_or(f64::NEG_INFINITY),
            max: part("max").parse().unwrap_or(f64::INFINITY),
        },
        "enum" => {
            let choices = part("values").split_ascii_whitespace();
            AllowedValues::one_of(choices.map(String::from).collect())
        }
        _ => AllowedValues::Text,
    };
    Some(EngineOption { name: name.into(), values })
}

/// The message in a line; an error that it reports is kept.
fn read(running: &mut Running, line: &str) -> Message {
    let message = Message::parse(line);
    if message.command == "error" {
        running.keep_error(message.get("message").unwrap_or_default());
    }
    message
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        let running = self.running.as_ref();
        running.map_or_else(|| self.words.join(" "), |engine| engine.running.name.clone())
    }

    /// Slightly longer than the engine's own timeout.
    fn start_time(&self) -> Duration {
        self.timeouts.ready + self.timeouts.answer
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some((setup.time_control, setup.thinking));
        let mut engine = match self.running.take() {
            Some(engine) => engine,
            None => self.launch()?,
        };
        self.may_ponder = setup.pondering;
        engine.running.last_error = None;
        engine.expected = None;
        engine.stop_pondering()?;
        engine.wait_until_idle(Instant::now() + self.timeouts.answer)?;
        engine.running.send("new-game")?;
        // An engine that has failed is dropped: the next match starts a new one.
        self.running = Some(engine);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.line.set_from_table(&request.start, &request.moves)?;
        let mut engine = match self.running.take() {
            Some(engine) => engine,
            None => self.launch()?,
        };
        let (control, thinking) = self.setup.unwrap_or_default();
        let (limit, time) = move_limit(request, control, thinking, self.timeouts);
        let level = Self::level(thinking, limit);
        if engine.pondering.as_ref() == Some(&request.moves) {
            engine.pondering = None;
            engine.running.send("ponder-hit")?;
        } else {
            let deadline = Instant::now() + self.timeouts.answer;
            engine.stop_pondering()?;
            engine.wait_until_idle(deadline)?;
            engine.drain(deadline)?;
            engine.search(&self.place(), &level, "go think")?;
        }
        let wait = Wait::new(time, self.timeouts, control);
        let done = engine.running.wait(wait, host, |running, line| {
            let message = read(running, line);
            if message.command == "info" {
                host.report(&thinking_of(&message, &*self.line));
            }
            (message.command == "done").then_some(message)
        })?;
        let mv = done.get("move").unwrap_or_default();
        let reply = engine.running.reply(&*self.line, mv)?;
        let expected = done.get("ponder").filter(|expected| !expected.is_empty());
        engine.expected = expected.map(|expected| (expected.into(), level));
        self.running = Some(engine);
        Ok(reply)
    }

    /// Has the engine ponder in its own process, and doesn't wait for it.
    fn ponder(&mut self, request: &PonderRequest, _: &dyn Host) {
        let Some(mut engine) = self.running.take() else { return };
        // An engine that has stopped reading fails with its next move.
        let _unsent = self.begin_pondering(&mut engine, request);
        self.running = Some(engine);
    }

    /// When the match is over nothing is left to ponder on.
    fn observe(&mut self, event: &Event) {
        if let (Event::MatchEnded(_), Some(engine)) = (event, &mut self.running) {
            // An engine that has stopped reading fails in the next match.
            let _unsent = engine.stop_pondering();
        }
    }
}

/// A report of the engine; malformed values are ignored.
fn thinking_of(info: &Message, line: &dyn Line) -> Thinking {
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
