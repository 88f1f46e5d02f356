use board_engine::{Bitboard, Direction, Game, Notation, Place, Viewer};
use checkers::{
    Canadian, Checkers, English, Frisian, International, Italian, Layout, Russian, Turkish, Variant,
};

use crate::support::{moves, position};

/// Checks that `text` is parsed as the move with the standard notation `standard`.
fn check_reads<V: Variant>(fen: &str, text: &str, standard: &str) {
    let game = Checkers::<V>::new();
    let position = position::<V>(fen);
    let mv = game.parse_move(&position, text).unwrap();
    assert_eq!(game.format_move(&position, mv), standard);
}

#[test]
fn quiet_moves_are_parsed_however_they_are_typed() {
    for text in
        ["11-15", " 11 - 15 ", "11 15", "1115", "011-015", "11–15", "11\u{2212}15", "c3-d4", "C3d4"]
    {
        check_reads::<English>("B:W21-32:B1-12", text, "11-15");
    }
}

#[test]
fn captures_are_parsed_however_they_are_typed() {
    let fen = "W:W22:B18,11,9";
    for text in
        ["22x8", "22x15x8", "22:8", "22X8", "22-8", "2208", "22 8", "221508", "22×15×8", "f6xb2"]
    {
        check_reads::<English>(fen, text, "22x8");
    }
}

/// The example in the PDN standard (`doc/diagram1`): two captures from 47 to 36.
const DIAGRAM: &str = "W:WK47:B14,19,29,31,42";

#[test]
fn captures_with_the_same_ends_are_written_with_every_turn_and_landing() {
    assert_eq!(moves::<International>(DIAGRAM), ["47x38x20x9x36", "47x38x24x13x36"]);
}

#[test]
fn any_intermediate_squares_distinguish_captures() {
    for text in ["47x38x24x13x36", "47-38-24-13-36", "47x24x13x36", "47x24x36"] {
        check_reads::<International>(DIAGRAM, text, "47x38x24x13x36");
    }
    check_reads::<International>(DIAGRAM, "47x20x36", "47x38x20x9x36");
    check_reads::<International>(DIAGRAM, "47x9x36", "47x38x20x9x36");
}

#[test]
fn errors_for_ambiguous_captures_list_the_candidates() {
    let game = Checkers::<International>::new();
    let message =
        |text| game.parse_move(&position::<International>(DIAGRAM), text).unwrap_err().to_string();
    let meant = "it may mean 47x38x24x13x36 or 47x38x20x9x36";
    assert_eq!(message("47x36"), format!("ambiguous move 47x36: {meant}"));
    // 24 and 13 are on both routes, and neither lands on 33.
    assert_eq!(message("47x33x24x13x36"), format!("ambiguous move 47x33x24x13x36: {meant}"));
}

#[test]
fn routes_that_take_the_same_pieces_are_one_move() {
    // Captures around the square in either direction count as the same move.
    assert_eq!(moves::<English>("W:WK30:B26,18,17,25"), ["30x30"]);
}

#[test]
fn malformed_moves_name_the_column() {
    let game = Checkers::<English>::new();
    let message = |text| game.parse_move(&game.start(), text).unwrap_err().to_string();
    assert_eq!(message(""), "malformed move \"\" at column 1: expected a square from 1 to 32");
    assert_eq!(message("11"), "malformed move \"11\" at column 3: expected - or x and a square");
    assert_eq!(
        message("11-"),
        "malformed move \"11-\" at column 4: expected a square from 1 to 32"
    );
    assert_eq!(
        message("11-33"),
        "malformed move \"11-33\" at column 4: expected a square from 1 to 32"
    );
    assert_eq!(
        message("11~15"),
        "malformed move \"11~15\" at column 3: expected - or x and a square"
    );
}

/// Compares the sets of adjacent squares with the squares' places.
fn check_next<V: Variant>(directions: [Direction; 4]) {
    for bit in Layout::<V>::board() {
        let Place { column, row } = Layout::<V>::place(bit).unwrap();
        for direction in directions {
            let (right, down) = direction.step();
            let beside = column.checked_add_signed(right).zip(row.checked_add_signed(down));
            let beside =
                beside.and_then(|(column, row)| Layout::<V>::bit_at(Place { column, row }));
            let next = Layout::<V>::next(Bitboard::single(bit), direction);
            assert_eq!(next.first(), beside, "{direction:?} of {}", Layout::<V>::name(bit));
            assert!(!next.has_several());
        }
    }
}

#[test]
fn the_next_square_is_adjacent() {
    check_next::<English>(Direction::DIAGONAL);
    check_next::<International>(Direction::DIAGONAL);
    check_next::<Italian>(Direction::DIAGONAL);
    check_next::<Turkish>(Direction::STRAIGHT);
}

/// Checks that captures by a king in a grid of enemies, which has more routes than can be followed, are parsed back.
fn check_grid<V: Variant>(fen: &str) {
    let game = Checkers::<V>::new();
    let position = position::<V>(fen);
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    game.legal_moves(&position, &mut moves);
    game.legal_moves(&position, &mut again);
    assert_eq!(moves, again);
    assert!((1..=1024).contains(&moves.len()), "{} moves of {}", moves.len(), V::RULES.name);
    for &mv in moves.iter().step_by(moves.len().div_ceil(16)) {
        let mut text = String::new();
        game.push_move_among(&position, &moves, mv, &mut text);
        assert_eq!(game.parse_move_among(&position, &moves, &text), Ok(mv), "{text}");
    }
}

#[test]
fn grids_of_enemies_have_limited_lists_of_parsable_captures() {
    check_grid::<Canadian>("W:WK72:B8-11,20-23,32-35,44-47,56-59");
    check_grid::<Frisian>("W:WK50:B7-10,17-20,27-30,37-40");
    check_grid::<Russian>("W:WKh2:Bb2,d2,f2,b4,d4,f4,b6,d6,f6");
    check_grid::<Turkish>("W:WKa1:Bb2,d2,f2,b4,d4,f4,b6,d6,f6,c3,e3,g3,c5,e5,g5,c7");
}

#[test]
fn a_capture_has_a_step_for_each_piece_along_all_of_its_routes() {
    let game = Checkers::<English>::new();
    let position = position::<English>("W:WK30:B26,18,17,25");
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let steps = game.steps(&position, &moves);
    let diagram = game.diagram(&position, Viewer::Arbiter);
    let name = |square| diagram.name(square).to_owned();
    let mut routes = Vec::new();
    let mut waiting = vec![(0, vec!["30".to_owned()], Vec::new())];
    while let Some((node, squares, taken)) = waiting.pop() {
        if !steps.nodes()[node].moves.is_empty() {
            routes.push((squares.join("x"), taken.join(" ")));
        }
        for (step, next) in &steps.nodes()[node].steps {
            let squares = squares.iter().cloned().chain([name(step.to)]).collect();
            let over = step.others.iter().map(|(over, _)| name(*over));
            waiting.push((*next, squares, taken.iter().cloned().chain(over).collect()));
        }
    }
    routes.sort();
    let expected = [("30x21x14x23x30", "25 17 18 26"), ("30x23x14x21x30", "26 18 17 25")];
    assert_eq!(routes, expected.map(|(squares, taken)| (squares.into(), taken.into())));
}
