//! Runs one of our players as an engine for another program, under any protocol.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use board_engine::Seat;
use games_package::{
    Failure, Host, MoveLimit, OptionSpec, Options, Player, Reply, Request, Setup, Thinking,
    ThinkingLimits, TimeControl, Valuation, calls,
};
use notation::{ProtocolLine, TableTexts};
use thiserror::Error;

use crate::control::Control;
use crate::level::{Level, MoveTime};
use crate::search_host::SearchHost;

/// The option for the next game's seed, unless the player itself has an option with this name.
pub(crate) const SEED: &str = "seed";

/// The largest seed that other programs can set; many of them store it in 32 bits.
const SEED_MAX: i64 = i32::MAX as i64;

/// Creates the player with these options, or returns an error message.
pub type Make<'a> = dyn FnMut(&Options) -> Result<Box<dyn Player>, String> + 'a;

/// A player to serve as an engine.
pub struct Engine<'a> {
    /// The engine's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The game's full name, such as "checkers:international".
    pub game: String,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// The option values, unless the other program sets them.
    pub values: Options,
    /// The seed from which each game's seed is derived.
    pub seed: u64,
    /// Creates the player. Errors are sent to the other program.
    pub make: Box<Make<'a>>,
}

/// Shows the name and the game.
impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("name", &self.name)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

/// The reason why an engine ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The protocol doesn't support this game.
    #[error("the {protocol} protocol supports {games}, not {game}")]
    Game {
        /// The protocol's name.
        protocol: &'static str,
        /// The games that the protocol supports.
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
        /// The address.
        address: String,
        /// The action that failed, such as "connect to".
        what: String,
        /// The system error.
        error: io::Error,
    },
    /// The output is closed.
    #[error("the other program doesn't read its input: {0}")]
    Output(#[from] io::Error),
}

/// The protocol's syntax for messages during a search.
pub(crate) struct Wording {
    /// Formats a search report with the elapsed time and the line in the protocol's notation.
    pub(crate) info: fn(&Thinking, Duration, &str) -> String,
    /// Formats a line that reports an error.
    pub(crate) error: fn(&str) -> String,
}

/// A search to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    pub(crate) level: Level,
    /// Whether only the other program can end the search.
    pub(crate) is_infinite: bool,
    /// Whether the clock starts only when the other program reports that the expected move was played.
    pub(crate) pondering: bool,
    /// The moves to choose from, in the table's notation; empty for all moves.
    pub(crate) among: Vec<String>,
}

/// A search result, in the protocol's notation.
pub(crate) struct Answer {
    pub(crate) mv: String,
    /// The expected reply.
    pub(crate) reply: Option<String>,
}

/// The limits that a player receives when a game starts.
type SearchLimits = (ThinkingLimits, TimeControl);

/// The player's last start.
#[derive(Clone, Copy, Debug)]
struct Started {
    limits: SearchLimits,
    seat: Seat,
    /// Whether the player has searched since it was started.
    has_searched: bool,
}

/// A position, the seat to move there, and its value.
#[derive(Debug)]
struct Valued {
    start: String,
    moves: String,
    seat: Seat,
    valuation: Valuation,
}

impl Valued {
    /// Returns `true` if the same seat is to move after `line`, which continues from this position.
    fn precedes(&self, line: &dyn ProtocolLine) -> bool {
        let TableTexts { start, moves, .. } = line.to_table();
        let mut later = moves.split_whitespace();
        let continues = self.moves.split_whitespace().all(|mv| later.next() == Some(mv));
        continues && start == self.start && line.mover() == self.seat
    }
}

/// The player and its line of play.
pub(crate) struct Searcher<'a, W> {
    pub(crate) engine: Engine<'a>,
    pub(crate) values: Options,
    pub(crate) line: Box<dyn ProtocolLine>,
    pub(crate) control: &'a Control<W>,
    wording: Wording,
    player: Option<Box<dyn Player>>,
    /// The player's last start; `None` if it must be restarted.
    started: Option<Started>,
    /// The last search's limits.
    limits: SearchLimits,
    /// The last position in this game with a value.
    valued: Option<Valued>,
    /// The seed option; `None` if the player has its own.
    seed_option: Option<OptionSpec>,
    /// Number of games so far.
    games: u64,
    /// Number of searches so far.
    searches: u64,
}

impl<'a, W: Write + Send> Searcher<'a, W> {
    pub(crate) fn new(
        engine: Engine<'a>,
        line: Box<dyn ProtocolLine>,
        control: &'a Control<W>,
        wording: Wording,
    ) -> Self {
        let values = engine.values.clone();
        let has_seed = engine.options.iter().any(|spec| spec.name == SEED);
        let seed_option =
            (!has_seed).then(|| OptionSpec::integer(SEED, "seed of the next game", 0, 0, SEED_MAX));
        Self {
            engine,
            values,
            line,
            control,
            wording,
            player: None,
            started: None,
            limits: SearchLimits::default(),
            valued: None,
            seed_option,
            games: 0,
            searches: 0,
        }
    }

    /// Sends an error.
    pub(crate) fn send_error(&self, why: &str) -> io::Result<()> {
        self.control.send(&(self.wording.error)(why))
    }

    /// Returns `true` if the player has been created.
    pub(crate) const fn has_player(&self) -> bool {
        self.player.is_some()
    }

    /// Creates the player with the current option values.
    ///
    /// # Errors
    /// The reason for the failure, which is also sent to the other program.
    pub(crate) fn make(&mut self) -> Result<(), ServeError> {
        match (self.engine.make)(&self.values) {
            Ok(player) => (self.player, self.started) = (Some(player), None),
            Err(why) => {
                self.send_error(&why)?;
                return Err(ServeError::Player(why));
            }
        }
        Ok(())
    }

    /// The options that other programs can set.
    pub(crate) fn options(&self) -> impl Iterator<Item = &OptionSpec> {
        self.engine.options.iter().chain(&self.seed_option)
    }

    /// Sets the seed, or an option for creating the player later. Sends an error if the value is invalid.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if let Some(option) = self.seed_option.as_ref().filter(|option| option.name == name) {
            let mut given = Options::default();
            given.set(name, value);
            match given.checked(&self.engine.name, std::slice::from_ref(option)) {
                Ok(_) => self.set_seed(value.parse().unwrap_or_default()),
                Err(error) => self.send_error(&error.to_string())?,
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

    /// An option's value as a string.
    pub(crate) fn value_of(&self, spec: &OptionSpec) -> String {
        let value = self.values.get::<String>(&spec.name).unwrap_or_default();
        if value.is_empty() { spec.default_text() } else { value }
    }

    /// Sets the seed from which the seeds of later games are derived.
    const fn set_seed(&mut self, seed: u64) {
        self.engine.seed = seed;
        self.games = 0;
        self.started = None;
    }

    /// Makes the next search begin a new game.
    pub(crate) fn begin_game(&mut self) {
        self.games += 1;
        self.started = None;
        self.valued = None;
    }

    /// Starts the player for the next search before the clock runs, because the player may need time to clear its
    /// memory. If the start fails, the next search reports the failure.
    pub(crate) fn start_early(&mut self) {
        if self.started.is_some() {
            return;
        }
        let setup = self.setup(self.limits);
        if let Some(player) = &mut self.player
            && calls::start(&mut **player, &setup).is_ok()
        {
            let seat = setup.seat;
            self.started = Some(Started { limits: self.limits, seat, has_searched: false });
        }
    }

    /// Begins a search and numbers it, even if it finds nothing. Must be paired with [`end`](Self::end).
    pub(crate) fn begin(&mut self) {
        self.searches += 1;
    }

    /// Ends the search after its answer was sent.
    pub(crate) fn end(&self) {
        self.control.end(self.searches);
    }

    /// Returns `true` if the current search was stopped or the expected move was played.
    pub(crate) fn is_released(&self) -> bool {
        self.control.stopped_at(self.searches).is_some()
            || self.control.ponder_hit_at(self.searches).is_some()
    }

    /// Returns `true` if the current search was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.control.stopped_at(self.searches).is_some()
    }

    /// Returns `true` if the current search was aborted and therefore gives no answer.
    pub(crate) fn is_aborted(&self) -> bool {
        self.control.is_aborted(self.searches)
    }

    /// Sets how reports are formatted from now on.
    pub(crate) const fn set_info(&mut self, info: fn(&Thinking, Duration, &str) -> String) {
        self.wording.info = info;
    }

    /// Searches for the best move in the current position, which must have a legal move.
    pub(crate) fn search(&mut self, order: &Order) -> io::Result<Answer> {
        let legal_moves = self.line.legal_moves();
        let first = order.among.first().or(legal_moves.first()).cloned().unwrap_or_default();
        let Some(mut player) = self.player.take() else {
            return Ok(self.answer(&first, ""));
        };
        let infinite = Some(MoveTime::INFINITE);
        let time = if order.is_infinite { infinite } else { order.level.move_time() };
        let limits = (order.level.thinking, order.level.time_control());
        let setup = (!self.is_started_for(limits)).then(|| self.setup(limits));
        self.limits = limits;
        self.started = Some(Started { limits, seat: self.line.mover(), has_searched: true });
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
        let begun = host.begun;
        let best = host.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (expected, valuation) = (best.line, best.valuation);
        self.player = Some(player);
        let chosen = match chosen {
            Ok(Reply::Move(text) | Reply::MoveAndOfferDraw(text)) => text,
            // The protocols can't express any other reply.
            Ok(Reply::AcceptDraw | Reply::Resign) => first.clone(),
            Err(failure) => {
                // Restart the player before its next move.
                self.started = None;
                self.send_error(&failure.detail)?;
                first.clone()
            }
        };
        let chosen = if order.among.is_empty() || order.among.contains(&chosen) {
            chosen
        } else {
            // Choose the first move of the best line that it has reported.
            expected.split(' ').find(|mv| !mv.is_empty()).map_or(first.clone(), String::from)
        };
        let (chosen, expected) = if self.line.moves_to_protocol(&chosen).is_empty() {
            self.send_error(&format!("the player's move {chosen} is not legal"))?;
            (first, String::new())
        } else {
            (chosen, expected)
        };
        let answer = self.answer(&chosen, &expected);
        if let Some(valuation) = valuation {
            let TableTexts { start, moves, .. } = self.line.to_table();
            self.valued = Some(Valued { start, moves, seat: self.line.mover(), valuation });
        } else {
            // Other programs expect a search report before each answer.
            let valued = self.valued.as_ref().filter(|valued| valued.precedes(&*self.line));
            let valuation = valued.map(|valued| valued.valuation).unwrap_or_default();
            let thinking = Thinking { valuation, ..Thinking::default() };
            let report = (self.wording.info)(&thinking, begun.elapsed(), &answer.mv);
            self.control.send(&report)?;
        }
        Ok(answer)
    }

    /// Returns `true` if the player can search with these limits without being restarted.
    fn is_started_for(&self, limits: SearchLimits) -> bool {
        self.started.is_some_and(|started| {
            let fits = started.has_searched || started.seat == self.line.mover();
            fits && started.limits == limits
        })
    }

    /// The answer with this move, and with an expected reply if the line `expected` begins with the move. Both
    /// arguments are in the table's notation.
    fn answer(&self, mv: &str, expected: &str) -> Answer {
        let mv = self.line.moves_to_protocol(mv).into_iter().next().unwrap_or_default();
        let reply = match self.line.moves_to_protocol(expected).as_slice() {
            [first, reply, ..] if *first == mv => Some(reply.clone()),
            _ => None,
        };
        Answer { mv, reply }
    }

    /// The settings that start a game.
    fn setup(&self, (thinking, time_control): SearchLimits) -> Setup {
        Setup {
            game: self.engine.game.clone(),
            seat: self.line.mover(),
            seat_count: 2,
            time_control,
            thinking,
            pondering: false,
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
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
            clocks: Vec::new(),
        }
    }
}

/// Lets the player choose a move. If there is a `setup`, starts the player first.
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
