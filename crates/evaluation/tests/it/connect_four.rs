//! Values of small positions, counted by hand.

use board_engine::{Notation, Seat};
use connect_four::ConnectFour;
use evaluation::{RankedMoves, Threats};
use search::{Evaluator, Score};

fn value(text: &str) -> Score {
    let game = ConnectFour::default();
    Threats.evaluate(&game, &game.parse_position(text).unwrap(), Seat::FIRST)
}

#[test]
fn lines_count_by_their_discs_unless_they_are_blocked() {
    assert_eq!(value("7/7/7/7/7/7 r"), Score::ZERO);
    // d1 lies on four lines along the row, one up, and one in each diagonal; a1 on one, one and one.
    assert_eq!(value("7/7/7/7/7/3r3 y"), Score::new(7));
    assert_eq!(value("7/7/7/7/7/r6 y"), Score::new(3));
    // Red: a1 has one, one, one; b1 is on two along the row (one of them with a1: 3), one up and one rising.
    assert_eq!(value("7/7/7/7/7/rr4y y"), Score::new((3 + 1) + (1 + 1) + (1 + 1) - 3));
}

#[test]
fn a_threat_is_worth_more_on_the_rows_that_one_comes_to() {
    // Three in row 3 and row 2, with nothing below the square that completes them.
    let red_odd = "7/7/7/rrr4/yyr4/rry2yy y";
    let red_even = "7/7/7/7/rrr4/yyr1y2 y";
    assert!(value(red_odd) > value(red_even), "{} {}", value(red_odd), value(red_even));
    assert!(value(red_even) > Score::new(20));
}

#[test]
fn a_win_ranks_before_a_defense_and_that_before_the_rest() {
    let game = ConnectFour::default();
    let position = game.parse_position("7/7/7/y6/y5r/y4rr r").unwrap();
    let rank = |text: &str| game.rank(&position, game.parse_move(&position, text).unwrap());
    assert_eq!(["1", "4", "7"].map(rank), [1, 0, 0]);
    let position = game.parse_position("7/7/7/y5r/y5r/y5r r").unwrap();
    let rank = |text: &str| game.rank(&position, game.parse_move(&position, text).unwrap());
    assert_eq!(["1", "4", "7"].map(rank), [1, 0, 2]);
}
