use game_conformance::{Effort, random_steps_follow_lists};
use kuhn_poker::KuhnPoker;

#[test]
fn a_playout_without_lists_draws_the_moves_of_the_lists() {
    for game in [KuhnPoker::ONE_HAND, KuhnPoker::default()] {
        random_steps_follow_lists(&game, Effort { plies_max: 10_000, ..Effort::THOROUGH });
    }
}
