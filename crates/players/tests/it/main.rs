//! The players, one at a time, without a table.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod choosing;
mod clocks;
mod engine;
mod fixed_depth;
mod hidden;
mod human;
mod level;
mod tracking;

use std::collections::VecDeque;
use std::sync::Mutex;

use board_engine::Seat;
use games_package::{
    AskError, Host, MatchState, Prompt, Request, Rules, Setup, TableGame, Thinking, ThinkingLimits,
    TimeControl, Urgency,
};

/// A host that answers questions from a list and keeps what is reported.
#[derive(Default)]
struct TestHost {
    answers: Mutex<VecDeque<&'static str>>,
    prompts: Mutex<Vec<Prompt>>,
    reports: Mutex<Vec<Thinking>>,
}

impl Host for TestHost {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, thinking: &Thinking) {
        self.reports.lock().unwrap().push(thinking.clone());
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        self.prompts.lock().unwrap().push(prompt.clone());
        self.answers.lock().unwrap().pop_front().map(String::from).ok_or(AskError::Cancelled)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Err(format!("{text} is no move"))
    }

    fn log(&self, _: &str) {}
}

/// What a player on the seat to move would be asked.
fn request(state: &dyn MatchState, start: &str, moves: &str) -> Request {
    let mut legal_moves = Vec::new();
    state.legal_moves(&mut legal_moves);
    Request {
        seat: Seat::FIRST,
        start: start.into(),
        moves: moves.into(),
        position: state.position(board_engine::Viewer::Arbiter),
        legal_moves,
        time_left: None,
        budget: None,
        draw_offer: None,
    }
}

/// The request after these moves from `start`.
fn request_after<G: board_engine::Notation>(game: G, start: &str, moves: &str) -> Request {
    let rules = Rules::new("game", game);
    let mut state = rules.open(Some(start)).unwrap();
    for mv in moves.split_ascii_whitespace() {
        state.play(mv).unwrap();
    }
    request(&*state, start, moves)
}

fn setup(seed: u64) -> Setup {
    Setup {
        game: "game".into(),
        seat: Seat::FIRST,
        seat_count: 2,
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed,
    }
}
