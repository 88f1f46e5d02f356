//! One of our players as an engine.

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

use crate::hub::control::{Control, listen, unpoisoned};
use crate::hub::level::{Level, MoveTime};
use crate::hub::line::{Line, line_of};
use crate::hub::message::{Message, Written, error};

/// How many commands may wait.
const COMMANDS_WAITING_MAX: usize = 64;

/// Makes the player with these options, or says why not.
pub type Make<'a> = dyn FnMut(&Options) -> Result<Box<dyn Player>, String> + 'a;

/// A player that is offered to the other side.
pub struct Engine<'a> {
    /// What it is called there.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The game, by its full name: "checkers:international".
    pub game: String,
    /// What can be set.
    pub options: Vec<OptionSpec>,
    /// What is set unless the other side sets it.
    pub values: Options,
    /// Where all chance comes from: each game has a seed of its own that follows from this one.
    pub seed: u64,
    /// Makes the player. What goes wrong is told to the other side.
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

/// Why an engine ends before it is told to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The protocol has no words for this game.
    #[error("the Hub protocol is for draughts without passing, not for {0}")]
    Game(String),
    /// The player can't be made.
    #[error("{0}")]
    Player(String),
    /// The other side doesn't read.
    #[error("the other side doesn't read: {0}")]
    Output(#[from] io::Error),
}

/// Answers to the commands on `input` until `quit` or its end, or until something fails. `input` is read by a thread of its
/// own, which after a failure is still there until the next line or the end of the input.
///
/// # Errors
/// [`ServeError`] if the game or the player won't do, or if `output` is closed.
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
        is_lost: false,
        level: Level::default(),
        player: None,
        told: None,
        games: 0,
        searches: 0,
        control: &control,
    };
    commands.iter().try_for_each(|message| session.obey(&message))
}

/// The engine's side of a conversation.
struct Session<'a, W> {
    engine: Engine<'a>,
    values: Options,
    line: Box<dyn Line>,
    /// Whether the last position made no sense: the line is not where the other side is.
    is_lost: bool,
    level: Level,
    player: Option<Box<dyn Player>>,
    /// The limits that the player was told when the game began; none if it must be told anew.
    told: Option<(ThinkingLimits, TimeControl)>,
    /// How many games have begun, as far as that was told.
    games: u64,
    /// How many searches were asked for.
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
                self.told = None;
            }
            "pos" => self.go_to(message)?,
            "level" => self.level = Level::of(message),
            "go" => self.go(message)?,
            // As the protocol asks.
            _ => {}
        }
        Ok(())
    }

    fn refuse(&self, why: &str) -> io::Result<()> {
        self.control.say(&error(why))
    }

    fn introduce(&self) -> io::Result<()> {
        let Engine { name, version, .. } = &self.engine;
        self.control.say(&Written::new("id").with("name", name).with("version", version).line())?;
        let variant = self.line.variant();
        self.control.say(
            &Written::new("param")
                .with("name", "variant")
                .with("value", variant)
                .with("type", "enum")
                .with("values", variant)
                .line(),
        )?;
        for spec in &self.engine.options {
            let value = self.values.get::<String>(&spec.name).unwrap_or_default();
            let value = if value.is_empty() { spec.default_text() } else { value };
            self.control.say(&parameter(spec, &value))?;
        }
        self.control.say("wait")
    }

    fn set(&mut self, message: &Message) -> io::Result<()> {
        let name = message.get("name").unwrap_or_default();
        let value = message.get("value").unwrap_or_default();
        if name == "variant" {
            let variant = self.line.variant();
            if value != variant {
                self.refuse(&format!("variant can't be \"{value}\" here: it is {variant}"))?;
            }
            return Ok(());
        }
        let mut values = self.values.clone();
        values.set(name, value);
        match values.checked(&self.engine.name, &self.engine.options) {
            Ok(_) => self.values = values,
            Err(error) => self.refuse(&error.to_string())?,
        }
        Ok(())
    }

    fn make(&mut self) -> Result<(), ServeError> {
        match (self.engine.make)(&self.values) {
            Ok(player) => (self.player, self.told) = (Some(player), None),
            Err(why) => {
                self.refuse(&why)?;
                return Err(ServeError::Player(why));
            }
        }
        Ok(self.control.say("ready")?)
    }

    /// A position sets the level back to infinite, as with Scan.
    fn go_to(&mut self, message: &Message) -> io::Result<()> {
        self.level = Level::default();
        self.is_lost = true;
        let start = message.get("pos").filter(|text| *text != "start");
        if start.is_none() && !message.has("start") && !message.has("pos") {
            return self.refuse("expected pos=POSITION or start");
        }
        if let Err(error) = self.line.follow_hub(start, message.get("moves").unwrap_or_default()) {
            return self.refuse(&error.to_string());
        }
        self.line.forget_if_over();
        self.is_lost = false;
        Ok(())
    }

    /// Thinks and answers.
    fn go(&mut self, message: &Message) -> io::Result<()> {
        self.searches += 1;
        if self.is_lost {
            return self.refuse("expected another position: the last one made no sense");
        }
        let legal_moves = self.line.legal_moves();
        let Some(first) = legal_moves.first().cloned() else {
            return self.refuse("the game is over in this position");
        };
        let Some(mut player) = self.player.take() else {
            return self.refuse("expected init first");
        };
        let begun = Instant::now();
        let for_ever = Some(MoveTime::FOR_EVER);
        let time = if message.has("analyze") { for_ever } else { self.level.move_time() };
        let pondering = message.has("ponder");
        let limits = (self.level.thinking, self.level.time_control());
        let setup = (self.told != Some(limits)).then(|| self.setup(limits));
        self.told = Some(limits);
        let request = self.request(legal_moves, if pondering { for_ever } else { time });
        let (chosen, expected) = {
            let host = Hosting {
                control: self.control,
                line: &*self.line,
                begun,
                time,
                shares_out: !pondering && limits.1 != TimeControl::Unlimited,
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
            // The protocol has no word for what else there is to say.
            Ok(Reply::AcceptDraw | Reply::Resign) => first.clone(),
            Err(failure) => {
                // Before its next move it is told anew that a game begins.
                self.told = None;
                self.refuse(&failure.detail)?;
                first.clone()
            }
        };
        let mut answer = self.line.moves_to_hub(&chosen);
        if answer.is_empty() {
            self.refuse(&format!("the player's move {chosen} is not legal"))?;
            answer = self.line.moves_to_hub(&first);
        }
        self.done(&answer[0], &expected)
    }

    /// What the player is told when a game begins.
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

    /// Tells the move, and the answer that is expected to it, if the player has said one.
    fn done(&self, mv: &str, expected: &str) -> io::Result<()> {
        let line = self.line.moves_to_hub(expected);
        let done = Written::new("done").with("move", mv);
        let done = match line.as_slice() {
            [first, answer, ..] if first == mv => done.with("ponder", answer),
            _ => done,
        };
        self.control.say(&done.line())
    }
}

/// Lets the player choose; it is told of a new game before the first move of one, and when its limits are others.
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

/// An option as the protocol declares it.
fn parameter(spec: &OptionSpec, value: &str) -> String {
    let written = Written::new("param").with("name", &spec.name).with("value", value);
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

/// How long after its end a search may go on before its player is given up, which may be hung.
const OVERTIME: Duration = Duration::from_secs(2);

/// What the player is lent while it chooses.
struct Hosting<'a, W> {
    control: &'a Control<W>,
    line: &'a dyn Line,
    begun: Instant,
    time: Option<MoveTime>,
    /// Whether the player may share out the time of its clock by itself. One that ponders doesn't know it yet.
    shares_out: bool,
    /// Which search it is.
    search: u64,
    /// The time runs from a `ponder-hit` on.
    pondering: bool,
    /// The best line that was reported last, in the table's moves.
    expected: Mutex<String>,
}

impl<W: Write> Hosting<'_, W> {
    /// Whether the search was stopped, or this much of its time is used up.
    fn is_over(&self, limit: impl FnOnce(MoveTime) -> Duration) -> bool {
        let since =
            if self.pondering { self.control.hit_since(self.search) } else { Some(self.begun) };
        let used_up = |(since, time): (Instant, MoveTime)| since.elapsed() >= limit(time);
        self.control.stopped_since(self.search).is_some()
            || since.zip(self.time).is_some_and(used_up)
    }
}

impl<W: Write + Send> Host for Hosting<'_, W> {
    fn urgency(&self) -> Urgency {
        let stopped = self.control.stopped_since(self.search);
        if stopped.is_some_and(|since| since.elapsed() >= OVERTIME) {
            Urgency::TimedOut
        } else if self.is_over(|time| if self.shares_out { time.limit } else { time.budget }) {
            Urgency::MoveNow
        } else if self.is_over(|time| time.budget) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        }
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            thinking.line.clone_into(&mut unpoisoned(&self.expected));
        }
        let elapsed = self.begun.elapsed();
        let moves = self.line.moves_to_hub(&thinking.line).join(" ");
        // Who doesn't read will be noticed at the answer.
        let _unread = self.control.say(&info(thinking, elapsed, &moves));
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

/// Time in seconds, speed in millions a second, and a score in men.
#[expect(clippy::cast_precision_loss, reason = "rates and scores, shown with a few digits")]
fn info(thinking: &Thinking, elapsed: Duration, moves: &str) -> String {
    let score = match thinking.valuation {
        Valuation::Centi(value) => f64::from(value) / 100.0,
        // As Scan has it: ±99 and so many hundredths that a sooner end is worth more.
        Valuation::WinIn(plies) => 100.0 - f64::from(plies.min(999)) / 1000.0,
        Valuation::LossIn(plies) => f64::from(plies.min(999)) / 1000.0 - 100.0,
    };
    let seconds = elapsed.as_secs_f64();
    let speed = thinking.nodes as f64 / seconds.max(1e-6) / 1e6;
    Written::new("info")
        .with("depth", &thinking.depth.to_string())
        .with("mean-depth", &format!("{:.1}", f64::from(thinking.depth)))
        .with("score", &format!("{score:.2}"))
        .with("nodes", &thinking.nodes.to_string())
        .with("time", &format!("{seconds:.3}"))
        .with("nps", &format!("{speed:.1}"))
        .with("pv", moves)
        .line()
}
