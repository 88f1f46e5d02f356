//! Tests of the hints for the strong chess search.

use board_engine::{Game, Notation, Seat, Turn};
use chess::{Chess, Position};
use chess_players::{ChessEvaluator, ChessHints};
use search::{
    Algorithm, Depth, Hints, Limits, Pvs, PvsOptions, Score, Task, Technique, Techniques,
};

const GAME: fn() -> Chess = Chess::default;

fn position(text: &str) -> Position {
    GAME().parse_position(text).unwrap()
}

#[test]
fn a_null_move_is_only_tried_out_of_check_with_pieces() {
    let pass = |text: &str| ChessHints.null_move(&GAME(), &position(text));
    let passed = pass("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1").unwrap();
    assert_eq!(GAME().turn(&passed), Turn::Seat(Seat::SECOND));
    assert_eq!(GAME().format_position(&passed), "4k3/8/8/8/8/8/4P3/R3K3 b Q - 1 1");
    assert_eq!(pass("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), None, "pawns alone");
    assert_eq!(pass("4k3/8/8/8/8/8/4P3/3BK3 w - - 0 1"), None, "a bishop alone");
    assert!(pass("4k3/8/8/8/8/8/4P3/2NBK3 w - - 0 1").is_some());
    assert_eq!(pass("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1"), None, "in check");
}

#[test]
fn an_exchange_is_followed_to_its_end() {
    let check = |text: &str, mv: &str, gain: i32| {
        let position = position(text);
        let played = GAME().parse_move(&position, mv).unwrap();
        let gains = |least| ChessHints.exchange_gains(&GAME(), &position, played, least);
        assert!(gains(gain) && !gains(gain + 1), "{mv} in {text} gains {gain}");
    };
    check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 100);
    check("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
    check("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500);
    // The rook behind the first one takes part in the exchange, and the king captures last.
    check("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100);
    check("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500);
    check("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500);
    check("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100);
    // En passant, with a promotion, and into an attack.
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100);
    check("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q", 500 + 950 - 100);
    check("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "Rd5", -500);
    check("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rd5", 0);
}

#[test]
fn a_check_is_seen_before_it_is_given() {
    let check = |text: &str, mv: &str, expected: bool| {
        let position = position(text);
        let played = GAME().parse_move(&position, mv).unwrap();
        assert_eq!(ChessHints.gives_check(&GAME(), &position, played), expected, "{mv} in {text}");
        let mut after = position.clone();
        GAME().play(&mut after, played);
        assert_eq!(ChessHints.is_in_check(&GAME(), &after), expected, "{mv} in {text}");
    };
    let text = "4k3/P7/8/1N6/8/8/3Q2B1/4K2R w K - 0 1";
    for mv in ["Nc7", "Nd6", "Qe2", "Bc6", "Rh8", "a8=Q", "a8=R"] {
        check(text, mv, true);
    }
    for mv in ["Nc3", "Qd5", "Bf3", "Rh7", "a8=N", "O-O"] {
        check(text, mv, false);
    }
}

/// The mover's score in a search to this depth.
fn score(text: &str, techniques: Techniques, depth: u32) -> Score {
    let (game, position) = (GAME(), position(text));
    let evaluator = &ChessEvaluator::Standard;
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let options = PvsOptions { hash_mebibytes: 1, techniques, ..PvsOptions::default() };
    let limits = Limits::to_depth(Depth::new(depth));
    Pvs::with_hints(options, ChessHints).search(&task, &limits).score
}

#[test]
fn a_mate_is_found_with_and_without_each_technique() {
    let without = Technique::ALL.map(|technique| Techniques::ALL.without(technique));
    for techniques in without.into_iter().chain([Techniques::ALL, Techniques::NONE]) {
        let check = |text: &str, depth| {
            let found = score(text, techniques, depth);
            assert!(found.is_win(), "{text} without one of {techniques:?}: {found}");
        };
        check("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 6);
        // A rook sacrifice: a deeper search finds the moves that evaluation-based pruning has skipped.
        check("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 8);
    }
}
