//! Compares Rival with the crates `board-game`, `minimax` and `cozy-chess` in one run: `cargo bench -p benches`.
//!
//! Each task is measured for all libraries in turn. On a shared machine, the ratios at the end are more reliable than
//! the times. A ratio above 1 means that Rival is faster.

#![expect(clippy::print_stdout, reason = "the ratios are the output of this program")]

mod board_game_crate;
mod cozy_chess_crate;
mod deepening;
mod hand_written;
mod heuristic;
mod minimax_crate;
mod ratios;
mod rival;

use std::hint::black_box;

use board_engine::Leaves;
use criterion::Criterion;

use crate::ratios::Ratios;

/// The depth of perft on Connect Four and international draughts.
const PERFT_DEPTH: u32 = 8;
const ENGLISH_PERFT_DEPTH: u32 = 10;
const CHESS_PERFT_DEPTH: u32 = 5;
/// The depth of alpha-beta on Connect Four.
const SEARCH_DEPTH: u32 = 10;
/// The depth of iterative deepening with a table.
const DEEPENING_DEPTH: u32 = 14;
const INTERNATIONAL_DEPTH: u32 = 15;
const ENGLISH_DEPTH: u32 = 18;
const RANDOM_GAMES: u32 = 1_000;
const PLAYOUTS: u64 = 20_000;

fn main() {
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    let mut ratios = Ratios::default();

    let mut task = ratios.task(&mut criterion, "tic-tac-toe solved by alpha-beta");
    task.measure("rival", rival::solve_tic_tac_toe);
    task.measure("board-game", board_game_crate::solve_tic_tac_toe);
    task.measure("minimax", minimax_crate::solve_tic_tac_toe);

    let mut task = ratios.task(&mut criterion, "tic-tac-toe, random games");
    task.measure("rival", || rival::tic_tac_toe_games(black_box(RANDOM_GAMES)));
    task.measure("board-game", || board_game_crate::tic_tac_toe_games(black_box(RANDOM_GAMES)));

    let mut task = ratios.task(&mut criterion, "Connect Four, random games");
    task.measure("rival", || rival::connect_four_games(black_box(RANDOM_GAMES)));
    task.measure("board-game", || board_game_crate::connect_four_games(black_box(RANDOM_GAMES)));

    let mut task = ratios.task(&mut criterion, "Connect Four, perft 8");
    task.measure("rival", || rival::connect_four_perft(black_box(PERFT_DEPTH)));
    task.measure("board-game", || board_game_crate::connect_four_perft(black_box(PERFT_DEPTH)));

    let mut task =
        ratios.task(&mut criterion, "Connect Four, alpha-beta to depth 10, nothing evaluated");
    task.measure("rival", || rival::connect_four_alpha_beta(black_box(SEARCH_DEPTH)));
    task.measure("board-game", || {
        board_game_crate::connect_four_alpha_beta(black_box(SEARCH_DEPTH))
    });
    task.measure("minimax", || minimax_crate::connect_four_alpha_beta(black_box(SEARCH_DEPTH)));

    let mut task = ratios.task(&mut criterion, "Connect Four, compared with hand-written searches");
    task.measure("rival", || rival::connect_four_alpha_beta(black_box(SEARCH_DEPTH)));
    task.measure("the same rules", || hand_written::with_library_rules(black_box(SEARCH_DEPTH)));
    task.measure("rules built in", || hand_written::with_built_in_rules(black_box(SEARCH_DEPTH)));

    let mut task = ratios.task(&mut criterion, "Connect Four, deepening to depth 14 with a table");
    task.measure("rival", || deepening::connect_four(black_box(DEEPENING_DEPTH), 1));
    task.measure("rival, 2 threads", || deepening::connect_four(black_box(DEEPENING_DEPTH), 2));
    task.measure("minimax", || minimax_crate::connect_four_deepening(black_box(DEEPENING_DEPTH)));
    task.measure("minimax, 2 threads", || {
        minimax_crate::connect_four_deepening_two_threads(black_box(DEEPENING_DEPTH))
    });

    let mut task = ratios.task(&mut criterion, "Connect Four, 20,000 visits of Monte Carlo");
    task.measure("rival", || rival::connect_four_monte_carlo(black_box(PLAYOUTS), 1));
    task.measure("rival, 2 threads", || rival::connect_four_monte_carlo(black_box(PLAYOUTS), 2));
    task.measure("board-game", || board_game_crate::connect_four_monte_carlo(black_box(PLAYOUTS)));

    let mut task = ratios.task(&mut criterion, "international draughts, random games");
    task.measure("rival", || rival::international_games(black_box(RANDOM_GAMES)));

    let mut task = ratios.task(&mut criterion, "English draughts, random games");
    task.measure("rival", || rival::english_games(black_box(RANDOM_GAMES)));

    let mut task = ratios.task(&mut criterion, "international draughts, perft 8");
    task.measure("rival", || rival::international_perft(black_box(PERFT_DEPTH), Leaves::Counted));
    task.measure("rival, leaves made", || {
        rival::international_perft(black_box(PERFT_DEPTH), Leaves::Made)
    });

    let mut task = ratios.task(&mut criterion, "English draughts, perft 10");
    task.measure("rival", || rival::english_perft(black_box(ENGLISH_PERFT_DEPTH)));

    let mut task = ratios.task(&mut criterion, "international draughts, search of 8 openings");
    task.measure("rival", || deepening::international(black_box(INTERNATIONAL_DEPTH), 1));
    task.measure("rival, 2 threads", || {
        deepening::international(black_box(INTERNATIONAL_DEPTH), 2)
    });

    let mut task = ratios.task(&mut criterion, "English draughts, search of 8 openings");
    task.measure("rival", || deepening::english(black_box(ENGLISH_DEPTH), 1));
    task.measure("rival, 2 threads", || deepening::english(black_box(ENGLISH_DEPTH), 2));

    let mut task = ratios.task(&mut criterion, "chess, perft 5");
    task.measure("rival", || rival::chess_perft(black_box(CHESS_PERFT_DEPTH), Leaves::Counted));
    task.measure("cozy-chess", || cozy_chess_crate::perft(black_box(CHESS_PERFT_DEPTH)));

    let mut task = ratios.task(&mut criterion, "chess, perft 5, leaves made");
    task.measure("rival", || rival::chess_perft(black_box(CHESS_PERFT_DEPTH), Leaves::Made));
    task.measure("cozy-chess", || {
        cozy_chess_crate::perft_with_leaves_made(black_box(CHESS_PERFT_DEPTH))
    });

    criterion.final_summary();
    println!("\n{ratios}");
}
