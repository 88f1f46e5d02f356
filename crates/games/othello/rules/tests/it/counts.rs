//! Leaf counts. A pass is a ply, and a finished game continues with passes, as in the published
//! counts.

use std::collections::BTreeMap;

use board_engine::{Direction, Game, Geometry, Leaves, Notation, Seat, Square, Status, perft};
use othello::{Othello, Position};

use crate::rules::{deep, game, numbers};

/// Maximum number of leaves to count in a quick test.
const LEAVES_MAX: u64 = 4_000_000;

fn check(size: u8, counts: &[u64]) {
    let game = game(size);
    for (depth, &count) in (1..).zip(counts) {
        if count <= LEAVES_MAX || deep() {
            assert_eq!(perft(&game, &game.start(), depth, Leaves::Counted), count, "depth {depth}");
        }
        if count <= LEAVES_MAX / 10 || deep() && count <= 100 * LEAVES_MAX {
            assert_eq!(perft(&game, &game.start(), depth, Leaves::Made), count, "depth {depth}");
        }
    }
}

/// A. Bik, "Perft for Reversi", <https://aartbik.blogspot.com/2009/02/perft-for-reversi.html>. The first passes are at
/// depth 9; from depth 10 on they include passes after the end (228 at depth 10).
#[test]
fn leaf_counts_on_8x8_match_published_counts() {
    check(8, &[4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800]);
}

/// Counted by this crate. The counts at small depths agree with the slow rules in this file.
#[test]
fn leaf_counts_on_smaller_boards_are_pinned() {
    check(6, &[4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716, 2_114_912, 14_976_792, 108_820_292]);
    check(4, &[4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704]);
}

/// A board made of characters, with rules that work square by square.
#[derive(Clone)]
struct SlowBoard {
    geometry: Geometry,
    squares: Vec<Option<Seat>>,
    mover: Seat,
}

impl SlowBoard {
    fn new(game: &Othello, position: &Position) -> Self {
        let squares = game.squares().into_iter();
        let owner = |bit| Seat::all(2).find(|&seat| position.discs(seat).contains(bit));
        let geometry = Geometry::rectangle(game.size(), game.size());
        Self { geometry, squares: squares.map(owner).collect(), mover: position.mover() }
    }

    /// The discs that a disc on `square` flips.
    fn flips(&self, square: Square) -> Vec<Square> {
        let enclosed = |direction| {
            let ray = || self.geometry.ray(square, direction);
            let owner = |square: &Square| self.squares[square.index()];
            let opposing = Some(self.mover.opponent());
            let row: Vec<Square> = ray().take_while(|square| owner(square) == opposing).collect();
            let end = ray().nth(row.len()).and_then(|end| owner(&end));
            if end == Some(self.mover) { row } else { Vec::new() }
        };
        Direction::ALL.into_iter().flat_map(enclosed).collect()
    }

    fn placings(&self) -> Vec<Square> {
        let squares = self.geometry.squares();
        let empty = squares.filter(|square| self.squares[square.index()].is_none());
        empty.filter(|&square| !self.flips(square).is_empty()).collect()
    }

    fn place(&mut self, square: Square) {
        for turned in self.flips(square).into_iter().chain([square]) {
            self.squares[turned.index()] = Some(self.mover);
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut next = self.clone();
        next.mover = self.mover.opponent();
        let placings = self.placings();
        if placings.is_empty() {
            return next.perft(depth - 1);
        }
        let below = |square| {
            let mut child = self.clone();
            child.place(square);
            child.mover = self.mover.opponent();
            child.perft(depth - 1)
        };
        placings.into_iter().map(below).sum()
    }
}

#[test]
fn leaf_counts_match_slow_rules() {
    for (size, depth) in [(4, 9), (6, 6), (8, 6)] {
        let game = game(size);
        let slow = SlowBoard::new(&game, &game.start());
        assert_eq!(slow.perft(depth), perft(&game, &game.start(), depth, Leaves::Counted));
    }
}

#[test]
fn slow_rules_place_and_flip_the_same_discs_in_whole_games() {
    for size in [4, 6, 8] {
        let game = game(size);
        let bits: Vec<u32> = game.squares().into_iter().collect();
        for seed in 0..100 {
            let (mut position, mut moves) = (game.start(), Vec::new());
            let mut numbers = numbers(seed);
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                let slow = SlowBoard::new(&game, &position);
                let placings: Vec<u32> =
                    slow.placings().into_iter().map(|square| bits[square.index()]).collect();
                assert_eq!(game.placings(&position).into_iter().collect::<Vec<_>>(), placings);
                for (index, &bit) in
                    bits.iter().enumerate().filter(|(_, bit)| placings.contains(bit))
                {
                    let mut flips: Vec<u32> = slow
                        .flips(Square::new(index))
                        .into_iter()
                        .map(|flip| bits[flip.index()])
                        .collect();
                    flips.sort_unstable();
                    assert_eq!(position.flips(bit).into_iter().collect::<Vec<_>>(), flips);
                }
                let mv = moves[numbers(u32::try_from(moves.len()).unwrap()) as usize];
                game.play(&mut position, mv);
            }
            assert!(SlowBoard::new(&game, &position).placings().is_empty());
            assert!(SlowBoard::new(&game, &position.after_pass()).placings().is_empty());
        }
    }
}

#[test]
fn a_random_step_plays_every_legal_move_equally_often() {
    let game = game(8);
    let mut numbers = numbers(7);
    let mut counts = BTreeMap::new();
    for _ in 0..4_000 {
        let mut position = game.start();
        let status = game.play_random(&mut position, &mut Vec::new(), &mut numbers);
        assert_eq!(status, Status::Ongoing);
        *counts.entry(game.format_position(&position)).or_insert(0_u32) += 1;
    }
    let counts: Vec<u32> = counts.into_values().collect();
    assert_eq!(counts.len(), 4);
    assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
}
