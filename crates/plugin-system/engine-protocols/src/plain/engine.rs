//! Serves one of our players over the plain protocol.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use board_engine::Turn;
use games_package::{
    MatchState, MoveLimit, Options, Player, PonderRequest, Reply, Request, Setup, TableGame,
    ThinkingLimits, TimeControl, calls,
};
use plain_protocol::{
    Choose, ChosenMove, FromProgram, NewGame, OptionDescription, PROTOCOL, ProgramHello, Reference,
    ToProgram,
};
use serde_json::Value;

use super::commands::{Shared, listen};
use super::thinking_host::{Mode, QuestionTime, ThinkingHost};
use crate::command_queue::command_queue;
use crate::level::TIME_MAX;
use crate::searcher::{Engine, ServeError};

/// The interval between checks whether an answer found while pondering is due.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Carries out the commands on `input` until `quit`, the end of the input, or a failure. A thread reads `input`; after
/// a failure, the thread keeps running until the next line or the end of the input.
///
/// # Errors
/// [`ServeError`] if the player can't be created, or if `output` is closed.
pub fn serve(
    engine: Engine<'_>,
    rules: Arc<dyn TableGame>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let shared = Arc::new(Shared::new(output));
    let (commands_in, commands) = command_queue();
    let (listened, asked) = (Arc::clone(&shared), Arc::clone(&rules));
    thread::Builder::new()
        .name("commands".into())
        .spawn(move || listen(input, &listened, &commands_in, asked))?;
    let mut session =
        Session { engine, rules, shared: &shared, player: None, games: 0, is_timed: false };
    while let Some(command) = commands.receive() {
        session.obey(command)?;
    }
    Ok(())
}

/// The engine's state.
struct Session<'a, W> {
    engine: Engine<'a>,
    rules: Arc<dyn TableGame>,
    shared: &'a Shared<W>,
    /// The player in the current match.
    player: Option<Box<dyn Player>>,
    /// Number of matches so far.
    games: u64,
    /// Whether the current match has a clock.
    is_timed: bool,
}

/// The state of a question.
enum Found {
    Answer(FromProgram),
    /// No move could be chosen, for this reason.
    Nothing(String),
}

impl<W: Write + Send> Session<'_, W> {
    fn obey(&mut self, command: ToProgram<'_>) -> Result<(), ServeError> {
        match command {
            ToProgram::Hello(hello) => {
                if hello.protocol < PROTOCOL {
                    let text = format!("this program uses protocol version {PROTOCOL}");
                    self.shared.send_error(text)?;
                }
                self.introduce()?;
            }
            ToProgram::NewGame(game) => self.begin(&game)?,
            ToProgram::Choose(question) => {
                let time = QuestionTime::of(question.time_left, question.budget);
                let id = question.id;
                self.choose(question, Mode::Asked(time))?;
                self.shared.forget(id);
            }
            ToProgram::Ponder(question) => {
                let id = question.id;
                self.ponder(question)?;
                self.shared.forget(id);
            }
            ToProgram::Error(error) => tracing::warn!(text = error.text, "the other side"),
            // The reading thread handles these messages, or they don't answer a question.
            ToProgram::PonderHit(_)
            | ToProgram::Stop(_)
            | ToProgram::Answer(_)
            | ToProgram::Ping(_)
            | ToProgram::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let Engine { name, version, options, values, .. } = &self.engine;
        // The other program sees the user's values as defaults.
        let described = options.iter().map(|spec| {
            let mut description = OptionDescription::from(spec);
            let value = values.get::<String>(&spec.name).unwrap_or_default();
            if !value.is_empty() {
                description.set_default(&value);
            }
            description
        });
        self.shared.send(&FromProgram::Hello(ProgramHello {
            protocol: PROTOCOL,
            name: format!("{name} {version}"),
            options: described.collect(),
            ponders: true,
            reusable: true,
        }))
    }

    /// Begins a match with a new player, if its options are valid.
    fn begin(&mut self, game: &NewGame) -> Result<(), ServeError> {
        self.games += 1;
        self.player = None;
        if game.game != self.engine.game {
            let text = format!("this engine plays {}, not {}", self.engine.game, game.game);
            return Ok(self.shared.send_error(board_engine::excerpt(&text))?);
        }
        let mut values = self.engine.values.clone();
        for (name, value) in &game.options {
            let text = value.as_str().map_or_else(|| value.to_string(), String::from);
            values.set(name.as_str(), text);
        }
        if let Err(error) = values.checked(&self.engine.name, &self.engine.options) {
            self.shared.send_error(error.to_string())?;
            values = self.engine.values.clone();
        }
        let seat_count = self.rules.seat_count();
        let seat = game.seat.seat(seat_count).filter(|_| game.seat_count == seat_count);
        let Some(seat) = seat else {
            let (number, of) = (game.seat.0, game.seat_count);
            let text = format!("no seat {number} of {of}: the game has {seat_count}");
            return Ok(self.shared.send_error(text)?);
        };
        let time_control = self.time_control(&game.time_control)?;
        self.is_timed = time_control != TimeControl::Unlimited;
        let thinking = ThinkingLimits { depth: game.depth_max, nodes: game.nodes_max };
        let seed =
            if game.seed == 0 { self.engine.seed.wrapping_add(self.games) } else { game.seed };
        let setup = Setup {
            game: game.game.clone(),
            seat,
            seat_count,
            time_control,
            thinking,
            pondering: game.pondering,
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
            seed,
        };
        self.start(&values, &setup)
    }

    /// Parses a time control. Sends an error and returns `None` if the string is invalid.
    fn time_control(&self, text: &str) -> io::Result<TimeControl> {
        match text.parse::<TimeControl>() {
            Ok(control) => Ok(control),
            Err(error) => {
                self.shared.send_error(error.to_string())?;
                Ok(TimeControl::Unlimited)
            }
        }
    }

    /// Creates the player and starts it.
    fn start(&mut self, values: &Options, setup: &Setup) -> Result<(), ServeError> {
        let mut player = match (self.engine.make)(values) {
            Ok(player) => player,
            Err(why) => {
                self.shared.send_error(why.as_str())?;
                return Err(ServeError::Player(why));
            }
        };
        if let Err(failure) = calls::start(&mut *player, setup) {
            self.shared.send_error(failure.detail)?;
        }
        self.player = Some(player);
        Ok(())
    }

    /// Thinks about a question and answers it, unless it is withdrawn.
    fn choose(&mut self, question: Choose<'_>, mode: Mode) -> Result<(), ServeError> {
        let id = question.id;
        if self.player.is_none() {
            self.begin_unannounced(&question)?;
            if self.player.is_none() {
                // The error was already sent.
                return Ok(());
            }
        }
        let found = self.find(question, mode)?;
        if mode == Mode::Pondering {
            while self.shared.hit(id).is_none() {
                if self.shared.stopped(id).is_some() || self.shared.quit().is_some() {
                    return Ok(());
                }
                thread::sleep(POLL_INTERVAL);
            }
        }
        match found {
            Found::Answer(answer) => self.shared.send(&answer)?,
            Found::Nothing(why) => self.shared.send_error(format!("question {id}: {why}"))?,
        }
        Ok(())
    }

    /// Begins a match with default settings, for a question that arrives without a match.
    fn begin_unannounced(&mut self, question: &Choose<'_>) -> Result<(), ServeError> {
        let game = NewGame {
            game: self.engine.game.clone(),
            seat: question.seat,
            seat_count: self.rules.seat_count(),
            time_control: TimeControl::Unlimited.to_string(),
            depth_max: None,
            nodes_max: None,
            pondering: false,
            seed: 0,
            options: std::iter::empty::<(String, Value)>().collect(),
        };
        self.begin(&game)
    }

    fn find(&mut self, question: Choose<'_>, mode: Mode) -> io::Result<Found> {
        let id = question.id;
        let request = match self.request(question, mode) {
            Ok(request) => request,
            Err(why) => return Ok(Found::Nothing(why)),
        };
        let Some(player) = &mut self.player else {
            return Ok(Found::Nothing("no match; send new-game first".into()));
        };
        let host = ThinkingHost {
            shared: self.shared,
            id,
            mode,
            begun: Instant::now(),
            position: &request.position,
            rules: &self.rules,
            best: Mutex::default(),
        };
        let first = || request.legal_moves.first().cloned().unwrap_or_default();
        let chosen = |mv: String, offer_draw| {
            let expected = host.expected(&mv);
            FromProgram::Move(ChosenMove { id, mv, offer_draw, expected })
        };
        Ok(Found::Answer(match calls::choose_move(&mut **player, &request, &host) {
            Ok(Reply::Move(mv)) => chosen(mv, false),
            Ok(Reply::MoveAndOfferDraw(mv)) => chosen(mv, true),
            Ok(Reply::AcceptDraw) => FromProgram::AcceptDraw(Reference { id }),
            Ok(Reply::Resign) => FromProgram::Resign(Reference { id }),
            Err(failure) => {
                self.shared.send_error(failure.detail)?;
                chosen(first(), false)
            }
        }))
    }

    /// Converts a question to a request. The rules supply the legal moves if the question has none.
    fn request(&self, question: Choose<'_>, mode: Mode) -> Result<Request, String> {
        let seat_count = self.rules.seat_count();
        let seat = question.seat.seat(seat_count);
        let seat = seat.ok_or_else(|| format!("there is no seat {}", question.seat.0))?;
        let mut legal_moves = question.legal_moves.into_owned();
        if legal_moves.is_empty() {
            let state = self.state(&question.position)?;
            if state.outcome().is_some() {
                return Err("the game is over in this position".into());
            }
            if state.turn() != Turn::Seat(seat) {
                return Err(format!("seat {} is not to move in this position", question.seat.0));
            }
            state.legal_moves(&mut legal_moves);
        }
        let draw_offer = question.draw_offer.and_then(|offering| offering.seat(seat_count));
        let (time_left, budget) = match mode {
            Mode::Asked(time) => (time.left, time.budget),
            // The clock isn't running; the host decides when the player should answer.
            Mode::Pondering if self.is_timed => (Some(TIME_MAX), Some(TIME_MAX)),
            // The player thinks for as long as it would without a clock, and then has its answer ready.
            Mode::Pondering => (None, None),
        };
        let position = question.position.into_owned();
        let start =
            if question.start.is_empty() { position.clone() } else { question.start.into() };
        let moves = question.moves.into_owned();
        let clocks = Vec::new();
        Ok(Request {
            seat,
            start,
            moves,
            position,
            legal_moves,
            time_left,
            budget,
            draw_offer,
            clocks,
        })
    }

    fn state(&self, position: &str) -> Result<Box<dyn MatchState>, String> {
        self.rules.open(Some(position)).map_err(|error| board_engine::excerpt(&error.to_string()))
    }

    /// Ponders. If the player's own seat is to move, treats the position like a question; otherwise ponders until a
    /// stop.
    fn ponder(&mut self, question: Choose<'_>) -> Result<(), ServeError> {
        let state = self.rules.open(Some(&question.position)).ok();
        let is_own = !question.legal_moves.is_empty()
            || state.is_some_and(|state| {
                let seat = question.seat.seat(self.rules.seat_count()).map(Turn::Seat);
                Some(state.turn()) == seat && state.outcome().is_none()
            });
        if is_own {
            return self.choose(question, Mode::Pondering);
        }
        let (id, seat) = (question.id, question.seat.seat(self.rules.seat_count()));
        let (Some(player), Some(seat)) = (&mut self.player, seat) else { return Ok(()) };
        let request = PonderRequest {
            seat,
            start: question.start.into(),
            moves: question.moves.into(),
            position: question.position.into(),
            clocks: Vec::new(),
        };
        let (begun, position) = (Instant::now(), request.position.clone());
        let host = ThinkingHost {
            shared: self.shared,
            id,
            mode: Mode::Pondering,
            begun,
            position: &position,
            rules: &self.rules,
            best: Mutex::default(),
        };
        player.ponder(&request, &host);
        Ok(())
    }
}
