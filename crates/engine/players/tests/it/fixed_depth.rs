//! Tests for players with a fixed depth.

use std::collections::BTreeSet;

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use checkers::{Checkers, English};
use checkers_players::Pieces;
use games_package::{Player, Reply, Request, ThinkingLimits, Valuation};
use players::{EachMove, SearchOptions, SearchPlayer, Ties, Tracker, WinPreference, any_search};
use search::{AlphaBeta, Evaluator};
use tic_tac_toe::TicTacToe;
use tic_tac_toe_players::OpenLines;

use crate::{TestHost, request_after, setup};

fn player<G, E>(
    game: G,
    evaluator: E,
    depth: u32,
    ties: Ties,
    win_preference: WinPreference,
) -> SearchPlayer<G>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G> + 'static,
{
    let search = EachMove::new(any_search(evaluator, AlphaBeta), ties, win_preference);
    let options = SearchOptions::to_depth(Some(depth));
    SearchPlayer::by("classic".into(), Tracker::new(game), Box::new(search), options)
}

/// The moves that a player chooses with twenty seeds.
fn choices(mut player: impl Player, request: &Request) -> BTreeSet<String> {
    let mut choose = |seed| {
        player.start(&setup(seed)).unwrap();
        let reply = player.choose_move(request, &TestHost::default()).unwrap();
        let Reply::Move(mv) = reply else { panic!("a move") };
        mv
    };
    (0..20).map(&mut choose).collect()
}

fn set(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn check_draughts(position: &str, depth: u32, ties: Ties, expected: &[&str]) {
    let game = Checkers::<English>::new();
    let player = player(game, Pieces, depth, ties, WinPreference::Faster);
    assert_eq!(choices(player, &request_after(game, position, "")), set(expected), "{position}");
}

#[test]
fn equal_moves_are_chosen_by_chance_or_by_their_order() {
    let start = "B:W21-32:B1-12";
    let all = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
    check_draughts(start, 1, Ties::ByChance, &all);
    check_draughts(start, 1, Ties::First, &["9-14"]);
}

#[test]
fn a_fixed_depth_search_loses_a_man_at_its_horizon() {
    // 15-18 and 15-19 lose the man, 1-5 and 1-6 don't. A two-ply search sees this; a one-ply search doesn't.
    let position = "B:W22,24:B1,15";
    check_draughts(position, 1, Ties::ByChance, &["15-18", "15-19", "1-5", "1-6"]);
    check_draughts(position, 2, Ties::ByChance, &["1-5", "1-6"]);
}

#[test]
fn all_wins_are_equal_unless_sooner_is_better() {
    // The first row can be filled immediately; the right column threatens two lines and wins two plies later.
    let request = request_after(TicTacToe::default(), "x1x/1o1/o2 x", "");
    let player =
        |win_preference| player(TicTacToe::default(), OpenLines, 5, Ties::ByChance, win_preference);
    assert_eq!(choices(player(WinPreference::Faster), &request), set(&["b3"]));
    assert_eq!(choices(player(WinPreference::Any), &request), set(&["b3", "c1", "c2"]));
}

#[test]
fn the_match_may_limit_the_depth_and_a_single_move_needs_no_search() {
    let game = Checkers::<English>::new();
    let mut player = player(game, Pieces, 6, Ties::First, WinPreference::Faster);
    let host = TestHost::default();
    let mut setup = setup(0);
    setup.thinking = ThinkingLimits { depth: Some(2), nodes: None };
    player.start(&setup).unwrap();
    player.choose_move(&request_after(game, "B:W18:B15", ""), &host).unwrap();
    assert!(host.reports.lock().unwrap().is_empty(), "15x22 is compulsory");
    player.choose_move(&request_after(game, "B:W22,24:B1,15", ""), &host).unwrap();
    let reports = host.reports.lock().unwrap();
    assert_eq!((reports.len(), reports[0].depth), (1, 2));
    assert_eq!(reports[0].valuation, Valuation::Centi(0));
    assert_eq!(reports[0].line.split(' ').count(), 2);
}

#[test]
fn the_node_limit_holds_even_at_one_node_per_move() {
    let game = Checkers::<English>::new();
    let mut player = player(game, Pieces, 1, Ties::First, WinPreference::Faster);
    for nodes in [1, 2, 5] {
        let host = TestHost::default();
        let mut setup = setup(0);
        setup.thinking = ThinkingLimits { depth: None, nodes: Some(nodes) };
        player.start(&setup).unwrap();
        player.choose_move(&request_after(game, "B:W21-32:B1-12", ""), &host).unwrap();
        assert_eq!(host.reports.lock().unwrap()[0].nodes, nodes);
    }
}
