//! Setting up a position on the study screen.

use ratatui::crossterm::event::{Event as Input, KeyCode, MouseButton, MouseEventKind};
use tui::StudyMessage;

use crate::studying::Studied;
use crate::support::{draughts, rules};

const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30";

fn chess() -> Studied {
    let mut studied = Studied::of(rules("chess", chess::Chess::default()), &["e4", "e5"]);
    studied.size = (100, 30);
    studied.screen.resize(100, 30);
    studied
}

/// The current position, as the command `fen` shows it.
fn position(studied: &Studied) -> String {
    studied.screen.study().state().position(board_engine::Viewer::Arbiter)
}

fn press_all(studied: &mut Studied, codes: &[KeyCode]) {
    for code in codes {
        studied.press(*code);
    }
}

#[test]
fn a_position_is_set_up_by_letters_and_words() {
    let mut studied = chess();
    studied.enter(&["edit"]);
    studied.shows("chess: set up a position");
    studied.shows("K ♔ white king");
    studied.shows("remove a piece");
    studied.shows("▶ White to move");
    studied.enter(&["clear"]);
    studied.shows("Not valid: ");
    studied.enter(&["done"]);
    studied.shows("This position is not valid: ");
    assert_eq!(studied.moves(), ["e4", "e5"]);
    studied.enter(&["K e1 ke8 Pe2 d2", "- d2", "turn"]);
    studied.shows("▶ Black to move");
    studied.shows("Type done to study this position.");
    studied.enter(&["done"]);
    assert_eq!(position(&studied), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    assert!(studied.moves().is_empty());
    studied.enter(&["Kd7"]);
    assert_eq!(studied.moves(), ["Kd7"]);
    studied.enter(&["return"]);
    assert_eq!(studied.moves(), ["e4", "e5"]);
    studied.enter(&["return"]);
    assert_eq!(studied.moves(), ["Kd7"]);
}

#[test]
fn a_position_is_set_up_with_the_cursor() {
    let mut studied = Studied::of(rules("tic-tac-toe", tic_tac_toe::TicTacToe::default()), &[]);
    studied.enter(&["edit"]);
    // X in the middle and above it, O in the corner.
    let keys = [KeyCode::Enter, KeyCode::Up, KeyCode::Char(' '), KeyCode::Left, KeyCode::Tab];
    press_all(&mut studied, &keys);
    press_all(&mut studied, &[KeyCode::Enter, KeyCode::Down, KeyCode::Enter, KeyCode::Enter]);
    studied.enter(&["fen"]);
    studied.shows("ox1/1x1/3 x");
    press_all(&mut studied, &[KeyCode::Esc, KeyCode::BackTab, KeyCode::F(2), KeyCode::F(9)]);
    assert_eq!(position(&studied), "ox1/1x1/3 o");
    press_all(&mut studied, &[KeyCode::F(1), KeyCode::Esc]);
    studied.enter(&["edit"]);
    press_all(&mut studied, &[KeyCode::Delete, KeyCode::Esc]);
    assert_eq!(position(&studied), "ox1/1x1/3 o", "Esc leaves the study as it was");
}

#[test]
fn a_click_puts_a_piece_and_a_drag_moves_one() {
    let mut studied = Studied::of(draughts("english"), &[]);
    studied.enter(&["edit", "clear"]);
    let (x, y) = studied.place("white king");
    studied.click(x, y);
    let (left, right) = (studied.place("22"), studied.place("10"));
    studied.drag(left, left);
    studied.enter(&["b9"]);
    studied.drag(left, right);
    studied.enter(&["fen"]);
    studied.shows("B:WK10:B9");
    studied.press(KeyCode::Esc);
    let turn = studied.place("▶ Black to move");
    studied.click(turn.0, turn.1);
    let done = studied.place("  done");
    // The piece leaves the board.
    studied.drag(right, turn);
    studied.enter(&["fen"]);
    studied.shows("W:W:B9");
    studied.press(KeyCode::Esc);
    studied.mouse(MouseEventKind::Down(MouseButton::Right), right);
    studied.enter(&["w22"]);
    studied.click(done.0 + 2, done.1);
    assert_eq!(position(&studied), "W:W22:B9");
}

#[test]
fn a_position_is_pasted_or_refused_with_the_reason() {
    let mut studied = chess();
    studied.enter(&["edit"]);
    studied.tell(StudyMessage::Input(Input::Paste(format!("{KINGS}\n"))));
    studied.enter(&["fen 8/8/8/8/8/8/8/8 w - - 0 1"]);
    studied.shows("That is not possible: ");
    studied.enter(&["cler"]);
    studied.shows("Did you mean clear?");
    studied.enter(&["done"]);
    assert_eq!(position(&studied), KINGS, "the counters of a pasted position stay");
    studied.tell(StudyMessage::Input(Input::Paste("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".into())));
    studied.press(KeyCode::Enter);
    assert_eq!(position(&studied), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    studied.enter(&["fen"]);
    studied.shows("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    studied.press(KeyCode::Esc);
    studied.enter(&["fen 8/8/8/8/8/8/8/8 w - - 0 1"]);
    studied.shows("That is not possible: ");
    studied.enter(&["fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert!(position(&studied).starts_with("rnbqkbnr/"));
}

#[test]
fn a_pasted_game_opens_as_a_study() {
    let mut studied = chess();
    let paste = |studied: &mut Studied, text: &str| {
        studied.tell(StudyMessage::Input(Input::Paste(text.into())));
    };
    paste(&mut studied, "[White \"Ann\"]\n\n1. d4 d5 {solid}\n(1... Nf6) 2. c4 1-0\n");
    studied.shows("New study; type return to go back.");
    studied.press(KeyCode::End);
    assert!(position(&studied).starts_with("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/"));
    // One typed line is enough, and the part before a mistake stays.
    studied.enter(&["1. e4 e5 2. Ke2 Ke6"]);
    studied.press(KeyCode::End);
    assert!(position(&studied).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/"));
    studied.enter(&["return"]);
    studied.press(KeyCode::End);
    assert!(position(&studied).starts_with("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/"));
    paste(&mut studied, "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 *\n");
    studied.shows("That is not possible: ");
    // A typed move with its number is played.
    studied.press(KeyCode::Home);
    paste(&mut studied, "1. e4");
    studied.press(KeyCode::Enter);
    assert!(position(&studied).starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/"));
}

#[test]
fn the_editor_fits_every_screen() {
    let mut studied = chess();
    studied.enter(&["edit"]);
    for width in (1..130).step_by(7) {
        for height in (1..50).step_by(3) {
            studied.size = (width, height);
            assert!(!studied.text().is_empty());
            studied.click(width / 2, height / 2);
        }
    }
    studied.size = (40, 12);
    studied.shows(" K ");
    studied.shows(" - ");
    studied.shows(" to move ");
    assert!(!studied.text().contains("…"), "{}", studied.text());
}

#[test]
fn a_game_with_dice_has_no_editor() {
    let mut studied = Studied::of(rules("pig:100", pig::Pig::new(100).unwrap()), &[]);
    studied.enter(&["edit"]);
    studied.shows("Positions in pig:100 can't be set up piece by piece");
}
