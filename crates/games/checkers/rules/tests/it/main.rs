//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod any_size;
mod any_variant;
mod endings;
mod fen;
mod laws;
mod moves;
mod round_trips;
mod rules;
mod support;
#[path = "../../../../../core/notation/tests/it/pdn/texts.rs"]
mod texts;
mod variants;

use board_engine::{Game, Notation, Status, Viewer};
use checkers::{Checkers, English, International, Turkish, Variant};

use self::support::position;

#[test]
fn numbered_boards_show_the_numbers_on_the_squares() {
    let picture = Checkers::<English>::new()
        .diagram(&position::<English>("W:W21,K3:B12,K30:H3"), Viewer::Public);
    let expected = "
    .   .   W   .         1     2     3     4
  .   .   .   .        5     6     7     8
    .   .   .   b         9    10    11    12
  .   .   .   .       13    14    15    16
    .   .   .   .        17    18    19    20
  w   .   .   .       21    22    23    24
    .   .   .   .        25    26    27    28
  .   B   .   .       29    30    31    32
plies without a capture or a man's move: 3/80
";
    let squeeze = |text: &str| {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(squeeze(&picture.to_string()), squeeze(expected.trim_start()));
}

#[test]
fn counters_matter_from_half_of_their_limit() {
    // 80 plies with kings alone are a draw in English draughts.
    check_counters(Checkers::<English>::new(), "B:WK32:BK1", 80);
    // This is the longer of international draughts' two ending limits.
    check_counters(Checkers::<International>::new(), "W:WK27,K32,K38:BK1", 32);
}

/// Checks the counters while the kings move around without losing anything, from this position until a rule ends the
/// game after `limit` plies.
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
    // Near the limit, each ply matters.
    let late = &seen[limit - limit / 4..];
    assert!(late.is_sorted_by(|before, after| before < after), "{start}: {seen:?}");
}

/// A draw by material is not a draw by counting, even if moves are left.
#[test]
fn a_draw_by_material_is_not_a_draw_by_counting() {
    let game = Checkers::<Turkish>::new();
    let position = game.parse_position("W:Wa1:Bh8").unwrap();
    let outcome = game.legal_moves(&position, &mut Vec::new()).outcome();
    assert!(outcome.is_some_and(|outcome| !outcome.is_by_counting()), "{outcome:?}");
}
