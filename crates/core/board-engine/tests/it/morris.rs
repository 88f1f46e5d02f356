//! Tests the board of Nine Men's Morris as a diagram: points, lines between them, and reserves.
//!
//! A page for game authors quotes this file.

use board_engine::{Color, Coordinates, Diagram, Geometry, Glyph, Place, Seat, Shade, Square};

/// The distances of a place from the middle of the board: by columns and by rows.
fn distances(place: Place) -> [u8; 2] {
    [place.column.abs_diff(3), place.row.abs_diff(3)]
}

/// A point is a corner or the middle of a side of one of the three squares.
fn is_point(place: Place) -> bool {
    let [across, along] = distances(place);
    (across == 0 || along == 0 || across == along) && across + along > 0
}

/// All places but the middle are squares of the board: the points, and the lines between them.
fn geometry() -> Geometry {
    Geometry::new(7, 7, |place| distances(place) != [0, 0])
}

/// The stone of a seat.
fn stone(seat: Seat) -> Glyph {
    let (color, letter, symbol, name) = match seat {
        Seat::FIRST => (Color::White, 'w', '●', "white stone"),
        _ => (Color::Black, 'b', '○', "black stone"),
    };
    Glyph::piece(seat, "stone", letter, symbol, name).colored(color)
}

/// The diagram of a position: the stones on the board, and the number of stones in each reserve.
fn diagram(stones: &[(&str, Seat)], reserves: [usize; 2]) -> Diagram {
    let geometry = geometry();
    let name = |square| geometry.algebraic_name(square);
    let mut diagram = Diagram::new(geometry.clone(), Coordinates::AtEdges, name)
        .with_shades(|place| if is_point(place) { Shade::Light } else { Shade::Blank });
    for square in geometry.squares().filter(|&square| !is_point(geometry.place(square))) {
        let [across, along] = distances(geometry.place(square));
        let line = if across < along { ('-', '─') } else { ('|', '│') };
        diagram.put(square, Glyph::marker(line.0, line.1, "line"));
    }
    for (name, seat) in stones {
        let square = geometry.square_named(name).expect("the point is on the board");
        diagram.put(square, stone(*seat));
    }
    for seat in Seat::all(2) {
        let owner = ["White", "Black"][seat.index()];
        let reserve = diagram.add_zone_of(seat, owner, "reserve", 9);
        for &square in &reserve[..reserves[seat.index()]] {
            diagram.put(square, stone(seat));
        }
    }
    diagram
}

/// A move: a stone moves from the reserve or a point to a point, and a mill may capture a stone.
struct Move {
    from: Option<Square>,
    to: Square,
    taken: Option<Square>,
}

/// The squares that a user touches, in order. `reserve` is the square of the next stone in the
/// mover's reserve: zones follow the board in one numbering.
fn route(mv: &Move, reserve: Square) -> Vec<Square> {
    let from = mv.from.unwrap_or(reserve);
    [from, mv.to].into_iter().chain(mv.taken).collect()
}

#[test]
fn lines_between_points_are_squares_with_markers() {
    let shown = diagram(&[("a1", Seat::FIRST), ("d2", Seat::SECOND)], [9, 8]).to_string();
    let board: Vec<&str> = shown.lines().take(8).collect();
    let expected = [
        "7 . - - . - - .",
        "6 | . - . - . |",
        "5 | | . . . | |",
        "4 . . .   . . .",
        "3 | | . . . | |",
        "2 | . - b - . |",
        "1 w - - . - - .",
        "  a b c d e f g",
    ];
    assert_eq!(board, expected, "{shown}");
    assert!(shown.contains("reserve"), "{shown}");
}

#[test]
fn a_capture_touches_the_reserve_the_point_and_the_taken_stone() {
    let shown = diagram(&[("d2", Seat::SECOND)], [9, 8]);
    let square = |name: &str| geometry().square_named(name).expect("it is on the board");
    let reserve = shown.zones()[0].squares().next().expect("a reserve has nine squares");
    assert_eq!(reserve.index(), geometry().square_count());
    let placed = Move { from: None, to: square("a1"), taken: Some(square("d2")) };
    assert_eq!(route(&placed, reserve), [reserve, square("a1"), square("d2")]);
    let moved = Move { from: Some(square("a1")), to: square("a4"), taken: None };
    assert_eq!(route(&moved, reserve), [square("a1"), square("a4")]);
}
