//! The evaluators obey the laws.

use evaluation_conformance::obey_the_laws;
use othello::{Goal, Othello};
use othello_players::OthelloEntry;

#[test]
fn the_evaluators_obey_the_laws() {
    obey_the_laws::<OthelloEntry>(&Othello::default());
    obey_the_laws::<OthelloEntry>(&Othello::new(6, Goal::Discs).unwrap());
}
