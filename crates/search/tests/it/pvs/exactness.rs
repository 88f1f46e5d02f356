//! Where the value of a depth is a theorem, it is the textbook's.
//!
//! Three things may make the value another one than plain minimax gives for the same depth: what is left out or
//! added (reductions, probcut, extensions, quiescence), a return of a position that counts early, and an entry of
//! the table that comes from a deeper search. The first two are switched off here. The third can't happen in trees:
//! there each position has one path to it, so that it is always searched to the same depth below the same root, and
//! entries of earlier iterations are too shallow to be used. Where positions are reached on several paths the table is
//! switched off, too, or the search goes to the ends of all lines, where depth means nothing.

use super::*;
use crate::graph::Graph;
use crate::reference;
use crate::tree::{RandomScores, Tree};
use board_engine::{Game, Status, Turn};
use proptest::prelude::*;
use search::{Depth, Score, Technique, Zero};
use tic_tac_toe::TicTacToe;

fn expected<G: Game>(game: &G, line: &[G::Position], depth: u32) -> Score {
    let root = line.last().expect("the root at least");
    let values = reference::values(game, &mut line.to_vec(), 0, depth as usize);
    let Turn::Seat(seat) = game.turn(root) else { panic!("no chance here") };
    values[seat.index()]
}

/// The search finds the value that the reference finds, and its line is legal and leads to a position of that value.
fn check<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    techniques: Techniques,
    depth: u32,
) {
    let position = game.start();
    let task = Task { game, evaluator: &RandomScores, position: &position, history: None };
    let report = report(options(techniques), &task, &Limits::to_depth(Depth::new(depth)));
    assert_eq!(
        report.score,
        expected(game, std::slice::from_ref(&position), depth),
        "{techniques:?}"
    );
    let mut played = vec![position];
    let mut moves = Vec::new();
    for &mv in &report.line {
        let mut next = played.last().expect("the root at least").clone();
        assert_eq!(game.legal_moves(&next, &mut moves), Status::Ongoing);
        assert!(moves.contains(&mv), "{mv:?} is not legal in {next:?}");
        game.play(&mut next, mv);
        played.push(next);
    }
    assert_eq!(report.best, report.line.first().copied());
}

proptest! {
    #[test]
    fn on_random_trees(seed: u64, plies_max in 1_u8..8, depth in 1_u32..9) {
        let game = Tree::<2> { seed, plies_max };
        prop_assume!(game.legal_moves(&game.start(), &mut Vec::new()) == Status::Ongoing);
        check(&game, EXACT, depth);
        for technique in EXACT.iter() {
            check(&game, EXACT.without(technique), depth);
        }
    }

    #[test]
    fn on_graphs_whose_positions_come_back(seed: u64, occurrences in 2_u8..4, depth in 1_u32..7) {
        let game = Graph { seed, occurrences };
        check(&game, EXACT.without(Technique::Table), depth);
    }
}

#[test]
fn tic_tac_toe_is_solved() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let report = report(options(Techniques::ALL), &task, &Limits::to_depth(Depth::new(12)));
    assert_eq!((report.score, report.completed), (Score::ZERO, true));
}
