//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod counts;
mod texts;

use board_engine::Word;
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};
use connect_four::{ConnectFour, ConnectGame};

fn check<W: Word>(width: u8, height: u8, in_a_row: u8) {
    let game = ConnectGame::<W>::new(width, height, in_a_row).unwrap();
    obey_the_laws(&game, Effort::QUICK);
    payoffs_cancel(&game, Effort::QUICK);
    crafted_positions_cost_little(&game, Effort::QUICK);
}

#[test]
fn connect_four_obeys_the_laws() {
    obey_the_laws(&ConnectFour::default(), Effort::THOROUGH);
    payoffs_cancel(&ConnectFour::default(), Effort::THOROUGH);
}

#[test]
fn larger_narrower_and_flatter_games_obey_the_laws() {
    check::<u64>(8, 7, 4);
    check::<u128>(9, 7, 4);
    check::<u128>(14, 8, 5);
    check::<u16>(3, 4, 3);
    check::<u32>(1, 26, 26);
    check::<u64>(26, 1, 3);
}

fn refusal<W: Word>(width: u8, height: u8, in_a_row: u8) -> Option<String> {
    ConnectGame::<W>::new(width, height, in_a_row).err().map(|error| error.to_string())
}

#[test]
fn games_that_fit_are_made() {
    assert_eq!(refusal::<u64>(7, 6, 4), None);
    assert_eq!(refusal::<u64>(8, 7, 5), None);
    assert_eq!(refusal::<u128>(14, 8, 4), None);
    assert_eq!(refusal::<u16>(4, 3, 4), None);
    assert_eq!(refusal::<u64>(26, 1, 26), None);
}

#[test]
fn a_number_may_not_be_zero() {
    let text = "width 0, height 6 and row length 4 must each be at least 1";
    assert_eq!(refusal::<u64>(0, 6, 4).as_deref(), Some(text));
    assert!(refusal::<u64>(7, 0, 4).is_some());
    assert!(refusal::<u64>(7, 6, 0).is_some());
}

#[test]
fn a_line_must_fit_the_board() {
    let text = "8 in a row does not fit on a board of size 7x6";
    assert_eq!(refusal::<u64>(7, 6, 8).as_deref(), Some(text));
}

#[test]
fn a_board_must_fit_its_word() {
    let text =
        "board size 9x7 is too large: at most 64 places, including one padding square per column";
    assert_eq!(refusal::<u64>(9, 7, 4).as_deref(), Some(text));
    assert!(refusal::<u128>(27, 1, 3).is_some());
    assert!(refusal::<u128>(1, 27, 3).is_some());
    assert!(refusal::<u128>(255, 255, 3).is_some());
}
