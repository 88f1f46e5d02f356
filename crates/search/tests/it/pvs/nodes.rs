//! The same search visits the same nodes. A change that means to search otherwise changes these numbers, and says why.

use board_engine::Game;
use checkers::{Checkers, English, Frisian, International};
use checkers_players::CheckersEntry;
use connect_four::ConnectFour;
use connect_four_players::ConnectFourEntry;
use search::Depth;

use super::*;

/// The nodes of a search of the start to this depth, with all techniques.
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
