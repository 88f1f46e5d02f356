//! Published counts: perft 1 to 9 (the `perft` tests of the `board-game` crate have the same counts), and the number of
//! positions after each number of plies (J. Tromp, "John's Connect Four Playground"; OEIS A212693).

use std::collections::{BTreeMap, HashSet};

use board_engine::{Bitboard, Game, Leaves, Notation, Seat, Status, perft, zobrist};
use connect_four::{ConnectFour, ConnectGame};

#[test]
fn perft_agrees_with_published_counts() {
    let game = ConnectFour::default();
    for leaves in [Leaves::Counted, Leaves::Made] {
        let counts: Vec<u64> =
            (1..=8).map(|depth| perft(&game, &game.start(), depth, leaves)).collect();
        assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
    }
    assert_eq!(perft(&game, &game.start(), 9, Leaves::Counted), 39_394_572);
}

#[test]
fn two_plies_are_counted_as_if_they_were_played() {
    let check = |width, height, in_a_row, depth| {
        let game = ConnectGame::<u64>::new(width, height, in_a_row).unwrap();
        let counts = [Leaves::Counted, Leaves::Made]
            .map(|leaves| perft(&game, &game.start(), depth, leaves));
        assert_eq!(counts[0], counts[1], "{width}x{height}, {in_a_row} in a row, depth {depth}");
    };
    for depth in 2..=8 {
        check(3, 3, 3, depth);
        check(4, 4, 3, depth);
        check(5, 2, 4, depth);
        check(2, 20, 5, depth);
        check(1, 6, 1, depth);
    }
}

#[test]
fn winning_squares_complete_a_line() {
    for (width, height, in_a_row) in [(7, 6, 4), (5, 8, 3), (8, 5, 5), (3, 4, 1)] {
        let game = ConnectGame::<u64>::new(width, height, in_a_row).unwrap();
        for seed in 0..200 {
            let (mut position, mut rest) = (game.start(), zobrist::scramble(seed));
            let mut moves = Vec::new();
            while game.legal_moves(&position, &mut moves) == Status::Ongoing && rest > 0 {
                let mv = moves[usize::try_from(rest % moves.len() as u64).unwrap()];
                game.play(&mut position, mv);
                rest /= 11;
            }
            for seat in Seat::all(2) {
                let discs = position.stones(seat);
                let tried = (game.cells() - position.occupied()).into_iter();
                let completing: Bitboard<u64> = tried
                    .filter(|&square| game.has_line_in(discs | Bitboard::single(square)))
                    .collect();
                // A completed line stays on the board after any further disc.
                if !game.has_line_in(discs) {
                    assert_eq!(game.completing(&position, discs), completing, "{position:?}");
                }
            }
        }
    }
}

#[test]
fn positions_have_the_published_counts_and_distinct_keys() {
    let game = ConnectFour::default();
    // Deduplicated by their notation, independently of the keys.
    let mut positions = BTreeMap::from([(String::new(), game.start())]);
    let mut keys = HashSet::new();
    let mut moves = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..8 {
        let mut next = BTreeMap::new();
        for position in positions.values() {
            if game.legal_moves(position, &mut moves) == Status::Ongoing {
                next.extend(moves.iter().map(|&mv| {
                    let mut child = *position;
                    game.play(&mut child, mv);
                    (game.format_position(&child), child)
                }));
            }
        }
        positions = next;
        let before = keys.len();
        keys.extend(positions.values().map(|position| game.key(position)));
        counts.push(positions.len());
        assert_eq!(keys.len() - before, positions.len());
    }
    assert_eq!(counts, [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]);
}

#[test]
fn the_word_does_not_change_the_game() {
    let wide = ConnectGame::<u128>::new(7, 6, 4).unwrap();
    assert_eq!(perft(&wide, &wide.start(), 8, Leaves::Counted), 5_673_234);
}

#[test]
fn a_random_step_plays_each_legal_move_equally_often() {
    let game = ConnectGame::<u64>::new(4, 2, 3).unwrap();
    let (mut counts, mut seed) = ([0_u32; 4], 1_u64);
    let mut draw = |count: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u32::try_from((seed >> 33) % u64::from(count)).unwrap()
    };
    let mut start = game.start();
    let mut moves = Vec::new();
    // The second column is full.
    for _ in 0..2 {
        game.legal_moves(&start, &mut moves);
        game.play(&mut start, moves[0]);
    }
    for _ in 0..3_000 {
        let mut position = start;
        assert_eq!(game.play_random(&mut position, &mut moves, &mut draw), Status::Ongoing);
        game.legal_moves(&start, &mut moves);
        let made = moves.iter().find(|&&mv| {
            let mut child = start;
            game.play(&mut child, mv);
            child == position
        });
        counts[usize::from(made.unwrap().column())] += 1;
    }
    assert_eq!(counts[1], 0);
    assert!(
        [counts[0], counts[2], counts[3]].iter().all(|count| (900..1_100).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn a_random_step_stops_at_the_end_of_the_game() {
    let game = ConnectGame::<u64>::new(4, 1, 2).unwrap();
    let mut position = game.start();
    let mut moves = Vec::new();
    let mut plies = 0;
    while game.play_random(&mut position, &mut moves, &mut |_| plies % 4) == Status::Ongoing {
        plies += 1;
    }
    assert_eq!(plies, 4);
    assert!(game.legal_moves(&position, &mut moves) != Status::Ongoing);
}
