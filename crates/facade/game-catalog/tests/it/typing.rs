//! Tests moves as people type them.

use game_catalog::table_game;

/// The move that a string represents in a position, or the error message.
fn typed(game: &str, position: Option<&str>, text: &str) -> String {
    let state = table_game(game).unwrap().open(position).unwrap();
    state.resolve_typed(text).unwrap_or_else(|error| format!("! {}", error.reason()))
}

#[test]
fn decorated_moves_are_understood() {
    for text in ["e4", " e4 ", "1. e4", "1.e4", "1... e4", "E2E4", "e2 e4", "e2–e4", "e4!", "e4?!"]
    {
        assert_eq!(typed("chess", None, text), "e4", "{text}");
    }
    for text in ["nf3", "NF3", "1. nf3", "ng1f3", "g1f3", "Ng1-f3", "Nf3!!"] {
        assert_eq!(typed("chess", None, text), "Nf3", "{text}");
    }
    for text in ["11-15", "11–15", "1. 11-15", "11 15", "11-15!"] {
        assert_eq!(typed("checkers", None, text), "11-15", "{text}");
    }
    for text in ["D3", "d3", "1. d3", "d3!"] {
        assert_eq!(typed("othello", None, text), "d3", "{text}");
    }
    assert_eq!(typed("connect-four", None, "4."), "4");
}

#[test]
fn verbs_and_other_separators_are_understood() {
    for text in
        ["move e4", "play e4", "Move e2 e4", "e2->e4", "e2=>e4", "e2>e4", "e2/e4", "e2 to e4"]
    {
        assert_eq!(typed("chess", None, text), "e4", "{text}");
    }
    assert_eq!(typed("checkers", None, "11/15"), "11-15");
    assert_eq!(typed("checkers", None, "11 to 15"), "11-15");
    assert_eq!(typed("connect-four", None, "drop 3"), "3");
    for text in ["play", "move", "move it", "play chess", "drop"] {
        assert!(typed("chess", None, text).starts_with("! expected a move like e4"), "{text}");
    }
}

#[test]
fn chess_moves_in_words_are_understood() {
    for (position, text, expected) in [
        (None, "knight f3", "Nf3"),
        (None, "Knight to f3", "Nf3"),
        (None, "pawn to e4", "e4"),
        (None, "knight takes f3", "Nf3"),
        (Some(CASTLING), "castle kingside", "O-O"),
        (Some(CASTLING), "Castles queen-side", "O-O-O"),
        (Some(CASTLING), "castle long", "O-O-O"),
        (Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), "pawn to a8 queen", "a8=Q+"),
        (Some("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "knight b d2", "Nbd2"),
        (Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), "e pawn takes d5", "exd5"),
    ] {
        assert_eq!(typed("chess", position, text), expected, "{text}");
    }
    assert!(typed("chess", None, "knight to e4").starts_with("! no knight can go to e4"));
    assert!(typed("chess", None, "castle").starts_with("! type O-O to castle on the king's side"));
    assert!(typed("chess", None, "knight").starts_with("! expected a move like e4"));
}

const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn castling_is_understood() {
    for text in ["O-O", "0-0", "o-o", "oo", "OO", "O–O", "1. 0-0", "e1g1", "E1G1", "e1h1"] {
        assert_eq!(typed("chess", Some(CASTLING), text), "O-O", "{text}");
    }
    assert_eq!(typed("chess", Some(CASTLING), "ooo"), "O-O-O");
}

#[test]
fn text_in_the_notation_never_means_another_move() {
    // Only the bishop can capture, but the string names the pawn.
    let position = "4k3/8/8/8/1B6/2p5/8/4K3 w - - 0 1";
    assert_eq!(typed("chess", Some(position), "Bxc3"), "Bxc3");
    assert_eq!(typed("chess", Some(position), "BXC3"), "Bxc3");
    assert!(typed("chess", Some(position), "bxc3").starts_with("! no pawn can go to c3"));
    // Well-formed but illegal moves are errors.
    assert!(typed("checkers", Some("W:WK1:B21"), "6-1").starts_with('!'));
    assert_eq!(typed("checkers", Some("W:WK1:B21"), "1 6"), "1-6");
}

#[test]
fn an_unclear_text_is_refused_with_the_expected_form() {
    for text in ["", "hello", "e", "9", "1.", "!", "🙂"] {
        assert!(typed("chess", None, text).starts_with("! expected a move like e4"), "{text}");
    }
    // Two knights can go to d2.
    let position = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    assert!(typed("chess", Some(position), "nd2").starts_with('!'));
}
