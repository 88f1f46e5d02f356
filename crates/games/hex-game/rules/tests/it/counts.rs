//! Tests leaf counts and random playouts.

use board_engine::{Game, Leaves, Seat, Status, perft, zobrist};
use hex_game::{Hex, Swap};

fn check(size: u8, swap: Swap, expected: &[u64]) {
    let game = Hex::new(size, swap).unwrap();
    for leaves in [Leaves::Counted, Leaves::Made] {
        let counts: Vec<u64> = (1..)
            .zip(expected)
            .map(|(depth, _)| perft(&game, &game.start(), depth, leaves))
            .collect();
        assert_eq!(counts, expected, "{size}x{size}, {swap:?}");
    }
}

/// Until a connection is possible, there is one free place fewer on each ply.
#[test]
fn cells_are_counted() {
    check(11, Swap::Forbidden, &[121, 121 * 120, 121 * 120 * 119]);
    check(3, Swap::Forbidden, &[9, 72, 504, 3_024, 15_120]);
}

/// The swap is an additional reply to each first stone. After the swap there is one more free place than after a second
/// stone.
#[test]
fn the_swap_is_one_more_reply() {
    check(11, Swap::Allowed, &[121, 121 * 121, 121 * (120 * 119 + 120)]);
    check(3, Swap::Allowed, &[9, 81, 9 * (8 * 7 + 8)]);
}

fn random_numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut random = zobrist::scramble(seed);
    move |count| {
        random = zobrist::scramble(random);
        u32::try_from(((random >> 32) * u64::from(count)) >> 32).unwrap()
    }
}

/// The share of games that Red wins, in thousandths, in playouts by single moves and by filling the board.
fn shares(game: &Hex, start: &str) -> [u32; 2] {
    use board_engine::Notation;
    const PLAYOUTS: u32 = 20_000;
    let start = game.parse_position(start).unwrap();
    let (mut draw, mut scratch) = (random_numbers(1), Vec::new());
    let mut wins = [0; 2];
    for _ in 0..PLAYOUTS {
        let mut position = start;
        let outcome = loop {
            if let Status::Over(outcome) = game.play_random(&mut position, &mut scratch, &mut draw)
            {
                break outcome;
            }
        };
        let filled = game.random_outcome(&start, &mut draw).unwrap();
        for (wins, outcome) in wins.iter_mut().zip([outcome, filled]) {
            *wins += u32::from(outcome.payoff(Seat::FIRST) > 0);
        }
    }
    wins.map(|wins| wins * 1_000 / PLAYOUTS)
}

#[test]
fn filling_the_board_wins_as_often_as_single_moves() {
    let check = |size, swap, start| {
        let [played, filled] = shares(&Hex::new(size, swap).unwrap(), start);
        assert!(played.abs_diff(filled) < 15, "{start}: {played} {filled}");
    };
    check(3, Swap::Forbidden, "3/3/3 r");
    check(3, Swap::Forbidden, "2r/3/3 b");
    check(3, Swap::Allowed, "3/1r1/3 b");
    check(4, Swap::Allowed, "4/4/1b2/4 r");
    check(5, Swap::Forbidden, "5/2r2/1b1r1/1b3/5 r");
}

#[test]
fn a_finished_game_has_its_outcome() {
    use board_engine::Notation;
    let game = Hex::new(3, Swap::Forbidden).unwrap();
    let position = game.parse_position("1r1/br1/br1 b").unwrap();
    let outcome = game.legal_moves(&position, &mut Vec::new()).outcome();
    assert!(outcome.is_some());
    for seed in 0..20 {
        assert_eq!(game.random_outcome(&position, &mut random_numbers(seed)), outcome);
    }
}
