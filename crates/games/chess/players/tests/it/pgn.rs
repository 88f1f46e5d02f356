//! Tests with files from other chess programs.

use chess::{Chess, NULL_MOVES};
use chess_players::ChessPgn;
use games_package::{Ending, Mark, Record, Rules, Thought, Valuation};
use notation::{PlayedSheet, Sheet, SheetError, SheetFormat};

/// A game in the style of a website: variations, comments with evaluations and clocks, glyphs, and a result.
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

/// A game with castling written with zeros, promotions in several forms, an en passant capture and a set-up start.
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
    let game = Rules::new(name.clone(), Chess::from_variant(variant).unwrap());
    sheet.to_record(&game).unwrap()
}

/// The match and its repairs.
fn repaired(text: &str) -> (Record, Vec<String>) {
    let game = Rules::new("chess:standard", Chess::default());
    let PlayedSheet { record, repairs, .. } = sheets(text).remove(0).unwrap().play(&game).unwrap();
    (record, repairs.iter().map(ToString::to_string).collect())
}

/// The match, read and rewritten as PGN.
fn rewritten(text: &str) -> String {
    let game = Rules::new("chess:standard", Chess::default());
    ChessPgn.write(&Sheet::of(&record(text), &game)).unwrap()
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
    let moves = |text: &str| record(text).moves().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(moves(SET_UP), ["dxe6", "g1=Q+"]);
    let castled = SET_UP.replace("1. dxe6 e.p. g1=Q+ *", "1. 0-0 0-0-0 2. b8Q *");
    let sheet = sheets(&castled).remove(0).unwrap();
    let refused = sheet.to_record(&Rules::new("chess:standard", Chess::default()));
    assert!(refused.is_err(), "the pawn on g2 attacks the way of the king");
}

#[test]
fn words_that_belong_to_one_move_are_joined() {
    let check = |moves: &str, expected: &[&str]| {
        let record = record(&SET_UP.replace("1. dxe6 e.p. g1=Q+ *", moves));
        assert_eq!(record.moves().collect::<Vec<_>>(), expected, "{moves}");
    };
    check("1. dxe6 e.p. g1(N) *", &["dxe6", "g1=N"]);
    check("1. dxe6ep g1/R+ 2. Kd2 Rxh1 *", &["dxe6", "g1=R+", "Kd2", "Rxh1"]);
    check("1. dxe6 e.p.! {well} g1(Q)+ *", &["dxe6", "g1=Q+"]);
    let sheet = sheets(&SET_UP.replace("e.p.", "e.p.! {well} (1. b8(N))")).remove(0).unwrap();
    let [taken, _] = &sheet.moves[..] else { panic!("two moves") };
    assert_eq!((taken.comment.as_str(), taken.others[0][0].text.as_str()), ("well", "b8=N"));
    // Parentheses contain a variation if no pawn can promote.
    let sheet = sheets("1. e4 (Q) e5 *").remove(0).unwrap();
    assert_eq!((sheet.moves[0].text.as_str(), sheet.moves[0].others.len()), ("e4", 1));
}

#[test]
fn games_of_databases_are_read() {
    let check = |moves: &str, expected: &[&str]| {
        let record = record(moves);
        assert_eq!(record.moves().collect::<Vec<_>>(), expected, "{moves}");
    };
    check(
        "\u{feff}1.e4 e5 2.Nf3\r\n% for another program\r\n$10 Nc6 *\r\n",
        &["e4", "e5", "Nf3", "Nc6"],
    );
    check("1. e4 ; a remark (\n1... e5 $146 $3 {here} {and here} *", &["e4", "e5"]);
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0",
        &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"],
    );
    check("1. e2-e4 e7-e5 2. Ng1-f3 1/2", &["e4", "e5", "Nf3"]);
    let latin1 = ChessPgn.read(b"[White \"M\xfcller\"]\n\n1. d4 *", None).next().unwrap().unwrap();
    assert_eq!(latin1.players[0], "Müller");
    let drawn = sheets("1. e4 e5 1/2").remove(0).unwrap();
    assert_eq!(drawn.payoffs, Some(vec![0, 0]));
    let valued = record("1. e4 {[%eval 0.25,17]} e5 {[%eval #-3,20] [%clk 0:01:02]} *");
    let thoughts: Vec<_> = valued.plies.iter().map(|ply| ply.note.thought.unwrap()).collect();
    assert_eq!(thoughts[0], Thought { valuation: Valuation::Centi(25), depth: 17 });
    assert_eq!(thoughts[1].valuation, Valuation::WinIn(5), "Black wins with the third move");
}

#[test]
fn a_line_with_a_null_move_is_read_up_to_it() {
    let text = "1. e4 (1. d4 -- 2. c4! {with space} (2. Nf3) e5) 1... e5 (1... Z0 2. d4) 2. Nf3 *";
    let (read, faults) = repaired(text);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert_eq!(read.moves().collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    let [line] = &read.variations[..] else { panic!("one line") };
    assert_eq!(
        (line.plies.len(), line.plies[0].note.remark.as_str()),
        (1, "-- 2. c4! with space (2. Nf3) e5")
    );
    assert_eq!(read.plies[1].note.remark, "(1... Z0 2. d4)");
    for null in NULL_MOVES {
        let (read, faults) = repaired(&format!("1. e4 {null} 2. d4 1-0"));
        assert!(faults[0].contains("a null move is not a move"), "{faults:?}");
        assert_eq!(
            (read.plies.len(), read.plies[0].note.remark.as_str()),
            (1, &*format!("{null} 2. d4"))
        );
        assert_eq!(read.ending, Some(Ending::unstated(vec![1, -1])));
    }
    let other = sheets("[Game \"othello:8\"]\n\n1. d3 (1. c4 pass) *").remove(0).unwrap();
    assert_eq!(other.moves[0].others[0].len(), 2, "others may pass");
}

#[test]
fn evaluation_symbols_are_annotations() {
    let text = "1. e4 e5 2. Nf3 ± (2. Nc3 =) 2... Nc6 += 3. Bb5 +- a6 N 4. Ba4∓! d6 {[%csl Gd6]} *";
    let read = record(text);
    let nags: Vec<&[u8]> = read.plies.iter().map(|ply| &ply.note.nags[..]).collect();
    assert_eq!(nags, [&[][..], &[], &[16], &[14], &[18], &[146], &[17], &[]]);
    assert_eq!(read.variations[0].plies[0].note.nags, [10]);
    assert_eq!(read.plies[6].note.mark, Some(Mark::Good));
    assert_eq!(read.plies[7].note.remark, "[%csl Gd6]");
    let drawn = record("1. e4 (=) e5 *");
    assert_eq!((drawn.plies.len(), drawn.plies[0].note.remark.as_str()), (2, "(=)"));
}

#[test]
fn words_after_a_move_cost_no_more_than_themselves() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"];
    for word in ["TN", "~", "ch", "mate", "diag", "RR", "Δ", "☐", "⊕", "≅", "->", "^", "<>", "=="]
    {
        let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 {word} a6 4. Ba4 *");
        let (read, repairs) = repaired(&text);
        assert_eq!(read.moves().collect::<Vec<_>>(), moves, "{text}");
        assert_eq!((read.plies[4].note.remark.as_str(), repairs.len()), (word, 1), "{text}");
    }
    for word in ["Nf9", "e9", "Sf3", "nf6", "ed", "Ke2"] {
        let (read, _) = repaired(&format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 {word} a6 4. Ba4 *"));
        assert_eq!(read.plies.len(), 5, "{word}");
    }
}

#[test]
fn moves_are_read_without_their_suffixes() {
    let check = |text: &str, expected: &str| {
        let read = record(text);
        assert_eq!(read.moves().last(), Some(expected), "{text}");
    };
    for suffix in [",", ".", "=", "ch", "+ch", "!,", "dbl.ch.", "±"] {
        check(&format!("1. e4 e5 2. Nf3{suffix} *"), "Nf3");
    }
    for suffix in ["e.p.", "/e.p.", " e.p.", "ep", "/ep"] {
        check(&format!("1. e4 c5 2. e5 d5 3. exd6{suffix} *"), "exd6");
    }
    assert_eq!(record("1. e4= *").plies[0].note.nags, [10]);
}

#[test]
fn the_result_in_a_file_is_not_changed_silently() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let (read, repairs) = repaired(&format!("[Result \"1-0\"]\n\n{mate} 1-0"));
    assert_eq!(read.ending.unwrap().payoffs, Some(vec![-1, 1]));
    assert_eq!(read.header.tag("Result"), Some("1-0"));
    let why = "kept the readable parts: line 1, column 1: the file says \"White wins\", but by the rules \"Black wins: checkmate\"";
    assert_eq!(repairs, [why]);
    assert_eq!(repaired(&format!("{mate} *")).1, Vec::<String>::new());
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(record(&format!("{repeated} *")).ending, None);
    let drawn = record(&format!("{repeated} 1/2-1/2")).ending.unwrap();
    assert_eq!(drawn.payoffs, Some(vec![0, 0]));
}

#[test]
fn the_numbers_of_unread_moves_survive() {
    let (read, _) = repaired("1. e4 e5 2. Ke3 Nc6 3 Bc4 Nf6 0 - 1");
    assert_eq!(read.plies[1].note.remark, "2. Ke3 Nc6 3 Bc4 Nf6");
    assert_eq!(read.ending, Some(Ending::unstated(vec![-1, 1])));
}

#[test]
fn numbers_and_dashes_are_parsed_as_people_type_them() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(record(text).moves().collect::<Vec<_>>(), expected, "{text}");
    };
    check("1 e4 e5 2 Nf3 {good} ({or} 2 Nc3) 2 … Nc6 *", &["e4", "e5", "Nf3", "Nc6"]);
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u{2011}O Nf6 1\u{2013}0",
        &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6"],
    );
    let read = record("1 e4 ({or} 1 d4) 1 e5 *");
    assert_eq!(read.variations[0].plies[0].note.preface, "or");
}

#[test]
fn move_numbers_follow_the_start() {
    let text =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 41\"]\n[SetUp \"1\"]\n\n41... Kd7 42. e4 Ke6 *\n";
    let written = rewritten(text);
    assert!(written.ends_with("\n41... Kd7 42. e4 Ke6 *\n"), "{written}");
}

#[test]
fn mates_are_counted_in_moves() {
    let written = rewritten("1. e4 e5 {[%eval #3]} 2. Nf3 {[%eval #-4]} *\n");
    assert!(written.ends_with("1. e4 e5 {[%eval #3]} 2. Nf3 {[%eval #-4]} *\n"), "{written}");
}

#[test]
fn a_game_continued_after_a_draw_is_read_to_its_end() {
    let fifty =
        "[FEN \"4k3/8/8/8/8/8/4P3/R3K2R w - - 99 80\"]\n\n80. Rd1 Ke7 81. Rh7+ Ke6 82. e4 1-0";
    let dead = "[FEN \"4k3/8/8/8/8/8/4n3/3K4 w - - 0 1\"]\n\n1. Kxe2 Kd7 2. Kd3 1/2-1/2";
    let quiet = "Rb1 Kf8 Ra1 Ke8 ".repeat(100);
    let long = format!("[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 90 80\"]\n\n{quiet} 1-0");
    for (text, plies) in [(fifty, 5), (dead, 3), (&long, 400)] {
        let read = record(text);
        assert_eq!(read.plies.len(), plies, "{text}");
        let state = read.replay(&Rules::new("chess:standard", Chess::default())).unwrap();
        assert!(!state.passed_draws().is_empty());
        assert!(state.can_play_on() || plies == 5);
    }
}

#[test]
fn a_game_survives_a_round_trip_with_all_annotations() {
    let text = "[Event \"Cup\"]\n[ECO \"C60\"]\n[Mine \"x\"]\n\n{so it began} 1. e4 $14 e5 $16 2. Nf3! $146 $5 \
                ({better was} 2. Bc4 {[%cal Gc4f7]} Nc6 (2... Nf6 $255) 3. Qh5) 2... Nc6 {[%emt 0:00:03] [%csl Rd5] so} *";
    let first = record(text);
    let written = rewritten(text);
    assert_eq!(record(&written), first, "{written}");
    assert_eq!(rewritten(&written), written);
    for part in
        ["{so it began} 1. e4 $14 e5 $16 2. Nf3! $146 $5", "{better was} 2. Bc4", "[Mine \"x\"]"]
    {
        assert!(written.contains(part), "{part}: {written}");
    }
}

#[test]
fn chess960_is_recognized_by_its_variant() {
    let record = record(FISCHER);
    assert_eq!(record.game, "chess:960,0");
    for (variant, expected) in [
        ("Standard", "chess:standard"),
        ("From Position", "chess:standard"),
        ("Fischerandom", "chess:960,0"),
        ("Fischer Random", "chess:960,0"),
        ("Freestyle Chess", "chess:960,0"),
    ] {
        let sheet = sheets(&FISCHER.replace("Chess 960", variant)).remove(0).unwrap();
        assert_eq!(sheet.game.as_deref(), Some(expected), "{variant}");
    }
}

#[test]
fn unsupported_variants_are_refused_by_name_unless_the_rules_are_given() {
    for variant in ["Atomic", "Atomic960", "Crazyhouse"] {
        let text = format!("[White \"A\"]\n[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
        let error = sheets(&text).remove(0).unwrap_err().to_string();
        assert_eq!(error, format!("line 2, column 1: the variant {variant} is not supported"));
        let given = ChessPgn.read(text.as_bytes(), Some("chess:standard")).next().unwrap();
        assert_eq!(given.unwrap().game.as_deref(), Some("chess:standard"));
    }
}

#[test]
fn written_games_can_be_read_again() {
    for text in [ANNOTATED, FISCHER] {
        let first = record(text);
        let variant = first.game.strip_prefix("chess:").unwrap();
        let game = Rules::new(first.game.clone(), Chess::from_variant(variant).unwrap());
        let written = ChessPgn.write(&Sheet::of(&first, &game)).unwrap();
        assert_eq!(record(&written), first, "{written}");
        let is_960 = first.game.starts_with("chess:960");
        assert_eq!(written.contains("[Variant \"Chess 960\"]"), is_960, "{written}");
        assert_eq!(written.contains("[SetUp \"1\"]"), is_960, "{written}");
    }
}

#[test]
fn a_game_with_castling_rights_of_chess960_is_marked() {
    let write = |fen: &str| {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
        ChessPgn.write(&sheets(&text).remove(0).unwrap()).unwrap()
    };
    let named = write("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
    assert!(named.contains("[Variant \"Chess960\"]"), "{named}");
    for usual in ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
        assert!(!write(usual).contains("[Variant"), "{usual}");
    }
}

#[test]
fn a_file_that_names_its_game_is_for_that_game() {
    let sheet = sheets("[Game \"tic-tac-toe:3,3,3\"]\n\n1. a1 *\n").remove(0).unwrap();
    assert_eq!(sheet.game.as_deref(), Some("tic-tac-toe:3,3,3"));
}

#[test]
fn a_match_played_here_is_described_by_its_opening() {
    let written = |text: &str| {
        let mut sheet = sheets(text).remove(0).unwrap();
        let as_read = ChessPgn.write(&sheet).unwrap();
        assert_eq!(as_read.contains("[ECO"), text.contains("[ECO"), "{as_read}");
        ChessPgn.describe(&mut sheet);
        ChessPgn.write(&sheet).unwrap()
    };
    let berlin = written("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. h4 h5 *");
    assert!(berlin.contains("[ECO \"C65\"]\n"), "{berlin}");
    assert!(berlin.contains("[Opening \"Ruy Lopez: Berlin Defense\"]\n"), "{berlin}");
    let own = written("[ECO \"C00\"]\n\n1. e4 e5 2. Nf3 *");
    assert!(own.contains("[ECO \"C00\"]"), "the file's tag stays: {own}");
    assert!(!written(SET_UP).contains("[ECO"), "a start of its own");
    let other = written("[Game \"tic-tac-toe\"]\n\n1. b2 a1 *\n");
    assert!(!other.contains("[ECO"), "another game: {other}");
}

#[test]
fn only_a_misplaced_variation_is_moved() {
    let (read, repairs) = repaired("1. e4 (1. d4 d5 2. Ke8) e5 2. Ke8 *");
    assert_eq!(read.moves().collect::<Vec<_>>(), ["e4", "e5"]);
    assert_eq!(read.variations[0].plies.len(), 2, "{repairs:?}");
    assert_eq!(repairs.len(), 2, "{repairs:?}");
}

#[test]
fn comments_on_results_survive() {
    let drawn = record("1. e4 e5 1/2 {agreed}");
    assert_eq!(drawn.plies[1].note.remark, "agreed");
    let lost = record("[Result \"0-0\"]\n\n0-0 {nobody came}");
    assert_eq!((lost.plies.len(), lost.header.preface.as_str()), (0, "nobody came"));
    let signs = record("1. Nf3±□ *");
    assert_eq!(signs.plies[0].note.nags, [16, 7]);
}

#[test]
fn a_variation_with_the_played_move_survives() {
    for moves in [
        "1. e4 ( 1. e4! $14 {[%eval 0.3] so} 1... c5 ) 1... e5 *",
        "1. e4 ( 1. e4 e5 2. Nf3 ) ( 1. e4 ) 1... e5 *",
        "1. e4 ( 1. e4 ) *",
        "1. e4 ( 1. e4 ( 1. d4 ) 1... c5 ) *",
        "1. e4 e5 ( 1... e5 {so} 2. Nf3 ( 2. Nc3 ) ) *",
    ] {
        let written = rewritten(moves);
        assert!(written.ends_with(&format!("\n\n{moves}\n")), "{moves}: {written}");
    }
    // A line after the last move is written with that move.
    let end = record("1. e4 e5 (1... e5 2. Nf3) *");
    assert_eq!((end.variations[0].after, end.variations[0].plies.len()), (2, 1));
}

#[test]
fn commands_in_comments_stay_in_place() {
    let moves = "1. e4 {a [%clk 1:30] b [%foo 007] c [%eval 0.3] d [%cal Ge2e4][%csl Gd4]} *";
    let written = rewritten(moves);
    assert!(written.replace('\n', " ").ends_with(&format!("  {moves} ")), "{written}");
    let ply = &record(moves).plies[0];
    assert_eq!(ply.clock, Some(std::time::Duration::from_secs(90)));
    assert_eq!(ply.note.thought.map(|it| it.valuation), Some(Valuation::Centi(30)));
}
