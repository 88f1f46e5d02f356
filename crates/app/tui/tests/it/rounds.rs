//! The end of a round and the start of the next.

use games_package::Command;
use ratatui::crossterm::event::KeyCode;
use tui::Effect;

use crate::support::{Match, rules};

/// A two-hand match after the end of the first hand.
fn after_a_hand(people: &[bool]) -> Match {
    let game = rules("kuhn-poker:2", kuhn_poker::KuhnPoker::new(2).unwrap());
    Match::new(&game, people, &["deal-J", "deal-K", "check", "check"])
}

#[test]
fn the_end_of_a_round_shows_its_numbers_and_the_key_that_continues() {
    let ended = "The round is over: the higher card wins, 3–5 in chips.";
    after_a_hand(&[true, false]).shows(&format!("{ended} Press Enter to continue."));
    let mut watched = after_a_hand(&[false, false]);
    watched.shows(ended);
    assert!(!watched.text(80, 24).contains("Press Enter to continue"));
}

#[test]
fn enter_and_the_space_bar_begin_the_next_round() {
    let mut ended = after_a_hand(&[true, false]);
    for key in [KeyCode::Enter, KeyCode::Char(' ')] {
        let effects = ended.press(key);
        assert!(matches!(effects[..], [Effect::Send(Command::NextRound(_))]), "{effects:?}");
    }
    // Enter submits the typed text first.
    assert!(ended.enters("flip").is_empty());
    ended.play("shuffle");
    assert!(ended.press(KeyCode::Enter).is_empty());
}
