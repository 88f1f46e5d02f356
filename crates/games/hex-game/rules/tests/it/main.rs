//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod connections;
mod counts;
mod texts;

use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};
use hex_game::{Hex, Swap};

#[test]
fn hex_obeys_the_laws() {
    for size in [3, 4, 7, 11] {
        for swap in [Swap::Forbidden, Swap::Allowed] {
            let game = Hex::new(size, swap).unwrap();
            obey_the_laws(&game, Effort::QUICK);
            payoffs_cancel(&game, Effort::QUICK);
            crafted_positions_cost_little(&game, Effort::QUICK);
        }
    }
}

#[test]
fn other_sizes_are_refused() {
    for size in [0, 2, 12, 255] {
        let expected = format!("the board size must be 3 to 11, not {size}");
        assert_eq!(Hex::new(size, Swap::Allowed).unwrap_err().to_string(), expected);
    }
}
