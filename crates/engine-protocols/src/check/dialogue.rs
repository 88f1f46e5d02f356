//! What is said to an engine in a check, by protocol.

use std::time::Duration;

use crate::hub::line::line_of as hub_line;
use crate::hub::message::{Message, MessageBuilder};
use crate::played::Line;
use crate::process::CommandError;
use crate::uci::line::{Castling, castling_of, line_of as uci_line};

/// The lines of a check in a protocol.
pub(super) struct Dialogue {
    /// The full name of the game.
    game: String,
    /// The line at the start of a game with this name.
    new_line: fn(&str) -> Option<Box<dyn Line>>,
    /// The line at the start.
    pub(super) line: Box<dyn Line>,
    /// The first line, and the word that ends the answer to it.
    pub(super) hello: (&'static str, &'static str),
    /// The lines after the handshake, and the word that says that the engine is ready.
    pub(super) prepare: (Vec<String>, &'static str),
    /// The question whether the engine is there, and its answer.
    pub(super) ping: (&'static str, &'static str),
    /// Whether an engine may leave that question unanswered.
    pub(super) ping_is_optional: bool,
    pub(super) new_game: &'static str,
    /// The lines for a search of the current position by time.
    pub(super) think: Vec<String>,
    /// The same for a search until `stop`.
    pub(super) analyze: Vec<String>,
    /// The move of a line that answers a search.
    pub(super) answer: fn(&str) -> Option<String>,
    /// The line that sets the position.
    pub(super) place: fn(&dyn Line) -> String,
}

impl Dialogue {
    pub(super) fn hub(
        game: &str,
        values: &[(String, String)],
        time: Duration,
    ) -> Result<Self, CommandError> {
        let (variant, line) = hub_line(game).ok_or_else(|| CommandError::Game {
            protocol: "Hub",
            games: "draughts without passing",
            game: game.into(),
        })?;
        let set = |name: &str, value: &str| {
            MessageBuilder::new("set-param").with("name", name).with("value", value).line()
        };
        let mut prepare: Vec<String> =
            values.iter().map(|(name, value)| set(name, value)).collect();
        if variant != "normal" {
            prepare.push(set("variant", variant));
        }
        prepare.push("init".into());
        Ok(Self {
            game: game.into(),
            new_line: |game| hub_line(game).map(|(_, line)| line),
            line,
            hello: ("hub", "wait"),
            prepare: (prepare, "ready"),
            ping: ("ping", "pong"),
            ping_is_optional: true,
            new_game: "new-game",
            think: vec![format!("level move-time={:.3}", time.as_secs_f64()), "go think".into()],
            analyze: vec!["level infinite".into(), "go analyze".into()],
            answer: |line| {
                let message = Message::parse(line);
                let is_answer = message.command == "done";
                is_answer.then(|| message.get("move").unwrap_or_default().to_owned())
            },
            place: |line| {
                let (position, moves) = line.to_protocol();
                let place = MessageBuilder::new("pos").with("pos", &position);
                if moves.is_empty() { place.line() } else { place.with("moves", &moves).line() }
            },
        })
    }

    /// Another line at the start of the game.
    pub(super) fn another_line(&self) -> Option<Box<dyn Line>> {
        (self.new_line)(&self.game)
    }

    pub(super) fn uci(
        game: &str,
        values: &[(String, String)],
        time: Duration,
    ) -> Result<Self, CommandError> {
        let unknown = || CommandError::Game { protocol: "UCI", games: "chess", game: game.into() };
        let castling = castling_of(game).ok_or_else(unknown)?;
        let line = uci_line(game, castling).ok_or_else(unknown)?;
        let set = |(name, value): &(String, String)| format!("setoption name {name} value {value}");
        let mut prepare: Vec<String> = values.iter().map(set).collect();
        if castling == Castling::KingTakesRook {
            prepare.push("setoption name UCI_Chess960 value true".into());
        }
        prepare.push("isready".into());
        Ok(Self {
            game: game.into(),
            new_line: |game| uci_line(game, castling_of(game)?),
            line,
            hello: ("uci", "uciok"),
            prepare: (prepare, "readyok"),
            ping: ("isready", "readyok"),
            ping_is_optional: false,
            new_game: "ucinewgame",
            think: vec![format!("go movetime {}", time.as_millis())],
            analyze: vec!["go infinite".into()],
            answer: |line| {
                let mut words = line.split_ascii_whitespace();
                let is_answer = words.next() == Some("bestmove");
                is_answer.then(|| words.next().unwrap_or_default().to_owned())
            },
            place: |line| {
                let (start, moves) = line.whole_to_protocol();
                let start = start.map_or_else(|| "startpos".into(), |fen| format!("fen {fen}"));
                let blank = if moves.is_empty() { "" } else { " moves " };
                format!("position {start}{blank}{moves}")
            },
        })
    }
}
