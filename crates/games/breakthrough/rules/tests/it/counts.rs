//! Tests leaf counts and random playouts.

use board_engine::{Game, Leaves, Status, perft, zobrist};
use breakthrough::{Breakthrough, Move};

fn check(size: u8, expected: &[u64]) {
    let game = Breakthrough::new(size).unwrap();
    for leaves in [Leaves::Counted, Leaves::Made] {
        let counts: Vec<u64> = (1..)
            .zip(expected)
            .map(|(depth, _)| perft(&game, &game.start(), depth, leaves))
            .collect();
        assert_eq!(counts, expected, "{size}x{size}");
    }
}

/// Several engine authors published these counts in the thread "perft". Depth 1 is counted by hand: on `size` columns,
/// each of the two pawns in the edge columns has two moves, and each other pawn has three.
#[test]
fn perft_agrees_with_published_counts() {
    check(8, &[22, 484, 11_132, 256_036]);
}

/// Without contact between the sides, the two-ply count is the square of the one-ply count.
#[test]
fn the_first_moves_on_smaller_boards_are_counted() {
    check(7, &[19, 361]);
    check(6, &[16, 256]);
    check(5, &[13]);
}

/// All legal moves, generated square by square without bitboards.
fn plain_moves(game: &Breakthrough, text: &str) -> Vec<String> {
    let (board, mover) = text.split_once(' ').unwrap();
    let size = usize::from(game.size());
    let rows: Vec<Vec<char>> = board
        .split('/')
        .map(|row| {
            row.chars()
                .flat_map(|it| match it.to_digit(10) {
                    Some(run) => vec!['.'; run as usize],
                    None => vec![it],
                })
                .collect()
        })
        .collect();
    let (own, step) = if mover == "w" { ('w', -1) } else { ('b', 1) };
    let name = |row: usize, column: usize| {
        format!("{}{}", char::from(b'a' + u8::try_from(column).unwrap()), size - row)
    };
    let mut found = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let Some(to_row) = row.checked_add_signed(step).filter(|&to| to < size) else {
                continue;
            };
            for side in -1..=1 {
                let to = column.checked_add_signed(side).filter(|&to| to < size);
                let Some(to_column) = to.filter(|_| rows[row][column] == own) else { continue };
                let (from, to) = (name(row, column), name(to_row, to_column));
                match rows[to_row][to_column] {
                    '.' => found.push(format!("{from}{to}")),
                    other if other != own && side != 0 => found.push(format!("{from}x{to}")),
                    _ => {}
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_plain_implementation_lists_the_same_moves() {
    use board_engine::Notation;
    for size in 5..=8 {
        let game = Breakthrough::new(size).unwrap();
        for seed in 0..60 {
            let (mut position, mut moves) = (game.start(), Vec::<Move>::new());
            let mut random = zobrist::scramble(seed);
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                let mut texts: Vec<String> =
                    moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
                texts.sort();
                let text = game.format_position(&position);
                assert_eq!(texts, plain_moves(&game, &text), "{text}");
                random = zobrist::scramble(random);
                let index = usize::try_from(random % moves.len() as u64).unwrap();
                game.play(&mut position, moves[index]);
            }
        }
    }
}
