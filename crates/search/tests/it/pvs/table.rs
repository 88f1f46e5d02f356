//! What is kept from one search to the next.

use board_engine::Game;
use checkers::{Checkers, English};
use checkers_players::CheckersEntry;
use connect_four_players::ConnectFourEntry;
use game_family::CatalogEntry;
use search::Depth;

use super::*;

#[test]
fn the_table_makes_the_next_search_shorter_until_it_is_forgotten() {
    let game = Checkers::<English>::new();
    let (_, evaluator) = &CheckersEntry::<English>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(8));
    let mut search = hinted::<CheckersEntry<English>>(options(Techniques::ALL));
    let mut nodes = || search.search(&task, &limits).statistics.nodes;
    let (first, second) = (nodes(), nodes());
    assert!(second < first, "{second} after {first}");
    search.forget();
    let again = search.search(&task, &limits);
    assert_eq!(again.statistics.nodes, first);
}

#[test]
fn a_table_that_is_far_too_small_changes_no_proof() {
    let game = connect_four::ConnectGame::<u32>::new(4, 4, 4).expect("it fits");
    let (_, evaluator) = &ConnectFourEntry::<u32>::EVALUATORS[0];
    let position = game.start();
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(16));
    let full = Techniques::ALL
        .without(search::Technique::LateMoveReductions)
        .without(search::Technique::Probcut);
    let score = |hash_mebibytes| {
        let options = PvsOptions { hash_mebibytes, ..options(full) };
        hinted::<ConnectFourEntry<u32>>(options).search(&task, &limits).score
    };
    assert_eq!(score(0), score(16));
}
