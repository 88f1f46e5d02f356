//! Tests watching matches: pace, pauses, and clicks that do nothing.

use std::time::Duration;

use games_package::{Command, Event};
use ratatui::crossterm::event::KeyCode;
use tui::{Effect, Message};

use crate::support::{Match, draughts, rules, small};

#[test]
fn a_spectator_pauses_with_the_space_bar() {
    let mut begun = Match::new(&small(), &[false, false], &[]);
    let effects = begun.press(KeyCode::Char(' '));
    assert!(matches!(effects[..], [Effect::Send(Command::Pause)]));
    begun.emit(Event::Paused);
    let effects = begun.press(KeyCode::Char(' '));
    assert!(matches!(effects[..], [Effect::Send(Command::Resume)]));
}

fn paces(effects: &[Effect]) -> Vec<Duration> {
    let pace = |effect: &Effect| match effect {
        Effect::Send(Command::SetPace(pace)) => Some(*pace),
        _ => None,
    };
    effects.iter().filter_map(pace).collect()
}

#[test]
fn a_watched_match_can_be_sped_up_and_slowed_down() {
    let mut begun = Match::new(&small(), &[false, false], &[]);
    assert_eq!(paces(&begun.types("+")), [Duration::from_millis(200)]);
    begun.shows("A pause of 0.20 s after each move.");
    assert_eq!(paces(&begun.types("++")).last(), Some(&Duration::from_millis(50)));
    assert_eq!(paces(&begun.types("+")), [Duration::ZERO]);
    begun.shows("No pause after a move.");
    assert_eq!(paces(&begun.types("-")), [Duration::from_millis(50)]);
    let slowest = begun.types(&"-".repeat(20));
    assert_eq!(paces(&slowest).last(), Some(&Duration::from_mins(1)));
    let mut played = Match::new(&small(), &[true, false], &[]);
    played.types("+");
    played.shows("The pace can be set only in watched matches.");
}

#[test]
fn a_pause_stops_the_displayed_clocks() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let clocks = vec![Duration::from_mins(1); 2];
    let turn = begun.state.turn();
    begun.emit(Event::TurnStarted { ply: 0, turn, clocks });
    begun.wait(Duration::from_secs(10));
    begun.shows("0:50");
    begun.emit(Event::Paused);
    begun.wait(Duration::from_secs(20));
    begun.shows("0:50");
    begun.shows("The clocks are paused; type resume to continue.");
}

#[test]
fn a_long_message_ends_in_an_ellipsis_and_details_show_all_of_it() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    let why = format!("can't save {}the end", "a/very/long/path/".repeat(12));
    begun.update(Message::Refused(why));
    for (width, height) in [(40, 12), (80, 24)] {
        let screen = begun.text(width, height);
        assert!(screen.contains("…") && !screen.contains("the end"), "{screen}");
    }
    begun.enters("details");
    begun.shows("the end");
}

#[test]
fn a_colon_alone_lists_all_words() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.enters(":");
    begun.shows("show a good move");
}

#[test]
fn a_click_on_a_piece_without_a_legal_move_shows_the_reason() {
    let check = |position: &str, piece: [&str; 2], expected: &str| {
        let mut begun = Match::at(&rules("chess", chess::Chess::default()), position);
        let buffer = begun.buffer(80, 24);
        let mut at = (0..24u16).flat_map(|y| (0..80u16).map(move |x| (x, y)));
        // White is at the bottom.
        let (x, y) = at.rfind(|&at| piece.contains(&buffer[at].symbol())).unwrap();
        begun.click(x, y);
        begun.shows(expected);
    };
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    check(pinned, ["♗", "♝"], "That is not possible: the bishop on e2 is pinned");
    let checked = "4q2k/8/8/8/8/8/8/R3K3 w - - 0 1";
    check(checked, ["♖", "♜"], "That is not possible: the king is in check");
    let blocked = "7k/8/8/8/8/8/3PPP2/3QKB2 w - - 0 1";
    let expected = "That is not possible: e2 is occupied by a pawn of the same side";
    check(blocked, ["♔", "♚"], expected);
}
