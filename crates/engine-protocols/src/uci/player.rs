//! Another program's engine as a player, by UCI.

use std::fmt::{self, Write as _};
use std::time::{Duration, Instant};

use games_package::{
    Event, Host, Options, Player, PlayerError, PonderRequest, Reply, Request, Setup,
    ThinkingLimits, TimeControl,
};

use crate::engine_option::{self, EngineOption};
use crate::played::Line;
use crate::process::{
    CommandError, MoveLimit, Running, Timeouts, Wait, move_limit, settings, words,
};
use crate::uci::info;
use crate::uci::line::{Castling, castling_of, line_of};
use crate::uci::options::{CHESS_960, PONDER, parse_declaration, setting};

/// What stands before the command in the name of a player.
const BEFORE: &str = "engine:uci:";

/// An engine that speaks UCI, in a child process.
///
/// The process is started with the first match and reused for the next ones; it ends with the player. Where the match allows
/// it and the engine has the option `Ponder`, it ponders on the reply that it expects.
pub struct UciPlayer {
    /// The program and its arguments.
    words: Vec<String>,
    /// The values of the engine's options, by their names.
    options: Vec<(String, String)>,
    timeouts: Timeouts,
    castling: Castling,
    line: Box<dyn Line>,
    engine: Option<UciEngine>,
    setup: Option<(TimeControl, ThinkingLimits)>,
    /// Whether the match allows to ponder.
    may_ponder: bool,
}

/// An engine that is ready.
#[derive(Debug)]
struct UciEngine {
    running: Running,
    /// What it has declared.
    options: Vec<EngineOption>,
    /// The reply that it expects to its last move, and the limits of that.
    expected: Option<(String, String)>,
    /// The moves of the match, in the table's notation, after which it is pondering.
    pondering: Option<String>,
    /// Whether it was stopped and has not answered yet.
    is_stopping: bool,
}

impl UciPlayer {
    /// The engine that `command` starts, for `game` by its full name, "chess:standard". The command is split into words at
    /// blanks, with quotation marks as in a shell; no shell is run. After a question mark it has values of the engine's own
    /// options, `stockfish?UCI_LimitStrength=true&UCI_Elo=1500`; `options` are more of them.
    ///
    /// # Errors
    /// [`CommandError`] if the game is not supported, or if the command is malformed.
    pub fn new(
        game: &str,
        command: &str,
        options: &Options,
        timeouts: Timeouts,
    ) -> Result<Self, CommandError> {
        let castling = castling_of(game);
        let line = castling.and_then(|castling| line_of(game, castling));
        let (castling, line) = castling.zip(line).ok_or_else(|| CommandError::Game {
            protocol: "UCI",
            games: "chess",
            game: game.into(),
        })?;
        let (command, mut values) = settings(command)?;
        values.extend(options.iter().map(|(name, value)| (name.into(), value.into())));
        Ok(Self {
            words: words(BEFORE, "stockfish", command)?,
            options: values,
            timeouts,
            castling,
            line,
            engine: None,
            setup: None,
            may_ponder: false,
        })
    }

    /// Starts the engine and sets its options.
    fn launch(&self) -> Result<UciEngine, PlayerError> {
        let mut running = Running::start(&self.words)?;
        let deadline = Instant::now() + self.timeouts.ready;
        running.send("uci")?;
        let mut options = Vec::new();
        loop {
            let line = running.receive(deadline)?;
            match split(&line) {
                ("uciok", _) => break,
                ("id", rest) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        running.set_name(name.trim());
                    }
                }
                ("option", rest) => options.extend(parse_declaration(rest)),
                _ => {}
            }
        }
        let mut engine =
            UciEngine { running, options, expected: None, pondering: None, is_stopping: false };
        if self.castling == Castling::KingTakesRook {
            engine.set(CHESS_960, "true")?;
        }
        for (name, value) in &self.options {
            engine.set(name, value)?;
        }
        engine.wait_until_ready(deadline)?;
        Ok(engine)
    }

    /// The engine, started if it isn't running. It is dropped unless it is put back.
    fn take_engine(&mut self) -> Result<UciEngine, PlayerError> {
        self.engine.take().map_or_else(|| self.launch(), Ok)
    }

    /// The position of `line` in the form of the protocol.
    fn position(&self) -> String {
        let (start, moves) = self.line.whole_to_protocol();
        let start = start.map_or_else(|| "startpos".into(), |fen| format!("fen {fen}"));
        if moves.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {moves}")
        }
    }
}

/// The limits of a search in the form of the protocol. The clock of the other side isn't known here: it gets the same.
fn limits(thinking: ThinkingLimits, limit: MoveLimit) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: u128| {
        // Writing to a string can't fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(depth) = thinking.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = thinking.nodes {
        add("nodes", nodes.into());
    }
    let mut add_clock = |left: Duration, increment: Duration| {
        add("wtime", left.as_millis());
        add("btime", left.as_millis());
        add("winc", increment.as_millis());
        add("binc", increment.as_millis());
    };
    match limit {
        MoveLimit::Increment { left, increment } => add_clock(left, increment),
        MoveLimit::Period { left, moves } => {
            add_clock(left, Duration::ZERO);
            add("movestogo", moves.into());
        }
        MoveLimit::Move(time) => add("movetime", time.as_millis()),
        MoveLimit::Search => {}
    }
    text
}

/// The command of a line and what follows it.
fn split(line: &str) -> (&str, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

impl UciEngine {
    /// Sets an option that the engine has, to a value that it can have.
    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let option = engine_option::checked(&self.options, &self.running.name, name, value)?;
        self.running.send(&setting(option, value))
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// Skips output until the engine has carried out what was sent before. It may say that it is ready before it answers a
    /// search that was stopped: that answer is not the one to the next search.
    fn wait_until_ready(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        self.running.send("isready")?;
        let mut is_ready = false;
        while !is_ready || self.is_stopping {
            let line = self.running.receive(deadline)?;
            match split(&line).0 {
                "readyok" => is_ready = true,
                "bestmove" => self.is_stopping = false,
                _ => {}
            }
        }
        Ok(())
    }

    /// Ends the search of an engine that ponders.
    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.is_stopping = true;
        self.running.send("stop")
    }
}

impl Player for UciPlayer {
    fn name(&self) -> String {
        let running = self.engine.as_ref();
        running.map_or_else(|| self.words.join(" "), |engine| engine.running.name.clone())
    }

    /// Slightly longer than the engine's own timeout.
    fn start_time(&self) -> Duration {
        self.timeouts.ready + self.timeouts.answer
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some((setup.time_control, setup.thinking));
        let mut engine = self.take_engine()?;
        engine.running.last_error = None;
        engine.expected = None;
        engine.stop_pondering()?;
        self.may_ponder = setup.pondering && engine.has_option(PONDER);
        if self.may_ponder {
            engine.set(PONDER, "true")?;
        }
        engine.running.send("ucinewgame")?;
        engine.wait_until_ready(Instant::now() + self.timeouts.ready)?;
        // An engine that has failed is dropped: the next match starts a new one.
        self.engine = Some(engine);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.line.set_from_table(&request.start, &request.moves)?;
        let mut engine = self.take_engine()?;
        let (control, thinking) = self.setup.unwrap_or_default();
        let (limit, time) = move_limit(request, control, thinking, self.timeouts);
        let limits = limits(thinking, limit);
        if engine.pondering.as_ref() == Some(&request.moves) {
            engine.pondering = None;
            engine.running.send("ponderhit")?;
        } else {
            engine.stop_pondering()?;
            engine.wait_until_ready(Instant::now() + self.timeouts.answer)?;
            engine.running.send(&self.position())?;
            engine.running.send(&format!("go{limits}"))?;
        }
        let wait = Wait::new(time, self.timeouts, control);
        let answer = engine.running.wait(wait, host, |running, line| match split(line) {
            ("info", rest) => {
                if let Some(error) = rest.strip_prefix("string error: ") {
                    running.keep_error(error);
                }
                if let Some(thinking) = info::parse(rest, &*self.line) {
                    host.report(&thinking);
                }
                None
            }
            ("bestmove", rest) => Some(rest.to_owned()),
            _ => None,
        })?;
        let mut words = answer.split_ascii_whitespace();
        let mv = words.next().unwrap_or_default();
        let reply = engine.running.reply(&*self.line, mv)?;
        let expected = words.next().filter(|word| *word == "ponder").and(words.next());
        engine.expected = expected.map(|expected| (expected.into(), limits));
        self.engine = Some(engine);
        Ok(reply)
    }

    /// Has the engine ponder in its own process, and doesn't wait for it.
    fn ponder(&mut self, request: &PonderRequest, _: &dyn Host) {
        let Some(mut engine) = self.engine.take() else { return };
        // An engine that has stopped reading fails with its next move.
        let _unsent = self.begin_pondering(&mut engine, request);
        self.engine = Some(engine);
    }

    /// When the match is over nothing is left to ponder on.
    fn observe(&mut self, event: &Event) {
        if let (Event::MatchEnded(_), Some(engine)) = (event, &mut self.engine) {
            // An engine that has stopped reading fails in the next match.
            let _unsent = engine.stop_pondering();
        }
    }
}

impl UciPlayer {
    fn begin_pondering(
        &mut self,
        engine: &mut UciEngine,
        request: &PonderRequest,
    ) -> Result<(), PlayerError> {
        let Some((expected, limits)) = engine.expected.take().filter(|_| self.may_ponder) else {
            return Ok(());
        };
        let moves = self.line.set_after_reply(&request.start, &request.moves, &expected)?;
        let Some(moves) = moves else { return Ok(()) };
        engine.running.send(&self.position())?;
        engine.running.send(&format!("go ponder{limits}"))?;
        engine.pondering = Some(moves);
        Ok(())
    }
}

/// The command and the name that it reports.
impl fmt::Debug for UciPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UciPlayer")
            .field("words", &self.words)
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
