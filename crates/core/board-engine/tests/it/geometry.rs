//! Tests for board places and their neighbors.

use board_engine::{Direction, Geometry, Place, Square};

fn draughts() -> Geometry {
    Geometry::new(8, 8, |place| (place.column + place.row) % 2 == 1)
}

fn indices(squares: impl Iterator<Item = Square>) -> Vec<usize> {
    squares.map(Square::index).collect()
}

#[test]
fn squares_are_numbered_from_the_top_left_row_by_row() {
    let board = draughts();
    assert_eq!(board.square_count(), 32);
    assert_eq!(board.place(Square::new(0)), Place { column: 1, row: 0 });
    assert_eq!(board.place(Square::new(4)), Place { column: 0, row: 1 });
    assert!(board.squares().all(|square| board.square_at(board.place(square)) == Some(square)));
}

#[test]
fn unplayable_and_outside_places_have_no_square() {
    let board = draughts();
    assert_eq!(board.square_at(Place { column: 0, row: 0 }), None);
    assert_eq!(board.square_at(Place { column: 8, row: 1 }), None);
    assert_eq!(board.square_at(Place { column: 1, row: 8 }), None);
}

#[test]
fn neighbors_are_playable_squares() {
    assert_eq!(indices(draughts().neighbors(Square::new(0))), [5, 4]);
    assert_eq!(
        indices(Geometry::rectangle(3, 3).neighbors(Square::new(4))),
        [1, 2, 5, 8, 7, 6, 3, 0]
    );
}

#[test]
fn a_ray_ends_at_the_edge() {
    let board = draughts();
    assert_eq!(
        indices(board.ray(Square::new(3), Direction::SouthWest)),
        [7, 10, 14, 17, 21, 24, 28]
    );
    assert_eq!(indices(board.ray(Square::new(3), Direction::North)), []);
}

#[test]
fn the_opposite_direction_leads_back() {
    let board = Geometry::rectangle(5, 4);
    for square in board.squares() {
        for direction in Direction::ALL {
            let there = board.neighbor(square, direction);
            assert!(there.is_none_or(|there| board.neighbor(there, direction.opposite()) == Some(square)));
        }
    }
}

#[test]
fn squares_have_names_as_in_chess() {
    let board = Geometry::rectangle(8, 12);
    let name = |index| board.algebraic_name(Square::new(index));
    assert_eq!([name(0), name(7), name(95)], ["a12", "h12", "h1"]);
    for square in board.squares() {
        assert_eq!(board.square_named(&board.algebraic_name(square)), Some(square));
    }
    assert_eq!(board.square_named("H1"), Some(Square::new(95)));
    for wrong in ["", "a", "a0", "a13", "i1", "11", "a+1", "a1 ", "ä1", "a999", "aa"] {
        assert_eq!(board.square_named(wrong), None, "{wrong}");
    }
}
