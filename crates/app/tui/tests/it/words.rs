//! Typed words: moves, commands and neither.

use board_engine::Seat;
use hex_game::{Hex, Swap};
use tui::{Effect, ExitReason};

use crate::support::{Match, answers, draughts, rules, small};

#[test]
fn a_word_of_the_game_is_never_a_synonym() {
    let game = rules("hex", Hex::new(5, Swap::Allowed).unwrap());
    let mut begun = Match::new(&game, &[true, true], &[]);
    assert!(begun.enters("swap").is_empty());
    begun.shows("swap is not possible: ");
    let mut begun = Match::new(&game, &[true, true], &["c2"]);
    assert_eq!(answers(&begun.enters("swap")), [(Seat::SECOND, "swap")]);
    let effects = begun.enters(":switch");
    assert!(matches!(effects[..], [Effect::Exit(ExitReason::SwitchSides)]), "{effects:?}");
}

#[test]
fn a_move_after_a_colon_is_not_a_command() {
    let mut begun = Match::new(&small(), &[true, true], &[]);
    assert!(begun.enters(":b2").is_empty());
    begun.shows("Unknown command \"b2\"; help lists the commands.");
}

#[test]
fn only_similar_words_are_suggested() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    for word in ["castle", "setup"] {
        assert!(begun.enters(word).is_empty());
        begun.shows(&format!("Unknown command \"{word}\"; help lists the commands."));
    }
}

#[test]
fn a_key_that_cancels_a_question_is_typed() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    assert!(begun.enters("resign").is_empty());
    assert_eq!(answers(&begun.enters("9-13")), [(Seat::FIRST, "9-13")]);
}
