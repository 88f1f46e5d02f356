//! Tests of the crate's public interface.

mod counts;
mod texts;

use board_engine::Word;
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};
use tic_tac_toe::{MnkForThree, MnkGame, TicTacToe};

fn check<W: Word>(width: u8, height: u8, in_a_row: u8) {
    let game = MnkGame::<W>::new(width, height, in_a_row).expect("a game that fits");
    obey_the_laws(&game, Effort::QUICK);
    payoffs_cancel(&game, Effort::QUICK);
    crafted_positions_cost_little(&game, Effort::QUICK);
}

#[test]
fn tic_tac_toe_obeys_the_laws() {
    obey_the_laws(&TicTacToe::default(), Effort::THOROUGH);
    payoffs_cancel(&TicTacToe::default(), Effort::THOROUGH);
}

#[test]
fn larger_narrower_and_flatter_games_obey_the_laws() {
    check::<u32>(5, 5, 4);
    check::<u64>(7, 8, 5);
    check::<u128>(10, 11, 6);
    check::<u16>(1, 3, 2);
    check::<u32>(26, 1, 3);
}

#[test]
fn games_for_three_obey_the_laws() {
    for (width, height, in_a_row) in [(3, 3, 3), (4, 4, 3), (6, 5, 4)] {
        let game = MnkForThree::<u64>::new(width, height, in_a_row).expect("a game that fits");
        obey_the_laws(&game, Effort::QUICK);
        crafted_positions_cost_little(&game, Effort::QUICK);
    }
}

fn refusal<W: Word>(width: u8, height: u8, in_a_row: u8) -> Option<String> {
    MnkGame::<W>::new(width, height, in_a_row).err().map(|error| error.to_string())
}

#[test]
fn games_that_fit_are_made() {
    assert_eq!(refusal::<u16>(3, 3, 3), None);
    assert_eq!(refusal::<u16>(3, 4, 4), None);
    assert_eq!(refusal::<u32>(5, 5, 5), None);
    assert_eq!(refusal::<u64>(7, 8, 5), None);
    assert_eq!(refusal::<u128>(10, 11, 5), None);
    assert_eq!(refusal::<u128>(26, 1, 26), None);
}

#[test]
fn a_number_may_not_be_zero() {
    let text = "width 0, height 3 and row length 3 must each be at least 1";
    assert_eq!(refusal::<u16>(0, 3, 3).as_deref(), Some(text));
    assert!(refusal::<u16>(3, 0, 3).is_some());
    assert!(refusal::<u16>(3, 3, 0).is_some());
}

#[test]
fn a_line_must_fit_the_board() {
    let text = "5 in a row does not fit on a board of size 3x4";
    assert_eq!(refusal::<u16>(3, 4, 5).as_deref(), Some(text));
}

#[test]
fn a_board_must_fit_its_word_and_the_alphabet() {
    let text = "board size 4x4 is too large: at most 17 places, including one padding column";
    assert_eq!(refusal::<u16>(4, 4, 4).as_deref(), Some(text));
    assert!(refusal::<u16>(14, 1, 3).is_some(), "a step along a diagonal is as long as the word");
    assert_eq!(refusal::<u16>(13, 1, 3), None);
    assert!(refusal::<u128>(27, 1, 3).is_some());
    assert!(refusal::<u128>(1, 27, 3).is_some());
    assert!(refusal::<u128>(255, 255, 3).is_some());
}
