//! Tests for square sets.

use board_engine::{Bitboard, Word};

fn check<W: Word>() {
    let top = W::BITS - 1;
    let set: Bitboard<W> = [0, 3, top].into_iter().collect();
    assert_eq!(set.into_iter().collect::<Vec<_>>(), [0, 3, top]);
    assert_eq!((set.count(), set.first(), set.0.highest()), (3, Some(0), top));
    assert!(set.contains(3) && !set.contains(4) && set.has_several() && !set.is_empty());
    assert_eq!(set.shifted(1).into_iter().collect::<Vec<_>>(), [1, 4]);
    assert_eq!(set.shifted(-1).into_iter().collect::<Vec<_>>(), [2, top - 1]);

    let other: Bitboard<W> = [3, 4].into_iter().collect();
    assert!(set.meets(other));
    assert_eq!((set & other).into_iter().collect::<Vec<_>>(), [3]);
    assert_eq!((set - other).into_iter().collect::<Vec<_>>(), [0, top]);
    assert_eq!((set | other).count(), 4);
    assert_eq!((set ^ other).count(), 3);
    assert_eq!((!set).count(), W::BITS - 3);
    assert!(!Bitboard::<W>::single(top).has_several());
    assert_eq!(Bitboard::<W>::EMPTY.first(), None);
}

#[test]
fn every_word_type_makes_the_same_sets() {
    check::<u16>();
    check::<u32>();
    check::<u64>();
    check::<u128>();
}

#[test]
fn both_halves_of_a_wide_word_count_in_its_fold() {
    let folds = [0_u128, 1, 1 << 64, 1 << 127, (1 << 64) | 1].map(Word::fold);
    for (index, fold) in folds.iter().enumerate() {
        assert!(!folds[..index].contains(fold), "{folds:?}");
    }
}
