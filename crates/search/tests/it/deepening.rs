//! Iterative deepening.

use board_engine::{Game, Notation};
use search::{
    Algorithm, AlphaBeta, Depth, Limits, Minimax, Negamax, Negascout, Score, Statistics, Task,
    Zero, iterative_deepening,
};
use tic_tac_toe::TicTacToe;

use crate::tree::RandomScores;

#[test]
fn each_completed_depth_is_reported_and_the_last_one_is_the_result() {
    fn check(algorithm: &impl Algorithm<TicTacToe>) {
        let game = TicTacToe::default();
        let position = game.parse_position("x2/1o1/3 x").unwrap();
        let task =
            Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let limits = Limits::to_depth(Depth::new(4));
        let mut reported = Vec::new();
        let mut total = Statistics::default();
        let result = iterative_deepening(algorithm, &task, &limits, |depth, report| {
            let alone = algorithm.search(&task, &Limits::to_depth(depth));
            assert_eq!(*report, alone);
            reported.push(depth.plies());
            total += report.statistics;
        });
        assert_eq!(reported, [1, 2, 3, 4]);
        let deepest = algorithm.search(&task, &limits);
        assert_eq!((result.best, &result.line), (deepest.best, &deepest.line));
        assert_eq!((result.statistics, result.completed), (total, true));
    }
    check(&Minimax);
    check(&Negamax);
    check(&AlphaBeta);
    check(&Negascout);
}

#[test]
fn a_search_that_is_cut_off_gives_the_last_completed_depth() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
    for nodes in [1, 5, 10, 50, 200, 1_000, 5_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(9)) };
        let mut newest = None;
        let result = iterative_deepening(&AlphaBeta, &task, &limits, |_, report| {
            newest = Some((report.best, report.score));
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
    let result = iterative_deepening(&Minimax, &task, &limits, |depth, _| deepest = depth);
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
    let result = iterative_deepening(&Negamax, &task, &limits, |_, _| calls += 1);
    assert_eq!((calls, result.statistics.nodes, result.completed), (1, 1, true));
}
