use board_engine::Word;
use connect_four::{ConnectFour, ConnectGame};
use game_conformance::{Effort, obey_the_laws, payoffs_cancel};

fn check<W: Word>(width: u8, height: u8, in_a_row: u8) {
    let game = ConnectGame::<W>::new(width, height, in_a_row).unwrap();
    obey_the_laws(&game, Effort::QUICK);
    payoffs_cancel(&game, Effort::QUICK);
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
