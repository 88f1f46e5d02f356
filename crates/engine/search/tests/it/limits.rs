//! Tests for reports from searches stopped by a limit.

use std::cell::Cell;
use std::ops::ControlFlow;

use board_engine::{Game, KeyHistory, Notation, Status};
use checkers::{Checkers, English};
use search::{
    Algorithm, AlphaBeta, Deepening, Depth, Evaluator, Limits, Line, Minimax, Negamax, Negascout,
    Progress, Score, Statistics, Task, Zero,
};
use tic_tac_toe::TicTacToe;

use crate::tree::{Graph, RandomScores};

/// Runs `check` with each algorithm.
macro_rules! for_each_algorithm {
    ($check:ident) => {
        $check(Minimax);
        $check(Negamax);
        $check(AlphaBeta);
        $check(Negascout);
    };
}

#[test]
fn without_any_node_the_first_legal_move_is_returned() {
    fn check(mut algorithm: impl Algorithm<TicTacToe>) {
        let game = TicTacToe::default();
        let position = game.start();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let limits = Limits { nodes: Some(0), ..Limits::to_depth(Depth::new(9)) };
        let report = algorithm.search(&task, &limits);
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        assert_eq!((report.best, report.completed), (Some(moves[0]), false));
        assert_eq!((report.line, report.statistics.nodes), (Vec::new(), 0));
        assert_eq!(
            report.score,
            RandomScores.evaluate(&game, &position, board_engine::Seat::FIRST)
        );
    }
    for_each_algorithm!(check);
}

#[test]
fn at_most_the_allowed_nodes_are_visited() {
    fn check(mut algorithm: impl Algorithm<Checkers<English>>) {
        let game = Checkers::<English>::new();
        let position = game.start();
        let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
        let whole = algorithm.search(&task, &Limits::to_depth(Depth::new(4)));
        for nodes in [1, 2, 7, 999, 1_000, 1_001, 1_500] {
            let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(4)) };
            let report = algorithm.search(&task, &limits);
            assert_eq!(report.statistics.nodes, nodes.min(whole.statistics.nodes));
            assert_eq!(report.completed, nodes >= whole.statistics.nodes);
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            assert!(report.best.is_some_and(|best| moves.contains(&best)));
        }
    }
    for_each_algorithm!(check);
}

#[test]
fn the_best_searched_move_is_returned() {
    fn check(mut algorithm: impl Algorithm<TicTacToe>) {
        let game = TicTacToe::default();
        // c3, the first move in the list, blocks a line; c2, a later one, completes a line.
        let position = game.parse_position("oo1/xx1/3 x").unwrap();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let mut named = Vec::new();
        for nodes in 0..200 {
            let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(3)) };
            let report = algorithm.search(&task, &limits);
            named.push(moves.iter().position(|&mv| Some(mv) == report.best).unwrap());
        }
        // As more root moves are searched, the best move changes only to a better move later in the list.
        assert!(named.is_sorted() && named[0] == 0 && named.last() > named.first(), "{named:?}");
    }
    for_each_algorithm!(check);
}

#[test]
fn the_stop_signal_is_checked_at_once_and_about_every_two_hundred_nodes() {
    fn check(mut algorithm: impl Algorithm<Checkers<English>>) {
        let game = Checkers::<English>::new();
        let position = game.start();
        let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() == 4
        };
        let limits = Limits { stop: Some(&stop), ..Limits::to_depth(Depth::MAX) };
        let report = algorithm.search(&task, &limits);
        assert_eq!((asked.get(), report.statistics.nodes, report.completed), (4, 600, false));
        assert!(report.best.is_some());
    }
    for_each_algorithm!(check);
}

#[test]
fn depth_0_evaluates_the_root() {
    fn check(mut algorithm: impl Algorithm<TicTacToe>) {
        let game = TicTacToe::default();
        let position = game.parse_position("3/1x1/3 o").unwrap();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let report = algorithm.search(&task, &Limits::to_depth(Depth::ZERO));
        assert_eq!(report.score, RandomScores.evaluate(&game, &position, position.mover()));
        assert_eq!((report.statistics.nodes, report.statistics.evaluations), (1, 1));
        assert!(report.completed && report.best.is_some() && report.line.is_empty());
    }
    for_each_algorithm!(check);
}

#[test]
fn no_move_is_returned_when_the_game_is_over() {
    fn check(mut algorithm: impl Algorithm<TicTacToe>) {
        let game = TicTacToe::default();
        let position = game.parse_position("xxx/oo1/3 o").unwrap();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let report = algorithm.search(&task, &Limits::to_depth(Depth::new(3)));
        assert_eq!((report.best, report.score), (None, Score::loss_in(0)));
    }
    for_each_algorithm!(check);
}

#[test]
fn no_move_is_returned_when_a_repetition_has_ended_the_game() {
    fn check(mut algorithm: impl Algorithm<Graph>) {
        let game =
            (0..100).map(|seed| Graph { seed, occurrences: 2 }).find(returns_at_once).unwrap();
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(&game, &position);
        history.play(&game, &mut position, 0);
        let task =
            Task { game: &game, evaluator: &Zero, position: &position, history: Some(&history) };
        let report = algorithm.search(&task, &Limits::to_depth(Depth::new(3)));
        assert_eq!((report.best, report.score.plies_to_end()), (None, Some(0)));
        let fresh = Task { history: None, ..task };
        assert!(algorithm.search(&fresh, &Limits::to_depth(Depth::new(3))).best.is_some());
    }
    for_each_algorithm!(check);
}

/// Returns `true` if the start can recur after one move.
fn returns_at_once(game: &Graph) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(&0, &mut moves) == Status::Ongoing && moves.contains(&0)
}

#[test]
fn each_completed_depth_is_reported_and_the_last_one_is_the_result() {
    fn check(algorithm: &(impl Algorithm<TicTacToe> + Clone)) {
        let game = TicTacToe::default();
        let position = game.parse_position("x2/1o1/3 x").unwrap();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let limits = Limits::to_depth(Depth::new(4));
        let mut reported = Vec::new();
        let result = Deepening(algorithm.clone()).search_with(&task, &limits, &mut |progress| {
            reported.push(progress.clone());
            ControlFlow::Continue(())
        });
        let mut total = Statistics::default();
        let expected = (1..=4).map(|depth| {
            let depth = Depth::new(depth);
            let alone = algorithm.clone().search(&task, &Limits::to_depth(depth));
            total += alone.statistics;
            Progress {
                depth,
                selective_depth: None,
                statistics: total,
                table_per_mille: None,
                lines: vec![Line { score: alone.score, moves: alone.line }],
            }
        });
        assert_eq!(reported, expected.collect::<Vec<_>>());
        let deepest = algorithm.clone().search(&task, &limits);
        assert_eq!((result.best, &result.line), (deepest.best, &deepest.line));
        assert_eq!((result.statistics, result.completed), (total, true));
    }
    check(&Minimax);
    check(&Negamax);
    check(&AlphaBeta);
    check(&Negascout);
}

#[test]
fn the_listener_may_end_the_search_between_two_depths() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
    let mut newest = Depth::ZERO;
    let limits = Limits::to_depth(Depth::MAX);
    let result = Deepening(AlphaBeta).search_with(&task, &limits, &mut |progress| {
        newest = progress.depth;
        if newest == Depth::new(3) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let third = AlphaBeta.search(&task, &Limits::to_depth(Depth::new(3)));
    assert_eq!((newest, result.completed), (Depth::new(3), false));
    assert_eq!((result.best, result.score), (third.best, third.score));
}

#[test]
fn an_interrupted_search_returns_the_last_completed_depth() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
    for nodes in [1, 5, 10, 50, 200, 1_000, 5_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(9)) };
        let mut newest = None;
        let result = Deepening(AlphaBeta).search_with(&task, &limits, &mut |progress| {
            let line = &progress.lines[0];
            newest = Some((line.moves.first().copied(), line.score));
            ControlFlow::Continue(())
        });
        assert!(!result.completed && result.best.is_some());
        assert_eq!(result.statistics.nodes, nodes);
        assert_eq!(newest.unwrap_or((result.best, result.score)), (result.best, result.score));
    }
}

#[test]
fn the_search_ends_when_every_line_has_been_searched_to_its_end() {
    let game = TicTacToe::default();
    let position = game.parse_position("x1x/1xo/o1o x").unwrap();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let mut deepest = Depth::ZERO;
    let limits = Limits::to_depth(Depth::MAX);
    let result = Deepening(Minimax).search_with(&task, &limits, &mut |progress| {
        deepest = progress.depth;
        ControlFlow::Continue(())
    });
    assert_eq!(deepest, Depth::new(3));
    assert_eq!((result.score, result.completed), (Score::win_in(1), true));
}

#[test]
fn depth_0_is_one_evaluation() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let mut calls = 0;
    let limits = Limits::to_depth(Depth::ZERO);
    let result = Deepening(Negamax).search_with(&task, &limits, &mut |_| {
        calls += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((calls, result.statistics.nodes, result.completed), (1, 1, true));
}
