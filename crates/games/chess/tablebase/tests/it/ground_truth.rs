//! Compares every position of the small tables with the solver.

use chess_tablebase::{SyzygyTables, Wdl};
use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};

use crate::folder;
use crate::solver::{Extra, Placing, Solved, solve};

/// The position with White as the strong side, or mirrored with Black as the strong side.
fn board(placing: Placing, piece: Piece, strong: Color) -> Board {
    let mut builder = BoardBuilder::empty();
    let pieces = [
        (placing.king, Piece::King, strong),
        (placing.extra, piece, strong),
        (placing.enemy, Piece::King, !strong),
    ];
    for (square, piece, color) in pieces {
        let square = Square::index(square).relative_to(strong);
        *builder.square_mut(square) = Some((piece, color));
    }
    builder.side_to_move = if placing.is_black_to_move { !strong } else { strong };
    builder.build().unwrap()
}

/// Compares all legal positions, but only one of two positions that mirror each other from file to file. In one of
/// seven, Black is the strong side. Returns the number of positions.
fn compare(tables: &SyzygyTables, kind: Extra, piece: Piece, solved: &Solved) -> usize {
    let mut count = 0;
    let is_compared = |placing: &Placing| placing.king % 8 < 4 && placing.is_legal(kind);
    for placing in Placing::all().filter(is_compared) {
        let strong = if count % 7 == 0 { Color::Black } else { Color::White };
        let board = board(placing, piece, strong);
        let distance = i32::from(solved.distances[placing.index()]);
        let (value, distance) = match (distance, placing.is_black_to_move) {
            (0, _) => (Wdl::Draw, 0),
            (_, false) => (Wdl::Win, distance),
            (_, true) => (Wdl::Loss, -distance),
        };
        assert_eq!(tables.wdl(&board), Some(value), "{board}");
        assert_eq!(tables.dtz(&board), Some(distance), "{board}");
        count += 1;
    }
    count
}

#[test]
fn every_three_piece_position_agrees_with_a_solver() {
    let tables = SyzygyTables::open(folder(), 7, 1 << 20);
    let queen = solve(Extra::Queen, &[]);
    let rook = solve(Extra::Rook, &[]);
    let pawn = solve(Extra::Pawn, &[(Extra::Queen, &queen), (Extra::Rook, &rook)]);
    let counts = [
        compare(&tables, Extra::Queen, Piece::Queen, &queen),
        compare(&tables, Extra::Rook, Piece::Rook, &rook),
        compare(&tables, Extra::Pawn, Piece::Pawn, &pawn),
    ];
    assert_eq!(counts, [368_452 / 2, 399_112 / 2, 331_352 / 2]);
    assert!(tables.refused().is_empty() && tables.take_failures().is_empty());
}
