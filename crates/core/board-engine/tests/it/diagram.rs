//! Tests of diagrams.

use board_engine::{
    Color, Coordinates, Diagram, Edges, Geometry, Glyph, Place, Rank, Seat, Shade, SideOwners,
    Square, Stacking, Suit, Tiling,
};

fn stone() -> Glyph {
    Glyph::piece(Seat::SECOND, "stone", 'x', '●', "black stone").colored(Color::Black)
}

fn name(square: Square) -> String {
    (square.index() + 9).to_string()
}

#[test]
fn names_are_drawn_at_the_edges() {
    let mut diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::AtEdges, name);
    diagram.put(Square::new(4), stone());
    assert_eq!(diagram.to_string(), "2 . . .\n1 . x .\n  a b c\n");
}

#[test]
fn rows_of_hexagons_are_indented() {
    let mut diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::AtEdges, name)
        .with_tiling(Tiling::Hexagons);
    diagram.put(Square::new(4), stone());
    let lines = |diagram: &Diagram| -> Vec<String> {
        diagram.to_string().lines().map(|line| line.trim_end().into()).collect()
    };
    assert_eq!(lines(&diagram), [" 2 . . .", "  1 . x .", "     a b c"]);
    assert_eq!(lines(&diagram.turned()), [" 1 . x .", "  2 . . .", "     c b a"]);
}

#[test]
fn side_owners_are_turned_with_the_board() {
    let [first, second] = [Some(Seat::FIRST), Some(Seat::SECOND)];
    let owners = SideOwners { top: first, right: second, bottom: None, left: None };
    assert_eq!(owners.turned(), SideOwners { top: None, right: None, bottom: first, left: second });
    let diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::AtEdges, name);
    assert_eq!(diagram.side_owners(), SideOwners::default());
    assert_eq!(diagram.with_side_owners(owners).side_owners(), owners);
}

#[test]
fn columns_without_rows_are_named_by_numbers() {
    let mut diagram = Diagram::new(Geometry::rectangle(3, 2), Coordinates::Columns, name);
    diagram.put(Square::new(4), stone());
    assert_eq!(diagram.to_string(), " . . .\n . x .\n 1 2 3\n");
    assert_eq!((diagram.edges().bottom[2].as_str(), diagram.edges().left.len()), ("3", 0));
    let wide = Diagram::new(Geometry::rectangle(10, 1), Coordinates::Columns, name);
    let rows = "  .  .  .  .  .  .  .  .  .  .\n  1  2  3  4  5  6  7  8  9 10\n";
    assert_eq!(wide.to_string(), rows);
}

#[test]
fn names_are_drawn_next_to_the_pieces() {
    let board = Geometry::new(4, 2, |place| (place.column + place.row) % 2 == 1);
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
fn pieces_appear_on_their_squares() {
    let mut diagram = Diagram::new(Geometry::rectangle(2, 2), Coordinates::AtEdges, name);
    diagram.put(Square::new(3), stone());
    assert_eq!(diagram.glyph(Square::new(3)), Some(&stone()));
    assert_eq!((diagram.glyph(Square::new(0)), diagram.name(Square::new(0))), (None, "9"));
}

#[test]
fn names_move_below_the_pieces_without_room_next_to_them() {
    let board = Geometry::new(4, 2, |place| (place.column + place.row) % 2 == 1);
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
    let board = Geometry::new(4, 2, |place| (place.column + place.row) % 2 == 1);
    let mut numbers = Diagram::new(board, Coordinates::OnSquares, name);
    numbers.put(Square::new(0), stone());
    let turned = numbers.turned().to_string();
    let rows: Vec<Vec<&str>> =
        turned.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows, [[".", ".", "12", "11"], [".", "x", "10", "9"]]);
}

#[test]
fn edges_have_the_labels_that_the_game_defines() {
    let labels = |texts: [&str; 3]| texts.map(String::from).into();
    let edges = Edges {
        top: labels(["13", "14", "15"]),
        bottom: labels(["12", "11", "10"]),
        ..Edges::default()
    };
    let mut points = Diagram::new(Geometry::rectangle(3, 2), Coordinates::Labels(edges), name);
    points.put(Square::new(0), stone());
    assert_eq!(points.to_string(), " 13 14 15\n  x  .  .\n  .  .  .\n 12 11 10\n");
    let turned = " 10 11 12\n  .  .  .\n  .  .  x\n 15 14 13\n";
    assert_eq!(points.turned().to_string(), turned);
}

#[test]
fn several_pieces_share_a_square() {
    let mut diagram = Diagram::new(Geometry::rectangle(2, 1), Coordinates::Columns, name)
        .with_stacking(|_| Stacking::FromBottom);
    for _ in 0..5 {
        diagram.put(Square::new(1), stone());
    }
    assert_eq!(diagram.to_string(), "  . 5x\n  1  2\n");
    assert_eq!(
        (diagram.pieces(Square::new(1)).len(), diagram.pieces(Square::new(0)).len()),
        (5, 0)
    );
    assert_eq!(diagram.stacking(Square::new(1)).turned(), Stacking::FromTop);
    assert_eq!(diagram.take(Square::new(1)), Some(stone()));
    assert_eq!(diagram.to_string(), "  . 4x\n  1  2\n");
}

#[test]
fn zones_are_drawn_below_the_board() {
    let mut diagram = Diagram::new(Geometry::rectangle(2, 1), Coordinates::Columns, name);
    let hand = diagram.add_zone_of(Seat::FIRST, "North", "hand", 3);
    let bar = diagram.add_zone_of(Seat::FIRST, "North", "bar", 1);
    let _empty = diagram.add_zone_of(Seat::SECOND, "South", "hand", 3);
    let dice = diagram.add_zone("dice", 2);
    diagram.put(hand[0], Glyph::card(Rank::King, Some(Suit::Spades)));
    diagram.put(hand[2], Glyph::hidden_card());
    for square in [bar[0], bar[0]] {
        diagram.put(square, stone());
    }
    diagram.put(dice[0], Glyph::die(Some(5)));
    diagram.put(dice[1], Glyph::die(None));
    let expected = " . .\n 1 2\nNorth: hand Ks ?, bar 2x\ndice: 5 -\n";
    assert_eq!(diagram.to_string(), expected);
    let titles: Vec<String> = diagram.zones().iter().map(board_engine::Zone::title).collect();
    assert_eq!(titles, ["North's hand", "North's bar", "South's hand", "dice"]);
    assert_eq!(diagram.squares().len(), 2 + 3 + 1 + 3 + 2);
    assert_eq!(diagram.name(bar[0]), "bar");
}

#[test]
fn captions_are_drawn_below_the_zones() {
    let mut diagram = Diagram::new(Geometry::rectangle(2, 1), Coordinates::Columns, name);
    let dice = diagram.add_zone("dice", 1);
    diagram.put(dice[0], Glyph::die(Some(5)));
    diagram.add_caption(Seat::FIRST, "North", "3 pips");
    diagram.add_caption(Seat::SECOND, "South", "1 pip");
    let expected = " . .\n 1 2\ndice: 5\nNorth: 3 pips\nSouth: 1 pip\n";
    assert_eq!(diagram.to_string(), expected);
    assert_eq!(diagram.squares().len(), 3);
}

#[test]
fn a_table_may_have_no_board() {
    let mut diagram = Diagram::without_board();
    assert_eq!(diagram.to_string(), "");
    let pot = diagram.add_zone("pot", 1);
    diagram.put(pot[0], Glyph::counter(12, Some(30)));
    assert_eq!(diagram.to_string(), "pot: 12/30\n");
}

#[test]
fn tiles_cover_two_squares_and_walls_separate_them() {
    let mut diagram = Diagram::new(Geometry::rectangle(4, 2), Coordinates::Columns, name);
    let squares = |one, other| [Square::new(one), Square::new(other)];
    diagram.lay(squares(1, 0), Glyph::tile([6, 3]));
    diagram.lay(squares(2, 6), Glyph::tile([6, 1]));
    diagram.lay(squares(3, 7), Glyph::marker('=', '━', "wall"));
    assert_eq!(diagram.to_string(), " 3-6 6 .\n     | =\n . . 1 .\n 1 2 3 4\n");
    let turned = " . 1 . .\n = |\n . 6 6-3\n 4 3 2 1\n";
    assert_eq!(diagram.clone().turned().to_string(), turned);
    let ends: Vec<Option<u8>> =
        [0, 1, 2].map(|square| diagram.laid()[0].end_on(Square::new(square))).into();
    assert_eq!(ends, [Some(3), Some(6), None]);
    let covers = |index: usize| diagram.laid()[index].covers(Square::new(3));
    assert_eq!((covers(0), covers(2)), (false, false), "a wall covers no square");
}

#[test]
fn places_have_shades() {
    let board = Geometry::new(2, 2, |place| (place.column + place.row) % 2 == 1);
    let diagram = Diagram::new(board, Coordinates::OnSquares, name);
    let place = |column, row| Place { column, row };
    assert_eq!(diagram.shade(place(1, 0)), Shade::Light);
    let diagram = diagram.with_shades(Shade::checkered);
    assert_eq!(diagram.shade(place(1, 0)), Shade::Dark);
    assert_eq!(diagram.shade(place(1, 1)), Shade::Light);
    assert_eq!(diagram.shade(place(2, 0)), Shade::Blank, "no part of the board");
}

#[test]
fn glyphs_have_strings_symbols_and_names() {
    let said = |glyph: Glyph| (glyph.text, glyph.symbol, glyph.name);
    let expected = |text: &str, symbol, name: &str| (text.into(), symbol, name.into());
    let queen = Glyph::card(Rank::Queen, Some(Suit::Hearts));
    assert_eq!(said(queen), expected("Qh", Some('🂽'), "queen of hearts"));
    assert_eq!(said(Glyph::card(Rank::Ace, None)), expected("A", Some('🂡'), "ace"));
    assert_eq!(said(Glyph::die(Some(6))), expected("6", Some('⚅'), "die showing 6"));
    assert_eq!(said(Glyph::die(Some(12))), expected("12", Some('□'), "die showing 12"));
    assert_eq!(said(Glyph::tile([0, 1])), expected("0-1", Some('🀲'), "tile 0-1"));
    assert_eq!(said(Glyph::tile([9, 12])), expected("9-12", Some('□'), "tile 9-12"));
    assert_eq!(said(Glyph::counter(3, None)), expected("3", None, "3"));
}
