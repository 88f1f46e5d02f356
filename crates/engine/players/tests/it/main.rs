//! Tests for the players, one at a time, without a table.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod choosing;
mod clocks;
mod engine;
mod fixed_depth;
mod level;

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use board_engine::{Notation, Seat};
use games_package::{
    AskError, Host, MatchState, MoveLimit, Player, Prompt, Reply, Request, Rules, Setup, TableGame,
    Thinking, ThinkingLimits, TimeControl, Urgency,
};
use kuhn_poker::KuhnPoker;
use players::{HumanPlayer, SearchOptions, SearchPlayer, Tracker};
use search::{InformationSets, Zero};
use tic_tac_toe::TicTacToe;

use self::engine::Impatient;

/// A host that answers questions from a list and records reports.
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

/// The request for the player at the seat to move.
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
        clocks: Vec::new(),
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
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed,
    }
}

#[test]
fn the_persons_answer_is_the_move() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let host = TestHost { answers: std::sync::Mutex::new(["b2"].into()), ..TestHost::default() };
    assert_eq!(HumanPlayer::default().choose_move(&request, &host), Ok(Reply::play("b2")));
    assert_eq!(*host.prompts.lock().unwrap(), [Prompt::default()]);
}

#[test]
fn a_withdrawn_question_ends_the_turn() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let error = HumanPlayer::default().choose_move(&request, &TestHost::default()).unwrap_err();
    assert_eq!(error.text(), "the turn was withdrawn");
}

const START: &str = "3/3/3 x";

fn check(tracker: &mut Tracker<TicTacToe>, moves: &str, expected_history: usize) {
    let request = request_after(TicTacToe::default(), START, moves);
    tracker.follow(&request).unwrap();
    assert_eq!(tracker.game().format_position(tracker.position()), request.position);
    assert_eq!(tracker.history().len(), expected_history);
}

#[test]
fn new_moves_are_played_and_moves_that_were_taken_back_are_forgotten() {
    let mut tracker = Tracker::new(TicTacToe::default());
    check(&mut tracker, "", 1);
    check(&mut tracker, "b2 a1", 3);
    check(&mut tracker, "b2 a1 c3", 4);
    check(&mut tracker, "b2", 2);
    check(&mut tracker, "a1 b2", 3);
    check(&mut tracker, "", 1);
}

#[test]
fn a_new_start_begins_a_new_match() {
    let mut tracker = Tracker::new(TicTacToe::default());
    check(&mut tracker, "b2", 2);
    let request = request_after(TicTacToe::default(), "3/1x1/3 o", "");
    tracker.follow(&request).unwrap();
    assert_eq!(tracker.history().len(), 1);
}

#[test]
fn illegal_moves_are_an_error_and_the_next_request_still_works() {
    let mut tracker = Tracker::new(TicTacToe::default());
    let mut request = request_after(TicTacToe::default(), START, "b2");
    request.moves = "b2 b2".into();
    let error = tracker.follow(&request).unwrap_err().to_string();
    assert!(error.starts_with("the match can't be followed: illegal move b2"), "{error}");
    check(&mut tracker, "b2 a1", 3);
}

const START_HIDDEN: &str = "K? -";
const CLOCK: Option<Duration> = Some(Duration::from_mins(1));

/// A player that makes 160 playouts if nothing else limits it.
fn player() -> SearchPlayer<KuhnPoker> {
    let options = SearchOptions { nodes_default: 160, ..SearchOptions::DEFAULT };
    let (tracker, algorithm) =
        (Tracker::of_positions(KuhnPoker::ONE_HAND), InformationSets::default());
    SearchPlayer::new("information-sets", tracker, Zero, algorithm, options)
}

/// The number of checks by a player whose host stops it at check number `patience + 1`.
fn count_checks(patience: u32, time_left: Option<Duration>) -> u32 {
    let host = Impatient::after(patience);
    let request = Request { time_left, ..request_after(KuhnPoker::ONE_HAND, START_HIDDEN, "") };
    let reply = player().choose_move(&request, &host).unwrap();
    assert!(request.legal_moves.iter().any(|mv| reply == Reply::play(mv)), "{reply:?}");
    host.asked.load(Ordering::Relaxed)
}

#[test]
fn a_stop_ends_the_search_with_and_without_a_clock() {
    assert_eq!([count_checks(0, None), count_checks(0, CLOCK)], [1, 1]);
    assert_eq!([count_checks(5, None), count_checks(5, CLOCK)], [6, 6]);
}

#[test]
fn without_a_clock_the_search_ends_by_itself() {
    assert_eq!(count_checks(100, None), 10);
    assert_eq!(count_checks(100, CLOCK), 101);
}
