//! Short helpers for testing the rules.

use board_engine::{Game, Notation, Outcome, Status};
use checkers::{Checkers, Position, Variant};

pub(crate) type AnalysisPosition<V> = Position<<V as Variant>::Word>;

/// Returns `true` if long tests run in full.
pub(crate) fn deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

pub(crate) fn position<V: Variant>(fen: &str) -> AnalysisPosition<V> {
    Checkers::<V>::new().parse_position(fen).unwrap()
}

/// The legal moves in standard notation, sorted.
pub(crate) fn moves<V: Variant>(fen: &str) -> Vec<String> {
    let game = Checkers::<V>::new();
    let position = position::<V>(fen);
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| game.format_move(&position, mv)).collect();
    texts.sort();
    texts
}

pub(crate) fn status<V: Variant>(fen: &str) -> Status {
    Checkers::<V>::new().legal_moves(&position::<V>(fen), &mut Vec::new())
}

pub(crate) fn outcome<V: Variant>(fen: &str) -> Option<Outcome> {
    status::<V>(fen).outcome()
}

/// Checks whether the position is a draw by counting. The pieces' moves are listed anyway.
pub(crate) fn check_draw<V: Variant>(fen: &str, expected: bool) {
    let mut moves = Vec::new();
    let status = Checkers::<V>::new().legal_moves(&position::<V>(fen), &mut moves);
    assert!(!moves.is_empty(), "{fen}: the pieces' moves are listed anyway");
    assert_eq!(status != Status::Ongoing, expected, "{fen}");
}

/// The position after these moves, which are separated by spaces.
pub(crate) fn after<V: Variant>(fen: &str, moves: &str) -> AnalysisPosition<V> {
    let game = Checkers::<V>::new();
    let mut position = position::<V>(fen);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}
