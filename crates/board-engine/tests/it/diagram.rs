//! Pictures.

use board_engine::{Color, Coordinates, Diagram, Geometry, Glyph, Square};

fn stone() -> Glyph {
    Glyph { letter: 'x', symbol: '●', color: Some(Color::Black), name: "black stone".into() }
}

fn name(square: Square) -> String {
    (square.index() + 9).to_string()
}

#[test]
fn names_stand_at_the_edges() {
    let mut diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::AtEdges, name);
    diagram.put(Square::new(4), stone());
    diagram.add_note("a note");
    assert_eq!(diagram.to_string(), "2 . . .\n1 . x .\n  a b c\na note\n");
}

#[test]
fn columns_alone_are_named_by_their_numbers() {
    let mut diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::Columns, name);
    diagram.put(Square::new(4), stone());
    assert_eq!(diagram.to_string(), " . . .\n . x .\n 1 2 3\n");
    assert_eq!((diagram.column_name(2), diagram.row_name(0)), ("3".into(), String::new()));
    let wide = Diagram::new(Geometry::rectangle(10, 1), Coordinates::Columns, name);
    let rows = "  .  .  .  .  .  .  .  .  .  .\n  1  2  3  4  5  6  7  8  9 10\n";
    assert_eq!(wide.to_string(), rows);
}

#[test]
fn names_stand_beside_the_pieces() {
    let board = Geometry::new(4, 2, |column, row| (column + row) % 2 == 1);
    let mut diagram = Diagram::new(board, Coordinates::OnSquares, name);
    diagram.put(Square::new(0), stone());
    let shown = diagram.to_string();
    let rows: Vec<Vec<&str>> =
        shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows, [["x", ".", "9", "10"], [".", ".", "11", "12"]]);
    let columns: Vec<Option<usize>> = shown.lines().map(|line| line.find(['x', '.'])).collect();
    assert_eq!(columns, [Some(4), Some(2)], "squares stand where they lie");
}

#[test]
fn what_was_put_is_there() {
    let mut diagram = Diagram::new(Geometry::rectangle(2, 2), Coordinates::AtEdges, name);
    diagram.put(Square::new(3), stone());
    assert_eq!(diagram.glyph(Square::new(3)), Some(&stone()));
    assert_eq!((diagram.glyph(Square::new(0)), diagram.name(Square::new(0))), (None, "9"));
}

#[test]
fn names_stand_below_the_pieces_where_there_is_no_room_beside_them() {
    let board = Geometry::new(4, 2, |column, row| (column + row) % 2 == 1);
    let diagram = Diagram::new(board, Coordinates::OnSquares, name);
    let beside = diagram.to_string();
    assert_eq!(beside, "    .   .          9    10\n  .   .        11    12\n");
    assert_eq!(format!("{diagram:26}"), beside);
    let below = "    .   .\n  .   .\n\n      9    10\n  11    12\n";
    assert_eq!(format!("{diagram:20}"), below);
}

#[test]
fn a_board_is_drawn_from_the_other_side() {
    let mut edges = Diagram::new(Geometry::rectangle(3, 2), Coordinates::AtEdges, name);
    edges.put(Square::new(0), stone());
    assert_eq!(edges.clone().turned().to_string(), "1 . . .\n2 . . x\n  c b a\n");
    assert_eq!(edges.clone().turned().turned(), edges);
    let board = Geometry::new(4, 2, |column, row| (column + row) % 2 == 1);
    let mut numbers = Diagram::new(board, Coordinates::OnSquares, name);
    numbers.put(Square::new(0), stone());
    let turned = numbers.turned().to_string();
    let rows: Vec<Vec<&str>> =
        turned.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows, [[".", ".", "12", "11"], [".", "x", "10", "9"]]);
}
