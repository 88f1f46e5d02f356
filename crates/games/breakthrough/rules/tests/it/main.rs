//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod counts;
mod texts;

use breakthrough::Breakthrough;
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};

#[test]
fn breakthrough_obeys_the_laws() {
    obey_the_laws(&Breakthrough::default(), Effort::THOROUGH);
    payoffs_cancel(&Breakthrough::default(), Effort::THOROUGH);
}

#[test]
fn smaller_boards_obey_the_laws() {
    for size in 5..=7 {
        let game = Breakthrough::new(size).unwrap();
        obey_the_laws(&game, Effort::QUICK);
        payoffs_cancel(&game, Effort::QUICK);
        crafted_positions_cost_little(&game, Effort::QUICK);
    }
}

#[test]
fn other_sizes_are_refused() {
    for size in [0, 4, 9, 255] {
        let expected = format!("the board size must be 5 to 8, not {size}");
        assert_eq!(Breakthrough::new(size).unwrap_err().to_string(), expected);
    }
}
