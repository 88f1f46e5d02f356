//! Tests of the Othello evaluators and the Othello entry.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod endgames;
mod evaluators;
mod ggf;
mod learning;

use conformance::evaluation::obey_the_laws;
use othello::{Goal, Othello};
use othello_players::OthelloEntry;

#[test]
fn the_evaluators_obey_the_laws() {
    obey_the_laws::<OthelloEntry>(&Othello::default());
    obey_the_laws::<OthelloEntry>(&Othello::new(6, Goal::Discs).unwrap());
}
