//! Compares the values of small positions with values counted by hand.

use board_engine::{Game, Notation, Seat};
use checkers::{Checkers, English, International, Losing, Variant};
use checkers_players::{Advance, CheckersEntry, FAMILY, Fibonacci, Material, Mobility, Pieces};
use game_family::CatalogEntry;
use search::{Evaluator, Score};

/// Checks the value for the starting side.
fn check<V: Variant>(position: &str, evaluator: &impl Evaluator<Checkers<V>>, expected: i32) {
    let game = Checkers::<V>::new();
    let position = game.parse_position(position).unwrap();
    assert_eq!(evaluator.evaluate(&game, &position, Seat::FIRST), Score::new(expected));
}

#[test]
fn kings_count_more_where_they_fly() {
    check::<English>("B:W32:BK1", &Material, 150 - 100);
    check::<International>("W:WK50:B1,2", &Material, 300 - 200);
}

#[test]
fn less_is_more_where_the_loser_wins() {
    check::<Losing>("W:WK50:B1,2", &Material, -(300 - 200));
}

#[test]
fn freedom_counts_moves_once_and_captures_five_times() {
    // Black's man on 1 has the moves 1-5 and 1-6; White's man on 29 has only 29-25.
    check::<English>("B:W29:B1", &Mobility, 2 - 1);
    // Each side can capture the other's man in one way, regardless of the side to move.
    check::<English>("B:W18:B15", &Mobility, 5 - 5);
    check::<English>("W:W18:B15", &Mobility, 5 - 5);
}

#[test]
fn advance_counts_squared_rows_and_king_squares() {
    // Black's man has advanced six rows, White's none.
    check::<English>("B:W32:B25", &Advance, (100 + 36) - 100);
    check::<English>("B:W25:B1", &Advance, 100 - (100 + 1));
    // Square 18 is in the middle, 1 on the first row, 4 in a corner, and 5 at the edge of a middle row.
    check::<English>("B:WK18:BK1", &Advance, 180 - 200);
    check::<English>("B:WK18:BK4", &Advance, 160 - 200);
    check::<English>("B:WK18:BK5", &Advance, 200 - 200);
}

#[test]
fn fibonacci_adds_a_number_for_each_row() {
    check::<International>("W:W46:B5", &Fibonacci, 1_010 - 1_010);
    check::<International>("W:W41:B5", &Fibonacci, 1_001 - 1_010);
    check::<International>("W:W6:B40", &Fibonacci, 1_031 - 1_021);
    check::<International>("W:WK28:B5", &Fibonacci, 3_000 - 1_010);
}

/// Displayed scores are in men, no matter which unit the evaluator uses.
#[test]
fn scores_are_in_men() {
    let game = FAMILY.open(Some("international")).unwrap();
    let position = game.explore(Some("W:W46,47:B5")).unwrap();
    let score = |evaluator| position.search("minimax", evaluator, 1).unwrap().score;
    for evaluator in ["material", "pieces", "fibonacci"] {
        assert_eq!(score(evaluator), Score::new(100), "{evaluator}");
    }
}

#[test]
fn pieces_are_men_and_kings_alike() {
    check::<English>("B:W31,32:BK1", &Pieces, 100 - 200);
    check::<Losing>("W:W31,32:BK1", &Pieces, -(200 - 100));
}

#[test]
fn captures_rank_by_victim_and_attacker() {
    let game = Checkers::<English>::new();
    let ranks = |position: &str| {
        let position = game.parse_position(position).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        moves.iter().map(|&mv| CheckersEntry::rank(&game, &position, mv)).collect::<Vec<_>>()
    };
    assert_eq!(ranks("B:WK18:B15"), [7], "a king by a man");
    assert_eq!(ranks("B:WK18:BK15"), [6], "a king by a king");
    assert_eq!(ranks("B:W18:BK15"), [5], "a man by a king");
    assert_eq!(ranks("B:W18:B15"), [4], "a man by a man");
    assert_eq!(ranks("B:WK1:B28"), [3], "a promotion");
    assert_eq!(ranks("B:W32:B4"), [0], "nothing special");
}
