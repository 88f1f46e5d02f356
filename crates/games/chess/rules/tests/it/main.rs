//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod counts;
mod endings;
mod texts;

use chess::{Chess, DrawRule};
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};

#[test]
fn chess_obeys_the_laws() {
    obey_the_laws(&Chess::default(), Effort::QUICK);
    payoffs_cancel(&Chess::default(), Effort::QUICK);
}

#[test]
fn chess960_and_chess_without_claims_obey_the_laws() {
    for number in [0, 353, 959] {
        obey_the_laws(&Chess::chess960(number).unwrap(), Effort::QUICK);
    }
    obey_the_laws(&Chess::default().with_draw_rule(DrawRule::Automatic), Effort::QUICK);
}

#[test]
fn crafted_positions_of_chess_cost_little() {
    let checked = crafted_positions_cost_little(&Chess::default(), Effort::THOROUGH);
    assert!(checked > 0);
}
