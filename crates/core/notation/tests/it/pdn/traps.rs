//! Tests for notation traps listed in the standard, and for broken files.

use board_engine::Color;
use notation::pdn::{Element, PdnError, PdnResult, Reader};

use super::games::{game, games, moves};

fn error(text: &str) -> PdnError {
    Reader::new(text.as_bytes()).find_map(Result::err).unwrap()
}

fn check_error(text: &str, message: &str) {
    assert_eq!(error(text).to_string(), message);
}

#[test]
fn results_are_not_parsed_as_prefixes_of_moves() {
    let [first] = games("1. 1-10 2-07 2. 1-06 0-2").try_into().unwrap();
    assert_eq!(moves(&first), ["1-10", "2-07", "1-06"]);
    assert_eq!(first.result.as_deref(), Some("0-2"));
    let split = games("1. 1-10 1-1 1. 2-7 1/2-1/2 1. 3-8 0-0 1. 4-9 1-0");
    let results: Vec<_> = split.iter().map(|game| game.result.as_deref().unwrap()).collect();
    assert_eq!(results, ["1-1", "1/2-1/2", "0-0", "1-0"]);
}

#[test]
fn a_star_after_a_move_marks_it_as_forced_unless_the_game_ends() {
    let forced = game("1. 1-6* 32-28 2. 7-11 *");
    assert_eq!(moves(&forced), ["1-6", "32-28", "7-11"]);
    assert_eq!(forced.main_line().next().unwrap().strength.as_deref(), Some("*"));
    let texts = |text| games(text).iter().map(|game| moves(game).len()).collect::<Vec<_>>();
    assert_eq!(texts("1. 1-6* [Event \"x\"] 1. 7-11"), [1, 1]);
    assert_eq!(texts("1. 1-6*\n\n1. 7-11*"), [1, 1]);
    assert_eq!(texts("1. 1-6 * 7-11"), [1, 1]);
}

#[test]
fn a_strength_in_brackets_is_not_a_variation() {
    let game = game("1. 31-27(?) 19-23 ( 1... 18-23(!?) ) 2.37-32? (2.37-31)");
    assert_eq!(moves(&game), ["31-27", "19-23", "37-32"]);
    let strengths: Vec<_> = game.main_line().map(|mv| mv.strength.as_deref()).collect();
    assert_eq!(strengths, [Some("?"), None, Some("?")]);
}

#[test]
fn the_capture_symbol_is_not_part_of_a_name() {
    assert_eq!(
        moves(&game("1. 18x23 18 x 23 18X23x32 18:23 c3:e5 c3xe5 c3e5")),
        ["18x23", "18x23", "18x23x32", "18:23", "c3:e5", "c3xe5", "c3e5"]
    );
}

#[test]
fn typographic_characters_are_read_like_ascii() {
    let moves_of = |text: &[u8]| {
        let game = Reader::new(text).next().unwrap().unwrap();
        (moves(&game).join(" "), game.result.unwrap_or_default())
    };
    let expected = ("18-23 18x23".to_owned(), "1/2-1/2".to_owned());
    for dash in ["-", "–", "—", "‐", "‑", "\u{2212}"] {
        let text = format!("1.\u{A0}18{dash}23 18×23 1/2{dash}1/2");
        assert_eq!(moves_of(text.as_bytes()), expected, "{text}");
        let text = format!("1. 18{dash}23 18 × 23 ½{dash}½");
        assert_eq!(moves_of(text.as_bytes()), expected, "{text}");
    }
    assert_eq!(moves_of(b"1.\xA018\x9623 18\xD723 \xBD-\xBD"), expected);
    assert_eq!(moves(&game("1. 18\u{2192}23 32-28")), ["18\u{2192}23", "32-28"]);
}

#[test]
fn a_semicolon_begins_a_comment_up_to_the_end_of_the_line() {
    let game = game("1. 18-23 ; { quiet\n 32-28;strong\n ; last\n*");
    assert_eq!(moves(&game), ["18-23", "32-28"]);
    let comments: Vec<_> = game
        .body
        .iter()
        .filter_map(|element| match element {
            Element::Comment(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(comments, ["{ quiet", "strong", "last"]);
}

#[test]
fn forfeits_are_results() {
    let results = |text: &str| -> Vec<_> {
        games(text).iter().map(|game| game.claimed_result(Color::White)).collect()
    };
    let [first, second, both] = [PdnResult::FirstWins, PdnResult::SecondWins, PdnResult::BothLose];
    let in_body = "[Event \"a\"] +/- [Event \"b\"] -/+ [Event \"c\"] -/- [Event \"d\"] 1-0F [Event \"e\"] 0-2f [Event \"f\"] 0-0";
    assert_eq!(results(in_body), [first, second, both, first, second, both]);
    let in_tags = "[Result \"+/-\"] * [Result \"-:+\"] * [Result \"2-0F\"] * [Result \"0–0\"] *";
    assert_eq!(results(in_tags), [first, second, first, both]);
    let tokens = "[Event \"a\"] +-- [Event \"b\"] --+ [Event \"c\"] -:+ [Event \"d\"] 0F-2 [Event \"e\"] 0-1F [Event \"f\"] +:-";
    assert_eq!(results(tokens), [first, second, second, second, second, first]);
    assert_eq!(results("[Result \"+--\"] * [Result \"2:0\"] *"), [first, first]);
    assert!(game("[Result \"+--\"] *").is_forfeit() && !game("[Result \"2-0\"] *").is_forfeit());
}

#[test]
fn missing_and_unknown_moves_and_games_without_moves_are_read() {
    assert_eq!(moves(&game("1. ... 7-12 2. 32-28")), ["7-12", "32-28"]);
    assert_eq!(moves(&game("41. - - 42. 32-28")), ["--", "32-28"]);
    assert_eq!(games("[Event \"x\"] 1. 2-0 [Event \"y\"] *").len(), 2);
    assert_eq!(moves(&game("3228 1823")), ["3228", "1823"]);
    assert_eq!(games("* * 1-0 *").len(), 0);
    assert_eq!(games("").len(), 0);
}

#[test]
fn other_result_formats_are_read() {
    let results = games("1. 1-6 1+ - 1- 1. 1-6 1- - 1+");
    let results: Vec<_> = results.iter().map(|game| game.result.as_deref().unwrap()).collect();
    assert_eq!(results, ["1+ - 1-", "1- - 1+"]);
}

#[test]
fn text_after_a_percent_sign_is_skipped_except_in_comments() {
    let game = game("% a file\n1. 32-28 % said { so\n{100% sure} 19-23");
    assert_eq!(moves(&game), ["32-28", "19-23"]);
}

#[test]
fn signs_of_forfeits_between_moves_are_evaluations() {
    let nags = |text: &str| -> Vec<u32> {
        let body = game(text).body;
        let nag = |element: &Element| match element {
            Element::Nag(number) => Some(*number),
            _ => None,
        };
        body.iter().filter_map(nag).collect()
    };
    assert_eq!(
        nags("1. 32-28 +/- 19-23 -/+ 2. 28x19 +-- 14x23 --+ 3. 37-32 -+ *"),
        [16, 17, 20, 21, 19]
    );
    assert_eq!(nags("1. 32-28 19-23 +/-"), Vec::<u32>::new());
    assert_eq!(game("1. 32-28 19-23 +/-").claimed_result(Color::White), PdnResult::FirstWins);
}

#[test]
fn damage_is_repaired_and_named_with_its_place() {
    let check = |text: &str, fault: &str, comment: &str| {
        let game = game(text);
        let faults: Vec<String> = game.faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults, [fault], "{text}");
        assert_eq!(moves(&game), ["32-28", "19-23"], "{text}");
        let is_comment = |element: &Element| *element == Element::Comment(comment.into());
        assert!(comment.is_empty() || game.body.iter().any(is_comment), "{text}: {game:?}");
    };
    check("1. 32-28 ) 19-23 *", "line 1, column 10: no variation is open", "");
    check("1. 32-28 } 19-23 *", "line 1, column 10: an unmatched }", "");
    check("1. 32-28 [x] 19-23 *", "line 1, column 10: text in brackets between the moves", "[x]");
    let open = "is never closed";
    check(
        "1. 32-28 19-23 {so",
        &format!("line 1, column 16: a comment that starts here {open}"),
        "so",
    );
    check(
        "1. 32-28 19-23 (1. 31-27",
        &format!("line 1, column 16: a variation that starts here {open}"),
        "",
    );
    check("(1. 31-27) 32-28 19-23", "line 1, column 1: a variation before the first move", "");
    check(
        "1. 32-28 /FEN 19\n19-23",
        &format!("line 1, column 10: a set-up that starts here {open}"),
        "/FEN 19",
    );
    let many = "line 1, column 19: more than 8 annotations";
    check("1. 32-28!!!!(!!!!)! 19-23", many, "!");
    check("(?) 1. 32-28 19-23", "line 1, column 1: the annotation ? doesn't follow a move", "?");
    check("$7 1. 32-28 19-23", "line 1, column 1: the annotation $7 before the first move", "$7");
    let nag = "$256 is not a move annotation ($0 to $255)";
    check("1. 32-28 $256 19-23", &format!("line 1, column 10: {nag}"), "$256");
    check("1. 32-28 $x 19-23", "line 1, column 11: expected a number after $", "$x");
    let tag = "line 1, column 8: expected the value of the tag in quotation marks";
    check("[Event x]\n[White \"A\"]\n1. 32-28 19-23 *", tag, "[Event x]");
    let ended = game("1. 32-28 (1. 31-27 2-0) 19-23 *");
    assert_eq!(ended.faults[0].to_string(), "line 1, column 20: the result 2-0 in a variation");
    assert_eq!(moves(&ended), ["32-28", "19-23"]);
}

#[test]
fn text_without_moves_and_tags_is_refused_with_its_place() {
    check_error("[Event x]", "line 1, column 8: expected the value of the tag in quotation marks");
    check_error("[\"x\"]", "line 1, column 2: expected a tag name");
    check_error("\n {never", "line 2, column 2: a comment that starts here is never closed");
}

#[test]
fn unreadable_words_are_moves_to_the_reader() {
    let check = |word: &str| {
        assert_eq!(moves(&game(&format!("1. 32-28 {word} 19-23 *"))), ["32-28", word, "19-23"]);
    };
    for word in ["N", "TN", "--", "-", "hello", "~", "+1", "→"] {
        check(word);
    }
    assert_eq!(moves(&game("1. 32-28, 19-23, *")), ["32-28", "19-23"]);
}

#[test]
fn a_damaged_tag_ends_with_its_line() {
    let tag = |tag: &str| {
        let game = game(&format!("{tag}\n[Round \"7\"]\n\n1. 32-28 *"));
        assert_eq!((game.tag("Round"), game.faults.len()), (Some("7"), 1), "{tag}");
        game.tag("Site").map(String::from)
    };
    assert_eq!(tag("[Site \"the \"Old\" club\"]").as_deref(), Some("the \"Old\" club"));
    assert_eq!(tag("[Site \"A").as_deref(), Some("A"));
    assert_eq!(tag("[Site \"A]").as_deref(), Some("A"));
    assert_eq!(tag("[Site A]"), None);
}

#[test]
fn damage_does_not_hide_the_next_game() {
    let text = "[Event \"1\"]\n1. ~\n[Event \"2\"]\n1. 32-28 (\n[Event \"3\"]\n1. 31-27 *";
    let events: Vec<_> =
        games(text).iter().map(|game| game.tag("Event").unwrap().to_owned()).collect();
    assert_eq!(events, ["1", "2", "3"]);
    let deep = format!("[Event \"1\"]\n{}\n[Event \"2\"]\n1. 31-27 *", "(".repeat(101));
    let games: Vec<_> = Reader::new(deep.as_bytes()).collect();
    let first = games[0].as_ref().unwrap();
    assert!(first.faults[100].to_string().contains("more than 100 nested"), "{first:?}");
    assert!(games.len() == 2 && games[1].is_ok(), "{games:?}");
    let whole = format!("31-27 {}{} 19-23 *", "(32-28 {a} ".repeat(150), ")".repeat(150));
    let game = Reader::new(whole.as_bytes()).next().unwrap().unwrap();
    assert_eq!((game.main_line().count(), game.faults.len()), (2, 1));
    assert!(game.to_pdn(Color::White).unwrap().contains("{( 32-28 a ( 32-28 a"));
}

#[test]
fn no_file_uses_up_the_memory() {
    let deep = "(".repeat(1_000_000);
    check_error(&deep, "line 1, column 100001: more than 100000 elements in a game");
    let long = format!("{{{}}}", "x".repeat(2_000_000));
    check_error(&long, "line 1, column 1048578: more than 1048576 bytes in one string");
    let many = "1-6 ".repeat(200_000);
    check_error(&many, "line 1, column 400001: more than 100000 elements in a game");
    assert!(matches!(error(&"1-".repeat(2_000)), PdnError::TooMuch { .. }));
}
