//! Files of other programs for chess.

use chess::Chess;
use chess_players::ChessPgn;
use games_package::{Record, Rules, Sheet, SheetError, SheetFormat};

/// In the style of a site on the web: variations, comments with evaluations and clocks, glyphs, and a result.
const ANNOTATED: &str = r#"[Event "Casual game"]
[Site "?"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1500"]
[TimeControl "300+3"]
[ECO "C50"]

1. e4 { [%eval 0.3] [%clk 0:05:00] } 1... e5 { [%eval 0.25] [%clk 0:05:00] }
2. Bc4 $6 (2. Nf3 Nc6 (2... d6 3. d4 $1 {Steinitz} exd4) 3. Bb5) 2... Nc6 3. Qh5 Nf6?? { [%eval #1] }
(3... g6! 4. Qf3 Nf6) 4. Qxf7# 1-0
"#;

/// Castling with zeros, promotions in several forms, an exchange in passing, a start of its own.
const SET_UP: &str = r#"[White "?"]
[Black "?"]
[SetUp "1"]
[FEN "r3k3/1P6/8/3Pp3/8/8/6p1/4K2R w Kq e6 0 1"]
[Result "*"]

1. dxe6 e.p. g1=Q+ *
"#;

const FISCHER: &str = r#"[Variant "Chess 960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
"#;

fn sheets(text: &str) -> Vec<Result<Sheet, SheetError>> {
    ChessPgn.read(text.as_bytes(), None).collect()
}

fn record(text: &str) -> Record {
    let sheet = sheets(text).remove(0).unwrap();
    let name = sheet.game.clone().unwrap();
    let variant = name.strip_prefix("chess:").unwrap();
    let game = Rules::new(name.clone(), Chess::named(variant).unwrap());
    Record::from_sheet(&sheet, &game).unwrap()
}

#[test]
fn an_annotated_game_is_read_with_its_variations() {
    let record = record(ANNOTATED);
    assert_eq!(record.game, "chess:standard");
    let moves: Vec<&str> = record.moves().collect();
    assert_eq!(moves, ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]);
    assert_eq!(record.ending.unwrap().payoffs, Some(vec![1, -1]));
    let lines: Vec<(usize, usize)> =
        record.variations.iter().map(|line| (line.after, line.plies.len())).collect();
    assert_eq!(lines, [(2, 3), (5, 3)]);
    assert_eq!(record.variations[0].variations[0].plies[2].mv, "exd4");
    assert!(record.plies[0].clock.is_some(), "clocks are read");
}

#[test]
fn a_game_from_its_own_start_is_read() {
    let record = record(&SET_UP.replace("dxe6 e.p.", "dxe6"));
    assert_eq!(record.moves().collect::<Vec<_>>(), ["dxe6", "g1=Q+"]);
    let castled = SET_UP.replace("1. dxe6 e.p. g1=Q+ *", "1. 0-0 0-0-0 2. b8Q *");
    let sheet = sheets(&castled).remove(0).unwrap();
    let refused = Record::from_sheet(&sheet, &Rules::new("chess:standard", Chess::default()));
    assert!(refused.is_err(), "the pawn on g2 attacks the way of the king");
}

#[test]
fn chess960_is_recognized_by_its_variant() {
    let record = record(FISCHER);
    assert_eq!(record.game, "chess:960,0");
    for (variant, expected) in [
        ("Standard", Some("chess:standard")),
        ("Fischerandom", Some("chess:960,0")),
        ("Fischer Random", Some("chess:960,0")),
        ("Atomic", None),
    ] {
        let sheet = sheets(&FISCHER.replace("Chess 960", variant)).remove(0).unwrap();
        assert_eq!(sheet.game.as_deref(), expected, "{variant}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    for text in [ANNOTATED, FISCHER] {
        let first = record(text);
        let variant = first.game.strip_prefix("chess:").unwrap();
        let game = Rules::new(first.game.clone(), Chess::named(variant).unwrap());
        let written = ChessPgn.write(&Sheet::of(&first, &game)).unwrap();
        assert_eq!(record(&written), first, "{written}");
        let is_960 = first.game.starts_with("chess:960");
        assert_eq!(written.contains("[Variant \"Chess960\"]"), is_960, "{written}");
        assert_eq!(written.contains("[SetUp \"1\"]"), is_960, "{written}");
    }
}

#[test]
fn a_game_that_names_itself_is_of_that_game() {
    let sheet = sheets("[Game \"tic-tac-toe:3,3,3\"]\n\n1. a1 *\n").remove(0).unwrap();
    assert_eq!(sheet.game.as_deref(), Some("tic-tac-toe:3,3,3"));
}
