//! The inputs of learned networks.

use board_engine::{Bitboard, Game, Seat, Status};
use game_family::CatalogEntry;
use learning::active_inputs;
use othello::{Goal, Othello, Position};
use othello_players::OthelloEntry;

/// The position with each disc on the square that `square` names, and with the seats swapped if `exchange` is set.
fn moved(position: &Position, exchange: bool, square: impl Fn(u32) -> u32) -> Position {
    let discs = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let seat = if exchange { seat.opponent() } else { seat };
        position.discs(seat).into_iter().map(&square).collect::<Bitboard<u64>>().0
    });
    let mover = position.mover();
    Position::new(discs, if exchange { mover.opponent() } else { mover })
}

/// The eight symmetries of the square, as functions of a bit.
fn turned(symmetry: usize, bit: u32) -> u32 {
    let (row, column) = (bit / 8, bit % 8);
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { 7 - row };
    let column = if symmetry & 4 == 0 { column } else { 7 - column };
    8 * row + column
}

#[test]
fn inputs_follow_the_symmetries_of_the_board() {
    for size in [4, 6, 8] {
        let game = Othello::new(size, Goal::Win).unwrap();
        let inputs = OthelloEntry::learning_inputs(&game).unwrap();
        let active = |position: &Position| {
            let mut active = Vec::new();
            active_inputs(&*inputs, &game, position, position.mover(), &mut active);
            active
        };
        assert!(!inputs.symmetries().is_empty());
        let mut moves = Vec::new();
        for step in 1..9 {
            let mut position = game.start();
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                let here = active(&position);
                let with_turn = |turn: &Vec<u16>| {
                    let mut expected: Vec<u16> =
                        here.iter().map(|&input| turn[usize::from(input)]).collect();
                    expected.sort_unstable();
                    expected
                };
                let images: Vec<Vec<u16>> = (0..8)
                    .map(|symmetry| active(&moved(&position, false, |bit| turned(symmetry, bit))))
                    .collect();
                for turn in inputs.symmetries() {
                    assert!(images.contains(&with_turn(turn)), "{position:?}");
                }
                // With the colors swapped, the mover sees one of the images of the same board.
                let exchanged = active(&moved(&position, true, |bit| bit));
                assert!(images.iter().any(|image| image[1..] == exchanged[1..]), "{position:?}");
                let index = (step * (moves.len() + 3)) % moves.len();
                game.play(&mut position, moves[index]);
            }
        }
    }
}

#[test]
fn inputs_tell_edges_and_placings() {
    let game = Othello::default();
    let inputs = OthelloEntry::learning_inputs(&game).unwrap();
    let active = |discs: [u64; 2]| {
        let mut active = Vec::new();
        active_inputs(
            &*inputs,
            &game,
            &Position::new(discs, Seat::FIRST),
            Seat::FIRST,
            &mut active,
        );
        active
    };
    // The start has four placings for each side, and four empty edges.
    let start = game.start();
    let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| start.discs(seat).0);
    let discs = active([black, white]);
    let placings = 2 * 64;
    let first_edge = inputs.count() - 4 * (6561 + 81) / 2;
    let count = |from: usize, to: usize| {
        discs.iter().filter(|&&input| (from..to).contains(&usize::from(input))).count()
    };
    assert_eq!(count(first_edge - placings, first_edge), 8);
    assert_eq!(count(first_edge, inputs.count()), 4);
    // An edge and its mirror image have the same input, and so has the same row along another edge.
    let edges = |discs: u64| {
        let mut active = active([discs, 0]);
        active.retain(|&input| usize::from(input) >= first_edge);
        active
    };
    assert_eq!(edges(0b110), edges(0b0110_0000));
    assert_eq!(edges(0b110), edges(0b110 << 56));
    assert_ne!(edges(0b110), edges(0b1100));
}
