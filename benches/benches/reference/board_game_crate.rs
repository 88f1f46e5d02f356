//! The tasks for the crate `board-game`, with its own games.

use board_game::ai::mcts::mcts_build_tree;
use board_game::ai::solver::solve_value;
use board_game::board::{Alternating, Board};
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use board_game::util::game_stats::perft_naive;
use rand_08::SeedableRng;
use rand_08::rngs::SmallRng;

fn games<B: Board>(start: &B, count: u32) -> u64 {
    let mut chance = SmallRng::seed_from_u64(1);
    let mut plies = 0;
    for _ in 0..count {
        let mut board = start.clone();
        while board.play_random_available_move(&mut chance).is_ok() {
            plies += 1;
        }
    }
    plies
}

fn monte_carlo<B: Board + Alternating>(board: &B, playouts: u64) -> u64 {
    let tree = mcts_build_tree(board, playouts, 1.0, &mut SmallRng::seed_from_u64(1));
    assert!(!tree.nodes.is_empty());
    playouts
}

pub(crate) fn tic_tac_toe_games(count: u32) -> u64 {
    games(&TTTBoard::default(), count)
}

pub(crate) fn connect_four_games(count: u32) -> u64 {
    games(&Connect4::default(), count)
}

/// The crate's values for win, loss, draw and unknown amount to a search without an evaluation.
pub(crate) fn solve_tic_tac_toe() -> u64 {
    assert!(solve_value(&TTTBoard::default(), 9).to_outcome_wdl().is_some());
    1
}

pub(crate) fn connect_four_alpha_beta(depth: u32) -> u64 {
    assert!(solve_value(&Connect4::default(), depth).to_outcome_wdl().is_none());
    1
}

/// Doesn't use its transposition table.
pub(crate) fn connect_four_perft(depth: u32) -> u64 {
    perft_naive(&Connect4::default(), depth)
}

pub(crate) fn connect_four_monte_carlo(playouts: u64) -> u64 {
    monte_carlo(&Connect4::default(), playouts)
}
