//! A game without threads and clocks: the rules of the table are the referee's, and every player is called in turn.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{
    AskError, Host, MatchSetup, Notice, Output, Player, Prompt, Referee, Thinking, Ticket, Urgency,
    calls,
};

use super::judge::Judge;
use super::{Brake, NoResult, Played, View};

/// Where no time is counted, it is always the same time.
const NOW: Duration = Duration::ZERO;

/// Plays a game; the players of the seats `hearing` are told what happens, besides what is in their requests.
pub(super) fn play(
    mut setup: MatchSetup,
    judge: Judge,
    hearing: Vec<Seat>,
    brake: &Brake,
    view: Option<&View>,
) -> Result<Played, NoResult> {
    let mut referee = Referee::new(&mut setup)?;
    let players = setup.seats.into_iter().map(|seat| seat.player).collect();
    let mut table = Table { players, hearing, judge, brake, view };
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
        if brake.is_pulled() {
            referee.stop(NOW);
        } else {
            referee.begin_turn(NOW);
        }
    }
    let (has_begun, thoughts) = (referee.has_begun(), table.judge.into_thoughts());
    Ok(Played::new(referee.into_record(), thoughts, has_begun))
}

/// Players in seat order, and those who look on.
struct Table<'a> {
    players: Vec<Box<dyn Player>>,
    hearing: Vec<Seat>,
    judge: Judge,
    brake: &'a Brake,
    view: Option<&'a View>,
}

impl Table<'_> {
    /// Does what the referee wants done.
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
            Output::Event { ref notice, .. } => self.tell(referee, notice),
            // Each call has come to its end before anything else happens, and nobody ponders or asks a person.
            Output::Hurry(_)
            | Output::Withdraw(_)
            | Output::Answer { .. }
            | Output::Ponder { .. }
            | Output::StopPondering => {}
        }
    }

    /// Ends the game if the brake was pulled: a player that was told to stop has not failed.
    fn is_broken_off(&self, referee: &mut Referee) -> bool {
        let is_pulled = self.brake.is_pulled();
        if is_pulled {
            referee.stop(NOW);
        }
        is_pulled
    }

    /// Lets a seat reply to its request.
    fn choose(&mut self, referee: &mut Referee, seat: Seat, ticket: Ticket) {
        let host = InlineHost { seat, referee, brake: self.brake, newest: Mutex::new(None) };
        let player = &mut *self.players[seat.index()];
        let reply = calls::choose_move(player, referee.request(seat), &host);
        if let Some(thinking) = host.newest.into_inner().unwrap_or_else(PoisonError::into_inner) {
            referee.reported(seat, ticket, thinking, NOW);
        }
        if !self.is_broken_off(referee) {
            referee.replied(seat, ticket, reply, NOW);
        }
    }

    /// Tells those who look on and the players that hear of it what has happened.
    fn tell(&mut self, referee: &mut Referee, notice: &Notice) {
        match notice {
            Notice::ThinkingReported { thinking, .. } => self.judge.hear(thinking),
            Notice::MovePlayed(seat) => self.see(referee, Some(*seat)),
            Notice::ChanceDecided => self.see(referee, None),
            _ => {}
        }
        if !notice.is_for_players() {
            return;
        }
        for &seat in &self.hearing {
            if let Some(event) = referee.event(notice, Viewer::Seat(seat))
                && let Some(failure) = calls::observe(&mut *self.players[seat.index()], &event)
            {
                // After the end of the game it comes too late to count.
                referee.fail(seat, failure, NOW);
            }
        }
    }

    /// A move was made by a seat, or by chance.
    fn see(&mut self, referee: &mut Referee, mover: Option<Seat>) {
        if let (Some(view), Some(newest)) = (self.view, referee.newest_ply()) {
            view.push(&newest.mv);
        }
        if let Some(ending) = self.judge.see(mover, referee.ply()) {
            referee.adjudicate(ending);
        }
    }
}

/// The table as an inline player sees it.
struct InlineHost<'a> {
    seat: Seat,
    referee: &'a Referee,
    brake: &'a Brake,
    newest: Mutex<Option<Thinking>>,
}

impl Host for InlineHost<'_> {
    fn urgency(&self) -> Urgency {
        if self.brake.is_pulled() { Urgency::Withdrawn } else { Urgency::None }
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

    fn log(&self, text: &str) {
        tracing::info!(target: "rival::player", seat = self.seat.index() + 1, "{text}");
    }
}
