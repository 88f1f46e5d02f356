//! Serves one of our players as an XBoard engine.

use std::cmp::Ordering;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::Seat;
use games_package::Thinking;
use notation::{Castling, UciGame};

use super::features::declaration;
use super::level::Limits;
use super::player::castling;
use super::thinking;
use crate::command_queue::command_queue;
use crate::control::{Control, Meaning, Vocabulary, listen};
use crate::searcher::{Answer, Engine, Order, Searcher, ServeError, Wording};

/// Our options for which the protocol has commands, each with its command and feature.
const COMMANDS: [(&str, &str, &str); 2] =
    [("hash", "memory", "memory"), ("threads", "cores", "smp")];

/// Serves `engine`, whose moves are written in `notation`. Carries out the commands on `input` until `quit`, the end of
/// the input, or a failure. A thread reads `input`; after a failure, the thread keeps running until the next line or
/// the end of the input.
///
/// # Errors
/// [`ServeError`] if the protocol doesn't support the game, the player can't be created, or `output` is closed.
pub fn serve(
    engine: Engine<'_>,
    notation: Option<UciGame>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let game = notation.ok_or_else(|| ServeError::Game {
        protocol: "XBoard",
        games: "chess",
        game: engine.game.clone(),
    })?;
    let control = Arc::new(Control::new(output));
    let (commands_in, commands) = command_queue();
    let listened = Arc::clone(&control);
    thread::Builder::new()
        .name("commands".into())
        .spawn(move || listen(input, &listened, &commands_in, &VOCABULARY))?;
    let wording = Wording { info: silent, error: thinking::error };
    let mut session = Session {
        searcher: Searcher::new(engine, game.line(game.castling), &control, wording),
        castling: game.castling,
        game,
        start: None,
        moves: Vec::new(),
        plays: Some(Seat::SECOND),
        limits: Limits::default(),
        is_player_outdated: true,
    };
    while let Some(line) = commands.receive() {
        session.obey(&line)?;
    }
    Ok(())
}

const VOCABULARY: Vocabulary = Vocabulary { meaning, pong: "", error: thinking::error };

/// Splits a line into the command and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

fn meaning(line: &str) -> Meaning {
    match split(line).0 {
        "quit" => Meaning::Quit,
        "?" => Meaning::Stop,
        // A move can start a search.
        "go" | "usermove" => Meaning::Go,
        "new" | "force" | "setboard" | "undo" | "remove" | "result" => Meaning::Abort,
        _ => Meaning::Other,
    }
}

/// An empty report, used before `post` and after `nopost`.
const fn silent(_: &Thinking, _: Duration, _: &str) -> String {
    String::new()
}

/// The engine's state.
struct Session<'a, W> {
    searcher: Searcher<'a, W>,
    game: UciGame,
    /// The notation for castling in this game.
    castling: Castling,
    /// The starting position; `None` for the usual start.
    start: Option<String>,
    /// The moves since the start, in UCI notation.
    moves: Vec<String>,
    /// The engine's side; `None` if it only follows the game.
    plays: Option<Seat>,
    limits: Limits,
    /// Whether the player must be created, because none exists or the options have changed.
    is_player_outdated: bool,
}

impl<W: Write + Send> Session<'_, W> {
    fn obey(&mut self, line: &str) -> Result<(), ServeError> {
        let (command, rest) = split(line);
        match command {
            "protover" => self.introduce()?,
            "new" => self.begin_game(),
            "variant" => self.set_variant(rest)?,
            "setboard" => self.set_board(rest)?,
            "force" | "result" => self.plays = None,
            "playother" => {
                let mover = self.searcher.line.mover();
                self.plays = Seat::all(2).find(|seat| *seat != mover);
            }
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "level" | "st" | "sd" | "time" => self.limits.set(command, rest),
            "ping" => self.searcher.control.send(&format!("pong {rest}"))?,
            "post" => self.searcher.set_info(thinking::format),
            "nopost" => self.searcher.set_info(silent),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                self.set_option(name.trim(), value.trim())?;
            }
            "memory" | "cores" => {
                let own = COMMANDS.iter().find(|(_, known, _)| *known == command);
                self.set_option(own.map_or(command, |(own, ..)| own), rest)?;
            }
            "go" => {
                self.searcher.begin();
                self.plays = Some(self.searcher.line.mover());
                self.think()?;
                self.searcher.end();
            }
            "usermove" => {
                self.searcher.begin();
                if self.follow(rest)? && self.plays == Some(self.searcher.line.mover()) {
                    self.think()?;
                }
                self.searcher.end();
            }
            "" | "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer"
            | "name" | "rating" | "ics" | "draw" | "hint" | "bk" | "otim" | "." | "?" => {}
            _ => self.report_error("unknown command", line)?,
        }
        Ok(())
    }

    /// Reports that a command can't be carried out.
    fn report_error(&self, why: &str, command: &str) -> io::Result<()> {
        let shown: String = command.chars().filter(|sign| !sign.is_control()).take(80).collect();
        self.searcher.control.send(&format!("Error ({why}): {shown}"))
    }

    fn introduce(&self) -> io::Result<()> {
        let Searcher { engine, control, .. } = &self.searcher;
        let name = format!("{} {}", engine.name, engine.version).replace('"', "'");
        control.send(&format!("feature myname=\"{name}\" variants=\"normal,fischerandom\""))?;
        control
            .send("feature ping=1 setboard=1 usermove=1 playother=1 reuse=1 analyze=0 colors=0")?;
        control.send("feature san=0 sigint=0 sigterm=0 draw=0 nps=0 time=1")?;
        for spec in self.searcher.options() {
            match COMMANDS.iter().find(|(own, ..)| *own == spec.name) {
                Some((_, _, feature)) => control.send(&format!("feature {feature}=1"))?,
                None => control.send(&declaration(spec, &self.searcher.value_of(spec)))?,
            }
        }
        control.send("feature done=1")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let spec = self.searcher.options().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let Some(spec) = spec else {
            return self.report_error("unknown option", name);
        };
        let name = spec.name.clone();
        let is_flag = matches!(spec.kind, games_package::OptionKind::Flag { .. });
        let value = match value {
            "1" if is_flag => "true",
            "0" if is_flag => "false",
            value => value,
        };
        // A new seed applies to the next game of the same player.
        self.is_player_outdated |=
            self.searcher.engine.options.iter().any(|spec| spec.name == name);
        self.searcher.set_option(&name, value)
    }

    fn begin_game(&mut self) {
        self.searcher.begin_game();
        self.use_castling(Castling::KingMoves);
        (self.start, self.plays) = (None, Some(Seat::SECOND));
        self.limits.set("sd", "");
        self.moves.clear();
        self.set_line();
    }

    fn use_castling(&mut self, castling: Castling) {
        self.castling = castling;
        self.searcher.line = self.game.line(castling);
    }

    fn set_variant(&mut self, name: &str) -> io::Result<()> {
        match name {
            "normal" => self.use_castling(Castling::KingMoves),
            "fischerandom" => self.use_castling(Castling::KingTakesRook),
            _ => return self.report_error("unsupported variant", name),
        }
        Ok(())
    }

    fn set_board(&mut self, fen: &str) -> io::Result<()> {
        if let Err(error) = self.searcher.line.set_from_protocol(Some(fen), "") {
            self.set_line();
            return self.searcher.control.send(&thinking::error(&error.to_string()));
        }
        self.start = Some(fen.to_owned());
        self.moves.clear();
        Ok(())
    }

    /// Replays the game on the line. All its moves are legal.
    fn set_line(&mut self) {
        let set =
            self.searcher.line.set_from_protocol(self.start.as_deref(), &self.moves.join(" "));
        debug_assert!(set.is_ok(), "{set:?}");
    }

    fn take_back(&mut self, count: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(count));
        self.set_line();
    }

    /// Plays the opponent's move. Returns whether it is legal.
    fn follow(&mut self, text: &str) -> io::Result<bool> {
        self.set_line();
        let (moves, error) = self.searcher.line.moves_to_table(text);
        let mv = match (moves.as_slice(), error) {
            ([table], None) => self.searcher.line.moves_to_protocol(table).into_iter().next(),
            _ => None,
        };
        let Some(mv) = mv else {
            let shown: String = text.chars().filter(|sign| !sign.is_control()).take(20).collect();
            self.searcher.control.send(&format!("Illegal move: {shown}"))?;
            return Ok(false);
        };
        self.moves.push(mv);
        self.set_line();
        Ok(true)
    }

    /// Searches and plays the best move.
    fn think(&mut self) -> Result<(), ServeError> {
        self.set_line();
        let moves_made = u32::try_from(self.moves.len() / 2).unwrap_or(u32::MAX);
        let order = Order { level: self.limits.level(moves_made), ..Order::default() };
        self.searcher.line.drop_history_if_over();
        if self.searcher.line.legal_moves().is_empty() {
            self.set_line();
            return Ok(self.claim_result()?);
        }
        if self.is_player_outdated {
            self.searcher.make()?;
            self.is_player_outdated = false;
        }
        let Answer { mv, .. } = self.searcher.search(&order)?;
        if self.searcher.is_aborted() {
            self.set_line();
            return Ok(());
        }
        let is_960 = self.castling == Castling::KingTakesRook;
        let (table, _) = self.searcher.line.moves_to_table(&mv);
        let castled = table.first().filter(|_| is_960).and_then(|table| castling(table));
        self.searcher.control.send(&format!("move {}", castled.unwrap_or(&mv)))?;
        self.moves.push(mv);
        self.set_line();
        Ok(self.claim_result()?)
    }

    /// Reports a finished game's result.
    fn claim_result(&self) -> io::Result<()> {
        let Some(outcome) = self.searcher.line.outcome() else { return Ok(()) };
        let is_white = self.searcher.line.mover() == Seat::FIRST;
        let result = match (outcome, is_white) {
            (Ordering::Equal, _) => "1/2-1/2 {draw}",
            (Ordering::Less, false) | (Ordering::Greater, true) => "1-0 {White wins}",
            (Ordering::Less, true) | (Ordering::Greater, false) => "0-1 {Black wins}",
        };
        self.searcher.control.send(result)
    }
}
