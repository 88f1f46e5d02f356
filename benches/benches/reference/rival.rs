//! Rival's tasks.

use std::num::NonZeroUsize;

use board_engine::{Deterministic, Game, Leaves, PerfectInformation, Status, ZeroSum, perft};
use checkers::{Checkers, English, International};
use chess::Chess;
use connect_four::ConnectFour;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use search::{Algorithm, AlphaBeta, Depth, Limits, MonteCarlo, MonteCarloOptions, Task, Zero};
use tic_tac_toe::TicTacToe;

use crate::hand_written;

/// Plays `count` random games and counts their plies.
fn games<G: Game>(game: &G, count: u32) -> u64 {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    // Using the high half of the product avoids a division.
    let mut draw = |below: u32| ((u64::from(chance.next_u32()) * u64::from(below)) >> 32) as u32;
    let mut scratch = Vec::new();
    let mut plies = 0;
    for _ in 0..count {
        let mut position = game.start();
        while game.play_random(&mut position, &mut scratch, &mut draw) == Status::Ongoing {
            plies += 1;
        }
    }
    plies
}

/// The number of nodes visited by alpha-beta.
fn alpha_beta<G: ZeroSum + Deterministic + PerfectInformation>(game: &G, depth: u32) -> u64 {
    let position = game.start();
    let task = Task { game, evaluator: &Zero, position: &position, history: None };
    let report = AlphaBeta.search(&task, &Limits::to_depth(Depth::new(depth)));
    assert!(report.best.is_some());
    report.statistics.nodes
}

pub(crate) fn tic_tac_toe_games(count: u32) -> u64 {
    games(&TicTacToe::default(), count)
}

pub(crate) fn connect_four_games(count: u32) -> u64 {
    games(&ConnectFour::default(), count)
}

pub(crate) fn international_games(count: u32) -> u64 {
    games(&Checkers::<International>::new(), count)
}

pub(crate) fn english_games(count: u32) -> u64 {
    games(&Checkers::<English>::new(), count)
}

pub(crate) fn solve_tic_tac_toe() -> u64 {
    assert!(alpha_beta(&TicTacToe::default(), 9) > 0);
    1
}

pub(crate) fn connect_four_alpha_beta(depth: u32) -> u64 {
    hand_written::check(depth as usize, alpha_beta(&ConnectFour::default(), depth));
    1
}

pub(crate) fn connect_four_perft(depth: u32) -> u64 {
    count(&ConnectFour::default(), depth, Leaves::Counted)
}

pub(crate) fn international_perft(depth: u32, leaves: Leaves) -> u64 {
    count(&Checkers::<International>::new(), depth, leaves)
}

pub(crate) fn chess_perft(depth: u32, leaves: Leaves) -> u64 {
    count(&Chess::default(), depth, leaves)
}

pub(crate) fn english_perft(depth: u32) -> u64 {
    count(&Checkers::<English>::new(), depth, Leaves::Counted)
}

fn count<G: Deterministic>(game: &G, depth: u32, leaves: Leaves) -> u64 {
    perft(game, &game.start(), depth, leaves)
}

pub(crate) fn connect_four_monte_carlo(playouts: u64, threads: usize) -> u64 {
    let game = ConnectFour::default();
    let position = game.start();
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let mut search = MonteCarlo::new(MonteCarloOptions { threads, ..MonteCarloOptions::default() });
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits { nodes: Some(playouts), ..Limits::to_depth(Depth::MAX) };
    search.search(&task, &limits).statistics.nodes
}
