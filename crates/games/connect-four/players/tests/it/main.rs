//! Tests of the Connect Four evaluator and the Connect Four entry.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod evaluators;
mod solving;

use conformance::evaluation::obey_the_laws;
use connect_four::{ConnectFour, ConnectGame};
use connect_four_players::ConnectFourEntry;

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectFour::default());
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectGame::<u128>::new(9, 7, 5).unwrap());
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectGame::<u64>::new(3, 12, 10).unwrap());
}
