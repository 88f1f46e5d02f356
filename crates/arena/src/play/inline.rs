//! A game without threads and clocks: a referee has the rules of the table, and every player is called in turn.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{
    AskError, Event, Host, MatchSetup, Notice, Output, Player, Prompt, Referee, TableGame,
    Thinking, Ticket, Urgency, calls,
};

use super::adjudicator::Adjudicator;
use super::{CancelToken, NoResult, Played, View};

/// The constant time of an untimed game.
const NOW: Duration = Duration::ZERO;

/// Plays a game; the players of the seats `observing` receive events besides their requests.
pub(super) fn play(
    mut setup: MatchSetup,
    adjudicator: Adjudicator,
    observing: Vec<Seat>,
    cancel: &CancelToken,
    view: Option<&View>,
) -> Result<Played, NoResult> {
    let mut referee = Referee::new(&mut setup)?;
    let players = setup.seats.into_iter().map(|seat| seat.player).collect();
    let mut table = Table { players, observing, adjudicator, cancel, view };
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
    let (has_begun, thoughts) = (referee.has_begun(), table.adjudicator.into_thoughts());
    Ok(Played::new(referee.into_record(), thoughts, has_begun))
}

/// The players in seat order, and the outputs of the game.
struct Table<'a> {
    players: Vec<Box<dyn Player>>,
    observing: Vec<Seat>,
    adjudicator: Adjudicator,
    cancel: &'a CancelToken,
    view: Option<&'a View>,
}

impl Table<'_> {
    /// Carries out an output of the referee.
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
            // Each call has returned before anything else happens, and inline players don't ponder or ask a person.
            Output::Hurry(_)
            | Output::Withdraw(_)
            | Output::Answer { .. }
            | Output::Ponder { .. }
            | Output::StopPondering => {}
        }
    }

    /// Ends the game if it was cancelled: a cancelled player has not failed.
    fn is_broken_off(&self, referee: &mut Referee) -> bool {
        let is_cancelled = self.cancel.is_cancelled();
        if is_cancelled {
            referee.stop(NOW);
        }
        is_cancelled
    }

    /// Lets a seat reply to its request.
    fn choose(&mut self, referee: &mut Referee, seat: Seat, ticket: Ticket) {
        let host = InlineHost { seat, referee, cancel: self.cancel, newest: Mutex::new(None) };
        let player = &mut *self.players[seat.index()];
        let reply = calls::choose_move(player, referee.request(seat), &host);
        if let Some(thinking) = host.newest.into_inner().unwrap_or_else(PoisonError::into_inner) {
            referee.reported(seat, ticket, thinking, NOW);
        }
        if !self.is_broken_off(referee) {
            referee.replied(seat, ticket, reply, NOW);
        }
    }

    /// Publishes an event to the outputs and to the players that observe.
    fn publish(&mut self, referee: &mut Referee, notice: &Notice) {
        match notice {
            Notice::ThinkingReported { thinking, .. } => self.adjudicator.report(thinking),
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
                // After the end of the game a failure doesn't count.
                referee.fail(seat, failure, NOW);
            }
        }
    }

    /// Records a move by a seat or by chance.
    fn record_move(&mut self, referee: &mut Referee, notice: &Notice, mover: Option<Seat>) {
        if let (Some(view), Some(newest)) = (self.view, referee.newest_ply()) {
            view.push(&newest.mv);
        }
        let position = || match referee.event(notice, Viewer::Arbiter)? {
            Event::MovePlayed(played) | Event::ChanceDecided(played) => Some(played.position),
            _ => None,
        };
        if let Some(ending) = self.adjudicator.move_played(mover, referee.ply(), position) {
            referee.adjudicate(ending);
        }
    }
}

/// The table as an inline player sees it.
struct InlineHost<'a> {
    seat: Seat,
    referee: &'a Referee,
    cancel: &'a CancelToken,
    newest: Mutex<Option<Thinking>>,
}

impl Host for InlineHost<'_> {
    fn urgency(&self) -> Urgency {
        if self.cancel.is_cancelled() { Urgency::Withdrawn } else { Urgency::None }
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            *newest = Some(thinking.clone());
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
