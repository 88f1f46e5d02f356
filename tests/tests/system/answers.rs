//! Tests questions about a position or the catalog: legal moves, leaf counts, and the game list.

use integration_tests::Rival;
use serde_json::Value;

use crate::{object, objects, texts};

/// The output of `rival moves GAME --json` after these moves.
fn moves_after(game: &str, moves: &[String]) -> Value {
    object(&Rival::new(["moves", game, "--json", "--after", &moves.join(" ")]).run().exits(0))
}

/// Checks a published perft count with every counting method.
fn check_leaves(game: &str, depth: &str, expected: u64) {
    for options in [&[][..], &["--no-bulk"], &["--threads", "2"]] {
        let arguments = [&["perft", game, depth, "--json"], options].concat();
        let answer = object(&Rival::new(arguments).run().exits(0));
        assert_eq!(answer["nodes"], expected, "{game} {options:?}: {answer}");
        assert_eq!(answer["depth"].to_string(), depth);
    }
}

#[test]
fn leaves_are_counted_as_published() {
    // There are 9! = 362880 ways to order the squares. Subtract the ways with a full line before the ninth ply.
    check_leaves("tic-tac-toe", "9", 127_872);
    // Counts from the draughts programmers' forum. crates/games/checkers/rules lists them with their sources.
    check_leaves("checkers", "8", 845_931);
    check_leaves("checkers:international", "6", 167_140);
}

#[test]
fn leaf_counts_are_written_for_people_too() {
    let finished = Rival::new(["perft", "tic-tac-toe", "9"]).run().exits(0);
    let digits: String =
        finished.stdout.chars().filter(|sign| !matches!(sign, ',' | '_' | '\'' | ' ')).collect();
    assert!(digits.contains("127872"), "{finished}");
}

#[test]
fn the_counts_per_move_add_up() {
    let finished = Rival::new(["perft", "checkers", "5", "--divide"]).run().exits(0);
    let moves = texts(&moves_after("checkers", &[])["moves"]);
    for mv in moves {
        assert!(finished.stdout.contains(&mv), "no {mv}: {finished}");
    }
    assert!(finished.stdout.contains("7361"), "{finished}");
}

#[test]
fn moves_are_an_object_in_json() {
    let answer = moves_after("checkers", &[]);
    assert_eq!(answer["game"], "checkers:english");
    assert!(answer["position"].as_str().is_some_and(|text| text.starts_with("B:")), "{answer}");
    let mut moves = texts(&answer["moves"]);
    moves.sort();
    assert_eq!(moves, ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
    assert_eq!(answer.get("outcome"), None, "the game is not over");
}

#[test]
fn a_position_and_the_moves_to_it_are_the_same() {
    let after = moves_after("checkers", &["11-15".into(), "22-18".into()]);
    assert_eq!(texts(&after["moves"]), ["15x22"], "a capture is compulsory");
    let position = after["position"].as_str().expect("a text");
    let direct =
        object(&Rival::new(["moves", "checkers", "--json", "--position", position]).run().exits(0));
    assert_eq!(direct, after);
}

#[test]
fn a_game_can_be_played_to_its_end_by_asking_for_moves() {
    let mut played = Vec::new();
    loop {
        let answer = moves_after("tic-tac-toe", &played);
        let moves = texts(&answer["moves"]);
        let Some(first) = moves.into_iter().next() else {
            let payoffs = answer["outcome"]["payoffs"].as_array().expect("the game is over");
            assert_eq!(payoffs.iter().filter_map(Value::as_i64).sum::<i64>(), 0, "{answer}");
            assert!(answer["outcome"]["reason"].is_string(), "{answer}");
            return;
        };
        assert_eq!(answer.get("outcome"), None, "{answer}");
        played.push(first);
        assert!(played.len() <= 9, "the board has nine squares: {played:?}");
    }
}

#[test]
fn every_listed_game_can_be_selected() {
    let games = objects(&Rival::new(["games", "--json"]).run().exits(0));
    let names: Vec<&str> = games.iter().filter_map(|game| game["name"].as_str()).collect();
    assert!(
        names.contains(&"checkers:english") && names.contains(&"checkers:international"),
        "{names:?}"
    );
    for name in names {
        let moves = texts(&moves_after(name, &[])["moves"]).len();
        let leaves = object(&Rival::new(["perft", name, "1", "--json"]).run().exits(0));
        assert_eq!(leaves["nodes"], moves, "{name}");
    }
}

#[test]
fn every_algorithm_finds_the_same_value() {
    let rows =
        objects(&Rival::new(["compare", "tic-tac-toe", "--depth", "9", "--json"]).run().exits(0));
    let names: Vec<&str> = rows.iter().filter_map(|row| row["algorithm"].as_str()).collect();
    let known = ["minimax", "negamax", "alpha-beta", "negascout", "pvs", "monte-carlo"];
    assert_eq!(names, known);
    for row in &rows {
        // The Monte Carlo search only estimates the value.
        if row["algorithm"] != "monte-carlo" {
            assert_eq!(row["value"], rows[0]["value"], "{rows:?}");
        }
        assert!(row["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{row}");
    }
}

#[test]
fn help_goes_to_standard_output_and_names_each_command() {
    let finished = Rival::new(["--help"]).run().exits(0);
    for command in
        ["play", "watch", "replay", "moves", "perft", "compare", "games", "players", "plugins"]
    {
        assert!(finished.stdout.contains(command), "no {command}: {finished}");
        let own = Rival::new([command, "--help"]).run().exits(0);
        assert!(own.stdout.contains("Usage") && own.stderr.is_empty(), "{own}");
    }
    let version = Rival::new(["--version"]).run().exits(0);
    assert_eq!(version.stdout.trim(), format!("rival {}", env!("CARGO_PKG_VERSION")));
}
