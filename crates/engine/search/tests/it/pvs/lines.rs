//! Tests for several best lines.

use board_engine::{Game, Seat, Turn};
use checkers::{Checkers, English, Frisian, International};
use checkers_players::{CheckersEntry, DraughtsEvaluator};
use connect_four::ConnectFour;
use connect_four_players::ConnectFourEntry;
use proptest::prelude::*;
use search::{Depth, Score};

use super::*;
use crate::tree::{RandomScores, Tree};

/// The values of the moves at the start for the mover, best first.
fn values(game: &Tree<2>, depth: usize) -> Vec<Score> {
    let start = game.start();
    let Turn::Seat(mover) = game.turn(&start) else { panic!("no chance here") };
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    let value = |mv| {
        let mut child = start.clone();
        game.play(&mut child, mv);
        let values =
            crate::agreement::minimax_values(game, &mut vec![start.clone(), child], 1, depth - 1);
        values[Seat::index(mover)]
    };
    let mut values: Vec<Score> = moves.into_iter().map(value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    values
}

#[test]
fn lines_are_in_order_after_every_depth() {
    let game = Checkers::<English>::new();
    for seed in 0..20 {
        let Some(Situation { position, history }) = situation(&game, seed, 8) else { continue };
        let task = Task {
            game: &game,
            evaluator: &DraughtsEvaluator::Material,
            position: &position,
            history: Some(&history),
        };
        let mut search =
            hinted::<CheckersEntry<English>>(PvsOptions { lines: 4, ..options(Techniques::ALL) });
        search.search_with(&task, &Limits::to_depth(Depth::new(8)), &mut |progress| {
            let is_sorted =
                progress.lines.is_sorted_by(|before, after| before.score >= after.score);
            assert!(is_sorted, "opening {seed}: {:?}", progress.lines);
            ControlFlow::Continue(())
        });
    }
}

proptest! {
    #[test]
    fn lines_are_the_best_moves_in_order(
        seed: u64, plies_max in 1_u8..6, depth in 1_usize..6, count in 1_usize..6,
    ) {
        let game = Tree::<2> { seed, plies_max };
        let position = game.start();
        prop_assume!(game.legal_moves(&position, &mut Vec::new()) == Status::Ongoing);
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let mut lines = Vec::new();
        let limits = Limits::to_depth(Depth::new(u32::try_from(depth).expect("small")));
        let mut search = Pvs::new(PvsOptions { lines: count, ..options(EXACT) });
        search.search_with(&task, &limits, &mut |progress| {
            lines.clone_from(&progress.lines);
            ControlFlow::Continue(())
        });
        let mut expected = values(&game, depth);
        expected.truncate(count);
        let found: Vec<Score> = lines.iter().map(|line| line.score).collect();
        prop_assert_eq!(found, expected);
        let mut first: Vec<u8> = lines.iter().map(|line| line.moves[0]).collect();
        first.sort_unstable();
        first.dedup();
        prop_assert_eq!(first.len(), lines.len(), "each line begins with another move");
    }
}

/// The number of nodes when searching from the start to this depth with all techniques.
fn nodes<E>(game: &E::Game, depth: u32) -> u64
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    let position = game.start();
    let task = Task { game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(depth));
    hinted::<E>(options(Techniques::ALL)).search(&task, &limits).statistics.nodes
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    assert_eq!(nodes::<CheckersEntry<English>>(&Checkers::<English>::new(), 10), 16_914);
    assert_eq!(nodes::<CheckersEntry<International>>(&Checkers::<International>::new(), 9), 34_018);
    assert_eq!(nodes::<CheckersEntry<Frisian>>(&Checkers::<Frisian>::new(), 7), 10_617);
    assert_eq!(nodes::<ConnectFourEntry<u64>>(&ConnectFour::default(), 9), 21_326);
}
