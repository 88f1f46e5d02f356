//! A game without threads and clocks: a referee applies the table rules and calls the players in turn.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{
    AskError, Event, Host, MatchSetup, Notice, Output, Player, Prompt, Referee, TableGame,
    Thinking, Ticket, TimeSource, Urgency, calls,
};

use super::adjudicator::Adjudicator;
use super::{CancelToken, NoResult, Played, View};

/// The time in an untimed game, which never changes.
const NOW: Duration = Duration::ZERO;

/// Plays a game. Players in the seats `observing` receive events in addition to requests.
pub(super) fn play(
    mut setup: MatchSetup,
    adjudicator: Adjudicator,
    observing: Vec<Seat>,
    cancel: &CancelToken,
    view: Option<&View>,
) -> Result<Played, NoResult> {
    let mut referee = Referee::new(&mut setup)?;
    let players = setup.seats.into_iter().map(|seat| seat.player).collect();
    let mut table = InlineTable { players, observing, adjudicator, cancel, time: setup.time, view };
    referee.start(NOW);
    let mut outputs = Vec::new();
    loop {
        while referee.take_outputs(&mut outputs) {
            for output in &outputs {
                table.carry_out(&mut referee, output);
            }
        }
        if referee.is_over() {
            break;
        }
        if cancel.is_cancelled() {
            referee.stop(NOW);
        } else {
            referee.begin_turn(NOW);
        }
    }
    Ok(table.adjudicator.into_played(referee.into_record()))
}

/// The players in seat order, and the game's outputs.
struct InlineTable<'a> {
    players: Vec<Box<dyn Player>>,
    observing: Vec<Seat>,
    adjudicator: Adjudicator,
    cancel: &'a CancelToken,
    /// Measures moves. Moves have a time limit even without clocks.
    time: Arc<dyn TimeSource>,
    view: Option<&'a View>,
}

impl InlineTable<'_> {
    /// Executes a referee output.
    fn carry_out(&mut self, referee: &mut Referee, output: &Output) {
        match *output {
            Output::Start { seat, ticket } if !referee.awaits_start(seat, ticket) => {}
            Output::Start { seat, ticket } => {
                let player = &mut *self.players[seat.index()];
                let started = calls::start(player, &referee.setup(seat));
                if self.is_broken_off(referee) {
                    return;
                }
                referee.started(seat, ticket, started, NOW);
            }
            Output::Ask { seat, ticket, .. } => self.choose(referee, seat, ticket),
            Output::Event { ref notice, .. } => self.publish(referee, notice),
            // Each call returns before anything else happens. Inline players neither ponder nor ask a person.
            Output::Hurry(_)
            | Output::Withdraw(_)
            | Output::Answer { .. }
            | Output::Ponder { .. }
            | Output::StopPondering => {}
        }
    }

    /// If the game was canceled, ends it and returns `true`. The players of a canceled game haven't failed.
    fn is_broken_off(&self, referee: &mut Referee) -> bool {
        let is_cancelled = self.cancel.is_cancelled();
        if is_cancelled {
            referee.stop(NOW);
        }
        is_cancelled
    }

    /// Asks a seat's player to answer its request.
    fn choose(&mut self, referee: &mut Referee, seat: Seat, ticket: Ticket) {
        let stopwatch = Stopwatch::new(&*self.time, referee.deadline());
        let host =
            InlineHost { seat, referee, cancel: self.cancel, newest: Mutex::new(None), stopwatch };
        let player = &mut *self.players[seat.index()];
        let reply = calls::choose_move(player, referee.request(seat), &host);
        let is_late = host.stopwatch.is_over();
        if let Some(thinking) = host.newest.into_inner().unwrap_or_else(PoisonError::into_inner) {
            referee.reported(seat, ticket, thinking, NOW);
        }
        if self.is_broken_off(referee) {
            return;
        }
        if is_late {
            referee.expire(NOW);
        }
        referee.replied(seat, ticket, reply, NOW);
    }

    /// Sends an event to the recorders and to the observing players.
    fn publish(&mut self, referee: &mut Referee, notice: &Notice) {
        match notice {
            Notice::ThinkingReported { seat, thinking, .. } => {
                self.adjudicator.report(*seat, thinking);
            }
            Notice::MovePlayed(seat) => self.record_move(referee, notice, Some(*seat)),
            Notice::ChanceDecided => self.record_move(referee, notice, None),
            _ => {}
        }
        if !notice.is_for_players() {
            return;
        }
        for &seat in &self.observing {
            if let Some(event) = referee.event(notice, Viewer::Seat(seat))
                && let Some(failure) = calls::observe(&mut *self.players[seat.index()], &event)
            {
                // A failure after the game doesn't count.
                referee.fail(seat, failure, NOW);
            }
        }
    }

    /// Records a move by a seat or by chance.
    fn record_move(&mut self, referee: &mut Referee, notice: &Notice, mover: Option<Seat>) {
        let newest = referee.newest_ply().map(|ply| ply.mv.as_str()).unwrap_or_default();
        if let Some(view) = self.view {
            view.push(newest);
        }
        let position = || match referee.event(notice, Viewer::Arbiter)? {
            Event::MovePlayed(played) | Event::ChanceDecided(played) => Some(played.position),
            _ => None,
        };
        if let Some(ending) = self.adjudicator.move_played(mover, (referee.ply(), newest), position)
        {
            referee.adjudicate(ending);
        }
    }
}

/// Measures one move, starting when the player first polls its host. Most moves finish without polling, so they are
/// never measured.
struct Stopwatch<'a> {
    time: &'a dyn TimeSource,
    limit: Option<Duration>,
    begun: OnceLock<Duration>,
}

impl<'a> Stopwatch<'a> {
    const fn new(time: &'a dyn TimeSource, limit: Option<Duration>) -> Self {
        Self { time, limit, begun: OnceLock::new() }
    }

    /// Polls during a move. Returns `true` if the move's time is up.
    fn check(&self) -> bool {
        let Some(limit) = self.limit else { return false };
        let now = self.time.now();
        now.saturating_sub(*self.begun.get_or_init(|| now)) > limit
    }

    /// Returns `true` if a finished move took too long.
    fn is_over(&self) -> bool {
        self.begun.get().is_some() && self.check()
    }
}

/// The table as seen by an inline player.
struct InlineHost<'a> {
    seat: Seat,
    referee: &'a Referee,
    cancel: &'a CancelToken,
    newest: Mutex<Option<Thinking>>,
    stopwatch: Stopwatch<'a>,
}

impl Host for InlineHost<'_> {
    fn urgency(&self) -> Urgency {
        match (self.cancel.is_cancelled(), self.stopwatch.check()) {
            (true, _) => Urgency::Withdrawn,
            (false, true) => Urgency::TimedOut,
            (false, false) => Urgency::None,
        }
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            // An illegal line counts even if a later line is legal.
            let error = newest.take().and_then(|before| before.line_error);
            let line_error = error.or_else(|| thinking.line_error.clone());
            *newest = Some(Thinking { line_error, ..thinking.clone() });
        }
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        self.referee.resolve(text)
    }

    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        Some(self.referee.game())
    }

    fn log(&self, text: &str) {
        tracing::info!(target: "rival::player", seat = self.seat.index() + 1, "{text}");
    }
}
