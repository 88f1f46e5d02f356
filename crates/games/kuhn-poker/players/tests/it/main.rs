//! Tests of the evaluator and the entry of Kuhn poker.

use conformance::evaluation::obey_the_laws;
use kuhn_poker::KuhnPoker;
use kuhn_poker_players::KuhnPokerEntry;

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<KuhnPokerEntry>(&KuhnPoker::default());
}
