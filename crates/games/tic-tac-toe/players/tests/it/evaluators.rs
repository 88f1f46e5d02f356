//! Tests that the neighbors evaluator agrees with its definition. Also tests how moves are ranked.

use board_engine::{Direction, Game, Geometry, Notation, Seat, Square, Word};
use game_family::CatalogEntry;
use search::{Evaluator, Score};
use tic_tac_toe::{MnkGame, Position, TicTacToe};
use tic_tac_toe_players::{MnkEntry, Neighbors, OpenLines};

/// Each cell (empty 1, own 2, other −1) plus the same sum over its neighbors, computed literally.
fn sum_by_definition(game: &MnkGame<u16>, position: Position<u16>, own: Seat, other: Seat) -> i32 {
    let board = Geometry::rectangle(3, 3);
    let value = |square: Square| {
        let bit = game.bit(square);
        match (position.stones(own).contains(bit), position.stones(other).contains(bit)) {
            (true, _) => 2,
            (_, true) => -1,
            _ => 1,
        }
    };
    let around = |square| {
        Direction::ALL
            .into_iter()
            .filter_map(|way| board.neighbor(square, way))
            .map(value)
            .sum::<i32>()
    };
    board.squares().map(|square| value(square) + around(square)).sum()
}

#[test]
fn the_neighbors_evaluator_is_the_difference_of_the_two_sums() {
    let game = TicTacToe::default();
    for text in ["3/3/3 x", "3/1x1/3 o", "x2/1o1/3 x", "xox/1o1/1x1 o", "xx1/oo1/3 x"] {
        let position = game.parse_position(text).unwrap();
        let sum = |own, other| sum_by_definition(&game, position, own, other);
        let expected = sum(Seat::FIRST, Seat::SECOND) - sum(Seat::SECOND, Seat::FIRST);
        assert_eq!(
            Neighbors.evaluate(&game, &position, Seat::FIRST),
            Score::new(expected),
            "{text}"
        );
    }
}

#[test]
fn blocked_lines_do_not_count() {
    let game = TicTacToe::default();
    let value = |text: &str| {
        let position = game.parse_position(text).unwrap();
        OpenLines.evaluate(&game, &position, Seat::FIRST)
    };
    // The center is on 4 lines, each worth 4; the other side has lost these 4 lines.
    assert_eq!(value("3/1x1/3 o"), Score::new(4 * 4 + 4 - 4));
    assert!(value("3/1x1/3 o") > value("x2/3/3 o"), "the center is better than a corner");
}

/// The lines that one stone on the first cell can still complete, minus the lines left to the other side, computed cell
/// by cell.
fn lines_by_definition(width: i32, height: i32, length: i32) -> i32 {
    let on_board = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
    let mut score = 0;
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if on_board(x + dx * (length - 1), y + dy * (length - 1)) {
                let has_stone = (0..length).any(|index| (x + dx * index, y + dy * index) == (0, 0));
                // 4 for each line with the stone; all other lines are open to both sides.
                score += if has_stone { 4 } else { 0 };
            }
        }
    }
    score
}

fn check_lines<W: Word>(sizes: std::ops::RangeInclusive<u8>) {
    let mut boards = 0;
    for (width, height) in
        sizes.clone().flat_map(|width| sizes.clone().map(move |height| (width, height)))
    {
        for length in 2..=width.max(height) {
            let Ok(game) = MnkGame::<W>::new(width, height, length) else { continue };
            let mut position = game.start();
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            let corner = moves.iter().copied().find(|mv| mv.bit() == 0).unwrap();
            game.play(&mut position, corner);
            let [width, height, length] = [width, height, length].map(i32::from);
            let expected = Score::new(lines_by_definition(width, height, length));
            let found = OpenLines.evaluate(&game, &position, Seat::FIRST);
            assert_eq!(found, expected, "{width},{height},{length}");
            Neighbors.evaluate(&game, &position, Seat::FIRST);
            boards += 1;
        }
    }
    assert!(boards > 50, "{boards} boards");
}

#[test]
fn lines_fit_long_and_slim_boards() {
    check_lines::<u16>(1..=16);
    check_lines::<u64>(1..=26);
    check_lines::<u128>(1..=26);
}

#[test]
fn wins_rank_before_defenses_and_defenses_before_other_moves() {
    let game = TicTacToe::default();
    let position = game.parse_position("xx1/oo1/3 x").unwrap();
    let rank =
        |text: &str| MnkEntry::rank(&game, &position, game.parse_move(&position, text).unwrap());
    assert_eq!(["c3", "c2", "a1"].map(rank), [2, 1, 0]);
    assert_eq!(game.turn(&position), board_engine::Turn::Seat(Seat::FIRST));
}
