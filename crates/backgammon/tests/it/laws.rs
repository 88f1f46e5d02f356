use backgammon::{Backgammon, Stakes};
use game_conformance::{Effort, obey_the_laws, payoffs_cancel};

/// Plays of doubles are many, and the laws play each of them.
const EFFORT: Effort = Effort { playouts: 6, ..Effort::QUICK };

#[test]
fn backgammon_obeys_the_laws_for_all_stakes() {
    let matches = [1, 3, 64].map(|points| Stakes::Match { points });
    let singles = [Stakes::Single, Stakes::Money { jacoby: false }, Stakes::Money { jacoby: true }];
    for stakes in singles.into_iter().chain(matches) {
        let game = Backgammon::new(stakes).unwrap();
        obey_the_laws(&game, EFFORT);
        payoffs_cancel(&game, Effort { plies_max: 3_000, ..Effort::QUICK });
    }
}
