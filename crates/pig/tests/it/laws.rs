use game_conformance::{Effort, obey_the_laws, payoffs_cancel};
use pig::{GOAL_MAX, Pig};

#[test]
fn pig_obeys_the_laws() {
    for goal in [1, 2, 20, 100, GOAL_MAX] {
        let game = Pig::new(goal).unwrap();
        obey_the_laws(&game, Effort::QUICK);
        payoffs_cancel(&game, Effort::QUICK);
    }
    assert_eq!((Pig::new(0), Pig::new(GOAL_MAX + 1)), (None, None));
}
