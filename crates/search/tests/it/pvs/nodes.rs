//! The same search visits the same nodes. A change that means to search otherwise changes these numbers, and says why.

use checkers::{Checkers, English, Frisian, International};
use connect_four::ConnectFour;
use search::Depth;

use super::*;

/// The nodes of a search of the start to this depth, with all techniques.
fn nodes<G>(game: &G, depth: u32) -> u64
where
    G: ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let (_, evaluator) = &G::EVALUATORS[0];
    let position = game.start();
    let task = Task { game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(depth));
    hinted::<G>(options(Techniques::ALL)).search(&task, &limits).statistics.nodes
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    assert_eq!(nodes(&Checkers::<English>::new(), 10), 24_974);
    assert_eq!(nodes(&Checkers::<International>::new(), 9), 39_010);
    assert_eq!(nodes(&Checkers::<Frisian>::new(), 7), 10_617);
    assert_eq!(nodes(&ConnectFour::default(), 9), 21_326);
}
