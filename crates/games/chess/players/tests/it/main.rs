//! Tests of the chess evaluators and the chess entry.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod evaluators;
mod hints;
mod network;
mod openings;
mod pgn;
mod pgn_tags;
mod pgn_trees;
mod tables;

use chess::Chess;
use chess_players::{ChessEntry, FAMILY};
use conformance::evaluation::obey_the_laws;

#[test]
fn the_evaluators_obey_the_laws() {
    obey_the_laws::<ChessEntry>(&Chess::default());
    obey_the_laws::<ChessEntry>(&Chess::chess960(0).unwrap());
}

fn motif(position: &str, solution: &str) -> Option<&'static str> {
    let position = FAMILY.open(None).unwrap().explore(Some(position)).unwrap();
    let solution: Vec<String> = solution.split(' ').map(str::to_owned).collect();
    position.motif(&solution)
}

#[test]
fn a_piece_that_attacks_two_and_takes_one_of_them_is_a_fork() {
    let knight = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    assert_eq!(motif(knight, "Nc7+ Kd7 Nxa8"), Some("fork"));
    assert_eq!(motif("4k3/8/2n1b3/8/3P4/8/8/4K3 w - - 0 1", "d5 Bd7 dxc6"), Some("fork"));
    assert_eq!(motif("4k3/8/2n1b3/8/3P4/8/8/4K3 w - - 0 1", "d5 Bxd5 Kd2"), None);
}

#[test]
fn a_piece_that_attacks_one_or_takes_nothing_is_not_a_fork() {
    assert_eq!(motif("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+"), None);
    assert_eq!(motif("r7/7k/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7 Kg7 Nxa8"), None);
    // The reply is illegal.
    assert_eq!(motif("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ a5"), None);
}
