//! Tests for counting leaves.

use board_engine::{Game, Leaves, PERFT_DEPTH_MAX, divide, perft};

use crate::Ring;

const RING: Ring = Ring { size: 3, occurrences: 3 };

/// The leaves counted one by one.
fn naive(position: crate::OnRing, depth: u32) -> u64 {
    let mut moves = Vec::new();
    RING.legal_moves(&position, &mut moves);
    if depth == 0 {
        return 1;
    }
    let below = |mv| {
        let mut child = position;
        RING.play(&mut child, mv);
        naive(child, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

#[test]
fn both_ways_of_counting_agree() {
    for depth in 0..8 {
        let expected = naive(RING.start(), depth);
        for leaves in [Leaves::Counted, Leaves::Made] {
            assert_eq!(
                perft(&RING, &RING.start(), depth, leaves),
                expected,
                "depth {depth}, {leaves:?}"
            );
        }
    }
}

#[test]
fn repetition_does_not_end_a_count() {
    // Each ply has three moves until the piece leaves, and recurring positions are counted repeatedly.
    assert_eq!(perft(&RING, &RING.start(), 2, Leaves::Counted), 3 + 3);
}

#[test]
fn divide_counts_add_up() {
    let parts = divide(&RING, &RING.start(), 6, Leaves::Counted);
    assert_eq!(parts.len(), 3);
    assert_eq!(
        parts.iter().map(|(_, count)| count).sum::<u64>(),
        perft(&RING, &RING.start(), 6, Leaves::Made)
    );
    assert!(divide(&RING, &RING.start(), 0, Leaves::Counted).is_empty());
}

#[test]
fn the_depth_of_a_count_is_limited() {
    let count = |depth| {
        let count = || perft(&RING, &RING.start(), depth, Leaves::Made);
        std::panic::catch_unwind(count).is_ok()
    };
    assert!(count(3) && !count(PERFT_DEPTH_MAX + 1));
}
