//! Tests of matches in other backgammon programs' notation.

use backgammon::{Backgammon, Position, Stakes};
use backgammon_players::Mat;
use board_engine::{Game, Notation, Status, Turn};
use notation::{PlaceInText, Sheet, SheetError, SheetFormat, SheetMove};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The first two games of a match as GNU Backgammon writes them; the second is resigned.
const MATCH: &str = "; [Site \"GNU Backgammon\"]
; [EventDate \"2026.11.25\"]

 5 point match

 Game 1
 Ada : 0                             Bob : 0
  1)                                  31: 8/5 6/5
  2) 63: 24/15                        42: 8/4 6/4
  3)  Doubles => 2                     Takes
  4) 61: 13/7 8/7                      Doubles => 4
  5)  Drops
                                       Wins 2 points

 Game 2
 Ada : 0                             Bob : 2
  1) 21: 13/11 6/5                    66: 24/18 24/18 13/7 13/7
      Wins 1 point

 Game 3
 Ada : 1                             Bob : 2
  1) 31: 8/5 6/5
";

fn read(text: &str) -> Vec<Result<Sheet, SheetError>> {
    Mat.read(text.as_bytes(), None).collect()
}

fn moves(sheet: &Sheet) -> Vec<&str> {
    sheet.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// The only match in a text.
fn only(text: &str) -> Sheet {
    let mut sheets = read(text);
    assert_eq!(sheets.len(), 1, "{sheets:?}");
    sheets.remove(0).unwrap()
}

#[test]
fn a_match_continues_after_a_resignation() {
    let sheet = only(MATCH);
    assert_eq!(sheet.game.as_deref(), Some("backgammon:match,5"));
    assert_eq!(sheet.players, ["Ada", "Bob"]);
    assert_eq!(sheet.tag("EventDate"), Some("2026.11.25"));
    let text = "13 8/5,6/5 roll 63 24/15 roll 42 8/4,6/4 double take 61 13/7,8/7 double drop \
                21 13/11,6/5 roll 66 24/18(2),13/7(2) roll W+1R 31 8/5,6/5";
    assert_eq!(moves(&sheet), text.split_whitespace().collect::<Vec<_>>());
    assert_eq!(sheet.payoffs, None);
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let expected = MATCH.replace("24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)");
    assert_eq!(words(&Mat.write(&sheet).unwrap()), words(&expected));
}

#[test]
fn a_resignation_wins_its_points_in_any_phase() {
    let head = "\n 5 point match\n\n Game 1\n Ada : 0                             Bob : 0\n";
    let check = |game: &str, points: &str, end: &[&str]| {
        let text = format!("{head}{game}\n{:>38} Wins {points}\n", "");
        let sheet = only(&text);
        assert!(moves(&sheet).ends_with(end), "{text}{:?}", moves(&sheet));
        let written = Mat.write(&sheet).unwrap();
        assert!(written.contains(&format!("Wins {points}")), "{written}");
        assert_eq!(moves(&only(&written)), moves(&sheet), "{written}");
    };
    let opening = "  1) 21: 13/11 6/5                    66: 24/18 24/18 13/7 13/7\n";
    let double = format!("{opening}  2)  Doubles => 2");
    check(opening, "3 points", &["24/18(2),13/7(2)", "roll", "B+3R"]);
    check(opening, "7 points", &["roll", "B+7R"]);
    // A roll that was not played, and a double that was not answered.
    check(&format!("{opening}  2) 63:"), "2 points", &["roll", "B+2R"]);
    check("  1) 21:", "2 points", &["B+2R"]);
    check(&double, "2 points", &["roll", "B+2R"]);
    let dropped = format!("{opening}  2) 21: 24/23 13/11                   Doubles => 2");
    check(&dropped, "1 point", &["double", "drop"]);
}

#[test]
fn only_a_match_from_elsewhere_has_resignations() {
    let game = Backgammon::new(Stakes::Match { points: 5 }).unwrap();
    let mut position = game.start();
    for text in ["31", "8/5,6/5"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    // A player has a choice here.
    assert!(game.parse_move(&position, "W+1R").is_err());
    let roll = game.parse_move(&position, "roll").unwrap();
    game.play(&mut position, roll);
    for text in ["W+0R", "W+256R", "X+1R", "W1R"] {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
    let mv = game.parse_move(&position, "B+5R").unwrap();
    assert_eq!(game.format_move(&position, mv), "B+5R");
    let mut legal = Vec::new();
    game.legal_moves(&position, &mut legal);
    assert!(!legal.contains(&mv));
    game.play(&mut position, mv);
    let Status::Over(outcome) = game.status(&position, &mut legal) else {
        panic!("the match is won")
    };
    assert_eq!(outcome.payoffs(), [-1, 1]);
    let single = Backgammon::default();
    assert!(single.parse_move(&single.start(), "W+1R").is_err());
}

#[test]
fn a_damaged_character_is_reported() {
    let mut bytes = MATCH.replace("Ada", "Åsa").into_bytes();
    bytes.extend_from_slice(b"; \xc3");
    let sheets: Vec<_> = Mat.read(&bytes, None).collect();
    let [Ok(sheet)] = &sheets[..] else { panic!("{sheets:?}") };
    assert_eq!(sheet.players, ["Åsa", "Bob"]);
    let [fault] = &sheet.faults[..] else { panic!("{:?}", sheet.faults) };
    let message = "expected UTF-8; invalid bytes were replaced with U+FFFD";
    assert_eq!(fault.to_string(), format!("line 23, column 3: {message}"));
}

#[test]
fn scores_and_points_of_any_size_are_parsed_or_refused() {
    for score in ["64", "254", "255", "65535", "65536"] {
        let text = format!("\n 3 point match\n\n Game 1\n Ada : {score}      Bob : 1\n");
        assert!(read(&text).iter().all(Result::is_err), "{text}");
    }
    let won = MATCH.replace("Wins 1 point\n", "Wins 32767 points\n");
    assert!(read(&won).iter().any(Result::is_ok), "{won}");
}

#[test]
fn a_match_without_moves_survives_a_round_trip() {
    let empty = "\n 3 point match\n\n Game 1\n Ada : 0      Bob : 0\n";
    let [Ok(sheet)] = &read(empty)[..] else { panic!("{:?}", read(empty)) };
    let written = Mat.write(sheet).unwrap();
    let [Ok(again)] = &read(&written)[..] else { panic!("{written}") };
    assert_eq!((&again.players, &again.moves), (&sheet.players, &Vec::new()));
}

/// The error or the damage in a match.
fn faults(read: &Result<Sheet, SheetError>) -> &[SheetError] {
    read.as_ref().map_or_else(std::slice::from_ref, |sheet| &sheet.faults)
}

#[test]
fn errors_name_their_place_and_the_next_match_is_read() {
    let wrong = MATCH.replace("42: 8/4 6/4", "42: 8/4 6/3");
    let text = format!(
        "{wrong}\n 1 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 6/5   nonsense\n\n 0 point match\n Game 1\n A:B : 3      C : 4\n  1) 31: 8/5 6/5\n Wins 3 points\n"
    );
    let sheets = read(&text);
    let errors: Vec<String> = sheets.iter().flat_map(faults).map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{sheets:?}");
    assert!(
        errors[0].starts_with("line 9, column 39: ") && errors[0].contains("8/4 6/3"),
        "{errors:?}"
    );
    assert!(errors[1].contains("expected a roll like 31: 8/5 6/5"), "{errors:?}");
    let last = sheets.last().unwrap().as_ref().unwrap();
    assert_eq!(last.game.as_deref(), Some("backgammon:cube"));
    assert_eq!(last.players, ["A:B", "C"]);
    assert_eq!(last.payoffs, Some(vec![3, -3]));
}

#[test]
fn a_match_is_read_up_to_its_damage() {
    let cut = MATCH.split("61: 13/7 8/7").next().unwrap().to_owned() + "61: 13/";
    let [Ok(sheet)] = &read(&cut)[..] else { panic!("one match") };
    assert!(moves(sheet).ends_with(&["double", "take", "61"]), "{:?}", moves(sheet));
    let [fault] = &sheet.faults[..] else { panic!("{:?}", sheet.faults) };
    assert!(fault.to_string().starts_with("line 11, column "), "{fault}");
    let second = MATCH.split("21: 13/11").next().unwrap();
    let [Ok(sheet)] = &read(second.trim_end_matches("Bob : 2\n  1) "))[..] else {
        panic!("one match")
    };
    assert_eq!((moves(sheet).last(), sheet.faults.len()), (Some(&"drop"), 1));
}

#[test]
fn the_reader_handles_any_text() {
    let mut chance = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..300 {
        let mut bytes = MATCH.as_bytes().to_vec();
        for _ in 0..chance.random_range(1..6) {
            let at = chance.random_range(0..bytes.len());
            match chance.random_range(0..3) {
                0 => bytes[at] = chance.random(),
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b" :\n)019/"[chance.random_range(0..8)]),
            }
        }
        for sheet in Mat.read(&bytes, Some("backgammon:single")).flatten() {
            Mat.write(&sheet).unwrap();
        }
    }
}

/// Plays at random, sometimes to the end.
fn random_sheet(name: &str, game: Backgammon, plies: usize, chance: &mut impl Rng) -> Sheet {
    let mut position: Position = game.start();
    let mut sheet = Sheet {
        game: Some(name.into()),
        players: vec!["Ada Lovelace".into(), "Bob : 7".into()],
        ..Sheet::default()
    };
    let mut legal = Vec::new();
    while sheet.moves.len() < plies {
        if let Status::Over(outcome) = game.legal_moves(&position, &mut legal) {
            sheet.payoffs = Some(outcome.payoffs().to_vec());
            break;
        }
        let weights: Vec<u32> =
            legal
                .iter()
                .map(|&mv| {
                    if game.turn(&position) == Turn::Chance {
                        game.weight(&position, mv)
                    } else {
                        1
                    }
                })
                .collect();
        let mut drawn = chance.random_range(0..weights.iter().sum::<u32>());
        let index = weights.iter().position(|&weight| {
            let is_drawn = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_drawn
        });
        let mv = legal[index.unwrap()];
        let text = game.format_move(&position, mv);
        sheet.moves.push(SheetMove { text, ..SheetMove::default() });
        game.play(&mut position, mv);
    }
    sheet
}

#[test]
fn matches_survive_a_round_trip() {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let cases = [
        ("backgammon:cube", Stakes::Money { jacoby: false }),
        ("backgammon:match,1", Stakes::Match { points: 1 }),
        ("backgammon:match,3", Stakes::Match { points: 3 }),
        ("backgammon:match,9", Stakes::Match { points: 9 }),
    ];
    for (name, stakes) in cases {
        let game = Backgammon::new(stakes).unwrap();
        for plies in [5, 40, 2000] {
            for _ in 0..5 {
                let sheet = random_sheet(name, game, plies, &mut chance);
                let text = Mat.write(&sheet).unwrap();
                assert!(Mat.recognizes(text.as_bytes()));
                let sheets = read(&text);
                let [Ok(found)] = &sheets[..] else { panic!("{text}{sheets:?}") };
                let mut expected = moves(&sheet);
                // A decision to roll and an unanswered double show only in the actions that follow.
                while expected.last() == Some(&"roll") {
                    expected.pop();
                }
                assert_eq!(moves(found), expected, "{text}");
                assert_eq!(found.players, sheet.players, "{text}");
                assert_eq!(found.game, sheet.game);
            }
        }
    }
}

#[test]
fn data_that_the_format_cannot_express_is_refused() {
    let refused = |sheet: &Sheet| Mat.write(sheet).unwrap_err().to_string();
    let chess = Sheet { game: Some("chess".into()), ..Sheet::default() };
    assert_eq!(refused(&chess), "mat cannot express chess matches");
    let game = Some("backgammon".to_owned());
    let start = Some(("4HPwATDgc/ABMA:cAkAAAAAAAAA".to_owned(), PlaceInText::default()));
    let middle = Sheet { game: game.clone(), start: start.clone(), ..Sheet::default() };
    let is_middle = refused(&middle).contains("a start in the middle of a game");
    assert!(is_middle, "{}", refused(&middle));
    let wrong = SheetMove { text: "8/5".into(), ..SheetMove::default() };
    let illegal = Sheet { game, moves: vec![wrong], ..Sheet::default() };
    assert_eq!(refused(&illegal), "mat cannot express the move \"8/5\"");
}
