//! Tests of the evaluators and the catalog entries for the m,n,k games.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod evaluators;

use conformance::evaluation::obey_the_laws;
use tic_tac_toe::{MnkGame, TicTacToe};
use tic_tac_toe_players::MnkEntry;

#[test]
fn the_evaluators_obey_the_laws() {
    obey_the_laws::<MnkEntry<_>>(&TicTacToe::default());
    obey_the_laws::<MnkEntry<_>>(&MnkGame::<u64>::new(6, 6, 4).unwrap());
}
