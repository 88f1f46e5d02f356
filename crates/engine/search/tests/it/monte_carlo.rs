//! Checks that Monte Carlo tree search reproducibly finds true values.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use board_engine::{Game, KeyHistory, Notation, PerfectInformation, Status, Turn};
use connect_four::ConnectFour;
use proptest::prelude::*;
use search::{Algorithm, Depth, Limits, MonteCarlo, MonteCarloOptions, Report, Score, Task, Zero};
use tic_tac_toe::TicTacToe;

use crate::tree::{Graph, Tree};

fn playouts(count: u64) -> Limits<'static> {
    Limits { nodes: Some(count), ..Limits::to_depth(Depth::MAX) }
}

fn threads(count: usize) -> MonteCarloOptions {
    let threads = NonZeroUsize::new(count).expect("at least one");
    MonteCarloOptions { threads, ..MonteCarloOptions::default() }
}

fn search<G: PerfectInformation>(
    search: &mut MonteCarlo<G>,
    game: &G,
    position: &G::Position,
    count: u64,
) -> Report<G::Move> {
    let task = Task { game, evaluator: &Zero, position, history: None };
    search.search(&task, &playouts(count))
}

fn fresh<G: PerfectInformation>(game: &G, position: &G::Position, count: u64) -> Report<G::Move> {
    search(&mut MonteCarlo::new(threads(1)), game, position, count)
}

/// The possible payoffs of a position if each seat maximizes its own payoff and ignores the others.
fn values<G: Game>(game: &G, position: &G::Position) -> BTreeSet<Vec<i16>> {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return BTreeSet::from([outcome.payoffs().to_vec()]);
    }
    let Turn::Seat(mover) = game.turn(position) else { panic!("no chance here") };
    let below = moves.iter().map(|&mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        values(game, &child)
    });
    let below: Vec<BTreeSet<Vec<i16>>> = below.collect();
    let payoff = |values: &Vec<i16>| values[mover.index()];
    let least = |values: &BTreeSet<Vec<i16>>| values.iter().map(payoff).min();
    let bar = below.iter().filter_map(least).max();
    below.into_iter().flatten().filter(|values| Some(payoff(values)) >= bar).collect()
}

/// Grows the tree until it is proven, and compares the result with the reference.
fn check<const SEATS: usize>(seed: u64, plies_max: u8, thread_count: usize) {
    let game = Tree::<SEATS> { seed, plies_max };
    let root = game.start();
    let Turn::Seat(mover) = game.turn(&root) else { panic!("no chance here") };
    let possible: BTreeSet<i16> =
        values(&game, &root).iter().map(|payoffs| payoffs[mover.index()]).collect();
    let report = search(&mut MonteCarlo::new(threads(thread_count)), &game, &root, 400_000);
    let proven = report.score.plies_to_end().map(|_| report.score);
    let sign = |payoff: &i16| {
        (0..=9).any(|plies| Some(Score::of_payoff(*payoff, plies)) == proven)
            || (*payoff == 0 && report.score == Score::ZERO)
    };
    assert!(possible.iter().any(sign), "{:?} of {possible:?}", report.score);
    assert!(report.completed);
    assert!(report.statistics.nodes < 400_000, "it should have been proven");
    assert_eq!(report.best.is_none(), plies_max == 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn small_trees_are_proven(seed: u64, plies_max in 0_u8..6, threads in 1_usize..3) {
        check::<2>(seed, plies_max, threads);
    }

    #[test]
    fn small_trees_with_three_seats_are_proven(seed: u64, plies_max in 0_u8..6) {
        check::<3>(seed, plies_max, 1);
    }
}

#[test]
fn tic_tac_toe_is_proven_to_be_a_draw() {
    let game = TicTacToe::default();
    let report = fresh(&game, &game.start(), 1_000_000);
    assert_eq!(report.score, Score::ZERO);
    assert!(report.completed && report.statistics.nodes < 1_000_000, "{report:?}");
}

#[test]
fn wins_are_found_and_losses_avoided() {
    let game = ConnectFour::default();
    let best = |text: &str| {
        let position = game.parse_position(text).expect("a position");
        let report = fresh(&game, &position, 5_000);
        (report.best.map(|mv| game.format_move(&position, mv)), report.score)
    };
    let (mv, score) = best("7/7/7/7/yyy4/rrr4 r");
    assert_eq!((mv.as_deref(), score), (Some("4"), Score::win_in(1)));
    let (mv, score) = best("7/7/7/7/yy5/rrr4 y");
    assert_eq!(mv.as_deref(), Some("4"));
    assert!(!score.is_loss(), "{score}");
    // Both ends are open: after any move, the other end completes the line.
    let (_, score) = best("7/7/7/7/2yy3/2rrr2 y");
    assert_eq!(score, Score::loss_in(2));
}

#[test]
fn the_search_is_deterministic_on_a_busy_machine() {
    let game = ConnectFour::default();
    let once = |count| search(&mut MonteCarlo::new(threads(count)), &game, &game.start(), 3_000);
    assert_eq!(once(1), once(1));
    assert_eq!(once(3), once(3));
    assert_eq!(once(3).statistics.nodes, 3_000);
}

#[test]
fn reports_follow_after_a_thousand_playouts_and_each_doubling() {
    let game = ConnectFour::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let mut reported = Vec::new();
    let mut hear = |playouts, most| {
        reported.clear();
        let mut search = MonteCarlo::new(threads(1));
        let report = search.search_with(&task, &self::playouts(playouts), &mut |progress| {
            assert!(progress.table_per_mille > Some(0) && !progress.lines[0].moves.is_empty());
            reported.push(progress.statistics.nodes);
            if reported.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (reported.clone(), report.completed)
    };
    assert_eq!(hear(9_000, usize::MAX), (vec![1_000, 2_000, 4_000, 8_000, 9_000], true));
    assert_eq!(hear(9_000, 2), (vec![1_000, 2_000], false));
    let at_once = fresh(&game, &position, 9_000);
    assert_eq!(at_once.statistics.nodes, 9_000);
}

#[test]
fn forgotten_trees_grow_again_from_the_same_seed() {
    let game = ConnectFour::default();
    let mut monte_carlo = MonteCarlo::new(threads(2));
    let mut find = |seed| {
        monte_carlo.forget();
        monte_carlo.reseed(seed);
        search(&mut monte_carlo, &game, &game.start(), 2_000)
    };
    assert_eq!(find(7), find(7));
    assert_ne!(find(7).score, find(8).score);
}

#[test]
fn without_any_playout_the_first_legal_move_is_returned() {
    let game = ConnectFour::default();
    let report = fresh(&game, &game.start(), 0);
    let mut moves = Vec::new();
    game.legal_moves(&game.start(), &mut moves);
    assert_eq!((report.best, report.score), (Some(moves[0]), Score::ZERO));
}

#[test]
fn nothing_is_returned_when_the_game_is_over() {
    let game = TicTacToe::default();
    let position = game.parse_position("xxx/oo1/3 o").expect("a position");
    let report = fresh(&game, &position, 100);
    assert_eq!((report.best, report.score), (None, Score::loss_in(0)));
    assert_eq!(report.statistics.nodes, 0);
}

#[test]
fn the_stop_signal_ends_the_search_on_all_threads() {
    let game = ConnectFour::default();
    let position = game.start();
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 5
    };
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits { stop: Some(&stop), ..Limits::to_depth(Depth::MAX) };
    let report = MonteCarlo::new(threads(2)).search(&task, &limits);
    assert!(!report.completed && report.best.is_some());
}

/// If the stop signal panics, the helpers stop too, and the panic propagates.
#[test]
fn a_panic_in_the_stop_signal_ends_all_threads() {
    let game = ConnectFour::default();
    let position = game.start();
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        assert!(asked.get() < 5, "no more");
        false
    };
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits { stop: Some(&stop), ..Limits::to_depth(Depth::MAX) };
    let mut monte_carlo = MonteCarlo::new(threads(2));
    let failed = catch_unwind(AssertUnwindSafe(|| monte_carlo.search(&task, &limits)));
    assert!(failed.is_err());
}

#[test]
fn the_tree_below_the_reached_position_is_reused() {
    let game = ConnectFour::default();
    let mut monte_carlo = MonteCarlo::new(threads(1));
    let first = search(&mut monte_carlo, &game, &game.start(), 20_000);
    let mut position = game.start();
    for &mv in &first.line[..2] {
        game.play(&mut position, mv);
    }
    let use_before = monte_carlo.table_use();
    let kept = search(&mut monte_carlo, &game, &position, 0);
    // Two plies of the most visited line are dropped; the rest is known without further playouts.
    assert_eq!(kept.line, first.line[2..]);
    assert!((1..use_before).contains(&monte_carlo.table_use()));
    let elsewhere = game.parse_position("7/7/7/7/7/rrryyyr y").expect("a position");
    assert_eq!(search(&mut monte_carlo, &game, &elsewhere, 0).line.len(), 1);
}

#[test]
fn a_repetition_ends_the_game_in_consecutive_searches() {
    let mut compared = 0;
    for seed in 0..60 {
        let game = Graph { seed, occurrences: 2 };
        let position = game.start();
        let at_once = fresh(&game, &position, 20_000);
        let mut in_parts = MonteCarlo::new(threads(1));
        // The searches are so short that the first ones don't prove anything.
        let parts = (0..12).map(|part| search(&mut in_parts, &game, &position, 5 << part));
        let last = parts.last().expect("there are some");
        if at_once.score.plies_to_end().is_some() {
            assert_eq!(last.score.is_win(), at_once.score.is_win(), "seed {seed}");
            assert!(last.score.plies_to_end().is_some(), "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn proofs_last_while_the_same_position_is_searched() {
    let mut compared = 0;
    for seed in 0..60 {
        let game = Graph { seed, occurrences: 2 };
        let mut monte_carlo = MonteCarlo::new(threads(1));
        let first = search(&mut monte_carlo, &game, &game.start(), 20_000);
        if first.score.plies_to_end().is_some() {
            let again = search(&mut monte_carlo, &game, &game.start(), 0);
            assert_eq!((again.score, again.best), (first.score, first.best), "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A position can be reused with its subtree in a later search, where its recurrence ends the game.
#[test]
fn a_repetition_that_ended_the_game_has_no_move_even_if_well_searched() {
    let mut ended = 0;
    for seed in 0..60 {
        let game = Graph { seed, occurrences: 3 };
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(&game, &position);
        let mut monte_carlo = MonteCarlo::new(threads(1));
        let mut moves = Vec::new();
        search(&mut monte_carlo, &game, &position, 200);
        for step in 0..40 {
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            history.play(&game, &mut position, moves[step % moves.len()]);
            if let Some(outcome) = history.outcome(&game) {
                let task = Task {
                    game: &game,
                    evaluator: &Zero,
                    position: &position,
                    history: Some(&history),
                };
                let report = monte_carlo.search(&task, &playouts(100));
                let Turn::Seat(mover) = game.turn(&position) else { panic!("no chance here") };
                let expected = Score::of_payoff(outcome.payoff(mover), 0);
                assert_eq!((report.best, report.score), (None, expected), "seed {seed}");
                ended += 1;
                break;
            }
        }
    }
    assert!(ended > 20, "{ended}");
}

#[test]
fn memory_is_limited_and_the_search_continues_within_it() {
    let game = ConnectFour::default();
    let mut full = MonteCarlo::new(MonteCarloOptions { memory_mib: 0, ..threads(1) });
    let report = search(&mut full, &game, &game.start(), 5_000);
    // The root always has its moves, and each move has been tried.
    assert_eq!((report.statistics.nodes, report.line.len()), (5_000, 1));
    assert_eq!(report.best.map(connect_four::Move::column), Some(3));
}
