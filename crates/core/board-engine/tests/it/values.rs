//! Tests for seats, colors, outcomes, boards and keys.

use board_engine::{Board, Color, Outcome, Piece, Seat, Square, Status, zobrist};

#[test]
fn payoffs_are_in_seat_order() {
    let win = Outcome::win(Seat::SECOND, "no legal move");
    assert_eq!((win.payoffs(), win.reason()), (&[-1, 1][..], "no legal move"));
    let three = Outcome::new(&[2, -1, -1], "most points");
    assert_eq!(three.payoff(Seat::new(2)), -1);
    assert_eq!(Status::Over(three).outcome(), Some(three));
    assert_eq!(Status::Ongoing.outcome(), None);
}

#[test]
fn colors_are_opposites() {
    assert_eq!(Color::ALL.map(|color| !color), [Color::Black, Color::White]);
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["White", "Black"]);
}

#[test]
fn people_count_seats_from_one() {
    assert_eq!(
        Seat::all(3).map(|seat| seat.to_string()).collect::<Vec<_>>(),
        ["seat 1", "seat 2", "seat 3"]
    );
}

#[test]
fn two_seats_are_mutual_opponents() {
    let opponents = Seat::all(2).map(Seat::opponent);
    assert_eq!(opponents.collect::<Vec<_>>(), [Seat::SECOND, Seat::FIRST]);
}

#[test]
fn a_square_holds_one_piece() {
    let mut board = Board::empty(4);
    let (man, king) = (Piece::new(Color::White, 'm'), Piece::new(Color::Black, 'k'));
    assert_eq!(board.put(Square::new(2), man), None);
    assert_eq!(board.put(Square::new(2), king), Some(man));
    assert_eq!(board.pieces().collect::<Vec<_>>(), [(Square::new(2), king)]);
    assert_eq!((board.remove(Square::new(2)), board.piece_on(Square::new(2))), (Some(king), None));
}

#[test]
fn zobrist_numbers_are_distinct_and_stable() {
    const NUMBERS: zobrist::Zobrist<2, 64> = zobrist::Zobrist::new(7);
    let pieces =
        (0..2).flat_map(|kind| (0..64).map(move |square| NUMBERS.piece(kind, Square::new(square))));
    let mut all: Vec<u64> =
        pieces.chain([Seat::FIRST, Seat::SECOND].map(|seat| NUMBERS.turn(seat))).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 2 * 64 + 2);
    // Stored in tables and files, so it must never change.
    assert_eq!(zobrist::Zobrist::<1, 1>::new(0).piece(0, Square::new(0)), 0xE220_A839_7B1D_CDAF);
}

#[test]
fn mixing_distinguishes_order_and_length() {
    let keys = [&[][..], &[0], &[0, 0], &[1, 2], &[2, 1]].map(zobrist::mix);
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{keys:?}");
    }
}
