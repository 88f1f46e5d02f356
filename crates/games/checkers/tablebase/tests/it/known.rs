//! Tests of positions with known values, and of tables that check themselves.

use board_engine::Notation;
use checkers::{Checkers, English, International, Russian, Turkish, Variant};
use tablebase::{Content, Counts, Plies, TableValue};

use crate::support::built;

/// Checks the values of positions in tables with this number of pieces.
fn check<V: Variant>(pieces: u8, positions: &[(&str, TableValue)]) {
    let (_folder, builder) = built::<V>(pieces, Content::Distances);
    let game = Checkers::<V>::new();
    for (text, expected) in positions {
        let position = game.parse_position(text).unwrap();
        let found = builder.tables().probe(&position).unwrap();
        let expected = if expected.plies().is_none() {
            (found.without_plies(), *expected)
        } else {
            (found, *expected)
        };
        assert_eq!(expected.0, expected.1, "{text}");
    }
    let mut state = 0_u64;
    let mut draw = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let found = builder.tables().verify(2_000, &mut draw, &mut |_| true);
    assert_eq!(found.checked, 2_000);
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
}

/// Positions without a legal move are immediate losses; tables without distances store only the loss.
#[test]
fn all_positions_in_tables_without_distances_are_correct() {
    let (_folder, builder) = built::<English>(2, Content::Values);
    let blocked = Checkers::<English>::new().parse_position("W:W5:B1").unwrap();
    assert_eq!(builder.tables().probe(&blocked), Some(TableValue::Loss(None)));
    let counts = builder.tables().list().into_iter().flat_map(|table| table.counts);
    let positions: u64 = counts.map(Counts::positions).sum();
    // Each number is drawn once, and numbers without a position don't count.
    let mut next = 0..;
    let found = builder.tables().verify(positions, &mut |_| next.next().unwrap(), &mut |_| true);
    assert_eq!((found.checked, found.unchecked), (positions, 0));
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
}

const ANY: Plies = None;

/// E. Trice, report on his generator, World Draughts Forum, thread 2603: a king against a king in English checkers.
#[test]
fn won_drawn_and_lost_counts_match_published_counts() {
    let (_folder, builder) = built::<English>(2, Content::Distances);
    let kings = builder.tables().list().into_iter().find(|table| table.material == "1k-1k");
    let kings = kings.unwrap();
    assert_eq!(kings.counts, [Counts { wins: 230, draws: 654, losses: 108 }]);
    assert_eq!(kings.plies_max, Some(11));
}

#[test]
fn two_kings_win_against_one_in_english_checkers_unless_it_is_in_a_double_corner() {
    check::<English>(
        3,
        &[
            // The end of every two-against-one ending: the king leaves the double corner and is captured.
            ("W:WK14,K15:BK23", TableValue::Win(ANY)),
            ("B:WK27:BK32", TableValue::Win(Some(1))),
            ("W:WK32:BK27", TableValue::Win(Some(1))),
            ("W:WK18:BK1", TableValue::Draw),
            ("W:WK18,K22:BK1", TableValue::Win(ANY)),
            ("W:W5:B28", TableValue::Draw),
        ],
    );
}

/// A flying king can't catch another king unless it can capture that king immediately.
#[test]
fn a_flying_king_draws_against_another_king() {
    check::<Russian>(
        2,
        &[("W:WKh4:BKa1", TableValue::Draw), ("W:WKa1:BKe5", TableValue::Win(Some(1)))],
    );
    check::<International>(2, &[("W:WK27:BK5", TableValue::Draw)]);
}

/// Rule 19 b: one piece on each side is a draw, unless the side to move can capture.
#[test]
fn one_piece_each_is_a_draw_in_turkish_draughts() {
    check::<Turkish>(
        2,
        &[("W:WKa1:Bh5", TableValue::Draw), ("W:WKa1:Ba5", TableValue::Win(Some(1)))],
    );
}
