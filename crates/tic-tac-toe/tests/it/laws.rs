use board_engine::Word;
use game_conformance::{Effort, obey_the_laws, payoffs_cancel};
use tic_tac_toe::{MnkForThree, MnkGame, TicTacToe};

fn check<W: Word>(width: u8, height: u8, in_a_row: u8) {
    let game = MnkGame::<W>::new(width, height, in_a_row).expect("a game that fits");
    obey_the_laws(&game, Effort::QUICK);
    payoffs_cancel(&game, Effort::QUICK);
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
    }
}
