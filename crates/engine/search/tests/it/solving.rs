//! Checks that the solver for small games agrees with minimax to the end of the game.

#![expect(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use board_engine::{Game, Notation, Status};
use search::{Algorithm, Depth, Exhaustive, Limits, Minimax, Score, Solved, Solver, Task, Zero};
use tic_tac_toe::TicTacToe;

type Position = <TicTacToe as Game>::Position;

/// The minimax value of a position with few moves left.
fn by_minimax(game: &TicTacToe, position: Position) -> Solved {
    let task = Task { game, evaluator: &Zero, position: &position, history: None };
    let score = Minimax.search(&task, &Limits::to_depth(Depth::new(9))).score;
    let plies = (0_u32..=9).find(|&plies| {
        let won = Score::win_in(plies as usize);
        score == won || score == -won
    });
    let payoff = i16::from(score > Score::ZERO) - i16::from(score < Score::ZERO);
    Solved { payoff, plies }
}

/// Compares all reachable positions.
fn compare(
    game: &TicTacToe,
    position: Position,
    solver: &mut Exhaustive<TicTacToe>,
    plies_left: u32,
) {
    let mut moves = Vec::new();
    if game.legal_moves(&position, &mut moves) != Status::Ongoing {
        return;
    }
    let found = solver.solve(game, &position, &mut |_| {}, None).unwrap();
    assert_eq!(found, by_minimax(game, position), "{}", game.format_position(&position));
    if plies_left > 0 {
        for mv in moves {
            let mut after = position;
            game.play(&mut after, mv);
            compare(game, after, solver, plies_left - 1);
        }
    }
}

#[test]
fn a_small_game_is_solved_as_by_minimax() {
    let game = TicTacToe::default();
    let mut solver = Exhaustive::default();
    // Searches from positions with three pieces to the end of the game.
    for text in ["xo1/1x1/3 o", "x1o/3/2x o", "1xo/3/x2 o", "3/1x1/3 o", "3/3/3 x"] {
        let position = game.parse_position(text).unwrap();
        let plies = if text.contains('x') && text.matches(['x', 'o']).count() > 2 { 6 } else { 0 };
        compare(&game, position, &mut solver, plies);
    }
    let start = solver.solve(&game, &game.start(), &mut |_| {}, None).unwrap();
    assert_eq!(start, Solved { payoff: 0, plies: None });
}

#[test]
fn a_solver_gives_up_at_its_limit() {
    let game = TicTacToe::default();
    let mut solver = Exhaustive::with_limit(50);
    let error = solver.solve(&game, &game.start(), &mut |_| {}, None).unwrap_err();
    assert!(error.positions > 50, "{error:?}");
}
