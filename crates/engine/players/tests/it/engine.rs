//! Tests for the strong player.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use board_engine::Seat;
use checkers::{Checkers, English};
use checkers_players::Material;
use games_package::{
    AskError, Host, Player, PonderRequest, Prompt, Reply, Thinking, ThinkingLimits, TimeControl,
    Urgency, Valuation,
};
use players::{
    EachMove, NODES_DEFAULT, SearchOptions, SearchPlayer, Ties, Tracker, WinPreference, any_search,
};
use search::{Algorithm, AlphaBeta, Deepening, MonteCarlo, MonteCarloOptions, Pvs, PvsOptions};
use tic_tac_toe::TicTacToe;
use tic_tac_toe_players::OpenLines;

use crate::{TestHost, request_after, setup};

const START: &str = "B:W21-32:B1-12";

/// Options without limits.
const OPTIONS: SearchOptions = SearchOptions { ponders: true, ..SearchOptions::DEFAULT };

/// A small table.
const SEARCH: PvsOptions = PvsOptions { hash_mebibytes: 1, ..PvsOptions::DEFAULT };

type EnglishPlayer = SearchPlayer<Checkers<English>>;

fn english(options: SearchOptions) -> EnglishPlayer {
    SearchPlayer::new("pvs", Tracker::new(Checkers::new()), Material, Pvs::new(SEARCH), options)
}

/// A request to ponder for Black, who has just moved.
fn while_white_thinks() -> PonderRequest {
    PonderRequest {
        seat: Seat::FIRST,
        start: START.into(),
        moves: "11-15".into(),
        position: String::new(),
        clocks: Vec::new(),
    }
}

/// The reports of a player's first move.
fn reports(mut player: impl Player, thinking: ThinkingLimits) -> Vec<Thinking> {
    let host = TestHost::default();
    player.start(&games_package::Setup { thinking, ..setup(0) }).unwrap();
    player.choose_move(&request_after(Checkers::<English>::new(), START, ""), &host).unwrap();
    host.reports.into_inner().unwrap()
}

#[test]
fn the_player_wins_if_it_can_and_stops_thinking() {
    let host = TestHost::default();
    let request = request_after(TicTacToe::default(), "xx1/oo1/3 x", "");
    let (tracker, search) = (Tracker::new(TicTacToe::default()), Pvs::new(SEARCH));
    let mut player = SearchPlayer::new("pvs", tracker, OpenLines, search, OPTIONS);
    assert_eq!(player.choose_move(&request, &host), Ok(Reply::play("c3")));
    let reports = host.reports.lock().unwrap();
    assert_eq!(reports.last().map(|report| report.valuation), Some(Valuation::WinIn(1)));
    assert_eq!(reports.len(), 1);
}

#[test]
fn without_depth_and_time_the_positions_are_counted() {
    let nodes = reports(english(OPTIONS), ThinkingLimits::default()).last().unwrap().nodes;
    assert!((NODES_DEFAULT / 10..=NODES_DEFAULT).contains(&nodes), "{nodes}");
}

#[test]
fn the_smaller_limit_of_match_and_player_counts() {
    let options = SearchOptions { depth: Some(7), ..OPTIONS };
    let deepest = |thinking| reports(english(options), thinking).last().unwrap().depth;
    assert_eq!(deepest(ThinkingLimits::default()), 7);
    assert_eq!(deepest(ThinkingLimits { depth: Some(3), nodes: None }), 3);
    assert_eq!(deepest(ThinkingLimits { depth: Some(9), nodes: None }), 7);
    let limited = ThinkingLimits { depth: None, nodes: Some(500) };
    assert!(reports(english(options), limited).last().unwrap().nodes <= 500);
}

#[test]
fn several_lines_are_reported_by_their_rank() {
    let search = Pvs::new(PvsOptions { lines: 3, ..SEARCH });
    let options = SearchOptions { depth: Some(2), ..OPTIONS };
    let tracker = Tracker::new(Checkers::<English>::new());
    let player = SearchPlayer::new("pvs", tracker, Material, search, options);
    let reports = reports(player, ThinkingLimits::default());
    let ranks: Vec<(u32, u32)> = reports.iter().map(|report| (report.depth, report.rank)).collect();
    assert_eq!(ranks, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]);
    let is_full =
        |report: &Thinking| report.table_use.is_some() && report.selective_depth.is_some();
    assert!(reports.iter().all(is_full));
}

#[test]
fn a_new_match_begins_with_an_empty_table() {
    let mut player = english(SearchOptions { depth: Some(8), ..OPTIONS });
    let request = request_after(Checkers::<English>::new(), START, "");
    let mut nodes = || {
        let host = TestHost::default();
        player.start(&setup(0)).unwrap();
        player.choose_move(&request, &host).unwrap();
        host.reports.into_inner().unwrap().last().unwrap().nodes
    };
    assert_eq!(nodes(), nodes());
}

/// Plays a move with little time on the clock, at a table that never stops the player. Without its own time plan, the
/// player would search forever.
fn check_clocks(mut player: impl Player) {
    for (control, left) in [("10ms", 10), ("1s+10ms", 4), ("40/1m", 1), ("5m", 0)] {
        let time_control: TimeControl = control.parse().unwrap();
        player.start(&games_package::Setup { time_control, ..setup(0) }).unwrap();
        let mut request = request_after(Checkers::<English>::new(), START, "");
        request.time_left = Some(Duration::from_millis(left));
        let reply = player.choose_move(&request, &TestHost::default());
        assert!(matches!(reply, Ok(Reply::Move(_))), "{control}");
    }
}

fn each_move(ties: Ties, options: SearchOptions) -> EnglishPlayer {
    let search = EachMove::new(any_search(Material, AlphaBeta), ties, WinPreference::Any);
    SearchPlayer::by("any".into(), Tracker::new(Checkers::new()), Box::new(search), options)
}

#[test]
fn every_search_answers_on_a_clock_without_a_stop() {
    fn player<A: Algorithm<Checkers<English>> + Send + 'static>(algorithm: A) -> impl Player {
        let tracker = Tracker::new(Checkers::new());
        SearchPlayer::new("any", tracker, Material, algorithm, SearchOptions::DEFAULT)
    }
    check_clocks(english(OPTIONS));
    check_clocks(player(Deepening(AlphaBeta)));
    check_clocks(each_move(Ties::First, SearchOptions::DEFAULT));
    check_clocks(player(MonteCarlo::new(MonteCarloOptions::default())));
}

#[test]
fn a_repeated_request_uses_the_same_random_numbers() {
    let mut player = each_move(Ties::ByChance, SearchOptions::to_depth(Some(1)));
    let mut choose = |moves| {
        let request = request_after(Checkers::<English>::new(), START, moves);
        player.choose_move(&request, &TestHost::default()).unwrap()
    };
    let games = ["", "11-15 22-18", "11-15 23-19", "9-13 22-18", "9-13 22-18 13-17 21x14"];
    let first = games.map(&mut choose);
    assert_eq!(games.map(&mut choose), first);
}

/// Without a clock, for example if another program runs the engine, the time per move applies to that move alone.
#[test]
fn the_time_per_move_is_used() {
    let mut player = english(OPTIONS);
    player.start(&setup(0)).unwrap();
    let budget = Duration::from_millis(150);
    let mut request = request_after(Checkers::<English>::new(), START, "");
    (request.time_left, request.budget) = (Some(Duration::from_mins(1)), Some(budget));
    let began = Instant::now();
    player.choose_move(&request, &TestHost::default()).unwrap();
    assert!(began.elapsed() >= budget, "{:?}", began.elapsed());
}

#[test]
fn the_player_manages_its_clock() {
    let mut player = english(OPTIONS);
    let time_control: TimeControl = "2s".parse().unwrap();
    player.start(&games_package::Setup { time_control, ..setup(0) }).unwrap();
    let mut request = request_after(Checkers::<English>::new(), START, "");
    request.time_left = Some(Duration::from_millis(100));
    request.budget = Some(Duration::from_millis(1));
    let began = Instant::now();
    player.choose_move(&request, &Impatient { hurries: false, ..Impatient::after(0) }).unwrap();
    assert!(began.elapsed() >= Duration::from_millis(50), "{:?}", began.elapsed());
}

/// A host that stops the player after a number of checks.
pub(crate) struct Impatient {
    pub(crate) asked: AtomicU32,
    patience: u32,
    /// `true` if the host then requests the move; otherwise only the recommended time is used up.
    hurries: bool,
}

impl Impatient {
    pub(crate) fn after(patience: u32) -> Self {
        Self { asked: AtomicU32::new(0), patience, hurries: true }
    }
}

impl Host for Impatient {
    fn urgency(&self) -> Urgency {
        match self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience {
            true if self.hurries => Urgency::MoveNow,
            true => Urgency::BudgetUsed,
            false => Urgency::None,
        }
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, _: &str) -> Result<String, String> {
        Err("no question is expected".into())
    }

    fn log(&self, _: &str) {}
}

#[test]
fn a_player_that_is_stopped_at_once_has_a_move() {
    let host = Impatient::after(0);
    let request = request_after(Checkers::<English>::new(), START, "");
    let reply = english(OPTIONS).choose_move(&request, &host);
    assert_eq!(reply, Ok(Reply::play(&request.legal_moves[0])));
}

#[test]
fn pondering_makes_the_next_move_easier() {
    let game = Checkers::<English>::new();
    let request = request_after(game, START, "11-15 23-19");
    let nodes = |ponders| {
        let mut player = english(SearchOptions { depth: Some(9), ponders, ..OPTIONS });
        player.ponder(&while_white_thinks(), &Impatient::after(100));
        let host = TestHost::default();
        player.choose_move(&request, &host).unwrap();
        host.reports.into_inner().unwrap().last().unwrap().nodes
    };
    let (with, without) = (nodes(true), nodes(false));
    assert!(with < without, "{with} after pondering, {without} without");
}

#[test]
fn pondering_is_no_deeper_than_thinking() {
    let mut player = english(SearchOptions { depth: Some(2), ..OPTIONS });
    let host = Impatient::after(1_000);
    player.ponder(&while_white_thinks(), &host);
    assert!((1..=1_000).contains(&host.asked.load(Ordering::Relaxed)), "it ends by itself");
}

/// In a match with search limits, a pondering player would search a position twice, and a node-limited player's results
/// would depend on the machine's speed.
#[test]
fn the_player_does_not_ponder_if_the_search_is_limited() {
    let game = Checkers::<English>::new();
    let request = request_after(game, START, "11-15 23-19");
    let play = |ponders, nodes, thinking| {
        let mut player = english(SearchOptions { ponders, nodes, ..OPTIONS });
        player.start(&games_package::Setup { thinking, ..setup(0) }).unwrap();
        player.ponder(&while_white_thinks(), &Impatient::after(100));
        let host = TestHost::default();
        player.choose_move(&request, &host).unwrap();
        let last = host.reports.into_inner().unwrap().pop().unwrap();
        (last.depth, last.nodes)
    };
    let in_the_match = ThinkingLimits { depth: Some(9), nodes: None };
    for (nodes, thinking) in [(None, in_the_match), (Some(20_000), ThinkingLimits::default())] {
        assert_eq!(play(true, nodes, thinking), play(false, nodes, thinking), "{nodes:?}");
    }
}
