use backgammon::{Backgammon, Stakes};
use backgammon_players::BackgammonEntry;
use evaluation_conformance::obey_the_laws;

#[test]
fn the_evaluators_obey_the_laws_for_all_stakes() {
    let matches = [1, 5, 64].map(|points| Stakes::Match { points });
    let money = [false, true].map(|jacoby| Stakes::Money { jacoby });
    for stakes in [Stakes::Single].into_iter().chain(money).chain(matches) {
        obey_the_laws::<BackgammonEntry>(&Backgammon::new(stakes).unwrap());
    }
}
