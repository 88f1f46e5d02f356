//! Tests that the solver agrees with an exhaustive search.

use board_engine::{Game, Notation, Status};
use connect_four::{ConnectFour, ConnectGame, Position};
use connect_four_players::ConnectFourSolver;
use search::{Exhaustive, Solved, Solver};

/// A fixed sequence of numbers, each below `limit` (M. O'Neill's PCG without its output function suffices here).
fn draw(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

/// A position after this number of random moves; `None` if the game ends earlier.
fn random_position(game: &ConnectFour, plies: usize, state: &mut u64) -> Option<Position<u64>> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for _ in 0..plies {
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        game.play(&mut position, moves[draw(state, moves.len())]);
    }
    (game.legal_moves(&position, &mut moves) == Status::Ongoing).then_some(position)
}

fn solution(
    solver: &mut impl Solver<ConnectFour>,
    game: &ConnectFour,
    position: &Position<u64>,
) -> Solved {
    solver.solve(game, position, &mut |_| {}, None).unwrap()
}

/// Compares the two solvers on this number of positions on a board.
fn check(size: [u8; 3], plies: std::ops::Range<usize>, count: usize) {
    let [width, height, length] = size;
    let game = ConnectFour::new(width, height, length).unwrap();
    let mut solver = ConnectFourSolver::new(&game).unwrap();
    let mut state = u64::from(width) << 8 | u64::from(height);
    let mut compared = 0;
    while compared < count {
        let plies = plies.start + draw(&mut state, plies.len());
        let Some(position) = random_position(&game, plies, &mut state) else { continue };
        let expected = solution(&mut Exhaustive::default(), &game, &position);
        let found = solution(&mut solver, &game, &position);
        assert_eq!(found, expected, "{size:?}: {}", game.format_position(&position));
        compared += 1;
    }
}

#[test]
fn the_solver_agrees_with_brute_force() {
    check([7, 6, 4], 24..41, 250);
    check([4, 4, 4], 0..15, 40);
    check([5, 4, 4], 6..19, 60);
    check([5, 5, 4], 10..24, 60);
    check([4, 5, 3], 0..8, 40);
    check([6, 7, 4], 26..41, 60);
    check([8, 7, 4], 40..54, 60);
    check([7, 6, 5], 26..41, 60);
    check([3, 3, 3], 0..6, 20);
    check([1, 4, 2], 0..3, 4);
}

#[test]
fn the_solver_reproduces_published_values() {
    // The first lines from P. Pons's file Test_L3_R1, with their scores: 1 for a win with the last disc.
    let values = [
        ("2252576253462244111563365343671351441", Solved { payoff: -1, plies: Some(4) }),
        ("7422341735647741166133573473242566", Solved { payoff: 1, plies: Some(7) }),
        ("23163416124767223154467471272416755633", Solved { payoff: 0, plies: None }),
        ("65214673556155731566316327373221417", Solved { payoff: -1, plies: Some(6) }),
    ];
    let game = ConnectFour::default();
    let mut solver = ConnectFourSolver::new(&game).unwrap();
    for (moves, expected) in values {
        let mut position = game.start();
        for column in moves.chars() {
            let mv = game.parse_move(&position, &column.to_string()).unwrap();
            game.play(&mut position, mv);
        }
        assert_eq!(solution(&mut solver, &game, &position), expected, "{moves}");
    }
}

#[test]
fn boards_larger_than_a_word_are_not_solved() {
    assert!(ConnectFourSolver::new(&ConnectGame::<u128>::new(8, 7, 4).unwrap()).is_some());
    assert!(ConnectFourSolver::new(&ConnectGame::<u128>::new(9, 7, 4).unwrap()).is_none());
}

#[test]
fn a_solver_that_is_stopped_gives_up() {
    let game = ConnectFour::default();
    let mut solver = ConnectFourSolver::new(&game).unwrap();
    let stop = || true;
    assert!(solver.solve(&game, &game.start(), &mut |_| {}, Some(&stop)).is_err());
    // The table's bounds are correct: a late position has the same solution as in a new solver.
    let mut state = 1;
    let late =
        std::iter::repeat_with(|| random_position(&game, 30, &mut state)).flatten().next().unwrap();
    let mut fresh = ConnectFourSolver::new(&game).unwrap();
    assert_eq!(solution(&mut solver, &game, &late), solution(&mut fresh, &game, &late));
}
