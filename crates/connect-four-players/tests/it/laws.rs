//! The evaluator obeys the laws.

use connect_four::{ConnectFour, ConnectGame};
use connect_four_players::ConnectFourEntry;
use evaluation_conformance::obey_the_laws;

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectFour::default());
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectGame::<u128>::new(9, 7, 5).unwrap());
    obey_the_laws::<ConnectFourEntry<_>>(&ConnectGame::<u64>::new(3, 12, 10).unwrap());
}
