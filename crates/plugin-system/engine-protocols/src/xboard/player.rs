//! An XBoard engine as a player.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use games_package::{FailureKind, Host, Player, PlayerError, ThinkingLimits};
use notation::{Castling, ProtocolLine, UciGame};

use super::features::{self, Features};
use super::level::{level_command, move_time_command};
use super::thinking::{own_move, parse};
use crate::engine::Engine;
use crate::engine_option::{self, EngineOption};
use crate::engine_player::{Answer, Clocks, EnginePlayer, Go, Launch, Protocol};
use crate::launch_options::LaunchOptions;
use crate::process::{CommandError, MatchLimits, Running, SearchLimit};
use crate::uci::{names_rooks, uci_game};

/// The commands that start a game in which an engine without features moves first. `new` later resets them.
const FIRST_MOVE: [&str; 5] = ["new", "easy", "level 40 1 0", "sd 1", "go"];

/// Time limit for the first feature. Version 1 engines don't send features.
const FEATURES_TIMEOUT: Duration = Duration::from_secs(2);

/// The time on the engine's clock in an untimed game.
const UNLIMITED: Duration = Duration::from_hours(24);

/// The feature that we set once an engine has begun a game.
const BEGUN: &str = "begun";

/// Creates a player for the XBoard engine that `launch` describes. `game` is the game's full name, and `notation` its
/// move notation in UCI. The process serves later matches too, unless it declares `reuse=0`. If the match allows it,
/// the engine ponders on its own.
///
/// # Errors
/// [`CommandError`] if the protocol doesn't support the game or the command is malformed.
pub fn player(
    game: &str,
    notation: Option<UciGame>,
    launch: Launch<'_>,
) -> Result<Box<dyn Player>, CommandError> {
    let in_uci = uci_game("XBoard", game, notation)?;
    let castling = in_uci.castling;
    let line = in_uci.line(castling);
    let protocol = Xboard {
        game: in_uci,
        castling,
        limits: Cell::default(),
        may_ponder: Cell::default(),
        pings: Cell::default(),
        features: RefCell::default(),
        followed: RefCell::default(),
    };
    Ok(Box::new(EnginePlayer::new(
        ("engine:xboard:", "gnuchess -x"),
        launch,
        game,
        protocol,
        line,
    )?))
}

/// Speaks the XBoard protocol with an engine.
#[derive(Debug)]
struct Xboard {
    game: UciGame,
    /// The notation for castling in this match.
    castling: Castling,
    limits: Cell<MatchLimits>,
    may_ponder: Cell<bool>,
    pings: Cell<u32>,
    /// The current engine's features.
    features: RefCell<Features>,
    followed: RefCell<FollowedGame>,
}

/// The game that the engine follows.
#[derive(Debug, Default)]
struct FollowedGame {
    has_begun: bool,
    /// The starting position; `None` for the usual start.
    start: Option<String>,
    moves: Vec<String>,
    /// Whether the engine will answer the next move.
    is_playing: bool,
}

impl Xboard {
    fn has(&self, feature: &str) -> bool {
        features::has(&self.features.borrow(), feature)
    }

    fn refused(engine: &Running, why: &str) -> PlayerError {
        PlayerError::of_kind(FailureKind::LoadRefused, format!("{} {why}", engine.name))
    }

    /// Begins a game in force mode, in which the engine plays neither side.
    fn begin_game(&self, engine: &mut Running, start: Option<&str>) -> Result<(), PlayerError> {
        engine.send("new")?;
        if self.castling == Castling::KingTakesRook {
            let features = self.features.borrow();
            let variants = features.get("variants").map(String::as_str).unwrap_or_default();
            if !variants.split(',').any(|variant| variant.trim() == "fischerandom") {
                return Err(Self::refused(engine, "doesn't play fischerandom"));
            }
            engine.send("variant fischerandom")?;
        }
        let MatchLimits { time_control, thinking, .. } = self.limits.get();
        let pondering = if self.may_ponder.get() { "hard" } else { "easy" };
        for line in ["force", "post", pondering] {
            engine.send(line)?;
        }
        engine.send(&level_command(time_control, UNLIMITED))?;
        if let Some(nodes) = thinking.nodes {
            if !self.has("nps") {
                return Err(Self::refused(engine, "doesn't support nps, so it can't limit nodes"));
            }
            engine.send(&format!("nps {nodes}"))?;
        }
        if let Some(fen) = start {
            if !self.has("setboard") {
                return Err(Self::refused(
                    engine,
                    "doesn't support setboard and can start only from the usual position",
                ));
            }
            engine.send(&format!("setboard {fen}"))?;
        }
        let start = start.map(String::from);
        *self.followed.borrow_mut() =
            FollowedGame { has_begun: true, start, ..FollowedGame::default() };
        Ok(())
    }

    /// A line's starting position and moves in the protocol's notation, which writes Chess960 castling as in SAN.
    fn moves_of(&self, line: &dyn ProtocolLine) -> (Option<String>, Vec<String>) {
        let (start, moves) = line.whole_to_protocol();
        let in_table = line.to_table().moves;
        let is_960 = self.castling == Castling::KingTakesRook;
        let moves = moves.split_ascii_whitespace().zip(in_table.split_ascii_whitespace());
        let written = |(mv, table): (&str, &str)| match is_960.then(|| castling(table)).flatten() {
            Some(castling) => castling.to_owned(),
            None => mv.to_owned(),
        };
        (start, moves.map(written).collect())
    }

    /// Records an engine move.
    fn note_move(&self, line: &dyn ProtocolLine, mv: &str) {
        let (moves, _) = line.moves_to_table(mv);
        let Some(table) = moves.first() else { return };
        let is_960 = self.castling == Castling::KingTakesRook;
        let written = match is_960.then(|| castling(table)).flatten() {
            Some(castling) => Some(castling.to_owned()),
            None => line.moves_to_protocol(table).into_iter().next(),
        };
        self.followed.borrow_mut().moves.extend(written);
    }
}

/// A castling move without its check or mate sign, or `None` for other moves.
pub(super) fn castling(table: &str) -> Option<&str> {
    table.starts_with("O-O").then(|| table.trim_end_matches(['+', '#']))
}

impl Protocol for Xboard {
    /// A command that is never sent, because an engine ponders on its own.
    const PONDER_HIT: &'static str = ".";
    const STOP: &'static str = "?";

    fn introduce(
        &self,
        engine: &mut Engine,
        launch: &LaunchOptions,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        self.followed.take();
        engine.running.send("xboard")?;
        engine.running.send("protover 2")?;
        let (mut until, mut is_done) = (deadline.min(Instant::now() + FEATURES_TIMEOUT), false);
        while !is_done {
            let Some(line) = engine.running.receive_before(until)? else {
                if until < deadline {
                    break;
                }
                return Err(engine.running.late());
            };
            if !line.starts_with("feature") {
                continue;
            }
            for (name, value) in features::parse(&line) {
                engine.running.send(&features::answer(&name, &value))?;
                match name.as_str() {
                    "done" if value == "0" => until = deadline,
                    "done" => is_done = true,
                    "myname" => engine.running.set_name(&value),
                    _ => {}
                }
                engine.options.extend(features::declared(&name, &value));
                engine.features.insert(name, value);
            }
        }
        engine.answers_ping = features::has(&engine.features, "ping");
        if engine.features.is_empty() {
            // Only a move proves that the program is an engine.
            FIRST_MOVE.iter().try_for_each(|line| engine.running.send(line))?;
            while own_move(&engine.running.receive(deadline)?).is_none() {}
            engine.running.send("force")?;
        }
        launch.init.iter().try_for_each(|line| engine.running.send(line))?;
        for (name, value) in &launch.options {
            let Engine { running, options, .. } = engine;
            let name = features::meant(options, name);
            let option = engine_option::checked(options, &running.name, name, value)?;
            self.set_option(running, option, value)?;
        }
        Ok(())
    }

    fn set_option(
        &self,
        engine: &mut Running,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), PlayerError> {
        engine.send(&features::setting(option, value))
    }

    fn line_from(&mut self, start: &str) -> Option<Box<dyn ProtocolLine>> {
        let castling =
            if names_rooks(start) { Castling::KingTakesRook } else { self.game.castling };
        let is_other = castling != self.castling;
        self.castling = castling;
        is_other.then(|| self.game.line(castling))
    }

    fn prepare(&self, engine: &mut Engine) -> Result<(), PlayerError> {
        self.features.replace(engine.features.clone());
        Ok(())
    }

    /// Only prepares the match. The game begins with the first search, which provides the starting position.
    fn begin_match(
        &self,
        engine: &mut Engine,
        limits: &MatchLimits,
        may_ponder: bool,
        deadline: Instant,
    ) -> Result<bool, PlayerError> {
        let has_played = engine.features.insert(BEGUN.into(), String::new()).is_some();
        if has_played && engine.features.get("reuse").is_some_and(|reuse| reuse == "0") {
            return Err(Self::refused(&engine.running, "plays one game"));
        }
        self.limits.set(*limits);
        self.may_ponder.set(may_ponder);
        self.followed.take();
        engine.running.send("force")?;
        self.wait_until_ready(engine, deadline)?;
        Ok(false)
    }

    fn wait_until_ready(&self, engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError> {
        if !engine.answers_ping {
            return Ok(());
        }
        let number = self.pings.get().wrapping_add(1);
        self.pings.set(number);
        engine.running.send(&format!("ping {number}"))?;
        let pong = format!("pong {number}");
        while engine.running.receive(deadline)? != pong {}
        Ok(())
    }

    fn limits(&self, thinking: ThinkingLimits, limit: SearchLimit, clocks: Clocks<'_>) -> String {
        let mut lines = Vec::new();
        let (own, other) = match limit {
            SearchLimit::Increment { left, .. } | SearchLimit::Period { left, .. } => {
                (clocks.own(left), clocks.other(left))
            }
            SearchLimit::Move(time) => {
                lines.push(move_time_command(time));
                (time, time)
            }
            SearchLimit::Search => (UNLIMITED, UNLIMITED),
        };
        if let Some(depth) = thinking.depth {
            lines.push(format!("sd {depth}"));
        }
        if thinking.nodes.is_some() && limit == SearchLimit::Search {
            // With `nps`, one second stands for this number of nodes.
            lines.push("st 1".into());
        }
        lines.push(format!("time {}", own.as_millis() / 10));
        lines.push(format!("otim {}", other.as_millis() / 10));
        lines.join("\n")
    }

    fn search(
        &self,
        engine: &mut Running,
        line: &dyn ProtocolLine,
        limits: &str,
        _: Go,
    ) -> Result<(), PlayerError> {
        let (start, moves) = self.moves_of(line);
        let follows = {
            let followed = self.followed.borrow();
            followed.has_begun && followed.start == start && moves.starts_with(&followed.moves)
        };
        if !follows {
            self.begin_game(engine, start.as_deref())?;
        }
        let mut followed = self.followed.borrow_mut();
        let new = &moves[followed.moves.len()..];
        let prefix = if self.has("usermove") { "usermove " } else { "" };
        let answers = followed.is_playing && new.len() == 1;
        if followed.is_playing && !answers {
            engine.send("force")?;
        }
        if answers {
            limits.lines().try_for_each(|line| engine.send(line))?;
        }
        new.iter().try_for_each(|mv| engine.send(&format!("{prefix}{mv}")))?;
        if !answers {
            limits.lines().try_for_each(|line| engine.send(line))?;
            engine.send("go")?;
        }
        followed.moves = moves;
        followed.is_playing = true;
        Ok(())
    }

    fn read(
        &self,
        engine: &mut Running,
        text: &str,
        line: &dyn ProtocolLine,
        host: &dyn Host,
    ) -> Option<Answer> {
        if let Some(mv) = own_move(text) {
            self.note_move(line, mv);
            return Some(Answer { mv: mv.into(), expected: None, resigns: false });
        }
        let lost = if line.mover() == board_engine::Seat::FIRST { "0-1" } else { "1-0" };
        if text == "resign" || text.starts_with(lost) && text.contains("resign") {
            return Some(Answer { mv: String::new(), expected: None, resigns: true });
        }
        if ["Illegal move", "Error", "tellusererror"].iter().any(|word| text.starts_with(word)) {
            engine.keep_error(text);
        } else if let Some(thinking) = parse(text, line) {
            host.report(&thinking);
        }
        None
    }
}
