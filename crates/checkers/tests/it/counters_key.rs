//! What the counters of draw rules add to a position's key.

use board_engine::{Game, Notation, Status};
use checkers::{Checkers, English, International, Turkish, Variant};

#[test]
fn counters_matter_from_half_of_their_limit_on() {
    // 80 plies with kings alone are a draw in English draughts.
    check_counters(Checkers::<English>::new(), "B:WK32:BK1", 80);
    // Of two limits that endings of international draughts have, this one has the longer.
    check_counters(Checkers::<International>::new(), "W:WK27,K32,K38:BK1", 32);
}

/// From this position the kings move about, and give nothing away, until a rule ends the game after `limit` plies.
fn check_counters<V: Variant>(game: Checkers<V>, start: &str, limit: usize) {
    let mut position = game.parse_position(start).unwrap();
    let (mut seen, mut moves) = (Vec::new(), Vec::new());
    while game.legal_moves(&position, &mut moves) == Status::Ongoing {
        seen.push(game.counters_key(&position));
        let after = moves.iter().map(|&mv| {
            let mut after = position;
            game.play(&mut after, mv);
            after
        });
        position = after.clone().find(|after| !Checkers::<V>::can_capture(after)).unwrap();
    }
    let outcome = game.legal_moves(&position, &mut moves).outcome();
    assert!(outcome.is_some_and(|outcome| outcome.is_by_counting()), "{start}: {outcome:?}");
    assert_eq!(seen.len(), limit, "{start}");
    assert!(seen[..limit / 2].iter().all(|&counters| counters == 0), "{start}: {seen:?}");
    assert!(seen[limit / 2..].iter().all(|&counters| counters > 0), "{start}: {seen:?}");
    assert_eq!(seen[limit / 2], seen[limit / 2 + 3], "{start}: {seen:?}");
    assert!(seen.is_sorted(), "{start}: {seen:?}");
    // Where few plies are left each counts.
    let late = &seen[limit - limit / 4..];
    assert!(late.is_sorted_by(|before, after| before < after), "{start}: {seen:?}");
}

/// What the pieces that are left decide is no count, though they could move on.
#[test]
fn a_draw_by_material_is_none_by_counting() {
    let game = Checkers::<Turkish>::new();
    let position = game.parse_position("W:Wa1:Bh8").unwrap();
    let outcome = game.legal_moves(&position, &mut Vec::new()).outcome();
    assert!(outcome.is_some_and(|outcome| !outcome.is_by_counting()), "{outcome:?}");
}
