//! Tests of the error messages for meaningless input.

use board_engine::{NotationError, excerpt, is_printable, printable};

#[test]
fn columns_are_counted_in_characters() {
    let error = NotationError::malformed_position("W:♔x", "W:♔".len(), "a square");
    assert_eq!(error.to_string(), "malformed position \"W:♔x\" at column 4: expected a square");
    assert_eq!(error.reason(), "expected a square at column 4");
}

#[test]
fn any_offset_has_a_column() {
    for (offset, column) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 3), (999, 3)] {
        let expected = format!("malformed move \"♔x\" at column {column}: expected a square");
        assert_eq!(NotationError::malformed_move("♔x", offset, "a square").to_string(), expected);
    }
}

#[test]
fn long_and_odd_strings_are_shown_on_one_short_line() {
    let text = NotationError::malformed_move(&"a\n".repeat(1_000_000), 0, "a move").to_string();
    assert!(text.lines().count() == 1 && text.chars().count() < 200, "{text}");
}

#[test]
fn unprintable_characters_are_escaped() {
    assert_eq!(excerpt("22-18 \"a\" \\ é e\u{301} 馬 ♔"), "22-18 \"a\" \\ é e\u{301} 馬 ♔");
    for hidden in ['\0', '\x1b', '\u{7f}', '\u{200b}', '\u{202e}', '\u{feff}'] {
        assert_eq!(excerpt(&format!("a{hidden}b")), "a\u{fffd}b", "{hidden:?}");
    }
    assert_eq!(excerpt(&"x".repeat(120)), "x".repeat(120));
    assert_eq!(excerpt(&"é".repeat(121)), format!("{}…", "é".repeat(120)));
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

#[test]
fn untrusted_text_becomes_printable() {
    let check = |text: &str, expected: &str| assert_eq!(printable(text), expected, "{text:?}");
    check("Łukasz O’Neill, 王 ♟\u{fe0f} e\u{301}", "Łukasz O’Neill, 王 ♟\u{fe0f} e\u{301}");
    check("two\r\nlines\tand", "two  lines and");
    check("\u{1b}]0;t\u{7}", "\u{fffd}]0;t\u{fffd}");
    check("\u{9b}2J\u{7f}\0", "\u{fffd}2J\u{fffd}\u{fffd}");
    for hidden in
        ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{200b}', '\u{200d}', '\u{feff}']
    {
        check(&format!("ada{hidden}"), "ada\u{fffd}");
    }
    for joined in ["رضا\u{200c}زاده", "क्\u{200d}ष", "👩\u{200d}🔬"] {
        check(joined, joined);
    }
    check("a\u{200c}b ü\u{200d} \u{200d}ü", "a\u{fffd}b ü\u{fffd} \u{fffd}ü");
    for hidden in ['\u{ad}', '\u{2060}', '\u{3164}', '\u{e0041}', '\u{180e}', '\u{fff9}'] {
        assert!(!is_printable(hidden), "{hidden:?}");
    }
    check("\u{2028}", " ");
}

#[test]
fn messages_about_invalid_text_reveal_nothing_hidden() {
    let message = NotationError::malformed_move("\u{202e}1\u{1b}[2J", 0, "a move").to_string();
    assert!(message.contains("\"\u{fffd}1\u{fffd}[2J\""), "{message}");
}
