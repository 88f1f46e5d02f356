//! What people are told of texts that make no sense.

use board_engine::NotationError;

#[test]
fn the_place_is_counted_in_characters() {
    let error = NotationError::malformed_position("W:♔x", "W:♔".len(), "a square");
    assert_eq!(error.to_string(), "malformed position \"W:♔x\" at column 4: expected a square");
    assert_eq!(error.reason(), "expected a square at column 4");
}

#[test]
fn an_offset_anywhere_is_a_place() {
    for (offset, column) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 3), (999, 3)] {
        let expected = format!("malformed move \"♔x\" at column {column}: expected a square");
        assert_eq!(NotationError::malformed_move("♔x", offset, "a square").to_string(), expected);
    }
}

#[test]
fn long_and_wild_texts_are_shown_in_one_short_line() {
    let text = NotationError::malformed_move(&"a\n".repeat(1_000_000), 0, "a move").to_string();
    assert!(text.lines().count() == 1 && text.chars().count() < 200, "{text}");
}

#[test]
fn the_rule_and_the_candidates_are_named() {
    let refused = NotationError::Refused {
        text: "23-18".into(),
        position: "P".into(),
        why: "22x15 must be taken".into(),
    };
    assert_eq!(refused.to_string(), "illegal move 23-18 in P: 22x15 must be taken");
    assert_eq!(refused.reason(), "22x15 must be taken");
    let ambiguous = NotationError::Ambiguous {
        text: "3x9".into(),
        candidates: vec!["3x7x9".into(), "3x8x9".into()],
    };
    assert_eq!(ambiguous.to_string(), "ambiguous move 3x9: it may mean 3x7x9 or 3x8x9");
}
