//! Compares quiescence search with a plain minimax that follows the same rule.
//!
//! Without pruning and extensions, the value for a given depth equals the textbook value.
//!
//! Compared with plain minimax, three features can change the value for a given depth: pruning and extensions
//! (reductions, probcut, quiescence), early repetitions, and table entries from deeper searches. The first two are
//! switched off here. The third technique can't matter in trees: each position has only one path, so it is always
//! searched to the same depth below the same root, and entries from earlier iterations are too shallow. If positions
//! have several paths, either the table is off too, or the search reaches the ends of all lines and depth doesn't
//! matter.

use board_engine::{Game, Status, Turn};
use checkers::{Checkers, English, International};
use checkers_players::CheckersEntry;
use game_family::CatalogEntry;
use proptest::prelude::*;
use search::{Depth, Hints, Score, Technique, Zero};
use tic_tac_toe::TicTacToe;

use super::*;
use crate::tree::{Graph, RandomScores, Tree};

/// The value of the position for its mover: all moves for `depth` plies, then noisy moves until none are left.
fn plain<E: CatalogEntry>(
    game: &E::Game,
    position: &<E::Game as Game>::Position,
    depth: u32,
) -> Score {
    let (_, evaluator) = &E::EVALUATORS[0];
    let seat = |position: &<E::Game as Game>::Position| match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => panic!("no chance here"),
    };
    let mut moves = Vec::new();
    assert_eq!(game.legal_moves(position, &mut moves), Status::Ongoing, "far from the end");
    let mut best = Score::MIN;
    if depth == 0 {
        let count = moves.len();
        moves.retain(|&mv| E::Hints::default().is_noisy(game, position, mv));
        if moves.len() < count {
            best = evaluator.evaluate(game, position, seat(position));
        }
    }
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let below = plain::<E>(game, &child, depth.saturating_sub(1));
        best = best.max(if seat(&child) == seat(position) { below } else { -below });
    }
    best
}

fn check<E>(game: &E::Game, seed: u64, plies: u64, depth: u32)
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let Some(Situation { position, history }) = situation(game, seed, plies) else { return };
    let (_, evaluator) = &E::EVALUATORS[0];
    let task = Task { game, evaluator, position: &position, history: Some(&history) };
    let quiet = Techniques::NONE.with(Technique::Quiescence);
    let report = hinted::<E>(options(quiet)).search(&task, &Limits::to_depth(Depth::new(depth)));
    assert_eq!(report.score, plain::<E>(game, &position, depth), "{position:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn quiescence_agrees_with_a_plain_search(seed: u64, plies in 0_u64..24, depth in 1_u32..4) {
        check::<CheckersEntry<English>>(&Checkers::<English>::new(), seed, plies, depth);
        check::<CheckersEntry<International>>(&Checkers::<International>::new(), seed, plies, depth.min(2));
    }
}

fn textbook_score<G: Game>(game: &G, line: &[G::Position], depth: u32) -> Score {
    let root = line.last().expect("the root at least");
    let values = crate::agreement::minimax_values(game, &mut line.to_vec(), 0, depth as usize);
    let Turn::Seat(seat) = game.turn(root) else { panic!("no chance here") };
    values[seat.index()]
}

/// Checks that the search finds the reference value, and that its line is legal and leads to a position with that
/// value.
fn check_exact<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    techniques: Techniques,
    depth: u32,
) {
    let position = game.start();
    let task = Task { game, evaluator: &RandomScores, position: &position, history: None };
    let report = report(options(techniques), &task, &Limits::to_depth(Depth::new(depth)));
    assert_eq!(
        report.score,
        textbook_score(game, std::slice::from_ref(&position), depth),
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
        check_exact(&game, EXACT, depth);
        for technique in EXACT.iter() {
            check_exact(&game, EXACT.without(technique), depth);
        }
    }

    #[test]
    fn on_graphs_with_repeated_positions(seed: u64, occurrences in 2_u8..4, depth in 1_u32..7) {
        let game = Graph { seed, occurrences };
        check_exact(&game, EXACT.without(Technique::TranspositionTable), depth);
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
