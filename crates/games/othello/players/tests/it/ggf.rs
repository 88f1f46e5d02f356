//! Tests of GGF matches.

use notation::{PlaceInText, Sheet, SheetError, SheetFormat};
use othello_players::Ggf;

const MATCH: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ada]PW[Bob]RB[2300.5]TI[05:00//02:00]TY[8]RE[+12.000]\
    BO[8 ---------------------------O*------*O--------------------------- *]\n\
    B[F5//1.2]W[d6/-0.50/3]C[sharp \\] move]B[c3];)";

fn read(text: &str, game: Option<&str>) -> Result<Sheet, SheetError> {
    let [sheet] = Ggf.read(text.as_bytes(), game).collect::<Vec<_>>().try_into().unwrap();
    sheet
}

fn moves(sheet: &Sheet) -> String {
    sheet.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_match_is_read_with_its_players_moves_and_result() {
    let sheet = read(MATCH, None).unwrap();
    assert_eq!(sheet.game.as_deref(), Some("othello:8"));
    assert_eq!((sheet.players.join(" "), moves(&sheet)), ("Ada Bob".into(), "f5 d6 c3".into()));
    assert_eq!((&sheet.start, &sheet.payoffs), (&None, &Some(vec![1, -1])));
    assert_eq!(sheet.tag("Site"), Some("GGS/os"));
    assert_eq!(sheet.tag("Date"), Some("2003.12.15"));
    assert_eq!(sheet.tag("BlackElo"), Some("2300.5"));
    assert_eq!(sheet.moves[0].comment, "[%emt 0:00:01.2]");
    assert_eq!(sheet.moves[1].comment, "[%emt 0:00:03] [%eval -0.50] sharp ] move");
    let discs = read(MATCH, Some("othello:8,discs")).unwrap();
    assert_eq!(
        (discs.game.as_deref(), discs.payoffs),
        (Some("othello:8,discs"), Some(vec![12, -12]))
    );
}

#[test]
fn a_match_is_written_with_its_result() {
    let sheet = read(MATCH, None).unwrap();
    let written = Ggf.write(&sheet).unwrap();
    let expected = "(;GM[Othello]PC[GGS/os]RB[2300.5]TI[05:00//02:00]DT[2003.12.15_13:24:03.MST]\
        PB[Ada]PW[Bob]TY[8]RE[+12.000]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[f5//1.20]W[d6/-0.50/3.00]C[sharp \\] move]B[c3];)\n";
    assert_eq!(written, expected);
    assert!(Ggf.recognizes(written.as_bytes()));
    let again = Sheet { place: PlaceInText::START, ..read(&written, None).unwrap() };
    assert_eq!(moves(&again), moves(&sheet));
}

#[test]
fn scores_are_from_the_movers_view() {
    let text = MATCH.replace("F5//1.2", "f5/2/1.20").replace("[c3]", "[c3/-3]");
    let sheet = read(&text, None).unwrap();
    assert_eq!(sheet.moves[0].comment, "[%emt 0:00:01.2] [%eval -2.00]");
    let written = Ggf.write(&sheet).unwrap();
    for mv in ["B[f5/2.00/1.20]", "W[d6/-0.50/3.00]", "B[c3/-3.00]"] {
        assert!(written.contains(mv), "{written}");
    }
}

#[test]
fn properties_and_results_are_written_as_they_were_read() {
    for result in ["+12.000", "+64.000:r", "-3.000:t", "+0.000"] {
        let text = MATCH.replace("+12.000", result).replace("TY[8]", "TY[8r20]KB[1.5]");
        let written = Ggf.write(&read(&text, None).unwrap()).unwrap();
        for property in [&format!("RE[{result}]"), "TY[8r20]", "KB[1.5]", "TI[05:00//02:00]"] {
            assert!(written.contains(property), "{property}: {written}");
        }
    }
    assert_eq!(read(&MATCH.replace("+12.000", "+64.000"), None).unwrap().tag("RE"), None);
}

#[test]
fn missing_passes_are_added_and_other_starts_are_read() {
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO*--";
    for passed in ["B[PA]", ""] {
        let sheet =
            read(&format!("1 (;GM[Othello]TY[8r60]BO[8 {board} *]{passed}W[G8];)"), None).unwrap();
        assert_eq!(moves(&sheet), "pa g8");
        assert_eq!(sheet.start.unwrap().0, format!("{} X", board.replace('*', "X")));
    }
}

#[test]
fn unreadable_matches_are_named_and_do_not_hide_others() {
    let check = |text: &str, expected: &str| {
        assert_eq!(read(text, None).unwrap_err().to_string(), expected);
    };
    check("(;GM[Othello]TY[10];)", "line 1, column 14: the variant 10 is not supported");
    check("(;GM[Othello]TY[8a];)", "line 1, column 14: the variant 8a is not supported");
    check("(;GM[Go]TY[8];)", "line 1, column 3: the game Go is not supported");
    check("(;PB[Ada", "line 1, column 3: a value that starts here is never closed");
    check("(;+;)", "line 1, column 3: expected a property like PB[Ada]");
    let two: Vec<_> = Ggf.read(b"2 (;GM[Go];)(;B[f5];)", None).collect();
    assert!(two[0].is_err() && two[1].is_ok());
    let two: Vec<_> = Ggf.read(b"(;GM[Othello]PB[Ada\n(;GM[Othello]B[f5];)", None).collect();
    let cut = two[0].as_ref().unwrap();
    assert_eq!(cut.faults.len(), 1, "{cut:?}");
    assert!(two.len() == 2 && two[1].is_ok());
    let latin_1 = Ggf.read(b"(;GM[Othello]PB[J\xf8rg]B[f5];)", None).next().unwrap();
    assert_eq!(latin_1.unwrap().players[0], "J\u{f8}rg");
}

#[test]
fn each_match_has_its_own_encoding() {
    let text = b"(;GM[Othello]PB[J\xf8rg]B[f5];)\n(;GM[Othello]PB[M\xc3\xbcller]B[f5];)";
    let names: Vec<String> =
        Ggf.read(text, None).map(|read| read.unwrap().players[0].clone()).collect();
    assert_eq!(names, ["J\u{f8}rg", "M\u{fc}ller"]);
}

#[test]
fn a_damaged_match_is_read_up_to_the_damage() {
    let check = |text: &str, fault: &str| {
        let sheet = read(text, None).unwrap();
        assert_eq!((moves(&sheet).as_str(), sheet.players[0].as_str()), ("f5 d6", "Ada"), "{text}");
        assert_eq!(sheet.faults[0].to_string(), fault, "{text}");
    };
    let begin = "(;GM[Othello]PB[Ada]B[f5]W[d6]";
    check(&format!("{begin}B[c"), "line 1, column 31: a value that starts here is never closed");
    check(begin, "line 1, column 1: a match that starts here is never closed");
    check(&format!("{begin}\n+B[c3];)"), "line 2, column 1: expected a property like PB[Ada]");
}
