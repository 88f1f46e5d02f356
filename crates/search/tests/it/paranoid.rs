//! Paranoid search gives what every line gives if all others stand against one seat.

use board_engine::{Game, Seat, Status, Turn};
use proptest::prelude::*;
use search::{Algorithm, AlphaBeta, Depth, Evaluator, Limits, Paranoid, Score, Task};

use crate::tree::{Position, RandomScores, Tree};

/// The value of `position` for `own`, found in the plainest way.
fn value<const SEATS: usize>(
    game: &Tree<SEATS>,
    position: &Position,
    own: Seat,
    plies: usize,
    depth: usize,
) -> Score {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return Score::of_payoff(outcome.payoff(own), plies);
    }
    if depth == 0 {
        return RandomScores.evaluate(game, position, own);
    }
    let below = moves.iter().map(|&mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        value(game, &child, own, plies + 1, depth - 1)
    });
    let best = if game.turn(position) == Turn::Seat(own) { below.max() } else { below.min() };
    best.expect("a game that goes on has a move")
}

proptest! {
    #[test]
    fn on_random_trees_with_three_seats(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<3> { seed, plies_max };
        let position = game.start();
        let Turn::Seat(own) = game.turn(&position) else { panic!("no chance here") };
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let report = Paranoid.search(&task, &Limits::to_depth(Depth::new(depth)));
        prop_assert_eq!(report.score, value(&game, &position, own, 0, depth as usize));
    }

    #[test]
    fn with_two_seats_it_is_alpha_beta(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<2> { seed, plies_max };
        let position = game.start();
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let limits = Limits::to_depth(Depth::new(depth));
        prop_assert_eq!(Paranoid.search(&task, &limits), AlphaBeta.search(&task, &limits));
    }
}
