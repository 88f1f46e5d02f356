//! Tests with recurring positions.

use board_engine::{Game, KeyHistory};

use crate::{Ring, Step};

fn check(steps: &[Step], expected: &[usize]) {
    let ring = Ring { size: 8, occurrences: 3 };
    let mut position = ring.start();
    let mut history = KeyHistory::starting_at(&ring, &position);
    let count = |step: &Step| {
        history.play(&ring, &mut position, *step);
        history.occurrences()
    };
    assert_eq!(steps.iter().map(count).collect::<Vec<_>>(), expected, "{steps:?}");
}

#[test]
fn a_position_counts_each_occurrence_with_the_same_side_to_move() {
    use Step::{Back, Forward};
    check(&[Forward, Back, Forward, Back], &[1, 2, 2, 3]);
    check(&[Forward, Forward, Forward], &[1, 1, 1]);
}

#[test]
fn positions_before_an_irreversible_move_do_not_count() {
    use Step::{Back, Forward, Leave};
    check(&[Forward, Back, Leave, Forward, Back], &[1, 2, 1, 1, 2]);
}

#[test]
fn keys_contain_only_positions_that_can_recur() {
    use Step::{Forward, Leave};
    let ring = Ring { size: 8, occurrences: 3 };
    let mut position = ring.start();
    let mut history = KeyHistory::starting_at(&ring, &position);
    let mut expected = vec![ring.key(&position)];
    for step in [Forward, Forward, Leave, Forward] {
        if step == Leave {
            expected.clear();
        }
        history.play(&ring, &mut position, step);
        expected.push(ring.key(&position));
        assert_eq!(history.keys_since_cut().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn positions_taken_back_do_not_count() {
    let ring = Ring { size: 8, occurrences: 3 };
    let start = ring.start();
    let mut history = KeyHistory::starting_at(&ring, &start);
    for _ in 0..2 {
        let mut position = start;
        history.play(&ring, &mut position, Step::Forward);
        history.play(&ring, &mut position, Step::Back);
        assert_eq!(history.occurrences(), 2);
        history.take_back();
        history.take_back();
    }
    assert_eq!((history.len(), history.occurrences()), (1, 1));
}

#[test]
fn the_rules_set_the_repetition_limit() {
    let ends_after = |occurrences| {
        let ring = Ring { size: 8, occurrences };
        let mut position = ring.start();
        let mut history = KeyHistory::starting_at(&ring, &position);
        let mut steps = [Step::Forward, Step::Back].into_iter().cycle();
        (0..10).find(|_| {
            history.outcome(&ring).is_some() || {
                history.play(&ring, &mut position, steps.next().unwrap());
                false
            }
        })
    };
    assert_eq!(ends_after(2), Some(2));
    assert_eq!(ends_after(3), Some(4));
}

#[cfg(debug_assertions)]
#[test]
fn a_history_continues_only_from_its_newest_position() {
    let ring = Ring { size: 8, occurrences: 3 };
    let plays_on = |other_place: u8| {
        std::panic::catch_unwind(|| {
            let mut position = ring.start();
            let mut history = KeyHistory::starting_at(&ring, &position);
            position.place = other_place;
            history.play(&ring, &mut position, Step::Forward);
        })
        .is_ok()
    };
    assert!(plays_on(0) && !plays_on(1));
}
