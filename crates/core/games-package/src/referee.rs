//! The table's rules, as a state machine: which seat to ask, how to handle answers, and how a match ends.
//!
//! A [`Referee`] has no thread and no clock. A driver feeds the Referee the timed actions of players and directors, and
//! carries out its [outputs](Output): it calls players and forwards events. [`Moderator`](crate::Moderator) is the
//! driver with a thread for each player and deadlines. In an untimed match, players can be called one after the other
//! on a single thread, with the same result.

mod commands;
mod output;
mod replies;
mod table;
mod turns;
mod variations;

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Viewer};

pub use self::output::{Notice, Output};
use self::table::{PlayedLines, Table};
use crate::{
    Clock, DrawOffer, Ending, Failure, FailureKind, Header, MatchError, MatchSetup, MoveLimit, Ply,
    PonderRequest, Prompt, Record, RecordedPlayer, Request, SeatSetup, TableGame, TableState,
    ThinkingLimits, Thought, Ticket, TimeControlError,
};

/// The phase of a match.
#[derive(Debug)]
enum Phase {
    /// Every seat's player must start before the deadline. Seats that have not started yet have a ticket.
    Starting { deadline: Duration, awaited: Vec<Option<Ticket>> },
    /// The next turn can begin, unless the match is paused.
    Ready,
    /// The last move, made at this time, stays visible for a while before the next turn begins.
    Resting { since: Duration },
    /// A seat is to choose.
    Choosing(Pending),
    /// The match is over.
    Over,
}

/// A pending request.
#[derive(Debug)]
struct Pending {
    seat: Seat,
    ticket: Ticket,
    /// Open questions to the human player, oldest first.
    questions: Vec<Prompt>,
    /// The request included a draw offer.
    names_draw_offer: bool,
    /// The player's newest report on its principal variation.
    thought: Option<Thought>,
}

/// A match by the table's rules.
///
/// `now` is the time on the driver's clock, which never goes back. After each input the driver takes the
/// [outputs](Self::take_outputs) before the next input, unless the input is an immediate answer to a call.
pub struct Referee {
    table: Table,
    /// The players in seat order; a name is empty until the player has started.
    players: Vec<RecordedPlayer>,
    phase: Phase,
    /// All players have started.
    has_begun: bool,
    is_stopped: bool,
    draw_offer: Option<DrawOffer>,
    last_ticket: Ticket,
    seed: u64,
    repetition: u32,
    thinking: ThinkingLimits,
    pondering: bool,
    header: Header,
    start_time_max: Duration,
    pace: Duration,
    round_pause: Duration,
    /// The adjudicated ending, until the match ends.
    adjudication: Option<Ending>,
    /// Failures that arrived too late to count.
    late_failures: Vec<(Seat, Failure)>,
    /// The number of events so far.
    sequence: u64,
    outputs: Vec<Output>,
}

impl Referee {
    /// Creates a referee for a match that has not started. Takes the opening, the variations and the player
    /// specifications out of `setup`; the players, the time source and the arbiter remain for the driver.
    ///
    /// # Errors
    /// [`MatchError`] if the number of players, the position, the opening or the time control is wrong.
    pub fn new(setup: &mut MatchSetup) -> Result<Self, MatchError> {
        let needed = setup.game.seat_count();
        if setup.seats.len() != needed {
            let game = setup.game.name().into();
            return Err(MatchError::Players { game, needed, given: setup.seats.len() });
        }
        let time_control = setup.time_control.checked()?;
        let all_odds = mem::take(&mut setup.odds);
        let odds = |seat: usize| all_odds.get(seat).copied().unwrap_or_default();
        let clock = |(index, seat): (usize, &SeatSetup)| {
            let control = odds(index).time_control(time_control).checked()?;
            let limit = if seat.is_person { MoveLimit::NONE } else { setup.move_limit };
            Ok(Clock::new(control).with_margin(setup.margin).with_move_limit(limit))
        };
        let clocks = setup.seats.iter().enumerate().map(clock);
        let clocks = clocks.collect::<Result<Vec<_>, TimeControlError>>()?;
        let (game, position) = (Arc::clone(&setup.game), setup.position.as_deref());
        let mut table = Table::set(game, position, time_control, clocks)?;
        for ply in mem::take(&mut setup.opening) {
            table.open(ply)?;
        }
        table.resume_turn(setup.turn_elapsed);
        table.set_variations(mem::take(&mut setup.variations));
        let player = |(index, seat): (usize, &mut SeatSetup)| RecordedPlayer {
            spec: mem::take(&mut seat.spec),
            name: String::new(),
            origin: seat.player.origin(),
            odds: odds(index),
        };
        let start_times = setup.seats.iter().map(|seat| seat.player.start_time());
        let start_time_max = start_times.fold(setup.start_time_max, Duration::max);
        Ok(Self {
            table,
            players: setup.seats.iter_mut().enumerate().map(player).collect(),
            phase: Phase::Ready,
            has_begun: false,
            is_stopped: false,
            draw_offer: None,
            last_ticket: Ticket::NONE,
            seed: setup.seed,
            repetition: setup.repetition,
            thinking: setup.thinking,
            pondering: setup.pondering,
            header: mem::take(&mut setup.header),
            start_time_max,
            pace: setup.pace,
            round_pause: setup.round_pause,
            adjudication: None,
            late_failures: Vec::new(),
            sequence: 0,
            outputs: Vec::new(),
        })
    }

    /// Replaces the content of `outputs` with the new outputs, in order. Returns `false` if there are none.
    pub fn take_outputs(&mut self, outputs: &mut Vec<Output>) -> bool {
        outputs.clear();
        mem::swap(&mut self.outputs, outputs);
        !outputs.is_empty()
    }

    /// The number of seats.
    pub fn seat_count(&self) -> usize {
        self.table.seat_count()
    }

    /// The number of played plies.
    pub fn ply(&self) -> usize {
        self.table.plies().len()
    }

    /// The newest ply; `None` at the start.
    pub fn newest_ply(&self) -> Option<&Ply> {
        self.table.plies().last()
    }

    /// The player's name for this seat; empty before it has started.
    pub fn player_name(&self, seat: Seat) -> &str {
        &self.players[seat.index()].name
    }

    /// The last request to a seat.
    pub fn request(&self, seat: Seat) -> &Request {
        self.table.request(seat)
    }

    /// The request to ponder for a seat while another seat is to move.
    pub fn ponder_request(&self, seat: Seat) -> PonderRequest {
        self.table.ponder_request(seat)
    }

    /// The legal move that `text` represents, in standard notation.
    ///
    /// # Errors
    /// The reason why there is no such move, as a phrase for people.
    pub fn resolve(&self, text: &str) -> Result<String, String> {
        self.table.state.resolve(text).map_err(|error| error.reason())
    }

    /// The legal move that a person means by `text`, in standard notation.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub(crate) fn resolve_typed(&self, text: &str) -> Result<String, String> {
        self.table.state.resolve_typed(text).map_err(|error| error.reason())
    }

    /// The rules of the match.
    pub fn game(&self) -> Arc<dyn TableGame> {
        Arc::clone(&self.table.game)
    }

    /// The full state at `now`, as seen by `viewer`.
    pub fn state(&self, viewer: Viewer, now: Duration) -> TableState {
        let (asked, prompt) = match &self.phase {
            Phase::Choosing(pending) => (Some(pending.seat), pending.questions.first()),
            _ => (None, None),
        };
        TableState {
            sequence: self.sequence,
            players: self.players.iter().map(|player| player.name.clone()).collect(),
            asked,
            prompt: asked.zip(prompt).map(|(seat, prompt)| self.prompt_for(viewer, seat, prompt)),
            draw_offer: self.draw_offer.clone(),
            ..self.table.snapshot(viewer, now)
        }
    }

    /// The question to the person at `seat`, as seen by `viewer`.
    fn prompt_for(&self, viewer: Viewer, seat: Seat, prompt: &Prompt) -> Prompt {
        if self.table.is_private(seat, viewer) { Prompt::default() } else { prompt.clone() }
    }

    /// The current record of the match.
    pub fn record(&self) -> Record {
        self.record_of(self.players.clone(), self.table.lines(), self.table.ending.clone())
    }

    /// The current record of the match; consumes the table.
    pub fn into_record(mut self) -> Record {
        let players = mem::take(&mut self.players);
        let (lines, ending) = (self.table.take_lines(), self.table.ending.take());
        self.record_of(players, lines, ending)
    }

    fn record_of(
        &self,
        players: Vec<RecordedPlayer>,
        lines: PlayedLines,
        ending: Option<Ending>,
    ) -> Record {
        let PlayedLines { plies, variations } = lines;
        Record {
            game: self.table.game.name().into(),
            players,
            time_control: self.table.time_control,
            thinking: self.thinking,
            pondering: self.pondering,
            seed: self.seed,
            start: self.table.start(Viewer::Arbiter).into(),
            plies,
            variations,
            final_position: self.table.state.position(Viewer::Arbiter),
            ending,
            header: self.header.clone(),
        }
    }

    /// The time when [`expire`](Self::expire) is due, if nothing else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Starting { deadline, .. } => Some(*deadline),
            Phase::Choosing(Pending { seat, .. }) => self.table.clock(*seat).deadline(),
            Phase::Resting { since } => Some(since.saturating_add(self.rest())),
            Phase::Ready | Phase::Over => None,
        }
    }

    /// Returns `true` if the next turn can [begin](Self::begin_turn).
    pub fn is_ready(&self) -> bool {
        matches!(self.phase, Phase::Ready) && !self.table.is_paused
    }

    /// Returns `true` if the match is paused: the clocks stop and no player has to move.
    pub fn is_paused(&self) -> bool {
        self.table.is_paused
    }

    /// Returns `true` if all players have started.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Returns `true` if the match is over. The match can still continue if moves are taken back or it is restarted.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Returns `true` if the match can't continue.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns `true` if a question to a human player is open.
    pub fn awaits_person(&self) -> bool {
        matches!(&self.phase, Phase::Choosing(pending) if !pending.questions.is_empty())
    }

    /// Records a failure that arrived too late to count. Errors are dropped, because an unanswered question causes an
    /// error. If a player ran out of time, its report becomes part of the ending.
    pub fn add_late_failure(&mut self, seat: Seat, failure: Failure) {
        if failure.kind != FailureKind::Error && !self.table.explain_expiry(seat, &failure) {
            self.late_failures.push((seat, failure));
        }
    }

    /// Failures that arrived too late to count.
    pub fn late_failures(&self) -> &[(Seat, Failure)] {
        &self.late_failures
    }

    fn next_ticket(&mut self) -> Ticket {
        self.last_ticket = self.last_ticket.next();
        self.last_ticket
    }

    fn notify(&mut self, notice: Notice) {
        self.sequence += 1;
        self.outputs.push(Output::Event { sequence: self.sequence, notice });
    }
}

/// The game and the phase, for messages.
impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee")
            .field("game", &self.table.game)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}
