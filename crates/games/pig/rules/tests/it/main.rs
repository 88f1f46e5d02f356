//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod matches;
mod texts;
mod value;

use conformance::{Effort, obey_the_laws, payoffs_cancel, random_steps_follow_lists};
use pig::{GOAL_MAX, Pig, RACES_MAX};

#[test]
fn pig_obeys_the_laws() {
    for goal in [1, 2, 20, 100, GOAL_MAX] {
        let game = Pig::new(goal).unwrap();
        obey_the_laws(&game, Effort::QUICK);
        payoffs_cancel(&game, Effort::QUICK);
    }
    assert_eq!((Pig::new(0), Pig::new(GOAL_MAX + 1)), (None, None));
}

#[test]
fn matches_obey_the_laws() {
    for (goal, races) in [(8, 3), (20, 2), (5, RACES_MAX)] {
        let game = Pig::new(goal).unwrap().with_races(races).unwrap();
        obey_the_laws(&game, Effort::QUICK);
        payoffs_cancel(&game, Effort::QUICK);
    }
    let game = Pig::default();
    assert_eq!((game.with_races(0), game.with_races(RACES_MAX + 1)), (None, None));
}

#[test]
fn a_playout_without_lists_draws_the_moves_of_the_lists() {
    for game in [Pig::default(), Pig::new(20).unwrap().with_races(3).unwrap()] {
        random_steps_follow_lists(&game, Effort { plies_max: 10_000, ..Effort::THOROUGH });
    }
}
