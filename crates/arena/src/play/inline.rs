//! A game without threads and clocks: every player is called in turn. What a player can tell is as at a Moderator's
//! table: what it is asked and told, and what its answers and its faults lead to.

use std::mem::take;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{
    AskError, DrawOffer, EndReason, Ending, Event, Failure, FailureKind, Host, MatchError,
    MatchState, Odds, PlayedMove, Player, Ply, Prompt, Record, RecordedPlayer, Reply, Request,
    SeatSetup, Setup, TableGame, Thinking, TimeControl, Urgency, calls, chance_of_ply, player_seed,
};

use super::judge::Judge;
use super::{Brake, Lineup, NoResult, Played, Trust, View, odds};
use crate::tournament::{Job, Tournament};

pub(super) fn play(
    tournament: &Tournament,
    job: &Job,
    seats: Vec<SeatSetup>,
    lineup: &dyn Lineup,
    brake: &Brake,
    view: Option<&View>,
) -> Result<Played, NoResult> {
    let hears = |&index: &usize| lineup.trust(index) == Trust::Returns;
    let seats = seats.into_iter().zip(job.players.iter().map(hears));
    let seats = seats.map(|(SeatSetup { spec, player, .. }, hears)| InlineSeat {
        spec,
        player,
        hears,
        name: String::new(),
    });
    let mut game = InlineGame::open(tournament, job, seats.collect(), view)?;
    let mut cant_start = None;
    let ending = match game.start_players(tournament, job) {
        Ok(()) => loop {
            if brake.is_pulled() {
                break Ending::stopped();
            }
            if let Some(ending) = game.turn(brake) {
                break ending;
            }
        },
        // Who was told to stop has not failed.
        Err(_) if brake.is_pulled() => Ending::stopped(),
        Err((seat, failure)) => {
            cant_start = Some((seat.index(), failure.to_string()));
            Ending::failed(game.seats.len(), seat, failure)
        }
    };
    game.tell_of_end(&ending);
    let record = game.record(tournament, ending);
    Ok(Played { record, thoughts: game.judge.into_thoughts(), cant_start })
}

/// Who sits there.
struct InlineSeat {
    spec: String,
    player: Box<dyn Player>,
    /// Whether it is told what happens, besides what is in its requests.
    hears: bool,
    /// What it calls itself, once it has started.
    name: String,
}

struct InlineGame<'a> {
    rules: &'a dyn TableGame,
    state: Box<dyn MatchState>,
    seats: Vec<InlineSeat>,
    odds: Vec<Odds>,
    /// What each seat is told when it is asked, kept up to date.
    requests: Vec<Request>,
    start: String,
    plies: Vec<Ply>,
    judge: Judge,
    seed: u64,
    /// Who has offered a draw that is not answered.
    offer: Option<DrawOffer>,
    view: Option<&'a View>,
}

impl<'a> InlineGame<'a> {
    fn open(
        tournament: &'a Tournament,
        job: &Job,
        seats: Vec<InlineSeat>,
        view: Option<&'a View>,
    ) -> Result<Self, NoResult> {
        let (rules, opening) = (&**tournament.game(), tournament.opening(job));
        let state = rules.open(opening.position.as_deref()).map_err(MatchError::from)?;
        let request = |seat: Seat| Request {
            seat,
            start: state.position(Viewer::Seat(seat)),
            moves: String::new(),
            position: String::new(),
            legal_moves: Vec::new(),
            time_left: None,
            budget: None,
            draw_offer: None,
        };
        let mut game = Self {
            rules,
            odds: job.players.iter().map(|&index| odds(tournament.settings(), index)).collect(),
            requests: Seat::all(seats.len()).map(request).collect(),
            start: state.position(Viewer::Arbiter),
            plies: Vec::new(),
            judge: Judge::new(tournament.settings().adjudication, seats.len()),
            seed: tournament.seed(job),
            offer: None,
            view,
            state,
            seats,
        };
        for mv in &opening.moves {
            let played = game.state.play(mv).map_err(MatchError::from)?;
            game.note(played);
        }
        Ok(game)
    }

    /// # Errors
    /// Who can't start, and why.
    fn start_players(&mut self, tournament: &Tournament, job: &Job) -> Result<(), (Seat, Failure)> {
        let seat_count = self.seats.len();
        let thinking = tournament.settings().thinking();
        let repetition = tournament.repetition(job);
        for (seat, own) in Seat::all(seat_count).zip(&mut self.seats) {
            let setup = Setup {
                game: self.rules.name().into(),
                seat,
                seat_count,
                time_control: TimeControl::Unlimited,
                thinking: self.odds[seat.index()].thinking(thinking),
                pondering: false,
                seed: player_seed(self.seed, repetition, seat),
            };
            let started = calls::start(&mut *own.player, &setup);
            own.name = started.map_err(|failure| (seat, failure))?;
        }
        Ok(())
    }

    /// One turn. How the game ended, if it has.
    fn turn(&mut self, brake: &Brake) -> Option<Ending> {
        if let Some(outcome) = self.state.outcome() {
            return Some(Ending::by_rules(&outcome));
        }
        let turn = self.state.turn();
        let mover = match turn {
            Turn::Chance => {
                let ply = self.state.ply();
                // Chance that has nothing to decide would be a fault of the rules: the game gets no result.
                let Some(mv) = self.state.play_drawn(&mut chance_of_ply(self.seed, ply)) else {
                    return Some(Ending::stopped());
                };
                self.note(mv);
                None
            }
            Turn::Seat(seat) => {
                if let Some(ending) = self.ask(seat, brake) {
                    return Some(ending);
                }
                Some(seat)
            }
        };
        let ruling = self.judge.see(mover, self.plies.len());
        let failed = self.tell_of_move(turn);
        failed.or_else(|| ruling.filter(|_| self.state.outcome().is_none()))
    }

    /// Asks a seat for its move and plays it. How the game ended, if there is no move.
    fn ask(&mut self, seat: Seat, brake: &Brake) -> Option<Ending> {
        let seats = self.seats.len();
        let failed = |failure| Some(Ending::failed(seats, seat, failure));
        loop {
            let offer =
                self.offer.as_ref().filter(|offer| offer.awaits(seat)).map(|offer| offer.by);
            let reply = self.choose(seat, offer, brake);
            if brake.is_pulled() {
                // Nobody wants the answer any more, and who was told to stop has not failed.
                return Some(Ending::stopped());
            }
            let (text, offers) = match reply {
                Ok(Reply::Move(text)) => (text, false),
                Ok(Reply::MoveAndOfferDraw(text)) => (text, true),
                Ok(Reply::AcceptDraw) if offer.is_some() => {
                    if self.offer.as_mut().is_none_or(|offer| offer.accept(seat, seats)) {
                        return Some(Ending::draw_agreed(seats));
                    }
                    // Others must still accept, and it is still this seat's turn.
                    continue;
                }
                Ok(Reply::AcceptDraw) => {
                    let detail = "it accepted a draw that nobody had offered to it";
                    return failed(Failure::new(FailureKind::OutOfTurn, detail));
                }
                Ok(Reply::Resign) => {
                    return Some(Ending::forfeit(seats, seat, EndReason::Resigned(seat)));
                }
                Err(failure) => return failed(failure),
            };
            match self.state.play(&text) {
                Ok(mv) => self.note(mv),
                Err(error) => {
                    return failed(Failure::new(FailureKind::IllegalMove, error.to_string()));
                }
            }
            // Who moves declines.
            self.offer.take_if(|_| offer.is_some());
            if offers && self.state.outcome().is_none() {
                self.offer.get_or_insert_with(|| DrawOffer::new(seat));
            }
            return None;
        }
    }

    /// What a seat replies when it is asked for its move.
    fn choose(
        &mut self,
        seat: Seat,
        draw_offer: Option<Seat>,
        brake: &Brake,
    ) -> Result<Reply, Failure> {
        let request = &mut self.requests[seat.index()];
        self.state.legal_moves(&mut request.legal_moves);
        request.position = self.state.position(Viewer::Seat(seat));
        request.draw_offer = draw_offer;
        let host = InlineHost {
            seat,
            state: Mutex::new(&mut *self.state),
            brake,
            newest: Mutex::new(None),
        };
        let reply = calls::choose_move(&mut *self.seats[seat.index()].player, request, &host);
        if let Some(thinking) = host.newest.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.judge.hear(&thinking);
        }
        reply
    }

    /// The newest move joins what each seat is told.
    fn note(&mut self, mv: String) {
        for request in &mut self.requests {
            if let Some(seen) = self.state.last_move(Viewer::Seat(request.seat)) {
                if !request.moves.is_empty() {
                    request.moves.push(' ');
                }
                request.moves.push_str(&seen);
            }
        }
        if let Some(view) = self.view {
            view.push(&mv);
        }
        self.plies.push(Ply::from(mv));
    }

    /// Tells the seats that hear of it what was played by whose turn it was. How the game ended, if one of them failed.
    fn tell_of_move(&mut self, turn: Turn) -> Option<Ending> {
        let seats = self.seats.len();
        for (seat, own) in Seat::all(seats).zip(&mut self.seats).filter(|(_, own)| own.hears) {
            let viewer = Viewer::Seat(seat);
            let Some(mv) = self.state.last_move(viewer) else { continue };
            let played = PlayedMove {
                ply: self.plies.len() - 1,
                turn,
                mv,
                position: self.state.position(viewer),
                elapsed: Duration::ZERO,
                clock: None,
            };
            let event = match turn {
                Turn::Seat(_) => Event::MovePlayed(played),
                Turn::Chance => Event::ChanceDecided(played),
            };
            if let Some(failure) = calls::observe(&mut *own.player, &event) {
                return Some(Ending::failed(seats, seat, failure));
            }
        }
        None
    }

    /// Tells the seats that hear of it how the game ended. What goes wrong then comes too late to count.
    fn tell_of_end(&mut self, ending: &Ending) {
        for (seat, own) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            if own.hears {
                let mut seen = ending.clone();
                if let EndReason::PlayerFailed(_, failure) = &mut seen.reason
                    && self.state.position(Viewer::Seat(seat))
                        != self.state.position(Viewer::Arbiter)
                {
                    // It may tell what is hidden from this seat.
                    failure.detail.clear();
                }
                let _too_late = calls::observe(&mut *own.player, &Event::MatchEnded(seen));
            }
        }
    }

    fn record(&mut self, tournament: &Tournament, ending: Ending) -> Record {
        let seats = self.seats.iter_mut().zip(&self.odds);
        let players = seats.map(|(seat, &odds)| {
            let (spec, name) = (take(&mut seat.spec), take(&mut seat.name));
            RecordedPlayer { spec, name, origin: seat.player.origin(), odds }
        });
        Record {
            game: self.rules.name().into(),
            players: players.collect(),
            time_control: TimeControl::Unlimited,
            thinking: tournament.settings().thinking(),
            pondering: false,
            seed: self.seed,
            start: take(&mut self.start),
            plies: take(&mut self.plies),
            variations: Vec::new(),
            final_position: self.state.position(Viewer::Arbiter),
            ending: Some(ending),
        }
    }
}

/// The table as an inline player sees it.
struct InlineHost<'a> {
    seat: Seat,
    state: Mutex<&'a mut dyn MatchState>,
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
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.resolve(text).map_err(|error| error.reason())
    }

    fn log(&self, text: &str) {
        tracing::info!(target: "rival::player", seat = self.seat.index() + 1, "{text}");
    }
}
