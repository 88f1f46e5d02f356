//! Tests with PDN from other programs.

use checkers_players::pdn_files::Pdn;
use games_package::Record;
use notation::{PlayedSheet, Sheet, SheetFormat};

/// The game and the moves of the only match in a file.
fn read(text: &str) -> (Option<String>, Vec<String>) {
    let [sheet] = Pdn.read(text.as_bytes(), None).collect::<Vec<_>>().try_into().unwrap();
    let sheet = sheet.unwrap();
    (sheet.game, sheet.moves.into_iter().map(|mv| mv.text).collect())
}

#[test]
fn english_draughts_with_letters_are_read_from_the_side_that_starts() {
    let moves = "1. c3-d4 b6-c5 2. d4xb6 a7xc5 *";
    let (game, read_moves) = read(&format!("[Variant \"American/English\"]\n\n{moves}"));
    assert_eq!(game.as_deref(), Some("checkers:english"));
    assert_eq!(read_moves, ["c3-d4", "b6-c5", "d4xb6", "a7xc5"]);
    let numbers = |game_type: &str| read(&format!("[GameType \"{game_type}\"]\n\n{moves}")).1;
    assert_eq!(numbers("21,B,8,8,A0,0"), ["11-15", "24-19", "15x24", "28x19"]);
    assert_eq!(numbers("21,B,8,8,A3,0"), ["22-18", "9-14", "18x9", "5x14"]);
}

#[test]
fn evaluations_after_a_move_do_not_end_the_game() {
    let text = "[GameType \"21\"]\n\n1. 11-15 +- 23-19 +/- 2. 8-11 *";
    let sheet = Pdn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let nags: Vec<_> = sheet.moves.iter().map(|mv| mv.nags.clone()).collect();
    assert_eq!(nags, [vec![18], vec![16], vec![]]);
    let forfeit = Pdn.read(b"[GameType \"21\"]\n\n+/-", None).next().unwrap().unwrap();
    assert_eq!(forfeit.payoffs, Some(vec![1, -1]));
}

#[test]
fn a_damaged_game_does_not_affect_others() {
    let text = "[GameType \"21\"]\n[White \"A\"]\n1. 11-15 {forgotten\n\n[White \"B\"]\n[GameType \"21\"]\n1. 9-14 *\n";
    let read: Vec<_> = Pdn.read(text.as_bytes(), None).collect();
    assert_eq!((read.len(), read[1].as_ref().unwrap().moves.len()), (2, 1));
}

/// The match, read and rewritten as PDN.
fn rewritten(text: &str) -> String {
    let (record, repairs) = played(text);
    assert_eq!(repairs, 0, "{text}");
    let (_, variant) = record.game.split_once(':').unwrap();
    let game = checkers_players::FAMILY.open(Some(variant)).unwrap().table_game();
    Pdn.write(&Sheet::of(&record, &*game)).unwrap()
}

#[test]
fn tags_are_written_as_they_were_read() {
    let check = |tags: &[&str], moves: &str| {
        let written = rewritten(&format!("{}\n\n{moves}\n", tags.join("\n")));
        for tag in tags {
            assert_eq!(written.matches(&format!("{tag}\n")).count(), 1, "{tag}\n{written}");
        }
        assert_eq!(rewritten(&written), written);
    };
    check(&["[GameType \"25,W,8,8,A0,0\"]"], "1. c3-d4 *");
    check(&["[GameType \"20,W,10,10,N2,0\"]"], "1. 32-28 *");
    check(&["[Variant \"Standard\"]", "[GameType \"20\"]"], "1. 32-28 *");
    check(&["[Variant \"Antidraughts\"]", "[GameType \"20\"]"], "1. 32-28 *");
    check(&["[Variant \"Frysk!\"]", "[GameType \"40\"]"], "*");
    check(&["[GameType \"25\"]", "[Result \"2-0\"]"], "1. c3-d4 2-0");
    check(&["[GameType \"20\"]", "[Result \"1.01-0.99\"]"], "1. 32-28 *");
    check(&["[GameType \"20\"]", "[FEN \"W:W28,32:B19,14.\"]"], "1. 32-27 *");
    // Squares in another naming are renamed, and so is the game type.
    let renamed = rewritten("[GameType \"21,B,8,8,A0,0\"]\n\n1. c3-d4 *\n");
    assert!(renamed.contains("[GameType \"21\"]\n"), "{renamed}");
}

#[test]
fn the_move_numbers_of_a_start_are_preserved() {
    let text = "[GameType \"20\"]\n[FEN \"B:W31,32,K50:B1,2,12:H0:F41\"]\n[Result \"*\"]\n\
                41... 1-6 {a [%clock w0:03:00 B0:02:58] b [%foo 007]} 42. 32-28 6-11 *\n";
    let written = rewritten(text);
    assert!(written.ends_with(text), "{written}");
}

#[test]
fn a_damaged_character_costs_no_more_than_itself() {
    let mut text = "[GameType \"21\"]\n[White \"Müller 日本\"]\n\n1. 11-15 {ü".as_bytes().to_vec();
    text.pop();
    let sheet = Pdn.read(&text, None).next().unwrap().unwrap();
    assert_eq!(sheet.players[1], "Müller 日本");
    assert_eq!(sheet.moves[0].comment, "\u{fffd}");
    let message = "expected UTF-8; invalid bytes were replaced with U+FFFD";
    let fault = sheet.faults.last().unwrap().to_string();
    assert_eq!(fault, format!("line 4, column 11: {message}"));
}

/// The match and its repairs.
fn played(text: &str) -> (Record, usize) {
    let sheet = Pdn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let name = sheet.game.clone().unwrap();
    let game = checkers_players::FAMILY.open(name.split_once(':').map(|(_, variant)| variant));
    let game = game.unwrap().table_game();
    let PlayedSheet { record, repairs, .. } = sheet.play(&*game).unwrap();
    (record, repairs.len())
}

#[test]
fn damage_costs_no_more_than_itself() {
    let check = |word: &str, remark: &str| {
        let text = format!("[GameType \"21\"]\n\n1. 11-15 23-19 {word} 2. 8-11 22-17 *");
        let (record, repairs) = played(&text);
        assert_eq!((record.plies.len(), repairs), (4, 1), "{word}");
        assert_eq!(record.plies[1].note.remark, remark, "{word}");
    };
    for word in ["±", "N", "TN", "-", "~", "[x]"] {
        check(word, word);
    }
    check(")", "");
    check("}", "");
    check("?!?", "?!?");
    check("(1... 22-17 2-0)", "");
    let (cut, repairs) = played("[GameType \"21\"]\n\n1. 11-15 23-19 -- 2. 8-11 *");
    assert_eq!((cut.plies.len(), repairs), (2, 1));
    assert_eq!(cut.plies[1].note.remark, "-- 8-11");
}

#[test]
fn forfeits_are_results() {
    let check = |text: &str, payoffs: [i16; 2]| {
        let sheet = Pdn.read(text.as_bytes(), None).next().unwrap().unwrap();
        assert_eq!(sheet.payoffs, Some(payoffs.into()), "{text}");
        assert_eq!(sheet.tag("Termination"), Some("forfeit"), "{text}");
        let written = Pdn.write(&sheet).unwrap();
        let again = Pdn.read(written.as_bytes(), None).next().unwrap().unwrap();
        assert_eq!(again.payoffs, sheet.payoffs, "{written}");
        assert_eq!(again.tag("Termination"), Some("forfeit"), "{written}");
    };
    check("[GameType \"21\"]\n[Result \"+--\"]\n\n*", [1, -1]);
    for token in ["0F-2", "0-1F", "-/+", "-:+"] {
        check(&format!("[GameType \"21\"]\n\n{token}"), [-1, 1]);
    }
    check("[GameType \"21\"]\n\n1. 11-15 +/-", [1, -1]);
}

#[test]
fn tags_are_written_in_the_usual_order_and_the_result_closes_the_match() {
    let text = "[Event \"Cup\"]\n[Date \"1999.01.02\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
                [Annotator \"C\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n[Winner \"Black\"]\n\
                1. 11-15* 23-19 {so it ends} 1-0\n";
    let sheet = Pdn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let written = Pdn.write(&sheet).unwrap();
    assert_eq!(written, text.replace('*', " $7"));
}
