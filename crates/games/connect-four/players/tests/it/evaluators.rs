//! Compares the values of small positions with values counted by hand.

use board_engine::{Game, Notation, Seat};
use connect_four::ConnectFour;
use connect_four_players::{ConnectFourEntry, ConnectFourHints, Threats};
use game_family::CatalogEntry;
use search::{Evaluator, Hints, Score, Tension};

fn value(text: &str) -> Score {
    let game = ConnectFour::default();
    Threats.evaluate(&game, &game.parse_position(text).unwrap(), Seat::FIRST)
}

#[test]
fn lines_count_by_their_discs_unless_blocked() {
    assert_eq!(value("7/7/7/7/7/7 r"), Score::ZERO);
    // d1 is on four lines along the row, one upward, and one on each diagonal. a1 is on one line along the row, one
    // upward and one diagonal.
    assert_eq!(value("7/7/7/7/7/3r3 y"), Score::new(7));
    assert_eq!(value("7/7/7/7/7/r6 y"), Score::new(3));
    // Red: a1 is on one line in each direction. b1 is on two lines along the row (one of them with a1: 3), one upward
    // and one rising diagonal.
    assert_eq!(value("7/7/7/7/7/rr4y y"), Score::new((3 + 1) + (1 + 1) + (1 + 1) - 3));
}

#[test]
fn a_threat_counts_more_on_rows_with_the_right_parity() {
    // Three in row 3 and row 2, with nothing below the square that completes them.
    let red_odd = "7/7/7/rrr4/yyr4/rry2yy y";
    let red_even = "7/7/7/7/rrr4/yyr1y2 y";
    assert!(value(red_odd) > value(red_even), "{} {}", value(red_odd), value(red_even));
    assert!(value(red_even) > Score::new(20));
}

#[test]
fn immediate_wins_and_threats_are_noisy() {
    let game = ConnectFour::default();
    let check = |text: &str, tension: Tension, noisy: &[&str]| {
        let position = game.parse_position(text).unwrap();
        assert_eq!(ConnectFourHints.tension(&game, &position), tension, "{text}");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        moves.retain(|&mv| ConnectFourHints.is_noisy(&game, &position, mv));
        let moves: Vec<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
        assert_eq!(moves, noisy, "{text}");
    };
    check("7/7/7/7/7/3r3 y", Tension::Calm, &[]);
    // Three in a column win immediately, or must be blocked.
    check("7/7/7/r6/r5y/r2y2y r", Tension::Noisy, &["1"]);
    check("7/7/7/r6/r5y/r2y2y r", Tension::Noisy, &["1"]);
    // Three in a row with one open end.
    check("7/7/7/7/3y3/2rrry1 y", Tension::Noisy, &["2"]);
    // The square that completes the line is not yet reachable.
    check("7/7/7/7/yyy4/rry1rr1 r", Tension::Calm, &[]);
    // The rules end the game here.
    check("7/7/r6/r6/r5y/r4yy y", Tension::Unknown, &[]);
}

#[test]
fn wins_rank_before_defenses_and_defenses_before_other_moves() {
    let game = ConnectFour::default();
    let position = game.parse_position("7/7/7/y6/y5r/y4rr r").unwrap();
    let rank = |text: &str| {
        ConnectFourEntry::rank(&game, &position, game.parse_move(&position, text).unwrap())
    };
    assert_eq!(["1", "4", "7"].map(rank), [1, 0, 0]);
    let position = game.parse_position("7/7/7/y5r/y5r/y5r r").unwrap();
    let rank = |text: &str| {
        ConnectFourEntry::rank(&game, &position, game.parse_move(&position, text).unwrap())
    };
    assert_eq!(["1", "4", "7"].map(rank), [1, 0, 2]);
}
