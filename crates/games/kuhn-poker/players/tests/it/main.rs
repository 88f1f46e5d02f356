//! Tests of the Kuhn poker evaluator and the Kuhn poker entry.

use conformance::evaluation::obey_the_laws;
use kuhn_poker::KuhnPoker;
use kuhn_poker_players::KuhnPokerEntry;

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<KuhnPokerEntry>(&KuhnPoker::default());
}
