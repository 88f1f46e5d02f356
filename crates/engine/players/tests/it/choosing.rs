//! Tests for the moves that players choose.

use std::time::Duration;

use board_engine::Notation;
use checkers::{Checkers, English};
use checkers_players::Material;
use game_family::CatalogEntry;
use games_package::{Player, Reply, Setup, ThinkingLimits, TimeControl, Valuation};
use pig::Pig;
use pig_players::PigEntry;
use players::{GreedyPlayer, NODES_DEFAULT, RandomPlayer, SearchOptions, SearchPlayer, Tracker};
use search::{Algorithm, AlphaBeta, Deepening, Evaluator, Minimax, Negamax, Negascout};
use tic_tac_toe::TicTacToe;
use tic_tac_toe_players::{MnkEntry, OpenLines};

use crate::{TestHost, request_after, setup};

fn deepening<G, E, A>(
    name: &str,
    game: G,
    evaluator: E,
    algorithm: A,
    depth: Option<u32>,
) -> SearchPlayer<G>
where
    G: Notation,
    E: Evaluator<G> + 'static,
    A: Algorithm<G> + Send + 'static,
{
    let (tracker, options) = (Tracker::new(game), SearchOptions::to_depth(depth));
    SearchPlayer::new(name, tracker, evaluator, Deepening(algorithm), options)
}

fn check(mut player: impl Player, start: &str, expected: &str) {
    let request = request_after(TicTacToe::default(), start, "");
    player.start(&setup(0)).unwrap();
    assert_eq!(
        player.choose_move(&request, &TestHost::default()),
        Ok(Reply::play(expected)),
        "{}",
        player.name()
    );
}

#[test]
fn every_search_wins_if_it_can() {
    let (game, start) = (TicTacToe::default(), "xx1/oo1/3 x");
    check(deepening("minimax", game, OpenLines, Minimax, Some(3)), start, "c3");
    check(deepening("negamax", game, OpenLines, Negamax, Some(3)), start, "c3");
    check(deepening("alpha-beta", game, OpenLines, AlphaBeta, Some(3)), start, "c3");
    check(deepening("negascout", game, OpenLines, Negascout, Some(3)), start, "c3");
    check(GreedyPlayer::new(game, MnkEntry::<u16>::rank), start, "c3");
}

#[test]
fn the_greedy_pig_holds_at_20() {
    let mut player = GreedyPlayer::new(Pig::default(), PigEntry::rank);
    for (turn_total, expected) in [(2, "roll"), (19, "roll"), (20, "hold"), (25, "hold")] {
        let request = request_after(Pig::default(), &format!("0,0 1 {turn_total}"), "");
        for seed in 0..8 {
            player.start(&setup(seed)).unwrap();
            let reply = player.choose_move(&request, &TestHost::default());
            assert_eq!(reply, Ok(Reply::play(expected)), "{turn_total}");
        }
    }
}

#[test]
fn a_search_reports_after_each_depth() {
    let host = TestHost::default();
    let request = request_after(TicTacToe::default(), "xx1/oo1/x2 o", "");
    let mut player = deepening("alpha-beta", TicTacToe::default(), OpenLines, AlphaBeta, Some(3));
    player.choose_move(&request, &host).unwrap();
    let reports = host.reports.lock().unwrap();
    assert_eq!(reports[0].depth, 1);
    assert_eq!((reports[0].valuation, reports[0].line.as_str()), (Valuation::WinIn(1), "c2"));
    assert!(reports.windows(2).all(|pair| pair[0].nodes < pair[1].nodes), "reports add up");
}

#[test]
fn the_match_can_limit_the_depth() {
    let host = TestHost::default();
    let request = request_after(Checkers::<English>::new(), "B:W21-32:B1-12", "");
    let mut player =
        deepening("alpha-beta", Checkers::<English>::new(), Material, AlphaBeta, Some(8));
    let mut setup = setup(0);
    setup.thinking = ThinkingLimits { depth: Some(2), nodes: None };
    player.start(&setup).unwrap();
    player.choose_move(&request, &host).unwrap();
    assert_eq!(host.reports.lock().unwrap().last().unwrap().depth, 2);
}

#[test]
fn random_choices_depend_on_the_seed() {
    let request = request_after(Checkers::<English>::new(), "B:W21-32:B1-12", "");
    let choices = |seed| {
        let mut player = RandomPlayer::new();
        player.start(&setup(seed)).unwrap();
        (0..20)
            .map(|_| player.choose_move(&request, &TestHost::default()).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(choices(7), choices(7));
    assert_ne!(choices(7), choices(8));
}

#[test]
fn random_plays_every_move_about_equally_often() {
    let request = request_after(Checkers::<English>::new(), "B:W21-32:B1-12", "");
    let mut player = RandomPlayer::new();
    let mut counts = vec![0_u32; request.legal_moves.len()];
    for _ in 0..7_000 {
        let Ok(Reply::Move(mv)) = player.choose_move(&request, &TestHost::default()) else {
            panic!("a move")
        };
        counts[request.legal_moves.iter().position(|legal| *legal == mv).unwrap()] += 1;
    }
    // About 1,000 each are expected, with a standard deviation of 29.
    assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
}

#[test]
fn without_depth_and_time_the_positions_are_counted() {
    let host = TestHost::default();
    let request = request_after(Checkers::<English>::new(), "B:W21-32:B1-12", "");
    let mut player = deepening("alpha-beta", Checkers::<English>::new(), Material, AlphaBeta, None);
    player.start(&setup(0)).unwrap();
    player.choose_move(&request, &host).unwrap();
    let nodes = host.reports.lock().unwrap().last().unwrap().nodes;
    assert!((NODES_DEFAULT / 10..=NODES_DEFAULT).contains(&nodes), "{nodes}");
}

#[test]
fn a_single_legal_move_is_played_without_a_search() {
    let host = TestHost::default();
    let request = request_after(Checkers::<English>::new(), "B:W18:B15", "");
    let mut player = deepening("alpha-beta", Checkers::<English>::new(), Material, AlphaBeta, None);
    assert_eq!(player.choose_move(&request, &host), Ok(Reply::play("15x22")));
    assert!(host.reports.lock().unwrap().is_empty());
}

#[test]
fn a_single_legal_move_is_searched_if_the_wait_is_short() {
    let searched = |time_control, thinking| {
        let host = TestHost::default();
        let mut request = request_after(Checkers::<English>::new(), "B:W18:B15", "");
        request.time_left = Some(Duration::from_millis(20));
        let options =
            SearchOptions { looks_at_single_moves: true, ..SearchOptions::to_depth(Some(3)) };
        let tracker = Tracker::new(Checkers::<English>::new());
        let mut player =
            SearchPlayer::new("alpha-beta", tracker, Material, Deepening(AlphaBeta), options);
        player.start(&Setup { time_control, thinking, ..setup(0) }).unwrap();
        assert_eq!(player.choose_move(&request, &host), Ok(Reply::play("15x22")));
        let reports = host.reports.lock().unwrap().len();
        reports > 0
    };
    let per_move = |ms| TimeControl::PerMove(Duration::from_millis(ms));
    let no_limits = ThinkingLimits::default();
    assert!(searched(per_move(100), no_limits));
    assert!(!searched(per_move(300), no_limits));
    assert!(!searched(TimeControl::Unlimited, no_limits));
    assert!(!searched(per_move(100), ThinkingLimits { depth: Some(1), nodes: None }));
}
