//! Matches between players, and their records.

use integration_tests::{Finished, Rival, scratch};
use serde_json::Value;

use crate::objects;

/// A match's events.
fn events(arguments: &[&str]) -> Vec<Value> {
    objects(&Rival::new(["watch"].iter().chain(arguments).chain(&["--json"])).run().exits(0))
}

/// The moves among `events`.
fn moves(events: &[Value]) -> Vec<&str> {
    let played = events.iter().filter(|event| event["event"] == "move_played");
    played
        .map(|event| event["move"].as_str().unwrap_or_else(|| panic!("{event} has no move")))
        .collect()
}

/// The last event, with the end of the match.
fn ending(events: &[Value]) -> &Value {
    let last = events.last().expect("a match has events");
    assert_eq!(last["event"], "match_ended", "{last}");
    assert!(last["reason"].is_string(), "{last}");
    last
}

#[test]
fn two_perfect_players_draw_tic_tac_toe() {
    let events = events(&["tic-tac-toe", "minimax:depth=9", "alpha-beta:depth=9"]);
    assert_eq!(ending(&events)["payoffs"], serde_json::json!([0, 0]));
    assert_eq!(moves(&events).len(), 9);
}

#[test]
fn a_perfect_player_never_loses_to_chance() {
    for seed in ["1", "2", "3", "4", "5"] {
        let events = events(&["tic-tac-toe", "random", "alpha-beta:depth=9", "--seed", seed]);
        let payoff = ending(&events)["payoffs"][1].as_i64();
        assert!(payoff >= Some(0), "seed {seed}: {payoff:?}");
    }
}

#[test]
fn each_event_has_a_name_and_a_number_and_each_move_its_turn() {
    let events = events(&["checkers", "random", "greedy", "--seed", "7"]);
    assert_eq!(events[0]["event"], "match_started");
    assert!(events.iter().all(|event| event["event"].is_string()));
    let numbers: Vec<_> = events.iter().map(|event| event["sequence"].as_u64()).collect();
    assert_eq!(numbers[0], Some(1));
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    let endings = events.iter().filter(|event| event["event"] == "match_ended");
    assert_eq!(endings.count(), 1);
    assert!(moves(&events).len() >= 10, "no player loses within ten plies");
}

#[test]
fn a_seed_makes_a_match_repeatable() {
    let play = |seed: &str| events(&["checkers", "random", "random", "--seed", seed]);
    let (first, again, other) = (play("7"), play("7"), play("8"));
    assert_eq!(moves(&first), moves(&again));
    assert_eq!(ending(&first)["payoffs"], ending(&again)["payoffs"]);
    assert_ne!(moves(&first), moves(&other));
}

#[test]
fn a_seed_makes_a_record_repeatable() {
    let folder = scratch();
    let record = |name: &str| {
        let arguments = ["watch", "checkers", "random", "random", "--seed", "7", "--save", name];
        let _ = Rival::new(arguments).dir(folder.path()).run().exits(0);
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was saved");
        let is_timeless = |line: &&str| !line.starts_with("elapsed_us");
        text.lines().filter(is_timeless).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = record("first");
    assert!(first.contains(&"seed = \"7\"".to_owned()), "{first:?}");
    assert_eq!(first, record("second"));
}

#[test]
fn a_record_replays_to_the_same_end() {
    let folder = scratch();
    let rival = |arguments: &[&str]| Rival::new(arguments).dir(folder.path()).run().exits(0);
    let watched = rival(&[
        "watch", "checkers", "random", "random", "--seed", "7", "--save", "match", "--plain",
    ]);
    let replayed = rival(&["replay", "match", "--plain"]);
    assert_eq!(board_lines(&replayed), board_lines(&watched));
    let again = rival(&["replay", "match", "--plain"]);
    assert_eq!(again.stdout, replayed.stdout);
}

#[test]
fn watching_and_replaying_show_the_end_of_each_round() {
    let folder = scratch();
    let rival = |arguments: &[&str]| Rival::new(arguments).dir(folder.path()).run().exits(0);
    let watched =
        rival(&["watch", "pig:10,3", "random", "random", "--seed", "1", "--save", "match"]);
    let replayed = rival(&["replay", "match"]);
    let ended = "\nChance: 6\nThe round is over: the goal is reached, 10–3.\nChance: ";
    for shown in [watched, replayed] {
        assert!(shown.stdout.contains(ended), "{shown}");
        // The third round ends the match.
        assert_eq!(shown.stdout.matches("The round is over").count(), 2, "{shown}");
    }
}

/// The lines with moves. These lines are the same in a match and its replay.
fn board_lines(finished: &Finished) -> Vec<&str> {
    let has_move = |line: &&str| {
        line.split_whitespace().any(|word| {
            word.contains(['-', 'x']) && word.starts_with(|sign: char| sign.is_ascii_digit())
        })
    };
    let lines: Vec<&str> = finished.stdout.lines().filter(has_move).collect();
    assert!(lines.len() >= 10, "{finished}");
    lines
}

#[test]
fn a_record_that_breaks_the_rules_is_not_replayed() {
    let folder = scratch();
    let rival = |arguments: &[&str]| Rival::new(arguments).dir(folder.path()).run();
    let _ = rival(&["watch", "tic-tac-toe", "random", "random", "--seed", "7", "--save", "match"])
        .exits(0);
    let path = folder.path().join("match");
    let record = std::fs::read_to_string(&path).expect("a record is text");
    let events = events(&["tic-tac-toe", "random", "random", "--seed", "7"]);
    let (first, second) = (moves(&events)[0], moves(&events)[1]);
    assert!(record.contains(second), "{record}");
    std::fs::write(&path, record.replace(second, first))
        .expect("the scratch folder can be written");
    let finished = rival(&["replay", "match"]).exits(3);
    assert!(finished.stderr.contains(first) && finished.stderr.contains("match"), "{finished}");
}

#[test]
fn a_match_can_start_from_any_position() {
    // White is to move and has no piece that can move.
    let events = events(&["checkers", "random", "random", "--position", "W:W28:B24,19"]);
    assert_eq!(moves(&events).len(), 0, "{events:?}");
    assert!(ending(&events)["payoffs"].is_array());
}

#[test]
fn two_players_are_compared_over_whole_games() {
    let arguments =
        ["compare", "tic-tac-toe", "alpha-beta:depth=9", "random", "--games", "4", "--json"];
    let rows = objects(&Rival::new(arguments).run().exits(0));
    assert!(rows.len() >= 2, "a row per player at least: {rows:?}");
}

/// The total number of nodes visited, and the number of plies in each game.
fn compared(extra: &[&str]) -> (u64, Vec<u64>) {
    let player = "alpha-beta:depth=9";
    let arguments = [&["compare", "tic-tac-toe", player, player, "--games", "4", "--json"], extra];
    let rows = objects(&Rival::new(arguments.concat()).run().exits(0));
    let number = |row: &serde_json::Value, name: &str| row[name].as_u64();
    let nodes = rows.iter().filter_map(|row| number(row, "nodes")).sum();
    let of_first_seats = rows.iter().filter(|row| row["seat"] == 1);
    (nodes, of_first_seats.filter_map(|row| number(row, "plies")).collect())
}

#[test]
fn compared_games_can_begin_with_random_moves() {
    let (from_the_start, plies) = compared(&[]);
    assert_eq!(plies, [9; 4]);
    // After the openings, few moves are left. If the players are equal, both games in a pair are the same.
    let (nodes, plies) = compared(&["--openings", "6", "--seed", "5"]);
    assert!(nodes < from_the_start / 10, "{nodes} of {from_the_start}");
    assert!(plies[0] == plies[1] && plies[2] == plies[3] && plies[0] > 6, "{plies:?}");
    assert_eq!(compared(&["--openings", "6", "--seed", "5"]), (nodes, plies));
}
