//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod counts;
mod rules;
mod texts;

use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};
use othello::{Goal, Othello};

#[test]
fn othello_obeys_the_laws_on_every_board() {
    for size in [4, 6, 8] {
        for goal in [Goal::Win, Goal::Discs] {
            let game = Othello::new(size, goal).unwrap();
            let effort = if game == Othello::default() { Effort::THOROUGH } else { Effort::QUICK };
            obey_the_laws(&game, effort);
            payoffs_cancel(&game, effort);
            crafted_positions_cost_little(&game, effort);
        }
    }
}
