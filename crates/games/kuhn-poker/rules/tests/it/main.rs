//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod matches;
mod texts;
mod value;

use board_engine::{Game, Leaves, perft};
use conformance::{Effort, keep_secrets, obey_the_laws, payoffs_cancel, random_steps_follow_lists};
use kuhn_poker::{HANDS_MAX, KuhnPoker};

#[test]
fn kuhn_poker_obeys_the_laws() {
    obey_the_laws(&KuhnPoker::ONE_HAND, Effort::THOROUGH);
    payoffs_cancel(&KuhnPoker::ONE_HAND, Effort::THOROUGH);
    keep_secrets(&KuhnPoker::ONE_HAND, Effort::THOROUGH);
}

#[test]
fn matches_obey_the_laws() {
    for hands in [2, 20] {
        let game = KuhnPoker::new(hands).unwrap();
        obey_the_laws(&game, Effort::QUICK);
        payoffs_cancel(&game, Effort::QUICK);
        keep_secrets(&game, Effort::QUICK);
    }
    assert_eq!((KuhnPoker::new(0), KuhnPoker::new(HANDS_MAX + 1)), (None, None));
    obey_the_laws(&KuhnPoker::new(HANDS_MAX).unwrap(), Effort { plies_max: 60, ..Effort::QUICK });
}

#[test]
fn there_are_six_deals_with_five_continuations_each() {
    let counts = (1..=5).map(|depth| {
        perft(&KuhnPoker::ONE_HAND, &KuhnPoker::ONE_HAND.start(), depth, Leaves::Counted)
    });
    // There are 3 first cards and 2 second cards, then 2 actions and 2 replies. A third action follows only a check and
    // a bet.
    assert_eq!(counts.collect::<Vec<_>>(), [3, 6, 12, 24, 12]);
}

#[test]
fn a_playout_without_lists_draws_the_moves_of_the_lists() {
    for game in [KuhnPoker::ONE_HAND, KuhnPoker::default()] {
        random_steps_follow_lists(&game, Effort { plies_max: 10_000, ..Effort::THOROUGH });
    }
}
