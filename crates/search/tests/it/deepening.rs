//! Iterative deepening.

use std::ops::ControlFlow;

use board_engine::{Game, Notation};
use search::{
    Algorithm, AlphaBeta, Deepening, Depth, Limits, Line, Minimax, Negamax, Negascout, Progress,
    Score, Statistics, Task, Zero,
};
use tic_tac_toe::TicTacToe;

use crate::tree::RandomScores;

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
fn the_listener_may_end_it_between_two_depths() {
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
fn a_search_that_is_cut_off_gives_the_last_completed_depth() {
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
fn it_ends_when_every_line_was_followed_to_its_end() {
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
