//! A player of ours that searches for another program, whatever the protocol.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use games_package::{
    AskError, Failure, Host, OptionSpec, Options, Player, Prompt, Reply, Request, Setup, Thinking,
    ThinkingLimits, TimeControl, Urgency, calls,
};
use thiserror::Error;

use crate::control::Control;
use crate::level::{Level, MoveTime};
use crate::lock::lock;
use crate::played::Line;

/// How many commands are buffered.
pub(crate) const COMMANDS_WAITING_MAX: usize = 64;

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
    #[error("the {protocol} protocol is for {games}, not for {game}")]
    Game {
        /// The name of the protocol.
        protocol: &'static str,
        /// What it is for.
        games: &'static str,
        /// The game.
        game: String,
    },
    /// The player can't be created.
    #[error("{0}")]
    Player(String),
    /// No connection can be made.
    #[error("{address} can't be {what}: {error}")]
    Connection {
        /// Where.
        address: String,
        /// What was tried: "connected".
        what: String,
        /// Why it failed.
        error: io::Error,
    },
    /// The output is closed.
    #[error("the other side doesn't read: {0}")]
    Output(#[from] io::Error),
}

/// How a protocol writes what is said during a search.
pub(crate) struct Wording {
    /// A report on the search, which has taken this time, with its line in the protocol's notation.
    pub(crate) info: fn(&Thinking, Duration, &str) -> String,
    /// A line that reports an error.
    pub(crate) error: fn(&str) -> String,
}

/// A search that is to be made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    pub(crate) level: Level,
    /// Whether only the other program ends it.
    pub(crate) is_infinite: bool,
    /// Whether its time begins only when the other program says that the expected move was played.
    pub(crate) pondering: bool,
    /// The moves among which is chosen, in the table's notation; empty if all are.
    pub(crate) among: Vec<String>,
}

/// What a search has found, in the protocol's notation.
pub(crate) struct Answer {
    pub(crate) mv: String,
    /// The reply that is expected to it.
    pub(crate) reply: Option<String>,
}

/// The player with its line of play.
pub(crate) struct Searcher<'a, W> {
    pub(crate) engine: Engine<'a>,
    pub(crate) values: Options,
    pub(crate) line: Box<dyn Line>,
    pub(crate) control: &'a Control<W>,
    wording: Wording,
    player: Option<Box<dyn Player>>,
    /// The limits that the player was started with; none if it must be started again.
    started_with: Option<(ThinkingLimits, TimeControl)>,
    /// How many games have begun.
    games: u64,
    /// How many searches there were.
    searches: u64,
}

impl<'a, W: Write + Send> Searcher<'a, W> {
    pub(crate) fn new(
        engine: Engine<'a>,
        line: Box<dyn Line>,
        control: &'a Control<W>,
        wording: Wording,
    ) -> Self {
        let values = engine.values.clone();
        Self {
            engine,
            values,
            line,
            control,
            wording,
            player: None,
            started_with: None,
            games: 0,
            searches: 0,
        }
    }

    /// Sends an error.
    pub(crate) fn send_error(&self, why: &str) -> io::Result<()> {
        self.control.send(&(self.wording.error)(why))
    }

    /// Whether there is a player.
    pub(crate) const fn has_player(&self) -> bool {
        self.player.is_some()
    }

    /// Makes the player with the current values of its options.
    ///
    /// # Errors
    /// Why it can't be made, which is sent as well.
    pub(crate) fn make(&mut self) -> Result<(), ServeError> {
        match (self.engine.make)(&self.values) {
            Ok(player) => (self.player, self.started_with) = (Some(player), None),
            Err(why) => {
                self.send_error(&why)?;
                return Err(ServeError::Player(why));
            }
        }
        Ok(())
    }

    /// Sets an option with which the player is made later. An invalid value is an error, which is sent.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut values = self.values.clone();
        values.set(name, value);
        match values.checked(&self.engine.name, &self.engine.options) {
            Ok(_) => self.values = values,
            Err(error) => self.send_error(&error.to_string())?,
        }
        Ok(())
    }

    /// The value of an option as text.
    pub(crate) fn value_of(&self, spec: &OptionSpec) -> String {
        let value = self.values.get::<String>(&spec.name).unwrap_or_default();
        if value.is_empty() { spec.default_text() } else { value }
    }

    /// The next search belongs to another game.
    pub(crate) fn begin_game(&mut self) {
        self.games += 1;
        self.started_with = None;
    }

    /// Begins a search and gives it a number, even if it finds nothing. Goes with a later [`end`](Self::end).
    pub(crate) fn begin(&mut self) {
        self.searches += 1;
    }

    /// The search is over, and its answer is sent.
    pub(crate) fn end(&self) {
        self.control.end(self.searches);
    }

    /// Whether the present search was stopped, or the expected move was played.
    pub(crate) fn is_released(&self) -> bool {
        self.control.stopped_at(self.searches).is_some()
            || self.control.ponder_hit_at(self.searches).is_some()
    }

    /// Whether the present search was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.control.stopped_at(self.searches).is_some()
    }

    /// Searches the current position for the best of its moves, of which there is at least one.
    pub(crate) fn search(&mut self, order: &Order) -> io::Result<Answer> {
        let legal_moves = self.line.legal_moves();
        let first = order.among.first().or(legal_moves.first()).cloned().unwrap_or_default();
        let Some(mut player) = self.player.take() else {
            return Ok(self.answer(&first, ""));
        };
        let infinite = Some(MoveTime::INFINITE);
        let time = if order.is_infinite { infinite } else { order.level.move_time() };
        let limits = (order.level.thinking, order.level.time_control());
        let setup = (self.started_with != Some(limits)).then(|| self.setup(limits));
        self.started_with = Some(limits);
        let request = self.request(legal_moves, if order.pondering { infinite } else { time });
        let host = SearchHost {
            control: self.control,
            line: &*self.line,
            info: self.wording.info,
            begun: Instant::now(),
            time,
            manages_clock: !order.pondering && limits.1 != TimeControl::Unlimited,
            search: self.searches,
            pondering: order.pondering,
            among: &order.among,
            best: Mutex::default(),
        };
        let chosen = choose(&mut *player, setup.as_ref(), &request, &host);
        let expected = host.best.into_inner().unwrap_or_else(PoisonError::into_inner).line;
        self.player = Some(player);
        let chosen = match chosen {
            Ok(Reply::Move(text) | Reply::MoveAndOfferDraw(text)) => text,
            // The protocols have no other answers.
            Ok(Reply::AcceptDraw | Reply::Resign) => first.clone(),
            Err(failure) => {
                // The player is started again before its next move.
                self.started_with = None;
                self.send_error(&failure.detail)?;
                first.clone()
            }
        };
        let chosen = if order.among.is_empty() || order.among.contains(&chosen) {
            chosen
        } else {
            // The best of the others that it has reported.
            expected.split(' ').find(|mv| !mv.is_empty()).map_or(first.clone(), String::from)
        };
        if self.line.moves_to_protocol(&chosen).is_empty() {
            self.send_error(&format!("the player's move {chosen} is not legal"))?;
            return Ok(self.answer(&first, ""));
        }
        Ok(self.answer(&chosen, &expected))
    }

    /// The move, and the reply to it if `expected` is a line that begins with it; both in the table's notation.
    fn answer(&self, mv: &str, expected: &str) -> Answer {
        let mv = self.line.moves_to_protocol(mv).into_iter().next().unwrap_or_default();
        let reply = match self.line.moves_to_protocol(expected).as_slice() {
            [first, reply, ..] if *first == mv => Some(reply.clone()),
            _ => None,
        };
        Answer { mv, reply }
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

/// How long a search may run on after its end before its player is considered hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(2);

/// The host of the player during a search.
struct SearchHost<'a, W> {
    control: &'a Control<W>,
    line: &'a dyn Line,
    info: fn(&Thinking, Duration, &str) -> String,
    begun: Instant,
    time: Option<MoveTime>,
    /// Whether the player may manage its clock by itself. While it ponders, the clock doesn't run.
    manages_clock: bool,
    /// The number of the search.
    search: u64,
    /// If set, the time begins when the other program says that the expected move was played.
    pondering: bool,
    /// The moves of which lines are reported; empty if all are.
    among: &'a [String],
    best: Mutex<Best>,
}

impl<W: Write> SearchHost<'_, W> {
    /// Whether the search was stopped, or `limit` of its time is used up.
    fn is_over(&self, limit: impl FnOnce(MoveTime) -> Duration) -> bool {
        let since =
            if self.pondering { self.control.ponder_hit_at(self.search) } else { Some(self.begun) };
        let used_up = |(since, time): (Instant, MoveTime)| since.elapsed() >= limit(time);
        self.control.stopped_at(self.search).is_some() || since.zip(self.time).is_some_and(used_up)
    }

    /// The report as it is passed on: none if it is on a move that isn't asked for, or on a worse one than an earlier report
    /// of the same depth.
    fn passed_on(&self, thinking: &Thinking) -> Option<Thinking> {
        let mut best = lock(&self.best);
        let (depth, rank) = best.place;
        let is_better = thinking.depth > depth || thinking.rank <= rank;
        if self.among.is_empty() {
            if thinking.rank == 1 {
                thinking.line.clone_into(&mut best.line);
            }
            return Some(thinking.clone());
        }
        let first = thinking.line.split(' ').next().unwrap_or_default();
        let is_asked_for = self.among.iter().any(|mv| mv == first);
        (is_asked_for && is_better).then(|| {
            *best = Best { place: (thinking.depth, thinking.rank), line: thinking.line.clone() };
            Thinking { rank: 1, ..thinking.clone() }
        })
    }
}

/// The best of the lines that the player has reported.
#[derive(Default)]
struct Best {
    /// Its depth and its rank at that depth.
    place: (u32, u32),
    /// In the table's notation.
    line: String,
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
        let Some(thinking) = self.passed_on(thinking) else { return };
        let elapsed = self.begun.elapsed();
        let moves = self.line.moves_to_protocol(&thinking.line).join(" ");
        // A closed output is noticed at the next answer.
        let _unread = self.control.send(&(self.info)(&thinking, elapsed, &moves));
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
