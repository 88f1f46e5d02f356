use game_conformance::{Effort, random_steps_follow_lists};
use pig::Pig;

#[test]
fn a_playout_without_lists_draws_the_moves_of_the_lists() {
    for game in [Pig::default(), Pig::new(20).unwrap().with_races(3).unwrap()] {
        random_steps_follow_lists(&game, Effort { plies_max: 10_000, ..Effort::THOROUGH });
    }
}
