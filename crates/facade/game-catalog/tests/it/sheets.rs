//! Tests whole matches in every game in notation files.

use board_engine::Viewer;
use game_catalog::{games, sheet_format, sheet_formats, sheet_formats_of, table_game};
use games_package::{
    Ending, Mark, Note, Ply, Record, RecordedPlayer, Thought, Valuation, play_moves,
};
use notation::{Sheet, comments_in};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// A match of random moves, with clocks, scores and a variation.
fn random_match(name: &str, seed: u64) -> Record {
    let game = table_game(name).unwrap();
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut state = game.open(None).unwrap();
    let start = state.position(Viewer::Arbiter);
    let (mut plies, mut moves): (Vec<Ply>, Vec<String>) = (Vec::new(), Vec::new());
    let mut variations = Vec::new();
    for number in 0..60 {
        state.legal_moves(&mut moves);
        let Some(mv) = moves.choose(&mut chance) else { break };
        if number == 3
            && let Some(other) = moves.iter().find(|other| *other != mv)
        {
            let plies = vec![other.as_str().into()];
            variations.push(games_package::Variation { after: 3, plies, variations: Vec::new() });
        }
        let thought = Some(Thought { valuation: Valuation::Centi(35), depth: 9 });
        let remark = "so {so}".into();
        let note = Note { thought, mark: Some(Mark::Mistake), remark, ..Note::default() };
        let elapsed = std::time::Duration::from_millis(1200);
        plies.push(Ply { note, elapsed, clock: Some(elapsed * 9), ..Ply::from(mv.as_str()) });
        state.play(mv).unwrap();
    }
    let player = |index| RecordedPlayer {
        spec: format!("random:n={index}"),
        name: format!("Player \"{index}\""),
        origin: None,
        odds: games_package::Odds::default(),
    };
    Record {
        game: game.name().into(),
        players: (0..game.seat_count()).map(player).collect(),
        time_control: "1m+1s".parse().unwrap(),
        thinking: games_package::ThinkingLimits::default(),
        pondering: false,
        seed,
        start,
        plies,
        variations,
        final_position: state.position(Viewer::Arbiter),
        ending: state.ending(),
        header: games_package::Header::default(),
    }
}

fn written(record: &Record) -> String {
    let game = table_game(&record.game).unwrap();
    sheet_format(&record.game).unwrap().write(&Sheet::of(record, &*game)).unwrap()
}

/// White is the second seat in Othello.
#[test]
fn results_are_from_whites_point_of_view_and_winnings_are_separate() {
    let check = |game: &str, payoffs: [i16; 2], lines: &[&str]| {
        let rules = table_game(game).unwrap();
        let mut record = random_match(game, 1);
        record.plies.truncate(4);
        record.ending = Some(Ending::unstated(payoffs.into()));
        let text = written(&record);
        for line in lines {
            assert!(text.lines().any(|found| found == *line), "{line}: {text}");
        }
        assert_eq!(text.contains("[Payoffs "), payoffs[0].abs() > 1, "{text}");
        let sheet = sheet_formats()[1].read(text.as_bytes(), None).next().unwrap().unwrap();
        let read = sheet.to_record(&*rules).unwrap();
        assert_eq!(read.players[1].name, "Player \"1\"");
        assert_eq!(read.ending.and_then(|ending| ending.payoffs), Some(payoffs.to_vec()));
    };
    let [first, second] = [0, 1].map(|index| format!("[White \"Player \\\"{index}\\\"\"]"));
    check("othello", [1, -1], &[&second, "[Result \"0-1\"]"]);
    check("othello:8,discs", [-20, 20], &[&second, "[Result \"1-0\"]", "[Payoffs \"20 -20\"]"]);
    check("chess", [1, -1], &[&first, "[Result \"1-0\"]"]);
    check("tic-tac-toe", [1, -1], &[&first, "[Result \"1-0\"]"]);
}

#[test]
fn every_game_survives_a_round_trip() {
    for info in games() {
        for seed in 0..3 {
            let mut record = random_match(&info.name, seed);
            let text = written(&record);
            let game = table_game(&info.name).unwrap();
            let mut sheets = sheet_format(&info.name).unwrap().read(text.as_bytes(), None);
            let sheet = sheets.next().unwrap().unwrap();
            let mut read = sheet.to_record(&*game).unwrap();
            // Chess adds an opening tag.
            read.header.tags.clear();
            // A closing brace ends a comment.
            for ply in &mut record.plies {
                ply.note.remark = "so {so)".into();
                // A pass in draughts has no annotations.
                let is_kept = sheet_format(&info.name).unwrap().name() != "pdn" || ply.mv != "pass";
                ply.note.mark = ply.note.mark.filter(|_| is_kept);
            }
            assert_eq!(read, record, "{text}");
            read.replay(&*game).unwrap();
            assert!(sheets.next().is_none(), "{text}");
        }
    }
}

#[test]
fn comments_before_the_first_move_survive() {
    let texts = [
        ("checkers", "{so} [Event \"x\"] [GameType \"21\"] {it\nbegan} 1. 11-15 {a move} *"),
        ("chess", "{so} [Event \"x\"] [Game \"chess:standard\"] ;it\n{began} 1. e4 {a move} *"),
    ];
    for (game, text) in texts {
        let format = sheet_format(table_game(game).unwrap().name()).unwrap();
        let read = |text: &str| {
            let mut sheets = format.read(text.as_bytes(), None);
            let sheet = sheets.next().unwrap().unwrap();
            assert!(sheets.next().is_none(), "{text}");
            (sheet.preface, sheet.moves[0].comment.clone())
        };
        let (preface, comment) = read(text);
        let words: Vec<&str> = comments_in(&preface).flat_map(str::split_whitespace).collect();
        assert_eq!((words.join(" ").as_str(), comment.as_str()), ("so it began", "a move"));
        let sheet = format.read(text.as_bytes(), None).next().unwrap().unwrap();
        let written = format.write(&sheet).unwrap();
        assert!(written.contains("{so} {it") && written.contains("began} 1. "), "{written}");
        assert_eq!(read(&written), (preface, comment));
    }
}

/// The words in such a move are parsed as one move, and the annotation follows the last word.
#[test]
fn a_move_may_consist_of_several_words() {
    let text = "[Game \"backgammon:single\"]\n\n1. 31 8/5 6/5 {point} 2. 66 24/18 24/18 13/7 13/7! \
                (24/18(2) 8/2(2)) 3. 21 13/11 6/5 *\n";
    let game = table_game("backgammon:single").unwrap();
    let sheet = sheet_formats()[1].read(text.as_bytes(), None).next().unwrap().unwrap();
    let record = sheet.to_record(&*game).unwrap();
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.mv.as_str()).collect();
    assert_eq!(moves, ["31", "8/5,6/5", "66", "24/18(2),13/7(2)", "21", "13/11,6/5"]);
    assert_eq!(record.plies[1].note.remark, "point");
    assert_eq!(record.variations[0].plies[0].mv, "24/18(2),8/2(2)");
    let wrong = text.replace("6/5 {", "6/4 {");
    let sheet = sheet_formats()[1].read(wrong.as_bytes(), None).next().unwrap().unwrap();
    let error = sheet.to_record(&*game).unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 7: "), "{error}");

    let mut state = game.open(None).unwrap();
    let played = play_moves(&mut *state, "31 8/5 6/5 66 24/18 24/18 13/7 13/7").unwrap();
    assert_eq!(played, moves[..4]);
    let refused = play_moves(&mut *state, "21 13/11 6/4").unwrap_err().to_string();
    assert!(refused.contains("13/11"), "{refused}");
}

#[test]
fn typed_moves_may_be_numbered() {
    let played = |game: &str, text: &str| {
        let mut state = table_game(game).unwrap().open(None).unwrap();
        play_moves(&mut *state, text).map_err(|error| error.reason())
    };
    for text in ["1. e4 e5 2. Nf3", "1 e4 e5 2 Nf3", "1.e4 1...e5 2.Nf3", "1. e4 1... e5 2. Nf3"] {
        assert_eq!(played("chess", text).unwrap(), ["e4", "e5", "Nf3"], "{text}");
    }
    assert_eq!(played("checkers", "1. 11-15 23-19").unwrap(), ["11-15", "23-19"]);
    assert_eq!(played("connect-four", "1 4").unwrap(), ["1", "4"]);
    assert_eq!(played("connect-four", "9 4").unwrap_err(), "there is no column 9");
    assert!(played("chess", "2 e4").unwrap_err().starts_with("expected"));
}

#[test]
fn pasted_positions_are_read() {
    let opened = |game: &str, text: &str| {
        let state = table_game(game).unwrap().open(Some(text)).unwrap();
        state.position(Viewer::Arbiter)
    };
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for text in [
        fen.replace('-', "–"),
        fen.replace(' ', "\u{a0}"),
        fen.replace(' ', "_"),
        format!("fen: {fen}"),
        format!("“{fen}”"),
        format!("[FEN \"{fen}\"]"),
    ] {
        assert_eq!(opened("chess", &text), fen, "{text}");
    }
    assert_eq!(opened("checkers", "[FEN \"W:W32:B1\"]"), opened("checkers", "W:W32:B1"));
}

#[test]
fn chance_moves_are_listed_unless_there_is_only_one_outcome() {
    let played = |game: &str, text: &str| {
        let mut state = table_game(game).unwrap().open(None).unwrap();
        play_moves(&mut *state, text).map_err(|error| error.reason())
    };
    let hands = played("kuhn-poker", "K J check check Q J bet").unwrap();
    let deals = ["deal-K", "deal-J", "check", "check", "shuffle", "deal-Q", "deal-J", "bet"];
    assert_eq!(hands, deals);
    let races = played("pig:20,3", "r 6 r 6 r 6 r 2 r 3 h").unwrap();
    assert_eq!(races[7..], ["2", "next-race", "roll", "3", "hold"]);
    let wrong = played("kuhn-poker", "K J check check check").unwrap_err();
    assert_eq!(wrong, "the cards are being dealt");
}

#[test]
fn games_are_written_in_the_notations_of_their_field() {
    let name = |game| sheet_format(game).unwrap().name();
    assert_eq!(
        ["checkers", "checkers:turkish", "tic-tac-toe", "pig"].map(name),
        ["pdn", "pdn", "pgn", "pgn"]
    );
    let names = |game| -> Vec<&str> {
        sheet_formats_of(game).unwrap().iter().map(|format| format.name()).collect()
    };
    assert_eq!(["chess", "backgammon"].map(names), [vec!["pgn"], vec!["pgn", "mat"]]);
    assert!(sheet_format("go").is_err());
    let other = Sheet { game: Some("pig:100".into()), ..Sheet::default() };
    let refused = sheet_formats()[0].write(&other).unwrap_err().to_string();
    assert_eq!(refused, "pdn cannot express pig:100 matches");
}

#[test]
fn files_of_other_programs_are_read() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\
        1. 11-15 {[%clk 0:01:00]} 23-19? $6 2. 8-11 (2. 9-14) 22-17 0-1\n\n\
        [Event \"?\"][Result \"2-0\"] 1. 32-28 19-23 2. 28x19 14x23 2-0\n";
    let pdn = sheet_formats()[0];
    let mut sheets = pdn.read(text.as_bytes(), Some("checkers:international"));
    let english = sheets.next().unwrap().unwrap();
    assert_eq!(english.game.as_deref(), Some("checkers:english"));
    // Black starts, and the first number of a result belongs to the starting side.
    assert_eq!(
        (english.players.as_slice(), &english.payoffs),
        (&["B".into(), "A".into()][..], &Some(vec![-1, 1]))
    );
    let game = table_game("checkers:english").unwrap();
    let record = english.to_record(&*game).unwrap();
    let ending = record.ending.as_ref().unwrap().describe(|seat| game.seat_name(seat));
    assert_eq!(ending, "White wins");
    assert_eq!((record.plies[1].note.mark, record.variations.len()), (Some(Mark::Mistake), 1));
    record.replay(&*game).unwrap();
    let other = sheets.next().unwrap().unwrap();
    let game = table_game("checkers:international").unwrap();
    assert_eq!(other.to_record(&*game).unwrap().plies.len(), 4);
}

#[test]
fn errors_are_reported_with_their_place() {
    let refused = |text: &str| {
        let game = table_game("checkers").unwrap();
        let read =
            sheet_formats()[0].read(text.as_bytes(), Some("checkers:english")).next().unwrap();
        read.and_then(|sheet| sheet.to_record(&*game)).unwrap_err().to_string()
    };
    assert_eq!(
        refused("1. 11-15 {so"),
        "line 1, column 10: a comment that starts here is never closed"
    );
    let illegal = refused("1. 11-15 23-19\n2. 1-5");
    assert!(illegal.starts_with("line 2, column 4: "), "{illegal}");
    let variation = refused("1. 11-15 (1. 8-10) 23-19");
    assert!(variation.starts_with("line 1, column 14: "), "{variation}");
    let set_up = refused("1. 11-15 /FEN \"W:W18:B12\"/");
    assert!(set_up.contains("a position set up in mid-game"), "{set_up}");
}

#[test]
fn damage_is_harmless() {
    for name in ["checkers:russian", "tic-tac-toe"] {
        let text = written(&random_match(name, 1));
        let game = table_game(name).unwrap();
        let check = |bytes: &[u8]| {
            for format in sheet_formats() {
                for sheet in format.read(bytes, Some(name)).take(20).flatten() {
                    if let Ok(record) = sheet.to_record(&*game) {
                        record.replay(&*game).unwrap();
                    }
                }
            }
        };
        for end in (0..text.len()).step_by(7) {
            check(&text.as_bytes()[..end]);
        }
        for index in (0..text.len()).step_by(5) {
            let mut bytes = text.as_bytes().to_vec();
            bytes[index] ^= [1, 0x20, 0x80][index % 3];
            check(&bytes);
        }
    }
}
