//! Serves one of our players as a Hub engine.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use games_package::{OptionKind, OptionSpec, Thinking, Valuation};
use notation::HubGame;

use crate::command_queue::command_queue;
use crate::control::{Control, Meaning, Vocabulary, listen};
use crate::hub::message::{Message, MessageBuilder, error};
use crate::level::Level;
use crate::searcher::{Answer, Engine, Order, Searcher, ServeError, Wording};

/// Serves `engine`; `notation` is the game's form in Hub. Carries out the commands on `input` until `quit`, the end of
/// the input, or a failure. A thread reads `input`; after a failure, the thread keeps running until the next line or
/// the end of the input.
///
/// # Errors
/// [`ServeError`] if Hub doesn't support the game, the player can't be created, or `output` is closed.
pub fn serve(
    engine: Engine<'_>,
    notation: Option<HubGame>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let HubGame { variant, line } = notation.ok_or_else(|| ServeError::Game {
        protocol: "Hub",
        games: "draughts without passing",
        game: engine.game.clone(),
    })?;
    let control = Arc::new(Control::new(output));
    let (commands_in, commands) = command_queue();
    let listened = Arc::clone(&control);
    thread::Builder::new()
        .name("commands".into())
        .spawn(move || listen(input, &listened, &commands_in, &VOCABULARY))?;
    let mut session = Session {
        searcher: Searcher::new(engine, line, &control, Wording { info, error }),
        variant,
        is_position_malformed: false,
        level: Level::default(),
    };
    while let Some(line) = commands.receive() {
        session.obey(&Message::parse(&line))?;
    }
    Ok(())
}

const VOCABULARY: Vocabulary = Vocabulary { meaning, pong: "pong", error };

fn meaning(line: &str) -> Meaning {
    match line.split(' ').next().unwrap_or_default() {
        "quit" => Meaning::Quit,
        "ping" => Meaning::Ping,
        "stop" => Meaning::Stop,
        "ponder-hit" => Meaning::PonderHit,
        "go" => Meaning::Go,
        _ => Meaning::Other,
    }
}

/// The engine's state.
struct Session<'a, W> {
    searcher: Searcher<'a, W>,
    /// The variant's name in Hub.
    variant: &'static str,
    /// `true` if the last position was malformed and the current position is unknown.
    is_position_malformed: bool,
    level: Level,
}

impl<W: Write + Send> Session<'_, W> {
    fn obey(&mut self, message: &Message) -> Result<(), ServeError> {
        match message.command.as_str() {
            "hub" => self.introduce()?,
            "set-param" => self.set(message)?,
            "init" => {
                self.searcher.make()?;
                self.searcher.start_early();
                self.searcher.control.send("ready")?;
            }
            "new-game" => {
                self.searcher.begin_game();
                self.searcher.start_early();
            }
            "pos" => self.set_position(message)?,
            "level" => self.level = Level::of_hub(message),
            "go" => {
                self.searcher.begin();
                self.go(message)?;
                self.searcher.end();
            }
            // The protocol requires ignoring unknown commands.
            _ => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let Searcher { engine, control, .. } = &self.searcher;
        let Engine { name, version, .. } = engine;
        control
            .send(&MessageBuilder::new("id").with("name", name).with("version", version).line())?;
        let variant = self.variant;
        control.send(
            &MessageBuilder::new("param")
                .with("name", "variant")
                .with("value", variant)
                .with("type", "enum")
                .with("values", variant)
                .line(),
        )?;
        for spec in self.searcher.options() {
            control.send(&parameter(spec, &self.searcher.value_of(spec)))?;
        }
        control.send("wait")
    }

    fn set(&mut self, message: &Message) -> io::Result<()> {
        let name = message.get("name").unwrap_or_default();
        let value = message.get("value").unwrap_or_default();
        if name != "variant" {
            return self.searcher.set_option(name, value);
        }
        let variant = self.variant;
        if value == variant {
            return Ok(());
        }
        self.searcher.send_error(&format!("unsupported variant \"{value}\": expected {variant}"))
    }

    /// Sets the position. Also removes all search limits, as Scan does.
    fn set_position(&mut self, message: &Message) -> io::Result<()> {
        self.level = Level::default();
        self.is_position_malformed = true;
        let start = message.get("pos").filter(|text| *text != "start");
        if start.is_none() && !message.has("start") && !message.has("pos") {
            return self.searcher.send_error("expected pos=POSITION or start");
        }
        if let Err(error) =
            self.searcher.line.set_from_protocol(start, message.get("moves").unwrap_or_default())
        {
            return self.searcher.send_error(&error.to_string());
        }
        self.searcher.line.drop_history_if_over();
        self.is_position_malformed = false;
        Ok(())
    }

    /// Searches and answers.
    fn go(&mut self, message: &Message) -> io::Result<()> {
        let searcher = &mut self.searcher;
        if self.is_position_malformed {
            return searcher.send_error("send a valid position first: the last one was malformed");
        }
        if searcher.line.legal_moves().is_empty() {
            return searcher.send_error("the game is over in this position");
        }
        if !searcher.has_player() {
            return searcher.send_error("send init first");
        }
        let order = Order {
            level: self.level,
            is_infinite: message.has("analyze"),
            pondering: message.has("ponder"),
            among: Vec::new(),
        };
        let Answer { mv, reply } = searcher.search(&order)?;
        let done = MessageBuilder::new("done").with("move", &mv);
        let done = match reply {
            Some(reply) => done.with("ponder", &reply),
            None => done,
        };
        searcher.control.send(&done.line())
    }
}

/// Formats an option's declaration.
fn parameter(spec: &OptionSpec, value: &str) -> String {
    let written = MessageBuilder::new("param").with("name", &spec.name).with("value", value);
    let written = match &spec.kind {
        OptionKind::Integer { min, max, .. } => {
            written.with("type", "int").with("min", &min.to_string()).with("max", &max.to_string())
        }
        OptionKind::Flag { .. } => written.with("type", "bool"),
        OptionKind::Choice { choices, .. } => {
            written.with("type", "enum").with("values", &choices.join(" "))
        }
        OptionKind::Text { .. } => written.with("type", "string"),
    };
    written.line()
}

/// Formats a search report: time in seconds, speed in millions of nodes per second, score in men.
#[expect(clippy::cast_precision_loss, reason = "rates and scores, shown with a few digits")]
fn info(thinking: &Thinking, elapsed: Duration, moves: &str) -> String {
    let score = match thinking.valuation {
        Valuation::Centi(value) => f64::from(value) / 100.0,
        // Same as in Scan: 100 minus a thousandth per ply, so earlier wins score higher.
        Valuation::WinIn(plies) => 100.0 - f64::from(plies.min(999)) / 1000.0,
        Valuation::LossIn(plies) => f64::from(plies.min(999)) / 1000.0 - 100.0,
    };
    let seconds = elapsed.as_secs_f64();
    let speed = thinking.nodes as f64 / seconds.max(1e-6) / 1e6;
    MessageBuilder::new("info")
        .with("depth", &thinking.depth.to_string())
        .with("mean-depth", &format!("{:.1}", f64::from(thinking.depth)))
        .with("score", &format!("{score:.2}"))
        .with("nodes", &thinking.nodes.to_string())
        .with("time", &format!("{seconds:.3}"))
        .with("nps", &format!("{speed:.1}"))
        .with("pv", moves)
        .line()
}
