//! Tests for the limits that end a search, and for its reports.

use std::cell::Cell;
use std::panic::AssertUnwindSafe;

use board_engine::{Game, Notation};
use checkers::{Checkers, English};
use checkers_players::{CheckersEntry, DraughtsEvaluator};
use connect_four_players::ConnectFourEntry;
use game_family::CatalogEntry;
use search::{Depth, Score, Zero};
use tic_tac_toe::TicTacToe;

use super::*;
use crate::tree::Graph;

/// Searches the start of English checkers.
fn start(options: PvsOptions, limits: &Limits<'_>) -> Report<<Checkers<English> as Game>::Move> {
    let game = Checkers::<English>::new();
    let (_, evaluator) = &CheckersEntry::<English>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    hinted::<CheckersEntry<English>>(options).search(&task, limits)
}

fn first_legal() -> Option<<Checkers<English> as Game>::Move> {
    let game = Checkers::<English>::new();
    let mut moves = Vec::new();
    game.legal_moves(&game.start(), &mut moves);
    moves.first().copied()
}

#[test]
fn exactly_the_allowed_nodes_are_visited() {
    for nodes in [0, 1, 10, 999, 1_000, 1_001, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
        let report = start(options(Techniques::ALL), &limits);
        assert_eq!((report.statistics.nodes, report.completed), (nodes, false));
        assert!(report.best.is_some());
    }
}

#[test]
fn without_time_for_any_node_the_expected_reply_is_returned() {
    let game = Checkers::<English>::new();
    let mut seen_another = false;
    for seed in 0..10 {
        let Some(Situation { mut position, mut history }) = situation(&game, seed, 8) else {
            continue;
        };
        let evaluator = &DraughtsEvaluator::Material;
        let mut search = hinted::<CheckersEntry<English>>(options(Techniques::ALL));
        let mut find = |position: &_, history: &_, limits: &Limits<'_>| {
            let task = Task { game: &game, evaluator, position, history: Some(history) };
            search.search(&task, limits)
        };
        let line = find(&position, &history, &Limits::to_depth(Depth::new(7))).line;
        history.play(&game, &mut position, line[0]);
        let none = Limits { nodes: Some(0), ..Limits::to_depth(Depth::MAX) };
        assert_eq!(find(&position, &history, &none).best, Some(line[1]), "opening {seed}");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        seen_another |= line[1] != moves[0];
    }
    assert!(seen_another);
}

#[test]
fn several_threads_share_the_node_limit() {
    for (threads, nodes) in [(3, 50_000), (8, 1_000), (2, 1)] {
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
        let options = PvsOptions { threads, ..options(Techniques::ALL) };
        assert_eq!(start(options, &limits).statistics.nodes, nodes, "{threads} threads");
    }
}

#[test]
fn a_single_thread_is_deterministic() {
    for limits in [
        Limits { nodes: Some(30_000), ..Limits::to_depth(Depth::MAX) },
        Limits::to_depth(Depth::new(8)),
    ] {
        let first = start(options(Techniques::ALL), &limits);
        assert_eq!(first, start(options(Techniques::ALL), &limits));
        assert_eq!(first.best, first.line.first().copied());
    }
}

#[test]
fn the_stop_signal_is_checked_every_two_hundred_nodes() {
    for calls in [1, 2, 7] {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() == calls
        };
        let limits = Limits { stop: Some(&stop), ..Limits::to_depth(Depth::MAX) };
        let report = start(options(Techniques::ALL), &limits);
        assert_eq!((asked.get(), report.statistics.nodes), (calls, (calls - 1) * 200));
        assert!(!report.completed);
    }
}

#[test]
fn the_helpers_end_with_the_search() {
    let stop = || true;
    let limits = Limits { stop: Some(&stop), ..Limits::to_depth(Depth::MAX) };
    let report = start(PvsOptions { threads: 4, ..options(Techniques::ALL) }, &limits);
    assert_eq!((report.best, report.completed), (first_legal(), false));
}

#[test]
fn a_search_can_be_ended_between_two_depths() {
    let game = Checkers::<English>::new();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let mut depths = Vec::new();
    let report = Pvs::new(options(Techniques::ALL)).search_with(
        &task,
        &Limits::to_depth(Depth::MAX),
        &mut |progress| {
            depths.push(progress.depth.plies());
            if depths.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!((depths, report.completed), (vec![1, 2, 3, 4], false));
}

#[test]
fn no_move_is_returned_when_the_game_is_over() {
    let game = TicTacToe::default();
    let position = game.parse_position("xxx/oo1/3 o").expect("a position");
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let report = report(options(Techniques::ALL), &task, &Limits::to_depth(Depth::new(3)));
    assert_eq!((report.best, report.score), (None, Score::loss_in(0)));
}

#[test]
fn no_move_is_returned_when_a_repetition_has_ended_the_game() {
    let returns = |game: &Graph| {
        let mut moves = Vec::new();
        game.legal_moves(&0, &mut moves) == Status::Ongoing && moves.contains(&0)
    };
    let game = (0..100).map(|seed| Graph { seed, occurrences: 2 }).find(returns);
    let game = game.expect("some graph has such a path");
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(&game, &position);
    history.play(&game, &mut position, 0);
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: Some(&history) };
    let report = report(options(Techniques::ALL), &task, &Limits::to_depth(Depth::new(3)));
    assert_eq!((report.best, report.score.plies_to_end()), (None, Some(0)));
}

/// If a listener panics, the helpers stop too, and the panic propagates.
#[test]
fn a_panic_in_the_listener_ends_all_threads() {
    let game = Checkers::<English>::new();
    let (_, evaluator) = &CheckersEntry::<English>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let mut search =
        hinted::<CheckersEntry<English>>(PvsOptions { threads: 2, ..options(Techniques::ALL) });
    let failed = std::panic::catch_unwind(AssertUnwindSafe(|| {
        search.search_with(&task, &Limits::to_depth(Depth::MAX), &mut |_| panic!("no more"))
    }));
    assert!(failed.is_err());
}

#[test]
fn the_table_makes_the_next_search_shorter_until_it_is_forgotten() {
    let game = Checkers::<English>::new();
    let (_, evaluator) = &CheckersEntry::<English>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(8));
    let mut search = hinted::<CheckersEntry<English>>(options(Techniques::ALL));
    let mut nodes = || search.search(&task, &limits).statistics.nodes;
    let (first, second) = (nodes(), nodes());
    assert!(second < first, "{second} after {first}");
    search.forget();
    let again = search.search(&task, &limits);
    assert_eq!(again.statistics.nodes, first);
}

#[test]
fn a_tiny_table_does_not_change_proofs() {
    let game = connect_four::ConnectGame::<u32>::new(4, 4, 4).expect("it fits");
    let (_, evaluator) = &ConnectFourEntry::<u32>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(16));
    let full = Techniques::ALL
        .without(search::Technique::LateMoveReductions)
        .without(search::Technique::Probcut);
    let score = |hash_mebibytes| {
        let options = PvsOptions { hash_mebibytes, ..options(full) };
        hinted::<ConnectFourEntry<u32>>(options).search(&task, &limits).score
    };
    assert_eq!(score(0), score(16));
}
