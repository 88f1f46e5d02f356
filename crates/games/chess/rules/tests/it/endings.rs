//! Tests of how games end.

use board_engine::{Game, KeyHistory, Notation, Seat, Status};
use chess::{Chess, DrawRule};

/// The payoffs and the reason for the end; `None` if the game is not over.
fn ending(game: Chess, text: &str) -> Option<(Vec<i16>, &'static str)> {
    let position = game.parse_position(text).unwrap();
    let status = game.legal_moves(&position, &mut Vec::new());
    assert_eq!(status, game.status(&position, &mut Vec::new()), "{text}");
    status.outcome().map(|outcome| (outcome.payoffs().to_vec(), outcome.reason()))
}

#[test]
fn mates_and_stalemates() {
    let check =
        |text, expected| assert_eq!(ending(Chess::default(), text), Some(expected), "{text}");
    check("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", (vec![1, -1], "checkmate"));
    check("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", (vec![-1, 1], "checkmate"));
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", (vec![0, 0], "stalemate"));
}

#[test]
fn dead_positions() {
    let dead = Some((vec![0, 0], "neither side can mate"));
    for text in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KB2/8/8 b - - 0 1",
        "8/8/4kb2/8/8/4K1B1/8/8 b - - 0 1",
    ] {
        assert_eq!(ending(Chess::default(), text), dead, "{text}");
    }
    for text in [
        "8/8/4kb2/8/8/4KB2/8/8 b - - 0 1",
        "8/8/4kn2/8/8/4KN2/8/8 b - - 0 1",
        "8/8/4k3/8/8/3NKN2/8/8 b - - 0 1",
        "8/8/4k3/8/8/4KP2/8/8 w - - 0 1",
    ] {
        assert_eq!(ending(Chess::default(), text), None, "{text}");
    }
}

#[test]
fn moves_without_progress() {
    let automatic = Chess::default().with_draw_rule(DrawRule::Automatic);
    let at = |plies| format!("8/8/4k3/8/8/3RK3/8/8 w - - {plies} 90");
    assert_eq!(ending(Chess::default(), &at(99)), None);
    let fifty = (vec![0, 0], "fifty moves without a capture or a pawn move");
    assert_eq!(ending(Chess::default(), &at(100)), Some(fifty));
    assert_eq!(ending(automatic, &at(149)), None);
    let seventy_five = (vec![0, 0], "seventy-five moves without a capture or a pawn move");
    assert_eq!(ending(automatic, &at(150)), Some(seventy_five));
    // Mate takes precedence.
    assert_eq!(
        ending(automatic, "7k/6Q1/6K1/8/8/8/8/8 b - - 150 99"),
        Some((vec![1, -1], "checkmate"))
    );
}

/// The number of occurrences of the position after these moves.
fn occurrences(start: &str, moves: &str) -> usize {
    let game = Chess::default();
    let mut position = game.parse_position(start).unwrap();
    let mut history = KeyHistory::starting_at(&game, &position);
    for text in moves.split(' ') {
        let mv = game.parse_move(&position, text).unwrap();
        history.play(&game, &mut position, mv);
    }
    history.occurrences()
}

#[test]
fn repetition_depends_on_the_possible_moves() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(occurrences(start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), 3);
    // The pawn on e4 can't be captured en passant, so the en passant square makes no difference.
    assert_eq!(occurrences(start, "e4 Nf6 Nf3 Ng8 Ng1"), 2);
    // Castling rights do make a difference.
    assert_eq!(occurrences("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kf1 Kd8 Ke1 Ke8"), 1);
}

#[test]
fn a_possible_en_passant_capture_makes_a_different_position() {
    let start = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(occurrences(start, "e4 Kd8 Kd1 Ke8 Ke1"), 1);
    // The pawn is pinned and must not capture.
    let pinned = "8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1";
    let game = Chess::default();
    let mut position = game.parse_position(pinned).unwrap();
    let mv = game.parse_move(&position, "e4").unwrap();
    game.play(&mut position, mv);
    let without = game.parse_position("8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1").unwrap();
    assert_eq!(game.key(&position), game.key(&without));
    assert_eq!(game.status(&position, &mut Vec::new()), Status::Ongoing);
}

#[test]
fn a_side_without_mating_material_cannot_win() {
    let check = |text: &str, expected: [bool; 2]| {
        let game = Chess::default();
        let position = game.parse_position(text).unwrap();
        let found = [Seat::FIRST, Seat::SECOND].map(|seat| game.can_win(&position, seat));
        assert_eq!(found, expected, "{text}");
    };
    check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [true, false]);
    check("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", [true, false]);
    check("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", [true, false]);
    check("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1", [false, true]);
    // A knight can mate if a rook blocks its king's escape, but not if a queen does.
    check("4k2q/8/8/8/8/8/8/N3K3 w - - 0 1", [false, true]);
    check("4k2r/8/8/8/8/8/8/N3K3 w - - 0 1", [true, true]);
    // A bishop needs a bishop on the other color, or an opposing piece that blocks the opposing king.
    check("4k2r/8/8/8/8/8/8/2B1K3 w - - 0 1", [false, true]);
    check("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [true, true]);
    check("4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1", [true, true]);
}
