use board_engine::{Game, Notation, Seat, SideOwners, Tiling, Viewer};
use hex_game::{Hex, Swap};

/// Types moves one after another on 5×5. Returns the position after these moves, or the reason for refusing one of
/// them.
fn play(swap: Swap, position: &str, moves: &str) -> String {
    let game = Hex::new(5, swap).unwrap();
    let mut position = game.parse_position(position).unwrap();
    for mv in moves.split(' ') {
        match game.parse_move(&position, mv) {
            Ok(mv) => game.play(&mut position, mv),
            Err(error) => return error.reason(),
        }
    }
    game.format_position(&position)
}

fn refusal(swap: Swap, text: &str) -> String {
    Hex::new(5, swap).unwrap().parse_position(text).unwrap_err().reason()
}

const START: &str = "5/5/5/5/5 r";

#[test]
fn moves_are_cells_from_the_top_left() {
    assert_eq!(play(Swap::Forbidden, START, "a1"), "r4/5/5/5/5 b");
    assert_eq!(play(Swap::Forbidden, START, "b1 E5 C2"), "1r3/2r2/5/5/4b b");
    let large = Hex::default();
    let position = large.parse_position("11/11/11/11/11/11/11/11/11/11/10r b").unwrap();
    assert_eq!(large.format_move(&position, large.parse_move(&position, "k10").unwrap()), "k10");
}

#[test]
fn a_swap_mirrors_the_first_stone() {
    for text in ["d2 swap", "d2 SWAP", "d2 swap-pieces"] {
        assert_eq!(play(Swap::Allowed, START, text), "5/5/5/1b3/5 r", "{text}");
    }
    assert_eq!(play(Swap::Allowed, START, "c3 swap c3"), "c3 is taken");
    assert_eq!(play(Swap::Allowed, START, "d2 swap d2"), "5/3r1/5/1b3/5 b");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let only = "only the answer to the first stone can be a swap";
    assert_eq!(play(Swap::Allowed, START, "swap"), only);
    assert_eq!(play(Swap::Allowed, START, "d2 a1 swap"), only);
    assert_eq!(play(Swap::Allowed, START, "d2 swap swap"), only);
    assert_eq!(play(Swap::Forbidden, START, "d2 swap"), "this game has no swap rule");
    assert_eq!(play(Swap::Forbidden, START, "d2 d2"), "d2 is taken");
    let over = "r4/r4/r4/r4/rbbbb b";
    assert_eq!(play(Swap::Forbidden, over, "c3"), "the game is over: the two sides are connected");
    for text in ["", "a0", "a6", "f1", "a01", "a1a2", "é1", "1a", "pass", "a+1", "a99999999999"] {
        let expected = "expected a cell from a1 to e5 at column 1";
        assert_eq!(play(Swap::Forbidden, START, text), expected, "{text:?}");
    }
}

#[test]
fn unreachable_positions_are_refused_with_a_reason() {
    let starts = "Red has 2 and Blue has 0, but they take turns and Red starts";
    assert_eq!(refusal(Swap::Allowed, "rr3/5/5/5/5 b"), starts);
    assert_eq!(
        refusal(Swap::Forbidden, "r4/5/5/5/5 r"),
        "Red has 1 and Blue has 0, so Blue is to move"
    );
    assert_eq!(
        refusal(Swap::Forbidden, "5/b4/5/5/5 r"),
        "Red has 0 and Blue has 1, but they take turns and Red starts"
    );
    assert_eq!(
        refusal(Swap::Allowed, "5/5/5/5/5 b"),
        "Red has 0 and Blue has 0, so Red is to move"
    );
    let connected = "Red's sides are connected, so Red can't be to move";
    assert_eq!(
        refusal(Swap::Forbidden, "r4/r4/r4/r4/rbbbb r"),
        "Red has 5 and Blue has 4, so Blue is to move"
    );
    assert_eq!(refusal(Swap::Forbidden, "r4/r4/r3b/r4/rbbbb r"), connected);
    assert_eq!(
        refusal(Swap::Forbidden, "5/5/5/5 r"),
        "expected 5 rows, but there are 4 at column 8"
    );
}

#[test]
fn the_diagram_is_a_rhombus_with_both_players_sides() {
    let game = Hex::new(5, Swap::Forbidden).unwrap();
    let position = game.parse_position("5/5/2r2/1b3/5 r").unwrap();
    let diagram = game.diagram(&position, Viewer::Public);
    let expected = "  a b c d e\n 1 . . . . .\n  2 . . . . .\n   3 . . r . .\n    4 . b . . .\n     5 . . . . .\n";
    let lines: Vec<String> =
        diagram.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(lines.concat(), expected);
    let [red, blue] = [Some(Seat::FIRST), Some(Seat::SECOND)];
    assert_eq!(diagram.tiling(), Tiling::Hexagons);
    assert_eq!(
        diagram.side_owners(),
        SideOwners { top: red, right: blue, bottom: red, left: blue }
    );
}

#[test]
fn the_largest_board_keeps_its_columns_aligned() {
    let shown = Hex::default().diagram(&Hex::default().start(), Viewer::Public).to_string();
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "   a b c d e f g h i j k");
    assert_eq!(lines[1], "  1 . . . . . . . . . . .");
    assert_eq!(lines[10], "          10 . . . . . . . . . . .");
}
