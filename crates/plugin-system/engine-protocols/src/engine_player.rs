//! Another program's engine as a player, under any protocol.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use board_engine::{Seat, cut_off, printable};
use games_package::{
    ClockReading, Event, FailureKind, Host, Options, Player, PlayerError, PonderRequest, Reply,
    Request, Setup, ThinkingLimits,
};
use notation::ProtocolLine;
use process_pool::Closed;

use crate::engine::Engine;
use crate::engine_option::EngineOption;
use crate::engine_pool::{EngineKey, EnginePool};
use crate::launch_options::LaunchOptions;
use crate::process::{
    CommandError, LATE_MAX, MatchLimits, Running, SearchLimit, Timeouts, TurnTime, Wait,
    not_restarted, search_limit,
};

/// The protocol between a player and its engine.
pub(crate) trait Protocol: Send {
    /// The command that reports that the pondered move was played.
    const PONDER_HIT: &'static str;
    /// The command that makes a searching engine answer immediately.
    const STOP: &'static str = "stop";

    /// Performs the handshake with a newly started engine, and sets its options.
    fn introduce(
        &self,
        engine: &mut Engine,
        launch: &LaunchOptions,
        deadline: Instant,
    ) -> Result<(), PlayerError>;

    /// Sets an option that the engine has declared, between two games.
    fn set_option(
        &self,
        engine: &mut Running,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), PlayerError>;

    /// Begins a match. Returns whether the engine will ponder, which is allowed only if `may_ponder` is set.
    fn begin_match(
        &self,
        engine: &mut Engine,
        limits: &MatchLimits,
        may_ponder: bool,
        deadline: Instant,
    ) -> Result<bool, PlayerError>;

    /// The line of play for a game from this position, if the game needs a different notation than the last one.
    fn line_from(&mut self, _start: &str) -> Option<Box<dyn ProtocolLine>> {
        None
    }

    /// Prepares the engine for a search in the game's notation.
    ///
    /// # Errors
    /// If the engine can't play the game.
    fn prepare(&self, _engine: &mut Engine) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Waits until no earlier output can be mistaken for the answer to the next search.
    fn wait_until_ready(&self, engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError>;

    /// Formats search limits.
    fn limits(&self, thinking: ThinkingLimits, limit: SearchLimit, clocks: Clocks<'_>) -> String;

    /// Starts searching the current position of `line` within these limits.
    fn search(
        &self,
        engine: &mut Running,
        line: &dyn ProtocolLine,
        limits: &str,
        go: Go,
    ) -> Result<(), PlayerError>;

    /// Reads a line from a searching engine. Returns its answer, or passes its report to `host`.
    fn read(
        &self,
        engine: &mut Running,
        text: &str,
        line: &dyn ProtocolLine,
        host: &dyn Host,
    ) -> Option<Answer>;
}

/// Maximum number of characters that an error quotes from an illegal line.
const LINE_CHARS_MAX: usize = 80;

/// The legal beginning of a reported line, in the table's notation, and the error for its first illegal move.
pub(crate) fn checked_line(line: &dyn ProtocolLine, moves: &str) -> (String, Option<String>) {
    let (legal, error) = line.moves_to_table(moves);
    let error = error.map(|error| {
        let illegal = moves.split_ascii_whitespace().nth(legal.len()).unwrap_or_default();
        cut_off(&printable(&format!("{illegal}: {}", error.reason())), LINE_CHARS_MAX)
    });
    (legal.join(" "), error)
}

/// The seed option's name; case is ignored.
const SEED: &str = "seed";

/// The clocks at the start of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks<'a> {
    /// The engine's seat.
    pub(crate) seat: Seat,
    /// Each seat's clock; empty if unknown.
    pub(crate) readings: &'a [ClockReading],
}

impl Clocks<'_> {
    fn reading(self, seat: Seat) -> Option<ClockReading> {
        self.readings.get(seat.index()).copied().filter(|reading| reading.left != Duration::MAX)
    }

    /// The limits for the engine's next turn, if it has a clock.
    fn turn_time(self) -> TurnTime {
        let own = self.reading(self.seat);
        let moves = own.and_then(|reading| reading.moves_to_go).unwrap_or(1);
        TurnTime { left: own.map(|reading| reading.left), budget: None, moves }
    }

    /// The time on the engine's clock.
    pub(crate) fn own(self, left: Duration) -> Duration {
        self.of(self.seat, left)
    }

    /// The time on the other seat's clock.
    pub(crate) fn other(self, left: Duration) -> Duration {
        let other = if self.seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
        self.of(other, left)
    }

    /// The time on the clock of `seat`. `left` is the time that the engine had left when its thread woke up; it also
    /// replaces an unknown or unlimited clock.
    pub(crate) fn of(self, seat: Seat, left: Duration) -> Duration {
        let is_shown = |shown: &Duration| {
            seat != self.seat || *shown >= left && shown.saturating_sub(left) < LATE_MAX
        };
        self.reading(seat).map(|reading| reading.left).filter(is_shown).unwrap_or(left)
    }

    /// The increment on the clock of `seat`. `own` is the engine's increment; it also replaces an unknown or unlimited
    /// clock.
    pub(crate) fn increment_of(self, seat: Seat, own: Duration) -> Duration {
        let reading = self.reading(seat).filter(|_| seat != self.seat);
        reading.map_or(own, |reading| reading.increment)
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    /// Choose a move.
    Think,
    /// Think about the reply to a predicted move.
    Ponder,
}

/// An engine's answer, in the protocol's notation.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The move.
    pub(crate) mv: String,
    /// The reply that the engine expects.
    pub(crate) expected: Option<String>,
    /// Whether the engine resigns instead.
    pub(crate) resigns: bool,
}

/// An engine in a child process.
///
/// The first match starts the process, and later matches reuse it. When the player is dropped, its process returns to
/// the pool unless it has failed. If both the match and the engine allow it, the engine ponders on the expected reply.
pub(crate) struct EnginePlayer<P> {
    /// The program, its folder and its options.
    key: EngineKey,
    pool: EnginePool,
    timeouts: Timeouts,
    protocol: P,
    line: Box<dyn ProtocolLine>,
    engine: Option<Engine>,
    limits: MatchLimits,
    /// Whether the engine ponders in this match.
    may_ponder: bool,
}

/// The command and settings that start an engine.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The command, split into words at blanks, with quotation marks as in a shell; no shell is run. Options can follow
    /// after a question mark, `scan hub?threads=2&book=false`. Most of the options are engine options, but three
    /// concern the process: `dir` is its folder, `init` a line to send first, and `stderr` a file for its standard
    /// error.
    pub command: &'a str,
    /// Options in addition to those in the command.
    pub options: &'a Options,
    /// The folder in which the engine starts; by default this process's folder.
    pub folder: Option<PathBuf>,
    /// The engine's time limits.
    pub timeouts: Timeouts,
    /// The pool that provides the engine and later takes it back.
    pub pool: &'a EnginePool,
}

impl<P: Protocol> EnginePlayer<P> {
    /// Creates a player for the engine that `launch` describes and the game that starts at `line`. `before` is the
    /// prefix before the command in a player's name, and `example` a sample command for error messages.
    pub(crate) fn new(
        (before, example): (&'static str, &'static str),
        launch: Launch<'_>,
        game: &str,
        protocol: P,
        line: Box<dyn ProtocolLine>,
    ) -> Result<Self, CommandError> {
        let Launch { command, options, folder, timeouts, pool } = launch;
        let launch = LaunchOptions::parse((before, example), command, options, folder)?;
        Ok(Self {
            key: EngineKey { protocol: before, game: game.into(), launch },
            pool: pool.clone(),
            timeouts,
            protocol,
            line,
            engine: None,
            limits: MatchLimits::default(),
            may_ponder: false,
        })
    }

    fn start_program(&self) -> Result<Running, PlayerError> {
        let LaunchOptions { words, folder, stderr, .. } = &self.key.launch;
        Running::start(words, folder.as_deref(), stderr.as_deref())
    }

    /// Starts a new engine and waits until it is ready, or until `closed` is set.
    fn launch(&self, deadline: Instant, closed: &Closed) -> Result<Engine, PlayerError> {
        let mut engine = Engine::new(self.start_program()?);
        engine.running.closed = closed.clone();
        self.protocol.introduce(&mut engine, &self.key.launch, deadline)?;
        Ok(engine)
    }

    /// Begins a match with this engine. The caller drops the engine on failure.
    fn begin(
        &mut self,
        engine: &mut Engine,
        setup: &Setup,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        engine.stop_pondering()?;
        self.send_seed(engine, setup.seed)?;
        self.may_ponder =
            self.protocol.begin_match(engine, &self.limits, setup.pondering, deadline)?;
        engine.running.closed = Closed::default();
        Ok(())
    }

    /// Sets the seed option if the engine has declared one and the user has not set it.
    fn send_seed(&self, engine: &mut Engine, seed: u64) -> Result<(), PlayerError> {
        let is_seed = |name: &str| name.eq_ignore_ascii_case(SEED);
        if self.key.launch.options.iter().any(|(name, _)| is_seed(name)) {
            return Ok(());
        }
        let Some(option) = engine.options.iter().find(|option| is_seed(&option.name)) else {
            return Ok(());
        };
        match option.values.number_of(seed) {
            Some(value) => {
                self.protocol.set_option(&mut engine.running, option, &value.to_string())
            }
            None => Ok(()),
        }
    }

    /// Formats the search limits. Also returns the time limit and the time after which an answer is late.
    fn search_limits(
        &self,
        turn: TurnTime,
        clocks: Clocks<'_>,
    ) -> (String, (SearchLimit, Duration)) {
        let limit = search_limit(turn, &self.limits, self.timeouts);
        (self.protocol.limits(self.limits.thinking, limit.0, clocks), limit)
    }

    /// Starts pondering on the expected reply, if any.
    fn begin_pondering(
        &mut self,
        engine: &mut Engine,
        request: &PonderRequest,
    ) -> Result<(), PlayerError> {
        let Some(expected) = engine.expected.take().filter(|_| self.may_ponder) else {
            return Ok(());
        };
        let moves = self.line.set_after_reply(&request.start, &request.moves, &expected)?;
        let Some(moves) = moves else { return Ok(()) };
        let clocks = Clocks { seat: request.seat, readings: &request.clocks };
        let (limits, _) = self.search_limits(clocks.turn_time(), clocks);
        self.protocol.search(&mut engine.running, &*self.line, &limits, Go::Ponder)?;
        engine.pondering = Some(moves);
        Ok(())
    }
}

/// The failure of an engine that was not searching yet. An engine that can't play a game doesn't lose it.
fn without_loss(error: PlayerError) -> PlayerError {
    if error.kind() == FailureKind::LoadRefused { not_restarted(&error) } else { error }
}

impl<P: Protocol> Player for EnginePlayer<P> {
    fn name(&self) -> String {
        let engine = self.engine.as_ref();
        engine.map_or_else(|| self.key.launch.words.join(" "), |engine| engine.running.name.clone())
    }

    /// The time limit for starting. This limit leaves enough time to give up on a hung engine and to start its
    /// replacement.
    fn start_time(&self) -> Duration {
        2 * self.timeouts.ready + self.timeouts.answer
    }

    /// Begins a match. Replaces a reused engine if it fails to begin.
    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.limits = MatchLimits::from(setup);
        // Only closing the pool during this start cancels it.
        let closed = self.pool.closed();
        let closed = if closed.is_closed() { Closed::default() } else { closed };
        let used = self.engine.take().or_else(|| self.pool.take_engine(&self.key));
        if let Some(mut engine) = used {
            engine.adopt();
            engine.running.closed = closed.clone();
            let deadline = Instant::now() + self.timeouts.ready;
            if self.begin(&mut engine, setup, deadline).is_ok() {
                self.engine = Some(engine);
                return Ok(());
            }
        }
        let deadline = Instant::now() + self.timeouts.ready;
        let mut engine = self.launch(deadline, &closed)?;
        self.begin(&mut engine, setup, deadline)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let Some(line) = self.protocol.line_from(&request.start) {
            self.line = line;
        }
        self.line.set_from_table(&request.start, &request.moves)?;
        let mut engine = if let Some(engine) = self.engine.take() {
            engine
        } else {
            let deadline = Instant::now() + self.timeouts.ready;
            let launched = self.launch(deadline, &Closed::default());
            launched.map_err(|error| not_restarted(&error))?
        };
        let clocks = Clocks { seat: request.seat, readings: &request.clocks };
        let (limits, (limit, time)) = self.search_limits(TurnTime::from(request), clocks);
        if engine.pondering.as_ref() == Some(&request.moves) {
            engine.pondering = None;
            engine.running.send(P::PONDER_HIT)?;
        } else {
            let deadline = Instant::now() + self.timeouts.answer;
            engine.stop_pondering()?;
            self.protocol.wait_until_ready(&mut engine, deadline)?;
            self.protocol.prepare(&mut engine).map_err(|error| not_restarted(&error))?;
            let sent = self.protocol.search(&mut engine.running, &*self.line, &limits, Go::Think);
            sent.map_err(without_loss)?;
        }
        let wait = Wait::new(limit, time, self.timeouts, P::STOP);
        let read = |running: &mut Running, text: &str| {
            self.protocol.read(running, text, &*self.line, host)
        };
        let Answer { mv, expected, resigns } = engine.running.wait(wait, host, read)?;
        let reply = if resigns { Reply::Resign } else { engine.running.reply(&*self.line, &mv)? };
        engine.expected = expected;
        self.engine = Some(engine);
        Ok(reply)
    }

    /// Starts pondering in the engine's process without waiting for it.
    fn ponder(&mut self, request: &PonderRequest, _: &dyn Host) {
        let Some(mut engine) = self.engine.take() else { return };
        // If the engine has stopped reading, its next move will fail.
        let _unsent = self.begin_pondering(&mut engine, request);
        self.engine = Some(engine);
    }

    /// Stops pondering when the match is over.
    fn observe(&mut self, event: &Event) {
        if let Event::MatchEnded(_) = event {
            // If the engine has stopped reading, the next match will fail.
            let _unsent = self.engine.as_mut().map(Engine::stop_pondering);
        }
    }
}

/// Returns the engine to the pool, unless it has failed.
impl<P> Drop for EnginePlayer<P> {
    fn drop(&mut self) {
        if let Some(mut engine) = self.engine.take()
            && engine.stop_pondering().is_ok()
        {
            self.pool.keep_engine(&self.key, engine);
        }
    }
}

/// Shows the command and the name that the engine reports.
impl<P: Protocol> fmt::Debug for EnginePlayer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer")
            .field("words", &self.key.launch.words)
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
