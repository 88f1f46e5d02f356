//! Tests for positions in games where all of a seat's pieces are identical, and for lines of such pieces.

use board_engine::in_a_row::{InARow, InARowError, completing, has_line};
use board_engine::{Bitboard, Seat, Stones, StonesText};

fn single(bit: u32) -> Bitboard<u64> {
    Bitboard::single(bit)
}

#[test]
fn seats_put_stones_in_turn() {
    let mut stones = Stones::<u64, 3>::EMPTY;
    for (bit, seat) in [0, 1, 2, 3].into_iter().zip([0, 1, 2, 0]) {
        assert_eq!(stones.mover(), Seat::new(seat));
        stones.put(single(bit));
        assert_eq!((stones.last_mover(), stones.newest().contains(bit)), (Seat::new(seat), true));
    }
    let sets = [single(0) | single(3), single(1), single(2)];
    assert_eq!(Seat::all(3).map(|seat| stones.stones(seat)).collect::<Vec<_>>(), sets);
    assert_eq!(stones, Stones::new(sets, Seat::SECOND));
    assert_eq!(stones.occupied().count(), 4);
}

#[test]
fn copies_are_equal() {
    let two = Stones::<u64, 2>::new([single(5), single(7)], Seat::SECOND);
    let three = Stones::<u64, 3>::new([single(5), single(7), single(9)], Seat::SECOND);
    assert_eq!((Clone::clone(&two), Clone::clone(&three)), (two, three));
}

#[test]
fn stones_survive_their_board_and_its_text() {
    let text = StonesText { width: 3, height: 2, letters: &['x', 'o'] };
    let bit = |square: board_engine::Square| 2 * u32::try_from(square.index()).unwrap();
    let stones = Stones::new([single(0) | single(4), single(8)], Seat::SECOND);
    let written = text.format(&stones.board(6, bit), stones.mover());
    assert_eq!(written, "x1x/1o1 o");
    for read in ["x1x/1o1 o", "X1x/1O1 O"] {
        let (board, mover) = text.parse(read).unwrap();
        assert_eq!(Stones::of_board(&board, mover, bit), stones, "{read}");
    }
    let refused = |read| text.parse(read).unwrap_err().reason();
    assert_eq!(refused("3/3 z"), "expected the side to move, x or o at column 5");
    assert_eq!(refused("3/z2 x"), "expected x, o or a number of empty squares at column 3");
}

#[test]
fn lines_of_every_length_are_found_and_completed() {
    for length in 1..=7 {
        for step in [1, 8, 9, 7] {
            let first = 7 * (length - 1);
            let line: Bitboard<u128> = (0..length).map(|place| first + place * step).collect();
            assert!(has_line::<_, 8, 3>(line.0, 8, length), "{length} by {step}");
            let gap = Bitboard::single(first + (length / 2) * step);
            let rest = (line - gap).0;
            assert!(!has_line::<_, 8, 3>(rest, 8, length), "{length} by {step} with a gap");
            let places = Bitboard(completing::<_, 8, 3>(rest, 8, length));
            assert!(places.meets(gap), "{length} by {step}");
        }
    }
}

#[test]
fn impossible_parameters_are_refused() {
    let size = InARow::new(7, 6, 4).unwrap();
    assert_eq!((size.width(), size.height(), size.length()), (7, 6, 4));
    assert_eq!((size.reason(), size.geometry().square_count()), ("four in a row", 42));
    assert_eq!(InARow::new(0, 6, 4), Err(InARowError::Zero { width: 0, height: 6, length: 4 }));
    assert_eq!(
        InARow::new(27, 6, 4).unwrap_err().to_string(),
        "board size 27x6 is too large: at most 26 columns and 26 rows"
    );
    assert_eq!(
        InARow::new(3, 3, 4).unwrap_err().to_string(),
        "4 in a row does not fit on a board of size 3x3"
    );
}
