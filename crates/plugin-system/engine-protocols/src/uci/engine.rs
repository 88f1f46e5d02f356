//! Serves one of our players as a UCI engine.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use notation::{Castling, UciGame};

use crate::command_queue::command_queue;
use crate::control::{Control, Meaning, Vocabulary, listen};
use crate::searcher::{Answer, Engine, Order, Searcher, ServeError, Wording};
use crate::uci::go::Go;
use crate::uci::info;
use crate::uci::options::{CHESS_960, declaration, named, parse_setting};

/// The answer if there is no legal move.
const NO_MOVE: &str = "bestmove 0000";

/// Our option for reporting several best lines.
const LINES: &str = "lines";

/// The interval at which a finished search checks whether an answer is allowed.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Serves `engine`; `notation` is the game's form in UCI. Carries out the commands on `input` until `quit`, the end of
/// the input, or a failure. A thread reads `input`; after a failure, the thread keeps running until the next line or
/// the end of the input.
///
/// # Errors
/// [`ServeError`] if UCI doesn't support the game, the player can't be created, or `output` is closed.
pub fn serve(
    engine: Engine<'_>,
    notation: Option<UciGame>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let game = notation.ok_or_else(|| ServeError::Game {
        protocol: "UCI",
        games: "chess",
        game: engine.game.clone(),
    })?;
    let control = Arc::new(Control::new(output));
    let (commands_in, commands) = command_queue();
    let listened = Arc::clone(&control);
    thread::Builder::new()
        .name("commands".into())
        .spawn(move || listen(input, &listened, &commands_in, &VOCABULARY))?;
    let wording = Wording { info: info::format, error: info::error };
    let mut session = Session {
        searcher: Searcher::new(engine, game.line(game.castling), &control, wording),
        game,
        is_position_malformed: false,
        is_player_outdated: true,
    };
    while let Some(line) = commands.receive() {
        session.obey(&line)?;
    }
    Ok(())
}

const VOCABULARY: Vocabulary = Vocabulary { meaning, pong: "readyok", error: info::error };

/// Splits a line into the command and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

fn meaning(line: &str) -> Meaning {
    match split(line).0 {
        "quit" => Meaning::Quit,
        "isready" => Meaning::IsReady,
        "stop" => Meaning::Stop,
        "ponderhit" => Meaning::PonderHit,
        "go" => Meaning::Go,
        _ => Meaning::Other,
    }
}

/// The engine's state.
struct Session<'a, W> {
    searcher: Searcher<'a, W>,
    game: UciGame,
    /// `true` if the last position was malformed and the current position is unknown.
    is_position_malformed: bool,
    /// Whether the player must be created, because none exists or the options have changed.
    is_player_outdated: bool,
}

impl<W: Write + Send> Session<'_, W> {
    fn obey(&mut self, line: &str) -> Result<(), ServeError> {
        let (command, rest) = split(line);
        match command {
            "uci" => self.introduce()?,
            "isready" => {
                self.prepare()?;
                self.searcher.start_early();
                self.searcher.control.send(VOCABULARY.pong)?;
            }
            "setoption" => self.set(rest)?,
            "ucinewgame" => self.searcher.begin_game(),
            "position" => self.set_position(rest)?,
            "go" => {
                self.searcher.begin();
                self.go(rest)?;
                self.searcher.end();
            }
            // The protocol requires ignoring unknown commands.
            _ => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let Searcher { engine, control, .. } = &self.searcher;
        control.send(&format!("id name {} {}", engine.name, engine.version))?;
        control.send("id author the authors of Rival")?;
        for spec in self.searcher.options() {
            control.send(&declaration(spec, &self.searcher.value_of(spec)))?;
        }
        let is_default = self.game.castling == Castling::KingTakesRook;
        control.send(&format!("option name {CHESS_960} type check default {is_default}"))?;
        control.send("uciok")
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let Some((name, value)) = parse_setting(rest) else {
            return self.searcher.send_error("expected setoption name NAME value VALUE");
        };
        if name.eq_ignore_ascii_case(CHESS_960) {
            let castling =
                if value == "true" { Castling::KingTakesRook } else { Castling::KingMoves };
            self.searcher.line = self.game.line(castling);
            return Ok(());
        }
        let Some(spec) = named(self.searcher.options(), &name) else {
            return self.searcher.send_error(&format!("unknown option {name}"));
        };
        let name = spec.name.clone();
        // A new seed applies to the next game of the same player.
        self.is_player_outdated |=
            self.searcher.engine.options.iter().any(|spec| spec.name == name);
        self.searcher.set_option(&name, &value)
    }

    /// Creates the player unless it exists with the current options.
    fn prepare(&mut self) -> Result<(), ServeError> {
        if self.is_player_outdated {
            self.searcher.make()?;
            self.is_player_outdated = false;
        }
        Ok(())
    }

    /// Sets the position given by `startpos` or `fen FEN` and the moves after `moves`.
    fn set_position(&mut self, rest: &str) -> io::Result<()> {
        self.is_position_malformed = true;
        let (place, moves) = match rest.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (rest, ""),
        };
        let start = match split(place) {
            ("startpos", _) => None,
            ("fen", fen) => Some(fen),
            _ => return self.searcher.send_error("expected position startpos or position fen FEN"),
        };
        if let Err(error) = self.searcher.line.set_from_protocol(start, moves) {
            return self.searcher.send_error(&error.to_string());
        }
        self.searcher.line.drop_history_if_over();
        self.is_position_malformed = false;
        Ok(())
    }

    /// Searches and answers. The protocol always requires an answer.
    fn go(&mut self, rest: &str) -> Result<(), ServeError> {
        let why = if self.is_position_malformed {
            Some("send a valid position first: the last one was malformed")
        } else if self.searcher.line.legal_moves().is_empty() {
            Some("the game is over in this position")
        } else {
            None
        };
        if let Some(why) = why {
            self.searcher.send_error(why)?;
            return Ok(self.searcher.control.send(NO_MOVE)?);
        }
        let Go { level, is_infinite, pondering, among } =
            Go::parse(rest, self.searcher.line.mover());
        let among = self.legal(&among)?;
        self.prepare_for(&among)?;
        let order = Order { level, is_infinite, pondering, among };
        let Answer { mv, reply } = self.searcher.search(&order)?;
        while order.is_infinite && !self.searcher.is_stopped()
            || order.pondering && !self.searcher.is_released()
        {
            thread::sleep(POLL_INTERVAL);
        }
        let reply = reply.map(|reply| format!(" ponder {reply}")).unwrap_or_default();
        Ok(self.searcher.control.send(&format!("bestmove {mv}{reply}"))?)
    }

    /// The legal moves among `moves`, in the table's notation.
    fn legal(&self, moves: &[String]) -> io::Result<Vec<String>> {
        let mut legal = Vec::new();
        for mv in moves {
            match self.searcher.line.moves_to_table(mv) {
                (found, None) => legal.extend(found),
                (_, Some(error)) => self.searcher.send_error(&error.to_string())?,
            }
        }
        Ok(legal)
    }

    /// Prepares a player that can choose among these moves. If legal moves are missing, the player must report a line
    /// for every move.
    fn prepare_for(&mut self, among: &[String]) -> Result<(), ServeError> {
        let has_lines = self.searcher.engine.options.iter().any(|spec| spec.name == LINES);
        if among.is_empty() || !has_lines {
            return self.prepare();
        }
        let kept = self.searcher.values.clone();
        let lines = self.searcher.line.legal_moves().len().min(100);
        self.searcher.set_option(LINES, &lines.to_string())?;
        let made = self.searcher.make();
        self.searcher.values = kept;
        self.is_player_outdated = true;
        made
    }
}
