//! Tests of the Pig evaluator and the Pig entry.

use conformance::evaluation::obey_the_laws;
use pig::Pig;
use pig_players::PigEntry;

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<PigEntry>(&Pig::default());
}
