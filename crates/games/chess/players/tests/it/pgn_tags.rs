//! Tests that tags from other chess programs are written as they were read.

use chess::Chess;
use chess_players::ChessPgn;
use games_package::Rules;
use notation::{PlayedSheet, Sheet, SheetFormat};

/// The match, read and rewritten as PGN, and the number of its repairs.
fn rewritten(text: &str) -> (String, usize) {
    let sheet = ChessPgn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let name = sheet.game.clone().unwrap();
    let variant = name.strip_prefix("chess:").unwrap();
    let game = Rules::new(name.clone(), Chess::from_variant(variant).unwrap());
    let PlayedSheet { record, repairs, .. } = sheet.play(&game).unwrap();
    (ChessPgn.write(&Sheet::of(&record, &game)).unwrap(), repairs.len())
}

fn check(tags: &[&str], moves: &str) {
    let text = format!("{}\n\n{moves}\n", tags.join("\n"));
    let (written, repairs) = rewritten(&text);
    for tag in tags {
        assert_eq!(written.matches(&format!("{tag}\n")).count(), 1, "{tag}\n{written}");
    }
    assert_eq!(repairs, 0, "{written}");
    assert_eq!(rewritten(&written), (written.clone(), 0));
}

#[test]
fn the_result_of_the_file_is_written_after_a_mate() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (tag, end) in [("*", "*"), ("*", "0-1"), ("0-1", "*"), ("1/2-1/2", "1/2-1/2")] {
        let (written, _) = rewritten(&format!("[Result \"{tag}\"]\n\n{mate} {end}\n"));
        assert!(written.contains(&format!("[Result \"{tag}\"]\n")), "{written}");
        assert!(written.ends_with(&format!("\n\n{mate} {end}\n")), "{written}");
        assert_eq!(rewritten(&written).0, written);
    }
    assert!(rewritten(mate).0.ends_with("Qh4# 0-1\n"), "no result is stated");
    let (points, repairs) = rewritten("[Result \"1-0\"]\n\n1. f3 e5 2. g4 2-0\n");
    assert!(points.ends_with("\n\n1. f3 e5 2. g4 1-0\n"), "{points}");
    assert_eq!(repairs, 0);
}

#[test]
fn the_spelling_of_a_variant_and_its_start_is_preserved() {
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let start = format!("[FEN \"{fen}\"]");
    check(&["[Variant \"fischerandom\"]", "[SetUp \"1\"]", &start], "1. d4 d5 *");
    check(&["[Variant \"Standard\"]", "[SetUp \"1\"]"], "1. d4 d5 *");
    check(&["[SetUp \"1\"]", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]"], "1. e4 *");
    // A corrected start is written with its corrections.
    let impossible = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\"]\n\n1. e4 *\n";
    let (written, _) = rewritten(impossible);
    assert!(written.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"), "{written}");
}

#[test]
fn the_order_of_the_start_among_the_tags_is_preserved() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";
    let set_up = "[SetUp \"1\"]\n";
    for start in [format!("{fen}{set_up}"), format!("{set_up}{fen}")] {
        let tags = format!("[WhiteElo \"2000\"]\n{start}[Zone \"z\"]\n");
        let (written, _) = rewritten(&format!("{tags}\n1. e4 *\n"));
        assert!(written.contains(&tags), "{written}");
    }
    let usual = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]";
    check(&["[Zone \"z\"]", usual, "[SetUp \"1\"]"], "1. d4 d5 *");
}

#[test]
fn the_spelling_of_a_result_is_preserved() {
    check(&["[Result \"1.01-0.99\"]"], "1. d4 d5 *");
    check(&["[Result \"2-0\"]"], "1. d4 d5 1-0");
    check(&["[Result \"1:0\"]"], "1. d4 d5 1-0");
    check(&["[Result \"1-0\"]"], "1. d4 d5 1-0");
    // The moves state another result than the tag.
    for (tag, end) in [("*", "0-1"), ("1-0", "0-1"), ("1-0", "*")] {
        let (written, _) = rewritten(&format!("[Result \"{tag}\"]\n\n1. d4 d5 {end}\n"));
        assert!(written.contains(&format!("[Result \"{tag}\"]")), "{written}");
        assert!(written.ends_with(&format!("\n\n1. d4 d5 {end}\n")), "{written}");
    }
}

#[test]
fn the_words_for_an_ending_by_the_rules_are_preserved() {
    let mate = "1. f3 e5 2. g4 Qh4# 0-1";
    check(&["[Result \"0-1\"]", "[Termination \"Bob won by checkmate\"]"], mate);
    check(&["[Result \"0-1\"]", "[Termination \"Time forfeit\"]"], mate);
}

#[test]
fn empty_tags_are_preserved() {
    check(&["[Site \"\"]", "[Date \"\"]", "[Round \"-\"]"], "1. d4 d5 *");
}

#[test]
fn a_repeated_tag_is_reported_and_preserved() {
    let text =
        "[Event \"A\"]\n[Event \"B\"]\n[White \"C\"]\n[White \"C\"]\n[White \"D\"]\n\n1. e4 *\n";
    let sheet = ChessPgn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let faults: Vec<String> = sheet.faults.iter().map(ToString::to_string).collect();
    let repeated = [
        "line 2, column 1: the tag Event is repeated",
        "line 5, column 1: the tag White is repeated",
    ];
    assert_eq!(faults, repeated);
    let (written, repairs) = rewritten(text);
    assert_eq!(repairs, 2);
    assert!(
        written.contains("[Event \"A\"]\n") && written.contains("[White \"C\"]\n"),
        "{written}"
    );
    assert!(written.contains("\n\n{[Event \"B\"] [White \"D\"]} 1. e4 *\n"), "{written}");
    // Other tags can be repeated.
    check(&["[Annotator \"A\"]", "[Annotator \"B\"]"], "1. d4 d5 *");
}

#[test]
fn a_broken_variation_stays_at_its_move() {
    // The move 2. e5 is a capture only if the line is attached to the last move, and would then be written differently.
    let text = "1. e4 ( 1. d4 d5 2. e5 {note} ) 1... e5 2. Nf3 Nc6 *\n";
    for header in ["", "[Game \"chess:standard\"]\n\n"] {
        let (written, repairs) = rewritten(&format!("{header}{text}"));
        let expected = "\n\n1. e4 ( 1. d4 d5 {2. e5 note} ) 1... e5 2. Nf3 Nc6 *\n";
        assert!(written.ends_with(expected), "{written}");
        assert_eq!(repairs, 1);
    }
    // Only Rival wrote lines that were taken back at the end as variations of the first move.
    let fits = "1. e4 ( 1. a3 a6 2. Nxe5 ) 1... e5 2. Nf3 Nc6 *\n";
    assert!(rewritten(fits).0.contains("1. e4 ( 1. a3 a6 {2. Nxe5} )"), "{}", rewritten(fits).0);
    let own = rewritten(&format!("[Game \"chess:standard\"]\n\n{fits}")).0;
    assert!(own.ends_with("( 2... Nc6 3. a3 a6 4. Nxe5 ) *\n"), "{own}");
}
