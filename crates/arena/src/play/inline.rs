//! A game without threads and clocks: every player is called in turn.

use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use board_engine::{Seat, Turn, Viewer};
use games_package::{
    AskError, EndReason, Ending, Failure, FailureKind, Host, MatchState, Odds, Ply, Prompt, Record,
    RecordedPlayer, Reply, Request, SeatSetup, Setup, TableGame, Thinking, TimeControl,
    chance_of_ply, player_seed,
};

use super::judge::Judge;
use super::{Brake, NoResult, Played, View, odds};
use crate::tournament::{Job, Tournament};

pub(super) fn play(
    tournament: &Tournament,
    job: &Job,
    seats: Vec<SeatSetup>,
    brake: &Brake,
    view: Option<&View>,
) -> Result<Played, NoResult> {
    let mut game = InlineGame::open(tournament, job, seats, view)?;
    if let Some((seat, failure)) = game.start_players(tournament) {
        let cant_start = Some((seat, failure.to_string()));
        let record = game.record(tournament, Ending::stopped());
        return Ok(Played { record, thoughts: Vec::new(), cant_start });
    }
    loop {
        if brake.is_pulled() {
            return Err(NoResult::BrokenOff);
        }
        if let Some(ending) = game.turn(brake) {
            let record = game.record(tournament, ending);
            return Ok(Played { record, thoughts: game.judge.into_thoughts(), cant_start: None });
        }
    }
}

struct InlineGame<'a> {
    rules: &'a dyn TableGame,
    state: Box<dyn MatchState>,
    seats: Vec<SeatSetup>,
    odds: Vec<Odds>,
    names: Vec<String>,
    /// What each seat is told when it is asked, kept up to date.
    requests: Vec<Request>,
    start: String,
    plies: Vec<Ply>,
    judge: Judge,
    seed: u64,
    /// Who has offered a draw that is not answered.
    offer: Option<Seat>,
    view: Option<&'a View>,
}

impl<'a> InlineGame<'a> {
    fn open(
        tournament: &'a Tournament,
        job: &Job,
        seats: Vec<SeatSetup>,
        view: Option<&'a View>,
    ) -> Result<Self, NoResult> {
        let (rules, opening) = (&**tournament.game(), tournament.opening(job));
        let state =
            rules.open(opening.position.as_deref()).map_err(games_package::MatchError::from)?;
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
            names: vec![String::new(); seats.len()],
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
            let played = game.state.play(mv).map_err(games_package::MatchError::from)?;
            game.note(played);
        }
        Ok(game)
    }

    /// Who can't start, and why.
    fn start_players(&mut self, tournament: &Tournament) -> Option<(usize, Failure)> {
        let seat_count = self.seats.len();
        let thinking = tournament.settings().thinking();
        for (seat, name) in Seat::all(seat_count).zip(&mut self.names) {
            let setup = Setup {
                game: self.rules.name().into(),
                seat,
                seat_count,
                time_control: TimeControl::Unlimited,
                thinking: self.odds[seat.index()].thinking(thinking),
                pondering: false,
                seed: player_seed(self.seed, seat),
            };
            let player = &mut self.seats[seat.index()].player;
            match guarded(|| player.start(&setup).map(|()| player.name())) {
                Ok(said) => *name = said,
                Err(failure) => return Some((seat.index(), failure)),
            }
        }
        None
    }

    /// One turn. How the game ended, if it has.
    fn turn(&mut self, brake: &Brake) -> Option<Ending> {
        if let Some(outcome) = self.state.outcome() {
            return Some(Ending::by_rules(&outcome));
        }
        let mover = match self.state.turn() {
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
        ruling.filter(|_| self.state.outcome().is_none())
    }

    /// Asks a seat for its move and plays it. How the game ended, if there is no move.
    fn ask(&mut self, seat: Seat, brake: &Brake) -> Option<Ending> {
        let request = &mut self.requests[seat.index()];
        self.state.legal_moves(&mut request.legal_moves);
        request.position = self.state.position(Viewer::Seat(seat));
        let offer = self.offer.filter(|by| *by != seat);
        request.draw_offer = offer;
        let host = InlineHost {
            rules: self.rules,
            position: &request.position,
            brake,
            newest: Mutex::new(None),
        };
        let player = &mut self.seats[seat.index()].player;
        let reply = guarded(|| player.choose_move(request, &host));
        if let Some(thinking) = host.newest.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.judge.hear(&thinking);
        }
        let lost = |reason| Some(Ending::forfeit(self.seats.len(), seat, reason));
        let (text, offers) = match reply {
            Ok(Reply::Move(text)) => (text, false),
            Ok(Reply::MoveAndOfferDraw(text)) => (text, true),
            Ok(Reply::AcceptDraw) if offer.is_some() => {
                return Some(Ending::draw_agreed(self.seats.len()));
            }
            Ok(Reply::AcceptDraw) => {
                let detail = "it accepted a draw that nobody had offered to it";
                let failure = Failure::new(FailureKind::OutOfTurn, detail);
                return lost(EndReason::PlayerFailed(seat, failure));
            }
            Ok(Reply::Resign) => return lost(EndReason::Resigned(seat)),
            Err(failure) => return lost(EndReason::PlayerFailed(seat, failure)),
        };
        match self.state.play(&text) {
            Ok(mv) => self.note(mv),
            Err(error) => {
                let failure = Failure::new(FailureKind::IllegalMove, error.to_string());
                return lost(EndReason::PlayerFailed(seat, failure));
            }
        }
        // An offer is for two: among more, all others would have to be asked.
        self.offer = (offers && self.seats.len() == 2).then_some(seat);
        None
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

    fn record(&mut self, tournament: &Tournament, ending: Ending) -> Record {
        let seats = self.seats.iter_mut().zip(&mut self.names).zip(&self.odds);
        let players = seats.map(|((seat, name), &odds)| {
            let origin = seat.player.origin();
            RecordedPlayer { spec: take(&mut seat.spec), name: take(name), origin, odds }
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

/// What a player says, or how it failed.
fn guarded<T>(call: impl FnOnce() -> Result<T, games_package::PlayerError>) -> Result<T, Failure> {
    // A player that panicked is not called again.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(said) => said.map_err(|error| Failure::new(error.kind(), error.text())),
        Err(_panic) => Err(Failure::new(FailureKind::Panicked, "")),
    }
}

/// The table as an inline player sees it.
struct InlineHost<'a> {
    rules: &'a dyn TableGame,
    position: &'a str,
    brake: &'a Brake,
    newest: Mutex<Option<Thinking>>,
}

impl Host for InlineHost<'_> {
    fn is_stopped(&self) -> bool {
        self.brake.is_pulled()
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
        let state = self.rules.open(Some(self.position)).map_err(|error| error.reason())?;
        state.resolve(text).map_err(|error| error.reason())
    }

    fn log(&self, _text: &str) {}
}
