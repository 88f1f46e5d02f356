//! Tests of move and position notation.

use std::collections::BTreeMap;

use board_engine::{Game, Notation, NotationError, Viewer};
use chess::{Chess, Move, Position};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The move in SAN, or the error.
fn read(position: &str, text: &str) -> String {
    let game = Chess::default();
    let position = game.parse_position(position).unwrap();
    match game.parse_move(&position, text) {
        Ok(mv) => game.format_move(&position, mv),
        Err(error) => error.reason(),
    }
}

#[test]
fn moves_are_parsed_in_many_forms() {
    let check = |position, texts: &[&str], expected| {
        for text in texts {
            assert_eq!(read(position, text), expected, "{text}");
        }
    };
    check(START, &["e4", "e2e4", "e2-e4", "e2–e4", "e4!", "Pe4"], "e4");
    check(START, &["Nf3", "g1f3", "Ng1f3", "Ng1-f3", "g1-f3", "Ngf3", "♘f3", "♞g1f3"], "Nf3");
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castling, &["O-O", "O–O", "0-0", "0‑0", "o-o", "OO", "e1g1", "e1h1", "Kg1"], "O-O");
    check(castling, &["O-O-O", "0-0-0", "OOO", "e1c1", "e1a1", "Kc1"], "O-O-O");
    let promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    check(promotion, &["a8=Q", "a8Q", "a7a8q", "a7-a8=Q", "a8=queen"], "a8=Q");
    check(promotion, &["axb8=N", "ab8N", "a7b8n", "a7xb8=N"], "axb8=N");
    check("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", &["exd6", "e×d6", "ed6", "e5d6", "e5xd6"], "exd6");
}

#[test]
fn moves_are_written_with_minimal_disambiguation() {
    assert_eq!(read("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "b1d2"), "Nbd2");
    assert_eq!(read("7k/8/8/R7/8/R7/8/6K1 w - - 0 1", "a3a4"), "R3a4");
    assert_eq!(read("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
    assert_eq!(read("7k/8/8/8/8/8/8/K5R1 w - - 0 1", "Rh1"), "Rh1+");
    assert_eq!(read("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"), "Ra8#");
}

#[test]
fn dropped_castling_rights_are_named() {
    let game = Chess::default();
    let check = |text: &str, expected: Option<&str>| {
        assert_eq!(game.corrections(text).as_deref(), expected, "{text}");
    };
    check(START, None);
    check("no position", None);
    let one = "dropped the castling right K: the king and the rook are not in place";
    check("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", Some(one));
    let two = "dropped the castling rights kq: the kings and rooks are not in place";
    check("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Some(two));
}

#[test]
fn a_position_may_be_part_of_an_address_or_lack_its_side() {
    let game = Chess::default();
    let start = game.start();
    assert_eq!(game.parse_position(&START.replace(' ', "_")).unwrap(), start);
    let board = START.split(' ').next().unwrap();
    let position = game.parse_position(board).unwrap();
    assert_eq!(game.format_position(&position), format!("{board} w - - 0 1"));
}

/// Positions close to every kind of check: direct, discovered, by castling, by promotion, and by an en passant capture
/// that opens a line of attack.
const BEFORE_CHECKS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "5k2/8/8/1Pp5/8/B7/8/K7 w - c6 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
];

/// Calls `check` with each position up to `plies` moves after this one, and with its legal moves.
fn visit(position: &Position, plies: u32, check: &impl Fn(&Position, &[Move])) {
    let (game, mut moves) = (Chess::default(), Vec::new());
    game.legal_moves(position, &mut moves);
    check(position, &moves);
    for &mv in moves.iter().filter(|_| plies > 0) {
        let mut after = position.clone();
        game.play(&mut after, mv);
        visit(&after, plies - 1, check);
    }
}

fn near_checks(check: impl Fn(&Position, &[Move])) {
    for text in BEFORE_CHECKS {
        visit(&Chess::default().parse_position(text).unwrap(), 2, &check);
    }
}

#[test]
fn exactly_the_checking_moves_are_marked() {
    let game = Chess::default();
    near_checks(|position, moves| {
        for &mv in moves {
            let mut text = String::new();
            game.push_move_among(position, moves, mv, &mut text);
            let mut after = position.clone();
            game.play(&mut after, mv);
            let gives_check = !after.board().checkers().is_empty();
            let place = || game.format_position(position);
            assert_eq!(text.ends_with(['+', '#']), gives_check, "{text} in {}", place());
        }
    });
    let marked = |position, text| assert_eq!(read(position, text), format!("{text}+"));
    marked("5k2/8/8/1Pp5/8/B7/8/K7 w - c6 0 1", "bxc6");
    marked("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    marked("8/P1k5/8/8/8/8/8/K7 w - - 0 1", "a8=N");
}

/// The move without its starting square: "Nbxd2+" becomes "Nd2".
fn without_origin(text: &str) -> String {
    let plain = text.trim_end_matches(['+', '#']);
    let (mv, promotion) = plain.split_once('=').unwrap_or((plain, ""));
    let (piece, to) = (mv.chars().next().unwrap(), mv.get(mv.len() - 2..).unwrap());
    format!("{piece}{to}{promotion}")
}

#[test]
fn strings_without_a_starting_square_mean_all_legal_moves_that_fit() {
    let game = Chess::default();
    near_checks(|position, moves| {
        let mut by_text: BTreeMap<String, Vec<Move>> = BTreeMap::new();
        for &mv in moves {
            let text = game.format_move(position, mv);
            let is_of_piece = text.starts_with(['N', 'B', 'R', 'Q', 'K']);
            let key = if is_of_piece { without_origin(&text) } else { text };
            by_text.entry(key).or_default().push(mv);
        }
        for (text, meant) in by_text {
            match (game.parse_move(position, &text), &meant[..]) {
                (Ok(mv), [only]) => assert_eq!(mv, *only, "{text}"),
                (Err(NotationError::Ambiguous { candidates, .. }), [_, _, ..]) => {
                    assert_eq!(candidates.len(), meant.len(), "{text}");
                }
                (found, _) => panic!("{text} in {}: {found:?}", game.format_position(position)),
            }
        }
    });
}

#[test]
fn positions_are_written_as_other_programs_write_them() {
    near_checks(|position, _| {
        let written = Chess::default().format_position(position);
        assert_eq!(written, position.board().to_string());
    });
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let check = |position, text, expected: &str| assert_eq!(read(position, text), expected);
    check(START, "e5", "no pawn can go to e5");
    check(
        START,
        "Qe5",
        "the queen on d1 can't go to e5: a queen moves along ranks, files and diagonals",
    );
    check(
        START,
        "a2-d8",
        "the pawn on a2 can't go to d8: a pawn moves one square ahead, or two from its first \
         square, and captures diagonally",
    );
    check(START, "e7e5", "the piece on e7 is the opponent's");
    check(START, "e4e5", "there is no piece on e4");
    check(START, "hello", "expected a move like e4, Nf3, exd5, e8=Q, O-O or e2e4 at column 1");
    check("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "specify the promotion piece, as in a8=Q");
    check("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", "a king in check can't castle");
    check("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "Nd2", "it may mean Nbd2 or Nfd2");
}

#[test]
fn a_refused_move_names_the_rule_that_forbids_it() {
    let check = |position, texts: &[&str], expected: &str| {
        for text in texts {
            assert_eq!(read(position, text), expected, "{text}");
        }
    };
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    check(pinned, &["Bd3", "e2d3", "e2-d3"], "the bishop on e2 is pinned");
    check("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", &["Ra2", "a1-a2"], "the king is in check");
    check(
        "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1",
        &["Bd3"],
        "no bishop can go to d3, and the king is in check",
    );
    let attacked = "4r2k/8/8/8/8/8/8/3K4 w - - 0 1";
    check(attacked, &["Ke2", "d1-e2"], "the king would be in check on e2");
    check(attacked, &["Kd3", "d1-d3"], "the king on d1 can't go to d3: a king moves one square");
    check(START, &["d1-d8", "Qd8"], "the path from d1 to d8 is blocked on d2");
    check(
        "k7/8/8/8/8/4p3/4P3/K7 w - - 0 1",
        &["e4", "e2-e4"],
        "the path from e2 to e4 is blocked on e3",
    );
    check(START, &["e2-d3"], "a pawn moves diagonally only to capture");
    check(START, &["d1-d2", "Qd2"], "d2 is occupied by a pawn of the same side");
    check(START, &["e4=Q", "e2e4q"], "there is no promotion on e4");
    let passing = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1";
    check(passing, &["exd6", "e5-d6"], "the king would be in check");
}

#[test]
fn a_refusal_among_several_pieces_is_about_the_blocked_one() {
    for (text, expected) in [
        ("Bc4", "the path from f1 to c4 is blocked on e2"),
        ("Ra2", "a2 is occupied by a pawn of the same side"),
        ("Nd2", "d2 is occupied by a pawn of the same side"),
        ("Nd5", "no knight can go to d5"),
    ] {
        assert_eq!(read(START, text), expected, "{text}");
    }
    let blocked = "4k3/8/8/8/8/4n3/PPPPPPPP/4K3 w - - 0 1";
    assert_eq!(read(blocked, "e4"), "the path from e2 to e4 is blocked on e3");
}

#[test]
fn refused_castling_is_explained() {
    let check = |position, expected: &str| {
        for text in ["O-O", "e1-g1", "e1h1"] {
            assert_eq!(read(position, text), expected, "{position} {text}");
        }
    };
    check(START, "castling is blocked by the piece on f1");
    check("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "the king can't castle: f1 is attacked");
    check("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "the king can't castle: g1 is attacked");
    check("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "a king in check can't castle");
    let moved = "the king or the rook has moved, so castling is no longer possible";
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", moved);
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", moved);
}

#[test]
fn positions_survive_a_round_trip() {
    let game = Chess::default();
    for text in [
        START,
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17",
        "7k/8/8/3pP3/8/8/8/K7 w - d6 0 9",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/4k3/8/8/3RK3/8/8 w - - 149 90",
    ] {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.format_position(&position), text);
    }
    let check = |text: &str, expected: &str| {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.format_position(&position), expected);
    };
    check("8/8/4k3/8/8/3RK3/8/8 b", "8/8/4k3/8/8/3RK3/8/8 b - - 0 1");
    // X-FEN: K means the outermost rook.
    check("4k3/8/8/8/8/8/8/R3KR1R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3KR1R w KQ - 0 1");
    check("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let check = |text: &str, expected: &str| {
        let error = Chess::default().parse_position(text).unwrap_err();
        assert_eq!(error.reason(), expected, "{text}");
    };
    check("", "expected a row of 8 squares at column 1");
    check("8/8", "expected 8 rows, but there are 2 at column 4");
    check("8/8/8/8/8/8/8/8 w - -", "White has 0 kings");
    check("k7/8/8/8/8/8/8/KK6 w - -", "White has 2 kings");
    check("k7/8/8/8/8/8/8/K6P w - -", "a pawn on the first or last rank, h1");
    check(
        "k7/8/8/8/8/8/8/K6X w - -",
        "expected P, N, B, R, Q, K in upper or lower case or a number of empty squares at column 18",
    );
    check("k7/8/8/8/8/8/8/K7 x - -", "expected the side to move, w or b at column 19");
    check("k7/8/8/8/8/8/8/K7 w z -", "expected the castling rights, like KQkq or - at column 21");
    check("k7/8/8/8/8/8/8/K7 w - e9", "expected the en passant square, like e3, or - at column 23");
    check("kK6/8/8/8/8/8/8/8 w - -", "the kings are adjacent");
    check("k7/8/8/8/8/8/8/K6r b - - 0 1", "the side that has just moved is in check");
    check("k7/8/8/8/8/8/8/K7 w - - x 1", "expected the halfmove clock, 0 to 255 at column 25");
    check("k7/8/8/8/8/8/8/K7 w - - 0 -1", "expected the move number, from 1 at column 27");
    check("k7/8/8/8/8/8/8/K7 w - - 0 1 7", "expected the end after 6 fields at column 29");
}

#[test]
fn harmless_mistakes_in_positions_are_corrected() {
    let check = |text: &str, expected: &str| {
        let position = Chess::default().parse_position(text).unwrap();
        assert_eq!(Chess::default().format_position(&position), expected, "{text}");
    };
    check("4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    check("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    check("k7/8/8/8/8/8/8/KR6 w Q -", "k7/8/8/8/8/8/8/KR6 w - - 0 1");
    check("k7/8/8/8/8/8/8/KR6 w H -", "k7/8/8/8/8/8/8/KR6 w - - 0 1");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    check("k7/8/8/8/8/8/8/K7 w - e6", "k7/8/8/8/8/8/8/K7 w - - 0 1");
    check("k7/8/8/8/8/8/8/K7 w - e3 4 9", "k7/8/8/8/8/8/8/K7 w - - 4 9");
}

#[test]
fn epd_operations_are_parsed() {
    let check = |operations: &str, expected: &str| {
        let position =
            Chess::default().parse_position(&format!("k7/8/8/8/8/8/8/K7 w - - {operations}"));
        let text = position.map(|position| Chess::default().format_position(&position));
        let text = text.unwrap_or_else(|error| error.reason());
        assert_eq!(text.replace("k7/8/8/8/8/8/8/K7 w - - ", ""), expected, "{operations}");
    };
    check("bm Kb2; id \"WAC.001\";", "0 1");
    check("bm Kb2", "0 1");
    check("id \"one; two\"; hmvc 7; fmvn 30;", "7 30");
    check("hmvc 7;", "7 1");
    check("fmvn 30; c0 \"ends in a draw\";", "0 30");
    check("7 30 bm Kb2;", "7 30");
    check("7 30 hmvc 1; fmvn 2;", "7 30");
    check("7 30;", "7 30");
    check("7 30 ;", "7 30");
    check("noop;", "0 1");
    check("ce 0;;", "0 1");
    check("hmvc many;", "expected the halfmove clock, 0 to 255 at column 30");
    check("bm Kb2; 7 30", "expected an operation like bm Nf3; at column 33");
    check("id \"no end;", "expected a quotation mark at the end of the operand at column 36");
}

#[test]
fn engines_get_moves_in_their_own_notation() {
    let game = Chess::default();
    let check = |position: &str, text: &str, expected: [&str; 2]| {
        let position = game.parse_position(position).unwrap();
        let mv = game.parse_move(&position, text).unwrap();
        assert_eq!([false, true].map(|chess960| game.uci_move(&position, mv, chess960)), expected);
    };
    check(START, "Nf3", ["g1f3"; 2]);
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", ["e1c1", "e1a1"]);
    check("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "O-O", ["e1g1"; 2]);
    check("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=N", ["a7b8n"; 2]);
}

#[test]
fn the_board_is_drawn_from_whites_side() {
    let game = Chess::default();
    let shown = game.diagram(&game.start(), Viewer::Public).to_string();
    assert!(
        shown.starts_with("8 r n b q k b n r\n7 p p p p p p p p\n6 . . . . . . . .\n"),
        "{shown}"
    );
    assert!(shown.ends_with("1 R N B Q K B N R\n  a b c d e f g h\n"), "{shown}");
}

/// The first steps, each written as square names with the pieces to choose from or the moves that the step completes.
fn steps(position: &str) -> Vec<String> {
    let game = Chess::default();
    let position = game.parse_position(position).unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let (steps, diagram) =
        (game.steps(&position, &moves), game.diagram(&position, Viewer::Arbiter));
    let name = |square| diagram.name(square).to_owned();
    let described = steps.nodes()[0].steps.iter().map(|(step, next)| {
        let node = &steps.nodes()[*next];
        let made = node.moves.iter().map(|&mv| game.format_move(&position, moves[mv]));
        let pieces =
            node.steps.iter().filter_map(|(step, _)| Some(step.becomes.as_ref()?.text.clone()));
        let after: Vec<String> = made.chain(pieces).collect();
        format!("{}{} {}", step.from.map(name).unwrap_or_default(), name(step.to), after.join(" "))
    });
    described.collect()
}

#[test]
fn a_promotion_is_a_step_and_the_choice_of_a_piece() {
    let found = steps("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(found.contains(&"a7a8 Q R B N".into()), "{found:?}");
    assert!(found.contains(&"a7b8 Q R B N".into()), "{found:?}");
}

#[test]
fn a_pawn_is_promoted_on_the_last_rank_of_its_side() {
    let game = Chess::default();
    let picture = game.diagram(&game.start(), Viewer::Arbiter);
    let named = |name: &str| picture.squares().find(|it| picture.name(*it) == name).unwrap();
    let check = |start: &str, end: &str, expected: &str| {
        let piece = picture.glyph(named(start)).unwrap();
        let found = game.promotions(piece, named(end));
        assert_eq!(found.iter().map(|it| it.text.as_str()).collect::<String>(), expected);
    };
    check("a2", "c8", "QRBN");
    check("h7", "a1", "qrbn");
    check("a2", "a1", "");
    check("a2", "c7", "");
    check("a1", "a8", "");
}

#[test]
fn castling_is_a_joint_move_of_the_king_and_a_rook() {
    let joint_moves = |game: Chess| {
        let picture = game.diagram(&game.start(), Viewer::Arbiter);
        let described = game.joint_moves().into_iter().map(|joint| {
            let pieces = joint.pieces.iter().map(|(glyph, from, to)| {
                assert_eq!(picture.glyph(*from), Some(glyph));
                format!(" {}{}{}", glyph.text, picture.name(*from), picture.name(*to))
            });
            format!("{}:{}", picture.name(joint.target), pieces.collect::<String>())
        });
        described.collect::<Vec<_>>()
    };
    let usual = joint_moves(Chess::default());
    assert_eq!(
        usual[..4],
        ["h1: Ke1g1 Rh1f1", "g1: Ke1g1 Rh1f1", "a1: Ke1c1 Ra1d1", "c1: Ke1c1 Ra1d1"]
    );
    assert_eq!((usual.len(), &usual[4]), (8, &"h8: ke8g8 rh8f8".into()));
    // BBQNNRKR
    let chess960 = joint_moves(Chess::chess960(0).unwrap());
    assert_eq!(chess960[..2], ["h1: Kg1g1 Rh1f1", "f1: Kg1c1 Rf1d1"]);
    assert_eq!(chess960.len(), 4);
}

#[test]
fn the_king_castles_on_its_target_or_onto_its_rook() {
    let found = steps("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for step in ["e1g1 O-O", "e1h1 O-O", "e1c1 O-O-O", "e1a1 O-O-O"] {
        assert!(found.contains(&step.into()), "{step}: {found:?}");
    }
    // The king can also move to g1 without castling: only a move onto its rook castles.
    let found = steps("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(found.contains(&"f1h1 O-O".into()), "{found:?}");
    assert!(found.contains(&"f1g1 Kg1".into()), "{found:?}");
}
