use board_engine::{Game, Leaves, perft};
use game_conformance::{Effort, keep_secrets, obey_the_laws, payoffs_cancel};
use kuhn_poker::KuhnPoker;

#[test]
fn kuhn_poker_obeys_the_laws() {
    obey_the_laws(&KuhnPoker, Effort::THOROUGH);
    payoffs_cancel(&KuhnPoker, Effort::THOROUGH);
    keep_secrets(&KuhnPoker, Effort::THOROUGH);
}

#[test]
fn there_are_six_deals_and_five_ways_to_go_on_from_each() {
    let counts = (1..=5).map(|depth| perft(&KuhnPoker, &KuhnPoker.start(), depth, Leaves::Counted));
    // 3 cards, then 2; then 2 actions, then 2; and only check and bet get a third one.
    assert_eq!(counts.collect::<Vec<_>>(), [3, 6, 12, 24, 12]);
}
