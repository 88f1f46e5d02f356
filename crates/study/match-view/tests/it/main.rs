//! Tests for the match state at a screen, and for the available commands.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod commands;
mod steps;
mod updates;

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{Event, MatchState, PlayedMove, Prompt, TableGame, TableState};
use match_view::{MatchView, Update, ViewSetup};

/// A match view without a table. The tests create the events.
struct Watched {
    view: MatchView,
    state: Box<dyn MatchState>,
    table: TableState,
    now: Duration,
}

impl Watched {
    /// A match in progress with people at this screen in these seats.
    fn new(name: &str, people: &[bool]) -> Self {
        Self::with_clocks(name, people, Vec::new())
    }

    fn with_clocks(name: &str, people: &[bool], clocks: Vec<Duration>) -> Self {
        let game = game_catalog::table_game(name).unwrap();
        let state = game.open(None).unwrap();
        let hides_hands = name == "kuhn-poker";
        let setup = ViewSetup { game: Arc::clone(&game), people: people.into(), hides_hands };
        let table = TableState {
            game: name.into(),
            players: vec!["somebody".into(); game.seat_count()],
            start: state.position(Viewer::Arbiter),
            position: state.position(Viewer::Arbiter),
            turn: state.turn(),
            clocks,
            ..TableState::default()
        };
        let mut watched = Self { view: MatchView::new(setup), state, table, now: Duration::ZERO };
        let begins = Event::MatchStarted(watched.table.clone());
        watched.happens(&begins);
        watched
    }

    fn game(&self) -> &dyn TableGame {
        &**self.view.game()
    }

    fn happens(&mut self, event: &Event) -> Update {
        self.view.update(self.now, event)
    }

    /// The current table as seen by `viewer`. A person to move has an open question.
    fn table(&self, viewer: Viewer) -> TableState {
        let asked = match self.state.turn() {
            Turn::Seat(seat) if self.view.is_person(seat) => Some(seat),
            _ => None,
        };
        TableState {
            asked,
            prompt: asked.map(|_seat| Prompt::default()),
            moves: self.state.moves(viewer),
            position: self.state.position(viewer),
            turn: self.state.turn(),
            ..self.table.clone()
        }
    }

    fn turn_starts(&mut self) {
        let (ply, turn, clocks) = (self.state.ply(), self.state.turn(), self.table.clocks.clone());
        self.happens(&Event::TurnStarted { ply, turn, clocks });
    }

    /// Begins a turn with a question to its seat.
    fn asks(&mut self) {
        self.turn_starts();
        let Turn::Seat(seat) = self.state.turn() else { panic!("a seat is to move") };
        self.happens(&Event::InputRequested { seat, prompt: Prompt::default() });
    }

    /// Reports a move as the table does.
    fn plays(&mut self, mv: &str) -> Update {
        let (ply, turn) = (self.state.ply(), self.state.turn());
        let mv = self.state.play(mv).unwrap();
        let position = self.state.position(Viewer::Arbiter);
        let elapsed = Duration::from_secs(1);
        let played = PlayedMove { ply, turn, mv, position, elapsed, clock: None };
        self.happens(&Event::MovePlayed(played))
    }

    fn seat(&self, index: usize) -> Seat {
        Seat::all(self.game().seat_count()).nth(index).unwrap()
    }
}
