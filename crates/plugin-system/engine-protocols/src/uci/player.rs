//! A UCI engine as a player.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use board_engine::Seat;
use games_package::{Host, Player, PlayerError, ThinkingLimits};
use notation::{Castling, ProtocolLine, UciGame};

use crate::engine::Engine;
use crate::engine_option::{self, EngineOption};
use crate::engine_player::{Answer, Clocks, EnginePlayer, Go, Launch, Protocol};
use crate::launch_options::LaunchOptions;
use crate::process::{CommandError, MatchLimits, Running, SearchLimit};
use crate::uci::info;
use crate::uci::options::{CHESS_960, PONDER, parse_declaration, setting};

/// Creates a player for the UCI engine that `launch` describes. `game` is the game's full name, and `notation` its form
/// in UCI. The first match starts the process, and later matches reuse it. The process returns to the pool at the end.
/// If the match allows it and the engine has the option `Ponder`, the engine ponders on the expected reply.
///
/// # Errors
/// [`CommandError`] if UCI doesn't support the game or the command is malformed.
pub fn player(
    game: &str,
    notation: Option<UciGame>,
    launch: Launch<'_>,
) -> Result<Box<dyn Player>, CommandError> {
    let game_in_uci = uci_game("UCI", game, notation)?;
    let castling = game_in_uci.castling;
    let line = game_in_uci.line(castling);
    let uci = Uci { game: game_in_uci, castling };
    Ok(Box::new(EnginePlayer::new(("engine:uci:", "stockfish"), launch, game, uci, line)?))
}

/// The game's notation in UCI, or an error that mentions `protocol`.
pub(crate) fn uci_game(
    protocol: &'static str,
    game: &str,
    notation: Option<UciGame>,
) -> Result<UciGame, CommandError> {
    notation.ok_or_else(|| CommandError::Game { protocol, games: "chess", game: game.into() })
}

/// Formats the `position` command for `line`.
pub(crate) fn position(line: &dyn ProtocolLine) -> String {
    let (start, moves) = line.whole_to_protocol();
    let start = start.map_or_else(|| "startpos".into(), |fen| format!("fen {fen}"));
    let blank = if moves.is_empty() { "" } else { " moves " };
    format!("position {start}{blank}{moves}")
}

/// Splits a line into the command and the rest.
fn split(line: &str) -> (&str, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

/// Speaks UCI with an engine.
#[derive(Debug)]
struct Uci {
    game: UciGame,
    /// The notation for castling in this match.
    castling: Castling,
}

impl Uci {
    /// Tells the engine how castling is written, unless the engine uses this notation already.
    fn set_castling(&self, engine: &mut Engine) -> Result<(), PlayerError> {
        if engine.castling != self.castling {
            let is_960 = self.castling == Castling::KingTakesRook;
            set(engine, CHESS_960, if is_960 { "true" } else { "false" })?;
            engine.castling = self.castling;
        }
        Ok(())
    }
}

/// Returns `true` if a king or rook with castling rights is on an unusual square. The FEN then states castling rights
/// by rook file.
pub(crate) fn names_rooks(fen: &str) -> bool {
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    rights.chars().any(|right| !"KQkq-".contains(right))
}

/// Sets an option if the engine has it and allows the value.
fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), PlayerError> {
    let Engine { running, options, .. } = engine;
    let option = engine_option::checked(options, &running.name, name, value)?;
    running.send(&setting(option, value))
}

fn has_option(engine: &Engine, name: &str) -> bool {
    engine.options.iter().any(|known| known.name.eq_ignore_ascii_case(name))
}

impl Protocol for Uci {
    const PONDER_HIT: &'static str = "ponderhit";

    fn introduce(
        &self,
        engine: &mut Engine,
        launch: &LaunchOptions,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        engine.running.send("uci")?;
        loop {
            let line = engine.running.receive(deadline)?;
            match split(&line) {
                ("uciok", _) => break,
                ("id", rest) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        engine.running.set_name(name.trim());
                    }
                }
                ("option", rest) => engine.options.extend(parse_declaration(rest)),
                _ => {}
            }
        }
        launch.init.iter().try_for_each(|line| engine.running.send(line))?;
        self.set_castling(engine)?;
        for (name, value) in &launch.options {
            set(engine, name, value)?;
        }
        engine.running.send("isready")?;
        while split(&engine.running.receive(deadline)?).0 != "readyok" {}
        Ok(())
    }

    fn set_option(
        &self,
        engine: &mut Running,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), PlayerError> {
        engine.send(&setting(option, value))
    }

    fn line_from(&mut self, start: &str) -> Option<Box<dyn ProtocolLine>> {
        let castling =
            if names_rooks(start) { Castling::KingTakesRook } else { self.game.castling };
        let is_other = castling != self.castling;
        self.castling = castling;
        is_other.then(|| self.game.line(castling))
    }

    fn prepare(&self, engine: &mut Engine) -> Result<(), PlayerError> {
        self.set_castling(engine)
    }

    fn begin_match(
        &self,
        engine: &mut Engine,
        _: &MatchLimits,
        may_ponder: bool,
        deadline: Instant,
    ) -> Result<bool, PlayerError> {
        let may_ponder = may_ponder && has_option(engine, PONDER);
        if may_ponder {
            set(engine, PONDER, "true")?;
        }
        engine.running.send("ucinewgame")?;
        self.wait_until_ready(engine, deadline)?;
        Ok(may_ponder)
    }

    /// Skips output until the engine has carried out all earlier commands. An engine might report that it is ready
    /// before it answers a stopped search. That late answer must not count as the answer to the next search.
    fn wait_until_ready(&self, engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError> {
        engine.running.send("isready")?;
        let mut is_ready = false;
        while !is_ready || engine.is_stopping {
            let line = engine.running.receive(deadline)?;
            match split(&line).0 {
                "readyok" => is_ready = true,
                "bestmove" => engine.is_stopping = false,
                _ => {}
            }
        }
        Ok(())
    }

    fn limits(&self, thinking: ThinkingLimits, limit: SearchLimit, clocks: Clocks<'_>) -> String {
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
            // A thread that wakes up late sees slightly less time than the clock shows, so round.
            let shown = |seat| (clocks.of(seat, left).as_micros() + 500) / 1000;
            add("wtime", shown(Seat::FIRST));
            add("btime", shown(Seat::SECOND));
            add("winc", clocks.increment_of(Seat::FIRST, increment).as_millis());
            add("binc", clocks.increment_of(Seat::SECOND, increment).as_millis());
        };
        match limit {
            SearchLimit::Increment { left, increment } => add_clock(left, increment),
            SearchLimit::Period { left, moves, increment } => {
                add_clock(left, increment);
                add("movestogo", moves.into());
            }
            SearchLimit::Move(time) => add("movetime", time.as_millis()),
            SearchLimit::Search => {}
        }
        text
    }

    fn search(
        &self,
        engine: &mut Running,
        line: &dyn ProtocolLine,
        limits: &str,
        go: Go,
    ) -> Result<(), PlayerError> {
        engine.send(&position(line))?;
        engine.send(&match go {
            Go::Think => format!("go{limits}"),
            Go::Ponder => format!("go ponder{limits}"),
        })
    }

    fn read(
        &self,
        engine: &mut Running,
        text: &str,
        line: &dyn ProtocolLine,
        host: &dyn Host,
    ) -> Option<Answer> {
        match split(text) {
            ("info", rest) => {
                if let Some(error) = rest.strip_prefix("string error: ") {
                    engine.keep_error(error);
                }
                if let Some(thinking) = info::parse(rest, line) {
                    host.report(&thinking);
                }
                None
            }
            ("bestmove", rest) => {
                let mut words = rest.split_ascii_whitespace();
                let mv = words.next().unwrap_or_default().into();
                let expected = words.next().filter(|word| *word == "ponder").and(words.next());
                Some(Answer { mv, expected: expected.map(String::from), resigns: false })
            }
            _ => None,
        }
    }
}
