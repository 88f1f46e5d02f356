//! Helpers for the tests of several protocols.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use board_engine::Seat;
use engine_protocols::{EnginePool, Launch, Timeouts};
use games_package::{
    AskError, Host, MoveLimit, Options, Prompt, Request, Setup, Thinking, ThinkingLimits,
    TimeControl, Urgency,
};

/// The engine for the Hub tests, built together with the tests.
pub(crate) fn fake_engine() -> PathBuf {
    example("fake_engine")
}

/// The path to an example program that was built together with the tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap();
    folder.join("examples").join(name)
}

/// Short timeouts that still suffice for a prompt engine on a busy machine.
pub(crate) const TIMEOUTS: Timeouts = Timeouts {
    ready: Duration::from_secs(20),
    answer: Duration::from_secs(1),
    search: Duration::from_secs(1),
};

/// The settings that launch an engine with this command.
pub(crate) fn launch<'a>(
    pool: &'a EnginePool,
    command: &'a str,
    options: &'a Options,
    timeouts: Timeouts,
) -> Launch<'a> {
    Launch { command, options, folder: None, timeouts, pool }
}

/// A table that can tell the player to stop.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) stopped: AtomicBool,
    pub(crate) withdrawn: AtomicBool,
    pub(crate) reports: Mutex<Vec<Thinking>>,
}

impl Host for Table {
    fn urgency(&self) -> Urgency {
        if self.withdrawn.load(Ordering::Relaxed) {
            Urgency::Withdrawn
        } else if self.stopped.load(Ordering::Relaxed) {
            Urgency::MoveNow
        } else {
            Urgency::None
        }
    }

    fn report(&self, thinking: &Thinking) {
        self.reports.lock().unwrap().push(thinking.clone());
    }

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn log(&self, _: &str) {}
}

/// A `game` match with 100 ms per move, in which the player moves first.
pub(crate) fn setup(game: &str) -> Setup {
    Setup {
        game: game.into(),
        seat: Seat::FIRST,
        seat_count: 2,
        time_control: TimeControl::PerMove(Duration::from_millis(100)),
        thinking: ThinkingLimits::default(),
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: 0,
    }
}

/// A question for the first move of a match that starts in this position.
pub(crate) fn request(start: &str, legal_move: &str) -> Request {
    Request {
        seat: Seat::FIRST,
        start: start.into(),
        moves: String::new(),
        position: start.into(),
        legal_moves: vec![legal_move.into()],
        time_left: Some(Duration::from_millis(100)),
        budget: Some(Duration::from_millis(90)),
        draw_offer: None,
        clocks: Vec::new(),
    }
}
