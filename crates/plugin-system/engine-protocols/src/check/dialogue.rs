//! The commands that a check sends to an engine, for each protocol.

use std::time::Duration;

use notation::{Castling, HubGame, ProtocolLine, UciGame};

use crate::hub::message::{Message, place, setting};
use crate::uci::position;
use crate::xboard::own_move;

/// The search time in a protocol without endless searches.
const LONG_SEARCH: Duration = Duration::from_secs(5);

/// The lines that a check sends and expects under one protocol.
pub(super) struct Dialogue {
    /// The line of play at the start of the game.
    pub(super) line: Box<dyn ProtocolLine>,
    /// The first line to send, and the words that end its answer.
    pub(super) hello: (&'static str, &'static str),
    /// The lines to send after the handshake, and the words with which the engine reports that it is ready.
    pub(super) prepare: (Vec<String>, &'static str),
    /// Time per search.
    pub(super) time: Duration,
    /// The ping command and its answer.
    pub(super) ping: (&'static str, &'static str),
    /// Whether an engine may ignore the ping.
    pub(super) ping_is_optional: bool,
    pub(super) new_game: &'static str,
    /// The lines that start a timed search from the current position.
    pub(super) think: Vec<String>,
    /// The lines that start a search until `stop`.
    pub(super) analyze: Vec<String>,
    /// The line that ends a search.
    pub(super) stop: &'static str,
    /// The maximum duration of a search started by `analyze`, if an engine may ignore `stop` or move before the stop.
    pub(super) unstopped: Option<Duration>,
    /// Parses the move from a line that ends a search.
    pub(super) answer: fn(&str) -> Option<String>,
    /// Formats the command that sets the position. The string is the engine's prefix for the opponent's moves.
    pub(super) place: fn(&dyn ProtocolLine, &str) -> String,
}

impl Dialogue {
    pub(super) fn hub(game: HubGame, values: &[(String, String)], time: Duration) -> Self {
        let HubGame { variant, line } = game;
        let mut prepare: Vec<String> =
            values.iter().map(|(name, value)| setting(name, value)).collect();
        if variant != "normal" {
            prepare.push(setting("variant", variant));
        }
        prepare.push("init".into());
        Self {
            line,
            time,
            hello: ("hub", "wait"),
            prepare: (prepare, "ready"),
            ping: ("ping", "pong"),
            ping_is_optional: true,
            new_game: "new-game",
            think: vec![format!("level move-time={:.3}", time.as_secs_f64()), "go think".into()],
            analyze: vec!["level infinite".into(), "go analyze".into()],
            stop: "stop",
            unstopped: None,
            answer: |line| {
                let message = Message::parse(line);
                let is_answer = message.command == "done";
                is_answer.then(|| message.get("move").unwrap_or_default().to_owned())
            },
            place: |line, _| place(line),
        }
    }

    pub(super) fn uci(game: &UciGame, values: &[(String, String)], time: Duration) -> Self {
        let set = |(name, value): &(String, String)| format!("setoption name {name} value {value}");
        let mut prepare: Vec<String> = values.iter().map(set).collect();
        if game.castling == Castling::KingTakesRook {
            prepare.push("setoption name UCI_Chess960 value true".into());
        }
        prepare.push("isready".into());
        Self {
            line: game.line(game.castling),
            time,
            hello: ("uci", "uciok"),
            prepare: (prepare, "readyok"),
            ping: ("isready", "readyok"),
            ping_is_optional: false,
            new_game: "ucinewgame",
            think: vec![format!("go movetime {}", time.as_millis())],
            analyze: vec!["go infinite".into()],
            stop: "stop",
            unstopped: None,
            answer: |line| {
                let mut words = line.split_ascii_whitespace();
                let is_answer = words.next() == Some("bestmove");
                is_answer.then(|| words.next().unwrap_or_default().to_owned())
            },
            place: |line, _| position(line),
        }
    }

    /// Times are whole seconds, because many engines can't read fractions. An engine may ignore `?`, and move
    /// immediately from an opening book.
    pub(super) fn xboard(game: &UciGame, values: &[(String, String)], time: Duration) -> Self {
        let seconds = time.as_secs_f64().ceil().max(1.0);
        let set = |(name, value): &(String, String)| match name.as_str() {
            "memory" | "cores" => format!("{name} {value}"),
            _ => format!("option {name}={value}"),
        };
        let mut prepare: Vec<String> = values.iter().map(set).collect();
        prepare.extend(["new".into(), "force".into(), "easy".into(), "ping 1".into()]);
        Self {
            line: game.line(game.castling),
            time: Duration::from_secs_f64(seconds),
            hello: ("xboard\nprotover 2", "done=1"),
            prepare: (prepare, "pong 1"),
            ping: ("ping 2", "pong 2"),
            ping_is_optional: false,
            new_game: "force",
            think: vec![format!("st {seconds}"), "go".into()],
            analyze: vec![format!("st {}", LONG_SEARCH.as_secs()), "go".into()],
            stop: "?",
            unstopped: Some(LONG_SEARCH),
            answer: |line| own_move(line).map(String::from),
            place: place_by_moves,
        }
    }
}

/// Returns `true` if an XBoard engine declares in this line that moves have the prefix `usermove`.
pub(super) fn declares_usermove(line: &str) -> bool {
    line.starts_with("feature") && line.split_ascii_whitespace().any(|word| word == "usermove=1")
}

/// The XBoard commands for a new game with these moves. The commands include `setboard` only for an unusual start,
/// because an engine may lack it.
fn place_by_moves(line: &dyn ProtocolLine, prefix: &str) -> String {
    let (start, moves) = line.whole_to_protocol();
    let start = start.map(|fen| format!("setboard {fen}"));
    let moves = moves.split_ascii_whitespace().map(|mv| format!("{prefix}{mv}"));
    let lines = ["new", "force"].map(String::from).into_iter().chain(start).chain(moves);
    lines.collect::<Vec<_>>().join("\n")
}
