//! Tests that the evaluators obey the laws.

use board_engine::{Game, Notation, Seat};
use checkers::any_size::CheckersAnySize;
use checkers::{Checkers, English, Italian, Losing, Turkish, Variant};
use checkers_players::{AnySizeEntry, CheckersEntry, DraughtsEvaluator, Patterns, Term};
use conformance::evaluation::obey_the_laws;
use game_family::CatalogEntry;
use search::Evaluator;

fn check<V: Variant>() {
    obey_the_laws::<CheckersEntry<V>>(&Checkers::<V>::new());
}

#[test]
fn the_evaluators_obey_the_laws() {
    check::<English>();
    check::<Italian>();
    check::<Turkish>();
    check::<Losing>();
}

#[test]
fn the_evaluator_of_other_sizes_obeys_the_laws() {
    obey_the_laws::<AnySizeEntry>(&CheckersAnySize::new(10, 10, 3).unwrap());
}

#[test]
fn the_start_is_equal_except_for_the_side_to_move() {
    let game = Checkers::<English>::new();
    let start = game.format_position(&game.start());
    let passed = start.replacen("B:", "W:", 1);
    let passed = game.parse_position(&passed).unwrap();
    for (info, evaluator) in CheckersEntry::<English>::EVALUATORS {
        let mover = evaluator.evaluate(&game, &game.start(), Seat::FIRST).value();
        let mover_passed = evaluator.evaluate(&game, &passed, Seat::SECOND).value();
        assert_eq!(mover, mover_passed, "{}", info.name);
        // The weight for having the move was learned too.
        let [turn, _] = Patterns::weight_of_term::<English>(Term::Turn);
        assert_eq!(mover, if info.name == "patterns" { turn } else { 0 }, "{}", info.name);
    }
}

#[test]
fn evaluators_are_found_by_their_names() {
    for (info, evaluator) in CheckersEntry::<English>::EVALUATORS {
        assert_eq!(CheckersEntry::<English>::evaluator(info.name), Some(*evaluator));
    }
    assert_eq!(CheckersEntry::<English>::evaluator("none"), None::<DraughtsEvaluator>);
}
