//! A player of ours as an engine.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::bounded;
use games_package::{
    AskError, Failure, Host, OptionKind, OptionSpec, Options, Player, Prompt, Reply, Request,
    Setup, Thinking, ThinkingLimits, TimeControl, Urgency, Valuation, calls,
};
use thiserror::Error;

use crate::hub::control::{Control, listen, lock};
use crate::hub::level::{Level, MoveTime};
use crate::hub::line::{Line, line_of};
use crate::hub::message::{Message, MessageBuilder, error};

/// How many commands are buffered.
const COMMANDS_WAITING_MAX: usize = 64;

/// Creates the player with these options, or returns an error text.
pub type Make<'a> = dyn FnMut(&Options) -> Result<Box<dyn Player>, String> + 'a;

/// A player that is offered as an engine.
pub struct Engine<'a> {
    /// The name of the engine.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The game, by its full name: "checkers:international".
    pub game: String,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// The values of options unless the other program sets them.
    pub values: Options,
    /// The seed from which the seed of each game is derived.
    pub seed: u64,
    /// Creates the player. An error is sent to the other program.
    pub make: Box<Make<'a>>,
}

/// The name and the game.
impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("name", &self.name)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

/// Why an engine ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The protocol can't express this game.
    #[error("the Hub protocol is for draughts without passing, not for {0}")]
    Game(String),
    /// The player can't be created.
    #[error("{0}")]
    Player(String),
    /// The output is closed.
    #[error("the other side doesn't read: {0}")]
    Output(#[from] io::Error),
}

/// Carries out the commands on `input` until `quit` or its end, or until something fails. A thread reads `input`; after
/// a failure it runs until the next line or the end of the input.
///
/// # Errors
/// [`ServeError`] if the game is not supported, the player can't be created, or `output` is closed.
pub fn serve(
    engine: Engine<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let line = line_of(&engine.game).ok_or_else(|| ServeError::Game(engine.game.clone()))?;
    let control = Arc::new(Control::new(output));
    let (commands_in, commands) = bounded(COMMANDS_WAITING_MAX);
    let listened = Arc::clone(&control);
    thread::Builder::new()
        .name("commands".into())
        .spawn(move || listen(input, &listened, &commands_in))?;
    let values = engine.values.clone();
    let mut session = Session {
        engine,
        values,
        line,
        is_position_malformed: false,
        level: Level::default(),
        player: None,
        started_with: None,
        games: 0,
        searches: 0,
        control: &control,
    };
    commands.iter().try_for_each(|message| session.obey(&message))
}

/// The state of the engine.
struct Session<'a, W> {
    engine: Engine<'a>,
    values: Options,
    line: Box<dyn Line>,
    /// Whether the last position was malformed, so that the current position is unknown.
    is_position_malformed: bool,
    level: Level,
    player: Option<Box<dyn Player>>,
    /// The limits that the player was started with; none if it must be started again.
    started_with: Option<(ThinkingLimits, TimeControl)>,
    /// How many games have begun.
    games: u64,
    /// How many searches there were.
    searches: u64,
    control: &'a Control<W>,
}

impl<W: Write + Send> Session<'_, W> {
    fn obey(&mut self, message: &Message) -> Result<(), ServeError> {
        match message.command.as_str() {
            "hub" => self.introduce()?,
            "set-param" => self.set(message)?,
            "init" => self.make()?,
            "new-game" => {
                self.games += 1;
                self.started_with = None;
            }
            "pos" => self.set_position(message)?,
            "level" => self.level = Level::of(message),
            "go" => self.go(message)?,
            // As the protocol requires.
            _ => {}
        }
        Ok(())
    }

    fn send_error(&self, why: &str) -> io::Result<()> {
        self.control.send(&error(why))
    }

    fn introduce(&self) -> io::Result<()> {
        let Engine { name, version, .. } = &self.engine;
        self.control
            .send(&MessageBuilder::new("id").with("name", name).with("version", version).line())?;
        let variant = self.line.variant();
        self.control.send(
            &MessageBuilder::new("param")
                .with("name", "variant")
                .with("value", variant)
                .with("type", "enum")
                .with("values", variant)
                .line(),
        )?;
        for spec in &self.engine.options {
            let value = self.values.get::<String>(&spec.name).unwrap_or_default();
            let value = if value.is_empty() { spec.default_text() } else { value };
            self.control.send(&parameter(spec, &value))?;
        }
        self.control.send("wait")
    }

    fn set(&mut self, message: &Message) -> io::Result<()> {
        let name = message.get("name").unwrap_or_default();
        let value = message.get("value").unwrap_or_default();
        if name == "variant" {
            let variant = self.line.variant();
            if value != variant {
                self.send_error(&format!("variant can't be \"{value}\" here: it is {variant}"))?;
            }
            return Ok(());
        }
        let mut values = self.values.clone();
        values.set(name, value);
        match values.checked(&self.engine.name, &self.engine.options) {
            Ok(_) => self.values = values,
            Err(error) => self.send_error(&error.to_string())?,
        }
        Ok(())
    }

    fn make(&mut self) -> Result<(), ServeError> {
        match (self.engine.make)(&self.values) {
            Ok(player) => (self.player, self.started_with) = (Some(player), None),
            Err(why) => {
                self.send_error(&why)?;
                return Err(ServeError::Player(why));
            }
        }
        Ok(self.control.send("ready")?)
    }

    /// Sets the position, and resets the level to infinite, as Scan does.
    fn set_position(&mut self, message: &Message) -> io::Result<()> {
        self.level = Level::default();
        self.is_position_malformed = true;
        let start = message.get("pos").filter(|text| *text != "start");
        if start.is_none() && !message.has("start") && !message.has("pos") {
            return self.send_error("expected pos=POSITION or start");
        }
        if let Err(error) = self.line.set_from_hub(start, message.get("moves").unwrap_or_default())
        {
            return self.send_error(&error.to_string());
        }
        self.line.drop_history_if_over();
        self.is_position_malformed = false;
        Ok(())
    }

    /// Searches and answers.
    fn go(&mut self, message: &Message) -> io::Result<()> {
        self.searches += 1;
        if self.is_position_malformed {
            return self.send_error("expected another position: the last one was malformed");
        }
        let legal_moves = self.line.legal_moves();
        let Some(first) = legal_moves.first().cloned() else {
            return self.send_error("the game is over in this position");
        };
        let Some(mut player) = self.player.take() else {
            return self.send_error("expected init first");
        };
        let begun = Instant::now();
        let infinite = Some(MoveTime::INFINITE);
        let time = if message.has("analyze") { infinite } else { self.level.move_time() };
        let pondering = message.has("ponder");
        let limits = (self.level.thinking, self.level.time_control());
        let setup = (self.started_with != Some(limits)).then(|| self.setup(limits));
        self.started_with = Some(limits);
        let request = self.request(legal_moves, if pondering { infinite } else { time });
        let (chosen, expected) = {
            let host = SearchHost {
                control: self.control,
                line: &*self.line,
                begun,
                time,
                manages_clock: !pondering && limits.1 != TimeControl::Unlimited,
                search: self.searches,
                pondering,
                expected: Mutex::new(String::new()),
            };
            let chosen = choose(&mut *player, setup.as_ref(), &request, &host);
            (chosen, host.expected.into_inner().unwrap_or_else(PoisonError::into_inner))
        };
        self.player = Some(player);
        let chosen = match chosen {
            Ok(Reply::Move(text) | Reply::MoveAndOfferDraw(text)) => text,
            // The protocol has no other answers.
            Ok(Reply::AcceptDraw | Reply::Resign) => first.clone(),
            Err(failure) => {
                // The player is started again before its next move.
                self.started_with = None;
                self.send_error(&failure.detail)?;
                first.clone()
            }
        };
        let mut answer = self.line.moves_to_hub(&chosen);
        if answer.is_empty() {
            self.send_error(&format!("the player's move {chosen} is not legal"))?;
            answer = self.line.moves_to_hub(&first);
        }
        self.done(&answer[0], &expected)
    }

    /// The settings for the start of a game.
    fn setup(&self, (thinking, time_control): (ThinkingLimits, TimeControl)) -> Setup {
        Setup {
            game: self.engine.game.clone(),
            seat: self.line.mover(),
            seat_count: 2,
            time_control,
            thinking,
            pondering: false,
            seed: self.engine.seed.wrapping_add(self.games),
        }
    }

    fn request(&self, legal_moves: Vec<String>, time: Option<MoveTime>) -> Request {
        let texts = self.line.to_table();
        Request {
            seat: self.line.mover(),
            start: texts.start,
            moves: texts.moves,
            position: texts.position,
            legal_moves,
            time_left: time.map(|time| time.limit),
            budget: time.map(|time| time.budget),
            draw_offer: None,
        }
    }

    /// Sends the move, and the expected reply to it if the player has reported one.
    fn done(&self, mv: &str, expected: &str) -> io::Result<()> {
        let line = self.line.moves_to_hub(expected);
        let done = MessageBuilder::new("done").with("move", mv);
        let done = match line.as_slice() {
            [first, answer, ..] if first == mv => done.with("ponder", answer),
            _ => done,
        };
        self.control.send(&done.line())
    }
}

/// Lets the player choose a move. It is started first if there is a `setup`.
fn choose(
    player: &mut dyn Player,
    setup: Option<&Setup>,
    request: &Request,
    host: &dyn Host,
) -> Result<Reply, Failure> {
    if let Some(setup) = setup {
        calls::start(player, setup)?;
    }
    calls::choose_move(player, request, host)
}

/// An option in the form of the protocol.
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

/// How long a search may run on after its end before its player is considered hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(2);

/// The host of the player during a search.
struct SearchHost<'a, W> {
    control: &'a Control<W>,
    line: &'a dyn Line,
    begun: Instant,
    time: Option<MoveTime>,
    /// Whether the player may manage its clock by itself. While it ponders, the clock doesn't run.
    manages_clock: bool,
    /// The number of the search.
    search: u64,
    /// If set, the time runs from a `ponder-hit` on.
    pondering: bool,
    /// The best line of the last report, in the table's notation.
    expected: Mutex<String>,
}

impl<W: Write> SearchHost<'_, W> {
    /// Whether the search was stopped, or `limit` of its time is used up.
    fn is_over(&self, limit: impl FnOnce(MoveTime) -> Duration) -> bool {
        let since =
            if self.pondering { self.control.ponder_hit_at(self.search) } else { Some(self.begun) };
        let used_up = |(since, time): (Instant, MoveTime)| since.elapsed() >= limit(time);
        self.control.stopped_at(self.search).is_some() || since.zip(self.time).is_some_and(used_up)
    }
}

impl<W: Write + Send> Host for SearchHost<'_, W> {
    fn urgency(&self) -> Urgency {
        let stopped = self.control.stopped_at(self.search);
        if stopped.is_some_and(|since| since.elapsed() >= HANG_TIMEOUT) {
            Urgency::TimedOut
        } else if self.is_over(|time| if self.manages_clock { time.limit } else { time.budget }) {
            Urgency::MoveNow
        } else if self.is_over(|time| time.budget) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        }
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            thinking.line.clone_into(&mut lock(&self.expected));
        }
        let elapsed = self.begun.elapsed();
        let moves = self.line.moves_to_hub(&thinking.line).join(" ");
        // A closed output is noticed at the next answer.
        let _unread = self.control.send(&info(thinking, elapsed, &moves));
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let found = self.line.resolve(text);
        found.map_err(|error| error.reason())
    }

    fn log(&self, text: &str) {
        tracing::info!(text, "the player says");
    }
}

/// Reports on the search: time in seconds, speed in millions of nodes per second, score in men.
#[expect(clippy::cast_precision_loss, reason = "rates and scores, shown with a few digits")]
fn info(thinking: &Thinking, elapsed: Duration, moves: &str) -> String {
    let score = match thinking.valuation {
        Valuation::Centi(value) => f64::from(value) / 100.0,
        // As in Scan: 100 minus a thousandth per ply, so that earlier wins score higher.
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
