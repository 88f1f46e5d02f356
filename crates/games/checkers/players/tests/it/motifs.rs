//! Tests of the motifs in draughts puzzles.

use checkers_players::FAMILY;

fn motif(position: &str, solution: &str) -> Option<&'static str> {
    let position = FAMILY.open(Some("english")).unwrap().explore(Some(position)).unwrap();
    let solution: Vec<String> = solution.split(' ').map(str::to_owned).collect();
    position.motif(&solution)
}

#[test]
fn a_side_that_leaves_only_losing_moves_has_the_opposition() {
    // 17-13 threatens nothing, but 5-9 is Black's only move.
    assert_eq!(motif("W:W17:B5", "17-13"), Some("opposition"));
    // Black can bring all pieces past White's man.
    assert_eq!(motif("W:W21:B5", "21-17"), None);
}

#[test]
fn a_threat_or_a_capture_is_not_an_opposition() {
    // White threatens a capture after any black move.
    assert_eq!(motif("W:W22:B14,5", "22-17"), None);
    assert_eq!(motif("W:W18:B14", "18x9"), None);
}
